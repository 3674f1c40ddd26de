import { sql, type Transaction } from '../platform/database/database.ts'
import type { ReportedCredit } from './credit.ts'

/**
 * Makes everything that records or decides on credits of one amount of a merchant wait for each other, so that the later one sees what
 * the earlier one found out about the same payment: in another message, or at another account.
 *
 * It is the first lock of the ledger, before any credit or order. Every transaction locks in one order: amounts, credits, orders.
 */
export const lockAmounts = (
  tx: Transaction,
  of: readonly Pick<ReportedCredit, 'merchantId' | 'amount'>[],
): Promise<number> => {
  const names = new Set(of.map(({ merchantId, amount }) => `credits of ${merchantId} ${amount}`))
  return tx.run(sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${[...names].sort()}::text[]) as n (name)`)
}
