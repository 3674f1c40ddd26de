import type { Author } from '../merchants/author-of.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import type { Transaction } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Credit } from './credit.ts'
import { findMerchantCredit, lockAmounts, lockMerchantCredit } from './credit-store.ts'

/** Who decides on a credit. */
export type Caller = Author & Pick<SessionCaller, 'mode'>

/** Locks the credit's amount and then the credit, in the same order as the ledger. */
export const lockCredit = async (
  tx: Transaction,
  { merchantId, mode }: Caller,
  creditId: string,
): Promise<Credit> => {
  const found = await findMerchantCredit(tx, merchantId, mode, creditId)
  if (found === undefined) throw new Refusal('credit_not_found')
  await lockAmounts(tx, [found])
  const credit = await lockMerchantCredit(tx, merchantId, mode, creditId)
  if (credit === undefined) throw new Refusal('credit_not_found')
  return credit
}
