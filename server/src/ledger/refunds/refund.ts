import type { Mode } from '@galla/contract/orders/order-status'
import { CREDIT_ACTIONS, type CreditState } from '@galla/contract/reconciliation/credits'
import type { RefundSource, RefundState, RefundWay } from '@galla/contract/reconciliation/refunds'
import { payeeLink, type UpiLink } from '@galla/upi/link'
import type { Paise } from '@galla/upi/rupees'
import { parseVpa } from '@galla/upi/vpa'
import type { Credit } from '../credit.ts'

/** Money that goes back of a credit, all of it or a part. Galla moves none: the merchant's app does, or the provider. */
export interface Refund {
  readonly merchantId: string
  readonly refundId: string
  readonly creditId: string
  readonly accountId: string
  readonly mode: Mode
  readonly amount: Paise
  readonly way: RefundWay
  readonly state: RefundState
  readonly requestId: string | null
  readonly utr: string | null
  readonly providerId: string | null
  readonly confirmedBy: RefundSource | null
  readonly requestedBy: string
  readonly note: string | null
  readonly reason: string | null
  readonly requestedAt: Date
  readonly sentAt: Date | null
  readonly endedAt: Date | null
}

/** What becomes known of a refund. */
export type RefundChange =
  | { readonly kind: 'sent'; readonly utr: string | null; readonly providerId?: string | null }
  | { readonly kind: 'confirmed'; readonly utr: string | null; readonly by: RefundSource }
  | { readonly kind: 'failed' | 'cancelled'; readonly reason: string | null }

/** What may follow each state. What the merchant sends with their own app can fail only after they said that they sent it. */
const NEXT: Readonly<Record<RefundState, readonly RefundState[]>> = {
  requested: ['sent', 'confirmed', 'failed', 'cancelled'],
  sent: ['confirmed', 'failed'],
  confirmed: [],
  failed: [],
  cancelled: [],
}

/** The refund after a change; undefined if the change is not possible now. */
export const changedRefund = (refund: Refund, change: RefundChange, at: Date): Refund | undefined => {
  if (!NEXT[refund.state].includes(change.kind)) return undefined
  const changed = { ...refund, state: change.kind }
  switch (change.kind) {
    case 'sent':
      return { ...changed, utr: change.utr, providerId: change.providerId ?? refund.providerId, sentAt: at }
    case 'confirmed':
      return {
        ...changed,
        utr: refund.utr ?? change.utr,
        confirmedBy: change.by,
        sentAt: refund.sentAt ?? at,
        endedAt: at,
      }
    case 'failed':
    case 'cancelled':
      return { ...changed, reason: change.reason, endedAt: at }
  }
}

/** What can still be sent back of a credit. */
export const leftOf = ({ amount, refunding }: Pick<Credit, 'amount' | 'refunding'>): Paise =>
  (amount - refunding) as Paise

/** The state of a credit by what was sent back: all of it, or what it was `before` its refund, which did not arrive. */
export const stateAfterRefunds = (credit: Credit, returned: bigint, before: CreditState): CreditState => {
  if (returned < credit.amount) return credit.state === 'refunded' ? before : credit.state
  return CREDIT_ACTIONS[credit.state].refund ? 'refunded' : credit.state
}

/** Opens the merchant's own UPI app. Null if the payer's UPI ID is unknown or the refund is on its way. */
export const refundLink = (
  { state, way, amount }: Pick<Refund, 'state' | 'way' | 'amount'>,
  payer: { readonly upiId: string | null; readonly name: string | null },
  clientTxnId: string | null,
): UpiLink | null => {
  const payeeVpa = parseVpa(payer.upiId ?? '')
  if (payeeVpa === undefined || state !== 'requested' || way !== 'upi') return null
  return payeeLink({
    payeeVpa,
    payeeName: payer.name ?? '',
    amount,
    note: clientTxnId === null ? 'Refund' : `Refund ${clientTxnId}`,
  })
}
