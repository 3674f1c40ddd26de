import { istDayOf } from '@galla/contract/ist'
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
  /** When the provider named it although it had ended here. */
  readonly revivedAt: Date | null
}

/**
 * Whether the merchant says what became of it: of their own refund, of one that the provider does not know and may have taken, and of one
 * that it has not ended in all the time that it was asked.
 */
export const isMerchants = ({ way, state, reason, providerId }: Refund): boolean =>
  way === 'upi' || (reason !== null && (providerId === null || state === 'sent'))

/** What becomes known of a refund. */
export type RefundChange =
  | { readonly kind: 'sent'; readonly utr: string | null; readonly providerId?: string | null }
  | {
      readonly kind: 'confirmed'
      readonly utr: string | null
      readonly by: RefundSource
      readonly providerId?: string
      /** The bank's debit was made at some moment until then. */
      readonly until?: Date
    }
  | { readonly kind: 'failed' | 'cancelled'; readonly reason: string | null }

/**
 * What may follow each state. What the merchant sends with their own app can fail only after they said that they sent it. Sent again is the
 * correction of its UTR.
 */
const NEXT: Readonly<Record<RefundState, readonly RefundState[]>> = {
  requested: ['sent', 'confirmed', 'failed', 'cancelled'],
  sent: ['sent', 'confirmed', 'failed'],
  confirmed: [],
  failed: [],
  cancelled: [],
}

const isProviders = (change: RefundChange): boolean =>
  change.kind === 'confirmed' ? change.by === 'provider' : change.kind === 'sent' && change.providerId != null

/** Whether the provider sent what had ended here before the provider named it. Its word counts: the money went. */
const revives = ({ way, state, providerId }: Refund, change: RefundChange): boolean =>
  way === 'provider' &&
  (state === 'failed' || state === 'cancelled') &&
  providerId === null &&
  isProviders(change)

/**
 * When a confirmed refund was sent: on the day in India that the bank names, however late it is reported. Only the month stays that was said
 * before: the books may have it already.
 */
const sentAtOf = ({ sentAt }: Refund, until: Date | undefined, at: Date): Date => {
  if (until === undefined) return sentAt ?? at
  const debited = until < at ? until : at
  if (sentAt === null) return debited
  const [day, said] = [istDayOf(debited), istDayOf(sentAt)]
  return day === said || day.slice(0, 7) !== said.slice(0, 7) ? sentAt : debited
}

/** The refund after a change; undefined if the change is not possible now. */
export const changedRefund = (before: Refund, change: RefundChange, at: Date): Refund | undefined => {
  const isRevived = revives(before, change)
  if (!isRevived && !NEXT[before.state].includes(change.kind)) return undefined
  const refund = isRevived ? { ...before, reason: null, sentAt: null, endedAt: null, revivedAt: at } : before
  const changed = { ...refund, state: change.kind }
  switch (change.kind) {
    case 'sent':
      return {
        ...changed,
        utr: change.utr ?? refund.utr,
        providerId: change.providerId ?? refund.providerId,
        reason: change.providerId == null ? refund.reason : null,
        sentAt: refund.sentAt ?? at,
      }
    case 'confirmed':
      return {
        ...changed,
        utr: refund.utr ?? change.utr,
        providerId: refund.providerId ?? change.providerId ?? null,
        confirmedBy: change.by,
        reason: null,
        sentAt: sentAtOf(refund, change.until, at),
        endedAt: at,
      }
    case 'failed':
    case 'cancelled':
      return { ...changed, reason: change.reason ?? refund.reason, endedAt: at }
  }
}

/** How long a provider is asked only by the refund's name: a lost request may arrive until then. */
const LOST_MS = 10 * 60_000
const FIRST_RETRY_MS = 60_000
const RETRY_MS_MAX = 6 * 3_600_000
/** About two months. */
const TRIES_MAX = 250

/** Whether no request for a refund is on its way any more, so that the provider knows its name if it has it. */
export const isLost = (askedAt: Date, now: Date): boolean => now.getTime() - askedAt.getTime() >= LOST_MS

/** How long a provider that does not answer is asked before the merchant is. */
const SILENT_MS = 24 * 3_600_000

/**
 * Whether the merchant has to say what became of a refund that is to be sent: the provider was asked for its name when no request was on its
 * way any more, and did not know it or answered something else, or it has not answered for a day.
 */
