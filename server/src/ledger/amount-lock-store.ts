import { sql, type Transaction } from '../platform/database/database.ts'
import type { ReportedCredit } from './credit.ts'

/**
 * Locks amounts of merchants until the transaction ends. All transactions that record or decide on credits of one amount of a merchant
 * run one after the other, so that each sees the earlier reports of the same payment, also those of another account.
 *
 * It is the first lock of the ledger, before any credit or order. Every transaction locks in one order: amounts, credits, orders.
 */
export const lockAmounts = (
  tx: Transaction,
  amounts: readonly Pick<ReportedCredit, 'merchantId' | 'amount'>[],
): Promise<number> => {
  const names = new Set(amounts.map(({ merchantId, amount }) => `credits of ${merchantId} ${amount}`))
  return tx.run(sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${[...names].sort()}::text[]) as n (name)`)
}
