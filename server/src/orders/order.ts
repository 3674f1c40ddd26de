import { HOUR_MS, SECOND_MS } from '@galla/contract/durations'
import type { Dialect } from '@galla/contract/gateway-compat/dialects'
import {
  type FailureReason,
  type Mode,
  type OrderStatus,
  PAY_ATTEMPTS_MAX,
  RETRY_HOURS,
  SETTLING_SECONDS,
} from '@galla/contract/orders/order-status'
import type { PageColour } from '@galla/contract/payment-page/page-colours'
import type { PageLanguage } from '@galla/contract/payment-page/page-languages'
import type { UpiLink } from '@galla/upi/link'
import type { AccountKind } from '@galla/upi/network-rules'
import type { Paise } from '@galla/upi/rupees'

/** The orders that a caller may see. An order of the other mode is hidden like one of another merchant. */
export interface OrderScope {
  readonly merchantId: string
  readonly mode: Mode
}

/** With unique amounts, an order's amount is lowered by 1 to 99 paise. */
export const LOWERED_BY_MAX = 99

/**
 * An order: a request to collect one amount. The table below is its state machine. Banks repeat their reports and send them in
 * any order, so every event may come in every state, and the table says what it does there. `success` is final. Nothing else in
 * the program decides a status.
 */
export interface Order {
  readonly merchantId: string
  readonly orderId: string
  readonly mode: Mode
  readonly accountId: string
  /** The gateway dialect that created it; null: Galla's own API. */
  readonly dialect: Dialect | null
  /** The integer id for EKQR clients; null until one needs it. */
  readonly orderNumber: number | null
  readonly clientTxnId: string
  readonly status: OrderStatus
  readonly failureReason: FailureReason | null
  /** Grows with each change. Numbers the history and the events. */
  readonly version: number
  /** The number of the current attempt. Each has its own UPI reference. */
  readonly attempt: number
  readonly amount: Paise
  /** The amount of the QR: `amount`, or up to 0.99 less with unique amounts. */
  readonly payable: Paise
  readonly purpose: string
  readonly customerName: string
  readonly customerEmail: string
  readonly customerMobile: string
  readonly redirectUrl: string
  readonly udf1: string | null
  readonly udf2: string | null
  readonly udf3: string | null
  readonly createdAt: Date
  readonly windowSeconds: number
  readonly expiresAt: Date
  readonly openedAt: Date | null
  readonly dueAt: Date | null
  readonly paidAt: Date | null
  readonly paidLate: boolean
  readonly settledByCreditId: string | null
  /** What was received: `payable`, or the other amount that the merchant accepted. Null until then. */
  readonly settled: Paise | null
}

/** What an order shows as its amount: what was received, or is to be paid. */
export const amountOf = ({ settled, payable }: Pick<Order, 'settled' | 'payable'>): Paise =>
  settled ?? payable

/** The payee of an order, as the page and its QR show it. */
export interface Payee {
  /** The name of the connected account; in test mode, of the merchant. */
  readonly merchantName: string
  readonly upiId: string
  readonly payeeName: string
  /** The name that the customer's UPI app shows; empty if it is not known. */
  readonly registeredName: string
  readonly accountKind: AccountKind
  readonly supportEmail: string | null
  readonly supportPhone: string | null
  readonly pageLanguage: PageLanguage
  readonly colour: PageColour | null
  /** Of the content of the picture; null without one. */
  readonly logoHash: string | null
  /** The end of the merchant's latest plan; null without one. */
  readonly planExpiresAt: Date | null
  /** The link of the current attempt, if the account's provider created it. */
  readonly providerLink: UpiLink | null
  /** The merchant's notice about customers' data, and when it was saved; null without one. */
  readonly notice: { readonly version: number; readonly text: string; readonly at: string } | null
}

/** Whether pages and pictures show the Galla name. A running plan removes it ("Remove Branding"). */
export const isBranded = ({ planExpiresAt }: Pick<Payee, 'planExpiresAt'>, now: Date): boolean =>
  planExpiresAt === null || planExpiresAt.getTime() <= now.getTime()

export type Stage = 'created' | 'pending' | 'declined' | 'expired' | 'success'