export const isQuestion = (
  { requestedAt, askedAt, wasAsked }: Pick<Refund, 'requestedAt'> & Asked,
  said: 'nothing' | 'unknown' | 'known',
  now: Date,
): boolean => {
  if (said === 'known') return false
  if (said === 'unknown') return isLost(askedAt, now)
  return now.getTime() - (wasAsked ? askedAt : requestedAt).getTime() >= SILENT_MS
}

interface Asked {
  readonly askedAt: Date
  /** It was asked for before this time. */
  readonly wasAsked: boolean
}

/** When a provider is asked again after a number of tries. Null: it is not. */
export const nextAskAt = (tries: number, now: Date): Date | null =>
  tries >= TRIES_MAX
    ? null
    : new Date(now.getTime() + Math.min(FIRST_RETRY_MS * 2 ** Math.min(tries - 1, 20), RETRY_MS_MAX))

type Sums = { readonly amount: bigint; readonly refunding: bigint }

/** What can still be sent back of a credit. */
export const leftOf = (credit: Sums): Paise => {
  const left = credit.amount - credit.refunding
  return (left > 0n ? left : 0n) as Paise
}

/** By how much more goes back of a credit than was paid: the provider sent a refund that had ended here. */
export const excessOf = (credit: Sums): Paise => {
  const excess = credit.refunding - credit.amount
  return (excess > 0n ? excess : 0n) as Paise
}

/** The state of a credit by what was sent back: all of it, or what it was `before` its refund, which did not arrive. */
export const stateAfterRefunds = (credit: Credit, returned: bigint, before: CreditState): CreditState => {
  if (returned < credit.amount) return credit.state === 'refunded' ? before : credit.state
  return CREDIT_ACTIONS[credit.state].refund ? 'refunded' : credit.state
}

/** A debit of the merchant's account. */
export interface Debit {
  readonly merchantId: string
  readonly accountId: string
  readonly source: 'alert' | 'statement'
  /** Identifies it at its source. */
  readonly sourceKey: string
  readonly utr: string | null
  readonly amount: Paise
  /** It was made at some moment until then. */
  readonly until: Date
  readonly payeeUpiId: string | null
  /** The bank's own. */
  readonly words: string | null
}

/** A refund, with the UPI ID that it goes to. */
export type DebitedRefund = Refund & { readonly payerUpiId: string | null }

/** Clocks of banks and phones. */
const CLOCKS_APART_MS = 5 * 60_000

/**
 * Whether a debit may be the transfer of a refund. `named`: both have one UTR. `payee`: it went to the payer. `amount`: nothing but the amount
 * says so. A refund that was confirmed without a UTR may be reported again by another source.
 */
export const fitOf = (refund: DebitedRefund, debit: Debit): 'named' | 'payee' | 'amount' | 'none' => {
  const { way, state, utr, amount, payerUpiId } = refund
  if (way !== 'upi' || state === 'failed' || state === 'cancelled' || amount !== debit.amount) return 'none'
  if (utr !== null && debit.utr !== null) return utr === debit.utr ? 'named' : 'none'
  if (debit.until.getTime() < refund.requestedAt.getTime() - CLOCKS_APART_MS) return 'none'
  if (payerUpiId === null || debit.payeeUpiId === null) return 'amount'
  return payerUpiId.toLowerCase() === debit.payeeUpiId.toLowerCase() ? 'payee' : 'none'
}

/** The refund that a debit certainly is. Where two could be meant, or only the amount speaks for one, the merchant says which. */
export const refundOfDebit = (refunds: readonly DebitedRefund[], debit: Debit): DebitedRefund | undefined => {
  const fits = refunds
    .map((refund) => ({ refund, fit: fitOf(refund, debit) }))
    .filter(({ fit }) => fit !== 'none')
  const named = fits.find(({ fit }) => fit === 'named')
  if (named !== undefined) return named.refund
  // It is the transfer of a refund that failed, or of another amount because the UTR was typed wrongly. It is not free for others.
  if (debit.utr !== null && refunds.some(({ utr }) => utr === debit.utr)) return undefined
  return fits.length === 1 && fits[0]?.fit === 'payee' ? fits[0].refund : undefined
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
