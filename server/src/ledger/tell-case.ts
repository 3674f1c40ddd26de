import { tell } from '../notices/tell.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { ReportedCredit } from './credit.ts'
import { isLiveAndNotified } from './credit-store.ts'

type ReportedPart = Pick<ReportedCredit, 'merchantId' | 'accountId' | 'amount'> &
  Partial<Pick<ReportedCredit, 'source'>>

/** Tells the merchant of a new credit that a person has to decide on. A person who imports a statement or types a payment sees it anyway. */
export const tellCase = async (
  tx: Transaction,
  creditId: string,
  { merchantId, accountId, amount, source }: ReportedPart,
): Promise<void> => {
  if (source === 'statement' || source === 'manual') return
  if (!(await isLiveAndNotified(tx, merchantId, accountId))) return
  const notice = { kind: 'question', paise: String(amount), order: null } as const
  await tell(tx, { merchantId, key: `credit ${creditId}`, notice })
}