export type OrderEvent =
  /** The customer opened the page. */
  | { readonly kind: 'opened' }
  /**
   * The customer asks for another attempt: Retry Payment after a declined payment, Try Again for an order that is still open. Not the same
   * as opening: a page that is only loading must not retry.
   */
  | { readonly kind: 'retried' }
  /** A source reports that this attempt was declined. */
  | { readonly kind: 'declined'; readonly attempt: number }
  /** Time has passed. */
  | { readonly kind: 'time' }
  /** The window is closed early (the simulator's late payment). */
  | { readonly kind: 'closed' }
  /** A credit settles the order. The ledger has checked that it may. */
  | {
      readonly kind: 'settled'
      readonly creditId: string
      readonly amount: Paise
      readonly receivedAt: Date
    }

export type Change = 'opened' | 'retried' | 'declined' | 'expired' | 'paid'

export type Decision =
  | { readonly kind: 'changed'; readonly change: Change; readonly order: Order }
  | { readonly kind: 'unchanged' }

export const stageOf = (order: Pick<Order, 'status' | 'failureReason'>): Stage =>
  order.status === 'failed' ? (order.failureReason ?? 'expired') : order.status

/** The end of the settling time. Money that comes later is late. */
export const closesAt = (order: Pick<Order, 'expiresAt' | 'mode'>): Date =>
  new Date(order.expiresAt.getTime() + SETTLING_SECONDS[order.mode] * SECOND_MS)

/**
 * Until when a declined order may be retried: a day after its creation, or the end of its window if that is later. In a gateway dialect a
 * failure is final after the window, and the customer goes back to the shop.
 */
export const retryUntil = ({
  dialect,
  ...order
}: Pick<Order, 'createdAt' | 'expiresAt' | 'dialect'>): Date =>
  dialect !== null
    ? order.expiresAt
    : new Date(Math.max(order.createdAt.getTime() + RETRY_HOURS * HOUR_MS, order.expiresAt.getTime()))

type Retryable = Pick<Order, 'status' | 'failureReason' | 'attempt' | 'createdAt' | 'expiresAt' | 'dialect'>

export const mayRetry = (order: Retryable, now: Date): boolean =>
  stageOf(order) === 'declined' && order.attempt < PAY_ATTEMPTS_MAX && now < retryUntil(order)

/**
 * When a failure is final: the window and the settling time are over, and the order cannot be retried. A later payment is a late success.
 */
export const finalAt = (order: Order, now: Date): Date =>
  mayRetry(order, now) && retryUntil(order) > closesAt(order) ? retryUntil(order) : closesAt(order)

/** Whether the page lets the customer pay: until `expiresAt`. The order itself expires after the settling time. */
export const isPayable = (order: Order, now: Date): boolean =>
  (order.status === 'created' || order.status === 'pending') && now < order.expiresAt

/** A window that has just begun does not begin again, so that a button pressed twice makes one attempt. */
const JUST_BEGUN_MS = 3 * SECOND_MS

/** Whether "Try Again" gives an open order its next attempt. */
export const mayRestart = (order: Order, now: Date): boolean => {
  const beganMs = order.expiresAt.getTime() - order.windowSeconds * SECOND_MS
  return isPayable(order, now) && order.attempt < PAY_ATTEMPTS_MAX && now.getTime() - beganMs >= JUST_BEGUN_MS
}

/**
 * Whether Go Back ends the order: in a gateway dialect, after a declined payment or after the window. Their clients poll until an end, which
 * nothing else would report soon. An order that can be paid is never ended by its page.
 */
export const mayLeave = (order: Order, now: Date): boolean =>
  order.dialect !== null &&
  order.status !== 'success' &&
  !isPayable(order, now) &&
  stageOf(order) !== 'expired'

type Rule = (order: Order, event: OrderEvent, now: Date) => Decision

const unchanged: Decision = { kind: 'unchanged' }

const changed = (order: Order, change: Change, next: Partial<Order>): Decision => ({
  kind: 'changed',
  change,
  order: { ...order, ...next, version: order.version + 1 },
})

const stay: Rule = () => unchanged

