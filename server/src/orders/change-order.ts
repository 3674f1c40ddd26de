import { formatRupees, type Paise } from '@galla/upi/rupees'
import type { Database, Transaction } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/job-queue.ts'
import { type EventContent, type RecordEventDeps, recordEvent } from '../webhooks/events/record-event.ts'
import { announcementOf, decide, type Order, type OrderEvent, remarksOf } from './order.ts'
import { appendHistory, lockOrder, saveOrder } from './order-store.ts'
import { keepAmount } from './taken-amount-store.ts'

export interface OrderDeps extends RecordEventDeps {
  readonly db: Database
  /** Called after the commit, so that open payment pages show the change. */
  readonly changed: (orderId: string) => void
}

/** The job that a settled order of the platform merchant leaves: it pays for something that Galla itself sells. */
export const ORDER_SETTLED_JOB = 'order.settled'

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

const payloadOf = (order: Order, at: Date, credit: SettlingCredit | null): EventContent => ({
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
 * Applies an event to an order whose row the transaction has locked. Status, history and the merchant's notification commit
 * together or not at all. Returns the order as it then is; an event that changes nothing is no error.
 */
export const applyToOrder = async (
  tx: Transaction,
  deps: OrderDeps,
  before: Order,
  event: OrderEvent,
  { detail = {}, credit = null }: { detail?: Record<string, unknown>; credit?: SettlingCredit | null } = {},
): Promise<{ changed: boolean; order: Order }> => {
  const now = deps.clock.now()
  const decision = decide(before, event, now)
  if (decision.kind === 'unchanged') return { changed: false, order: before }
  const { order, change } = decision
  const { isOfPlatform } = await saveOrder(
    tx,
    order,
    credit && {
      paise: credit.amount,
      acceptedBy: credit.accepted?.by ?? null,
      acceptedWhy: credit.accepted?.why ?? null,
    },
  )
  await appendHistory(tx, order, now, change, detail)
  if (change === 'declined' || change === 'retried')
    await keepAmount(tx, order, order.dueAt ?? order.expiresAt)
  const announcement = announcementOf(before, change)
  if (announcement !== null) {
    const { merchantId, mode, orderId, dialect, version: sequence } = order
    const payload = payloadOf(order, now, credit)
    await recordEvent(tx, deps, {
      merchantId,
      mode,
      orderId,
      dialect,
      event: announcement,
      sequence,
      payload,
    })
  }
  if (change === 'paid' && isOfPlatform) await addJob(tx, ORDER_SETTLED_JOB, { orderId: order.orderId })
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
