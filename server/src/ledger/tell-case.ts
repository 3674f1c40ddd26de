import type { CreditState } from '@galla/contract/reconciliation/credits'
import { formatRupees, type Paise } from '@galla/upi/rupees'
import { tell } from '../notices/tell.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import type { Transaction } from '../platform/database/database.ts'
import { recordMerchantEvent } from '../webhooks/events/record-merchant-event.ts'
import type { Credit, ReportedCredit } from './credit.ts'
import { findCaseFacts, isLiveAndNotified } from './credit-store.ts'

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

const EVENTS: Partial<Record<CreditState, 'order.duplicate' | 'order.amount_mismatch' | 'credit.unmatched'>> =
  {
    duplicate: 'order.duplicate',
    amount_mismatch: 'order.amount_mismatch',
    unmatched: 'credit.unmatched',
    ambiguous: 'credit.unmatched',
  }

/** Records the event of a credit that waits for a person, once for each kind. */
export const recordCase = async (tx: Transaction, deps: OrderDeps, credit: Credit): Promise<void> => {
  const { merchantId, creditId, orderId, state, utr, payerUpiId } = credit
  // Sources that report two amounts of a payment name no order.
  const type = orderId === null && state === 'amount_mismatch' ? 'credit.unmatched' : EVENTS[state]
  if (type === undefined) return
  const facts = await findCaseFacts(tx, credit, type)
  if (facts === undefined) return
  const { mode, clientTxnId, payable } = facts
  const data = {
    creditId,
    amount: formatRupees(credit.amount),
    utr,
    payerUpiId,
    receivedAt: credit.receivedAt.toISOString(),
  }
  const event = { merchantId, mode, about: creditId }
  if (type === 'credit.unmatched') return recordMerchantEvent(tx, deps, { ...event, type, data })
  if (orderId === null || clientTxnId === null || payable === null) return
  const orderAmount = formatRupees(payable as Paise)
  const ofOrder = { ...data, orderId, client_txn_id: clientTxnId, orderAmount }
  return recordMerchantEvent(tx, deps, { ...event, type, data: ofOrder })
}
