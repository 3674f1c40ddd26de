import type { Dialect } from '@galla/contract/dialects'
import type { Mode } from '@galla/contract/order-status'
import type { WebhookPayload } from '@galla/contract/webhook'
import { formatRupees, type Paise } from '@galla/upi/rupees'
import type { Clock } from '../platform/clock.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import type { Ids } from '../platform/ids.ts'
import { announcementOf, decide, type Order, type OrderEvent, remarksOf } from './order.ts'
import { appendHistory, lockOrder, saveOrder } from './order-store.ts'
import { keepAmount } from './taken-amount-store.ts'

/** What an event of an order becomes below: a notification of the merchant, written in the same transaction. */
export interface Announcement {
  readonly merchantId: string
  readonly mode: Mode
  readonly orderId: string
  readonly dialect: Dialect | null
  readonly event: 'order.success' | 'order.failed'
  readonly sequence: number
  readonly payload: Omit<WebhookPayload, 'eventId' | 'event' | 'sequence' | 'createdAt' | 'mode'>
}

export interface OrderDeps {
  readonly db: Database
  readonly clock: Clock
  readonly ids: Ids
  /** Tells the merchant; part of the transaction. */
  readonly announce: (tx: Transaction, announcement: Announcement) => Promise<void>
  /** Tells the open pages, after the commit. */
  readonly changed: (orderId: string) => void
}

export interface SettlingCredit {
  readonly creditId: string
  readonly amount: Paise
  readonly utr: string
  readonly payerUpiId: string | null
  readonly receivedAt: Date
  /** A named person took another amount for the payable one. */
  readonly accepted: { readonly by: string; readonly why: string } | null
}

const IST_OFFSET_MS = 330 * 60_000

/** ISO 8601 with the offset of India, which has no summer time. */
const istText = (at: Date): string =>
  `${new Date(at.getTime() + IST_OFFSET_MS).toISOString().slice(0, -1)}+05:30`

const payloadOf = (order: Order, at: Date, credit: SettlingCredit | null): Announcement['payload'] => ({
  client_txn_id: order.clientTxnId,
  orderId: order.orderId,
  amount: formatRupees(order.payable),
  orderAmount: formatRupees(order.amount),
  p_info: order.purpose,
  customerName: order.customerName,
  customerEmail: order.customerEmail,
  customerMobile: order.customerMobile,
  redirectUrl: order.redirectUrl,
  udf1: order.udf1 ?? '',
  udf2: order.udf2 ?? '',
  udf3: order.udf3 ?? '',
  remarks: remarksOf(order),
  status: order.status === 'success' ? 'success' : 'failed',
  txnDate: istText(credit?.receivedAt ?? at),
  utr: credit?.utr ?? '',
  payerUpiId: credit?.payerUpiId ?? '',
  paidLate: order.paidLate,
  failureReason: order.failureReason,
})

/**
 * Applies an event to an order whose row the transaction holds: status, history and the merchant's notification commit
 * together or not at all. Gives the order as it then is; an event that changes nothing is no error.
 */
export const applyToOrder = async (
  tx: Transaction,
  deps: OrderDeps,
  before: Order,
  event: OrderEvent,
  told: { detail?: Record<string, unknown>; credit?: SettlingCredit } = {},
): Promise<{ changed: boolean; order: Order }> => {
  const now = deps.clock.now()
  const decision = decide(before, event, now)
  if (decision.kind === 'unchanged') return { changed: false, order: before }
  const { order, change } = decision
  const credit = told.credit ?? null
  await saveOrder(
    tx,
    order,
    credit && {
      paise: credit.amount,
      acceptedBy: credit.accepted?.by ?? null,
      acceptedWhy: credit.accepted?.why ?? null,
    },
  )
  await appendHistory(tx, order, now, change, told.detail ?? {})
  if (change === 'declined' || change === 'retried')
    await keepAmount(tx, order, order.dueAt ?? order.expiresAt)
  const announcement = announcementOf(before, change)
  if (announcement !== null) {
    await deps.announce(tx, {
      merchantId: order.merchantId,
      mode: order.mode,
      orderId: order.orderId,
      dialect: order.dialect,
      event: announcement,
      sequence: order.version,
      payload: payloadOf(order, now, credit),
    })
  }
  tx.afterCommit(() => deps.changed(order.orderId))
  return { changed: true, order }
}

/** Locks an order and applies one event to it. */
export const changeOrder = (
  deps: OrderDeps,
  orderId: string,
  event: (order: Order) => OrderEvent,
  detail: Record<string, unknown> = {},
): Promise<Order | undefined> =>
  deps.db.transaction(async (tx) => {
    const before = await lockOrder(tx, orderId)
    if (before === undefined) return undefined
    return (await applyToOrder(tx, deps, before, event(before), { detail })).order
  })
