import type { ReplyOf } from '@galla/contract/endpoint'
import type { listRefunds as endpoint, getPayment, RefundByKey } from '@galla/contract/reconciliation/refunds'
import { formatRupees, toRupeeNumber } from '@galla/upi/rupees'
import type { Database } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Caller } from '../lock-credit.ts'
import { excessOf, fitOf, isMerchants, leftOf, type Refund, refundLink } from './refund.ts'
import { listFreeDebits } from './refund-debit-store.ts'
import { findRefundedCredit, listRefundsOfCredit } from './refund-store.ts'

/** Lists the refunds of a payment with what is left of it. */
export const listRefunds = async (
  { db }: { readonly db: Database },
  { merchantId, mode }: Caller,
  creditId: string,
): Promise<ReplyOf<typeof endpoint>['data']> => {
  const credit = await findRefundedCredit(db, merchantId, mode, creditId)
  if (credit === undefined) throw new Refusal('credit_not_found')
  const refunds = await listRefundsOfCredit(db, merchantId, creditId)
  const open = refunds.filter(({ state }) => state === 'requested' || state === 'sent')
  const [first] = open
  const amounts = open.map(({ amount }) => amount)
  const free = first === undefined ? [] : await listFreeDebits(db, first, amounts)
  return {
    left: toRupeeNumber(leftOf(credit)),
    excess: toRupeeNumber(excessOf(credit)),
    payerUpiId: credit.upiId,
    isAtProvider: credit.provider !== null,
    refunds: refunds.map((refund) => ({
      id: refund.refundId,
      amount: toRupeeNumber(refund.amount),
      way: refund.way,
      state: refund.state,
      utr: refund.utr,
      providerId: refund.providerId,
      confirmedBy: refund.confirmedBy,
      reason: refund.reason,
      isYours: isMerchants(refund),
      note: refund.note,
      by: refund.requestedBy,
      link: refundLink(refund, credit, credit.clientTxnId),
      debits: free
        .filter(
          (debit) =>
            open.includes(refund) && fitOf({ ...refund, payerUpiId: credit.upiId }, debit) !== 'none',
        )
        .map(({ source, sourceKey, utr, until, words }) => ({
          source,
          sourceKey,
          utr,
          at: until.toISOString(),
          words,
        })),
      requestedAt: refund.requestedAt.toISOString(),
      sentAt: refund.sentAt?.toISOString() ?? null,
      endedAt: refund.endedAt?.toISOString() ?? null,
      isRevived: refund.revivedAt !== null,
    })),
  }
}

/** A refund as a key reads it. */
export const refundOfKey = (refund: Refund): RefundByKey => ({
  id: refund.refundId,
  requestId: refund.requestId,
  amount: formatRupees(refund.amount),
  way: refund.way,
  state: refund.state,
  utr: refund.utr,
  reference: refund.providerId,
  note: refund.note,
  reason: refund.reason,
  requestedAt: refund.requestedAt.toISOString(),
  sentAt: refund.sentAt?.toISOString() ?? null,
  endedAt: refund.endedAt?.toISOString() ?? null,
})

/** What a key reads of the refunds of a payment. */
export const readRefundsOfKey = async (
  { db }: { readonly db: Database },
  { merchantId, mode }: Caller,
  creditId: string,
): Promise<Pick<ReplyOf<typeof getPayment>['data'], 'left' | 'isAtProvider' | 'refunds'>> => {
  const credit = await findRefundedCredit(db, merchantId, mode, creditId)
  if (credit === undefined) throw new Refusal('credit_not_found')
  return {
    left: formatRupees(leftOf(credit)),
    isAtProvider: credit.provider !== null,
    refunds: (await listRefundsOfCredit(db, merchantId, creditId)).map(refundOfKey),
  }
}