const open: Rule = (order, _event, now) => {
  if (now >= order.expiresAt) return unchanged
  return changed(order, 'opened', { status: 'pending', openedAt: now })
}

const nextAttempt = (order: Order, now: Date): Decision => {
  const expiresAt = new Date(now.getTime() + order.windowSeconds * SECOND_MS)
  const next = { ...order, expiresAt }
  return changed(order, 'retried', {
    status: 'pending',
    failureReason: null,
    attempt: order.attempt + 1,
    openedAt: order.openedAt ?? now,
    expiresAt,
    dueAt: closesAt(next),
  })
}

const retry: Rule = (order, _event, now) => (mayRetry(order, now) ? nextAttempt(order, now) : unchanged)

const restart: Rule = (order, _event, now) => (mayRestart(order, now) ? nextAttempt(order, now) : unchanged)

// A report about an earlier attempt does not change the current one.
const decline: Rule = (order, event) =>
  event.kind === 'declined' && event.attempt === order.attempt
    ? changed(order, 'declined', {
        status: 'failed',
        failureReason: 'declined',
        dueAt: order.dialect === null ? retryUntil(order) : closesAt(order),
      })
    : unchanged

const expired = { status: 'failed', failureReason: 'expired', dueAt: null } as const

const expire: Rule = (order, _event, now) =>
  order.dueAt !== null && now >= order.dueAt ? changed(order, 'expired', expired) : unchanged

const close: Rule = (order, _event, now) =>
  changed(order, 'expired', {
    ...expired,
    expiresAt: new Date(Math.min(now.getTime(), order.expiresAt.getTime())),
  })

/**
 * Whether the payment was late, by the time at which the money came, not at which it was reported. In the settling time after the window
 * it is late only if the order has already expired.
 */
const cameLate = (order: Order, receivedAt: Date): boolean =>
  receivedAt >= closesAt(order) || (stageOf(order) === 'expired' && receivedAt >= order.expiresAt)

const settle: Rule = (order, event, now) =>
  event.kind === 'settled'
    ? changed(order, 'paid', {
        status: 'success',
        failureReason: null,
        dueAt: null,
        paidAt: now,
        paidLate: cameLate(order, event.receivedAt),
        settledByCreditId: event.creditId,
        settled: event.amount,
      })
    : unchanged

const TRANSITIONS = {
  created: {
    opened: open,
    retried: restart,
    declined: decline,
    time: expire,
    closed: close,
    settled: settle,
  },
  pending: {
    opened: stay,
    retried: restart,
    declined: decline,
    time: expire,
    closed: close,
    settled: settle,
  },
  declined: { opened: stay, retried: retry, declined: stay, time: expire, closed: close, settled: settle },
  expired: { opened: stay, retried: stay, declined: stay, time: stay, closed: stay, settled: settle },
  success: { opened: stay, retried: stay, declined: stay, time: stay, closed: stay, settled: stay },
} as const satisfies Record<Stage, Record<OrderEvent['kind'], Rule>>

/** Decides what an event changes. Pure. */
export const decide = (order: Order, event: OrderEvent, now: Date): Decision =>
  TRANSITIONS[stageOf(order)][event.kind](order, event, now)

/** The notification of a change that enters `failed` or `success`. */
export const ANNOUNCED = {
  opened: null,
  retried: null,
  declined: 'order.failed',
  expired: 'order.failed',
  paid: 'order.success',
} as const satisfies Record<Change, 'order.failed' | 'order.success' | null>

/** The notification that a change causes. A declined order that expires was already announced as failed. */
export const announcementOf = (before: Order, change: Change): 'order.failed' | 'order.success' | null =>
  change === 'expired' && before.status === 'failed' ? null : ANNOUNCED[change]

/** The sentence for `remarks`, in notifications and status replies. */
export const remarksOf = (order: Pick<Order, 'status' | 'failureReason' | 'paidLate'>): string => {
  if (order.status === 'success')
    return order.paidLate ? 'Paid after the payment link had expired' : 'Transaction successful'
  if (order.status === 'failed')
    return order.failureReason === 'declined' ? 'Payment declined' : 'Payment link expired'
  return 'Waiting for payment'
}
