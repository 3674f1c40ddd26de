import { istIsoText } from '@galla/contract/ist'
import { formatRupees } from '@galla/upi/rupees'
import { tell } from '../notices/tell.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/job-queue.ts'
import type { Metrics } from '../platform/metrics.ts'
import { cancelFailures } from '../webhooks/events/event-store.ts'
import {
  type EventContent,
  type EventToRecord,
  type RecordEventDeps,
  recordEvent,
} from '../webhooks/events/record-event.ts'
import { recordMerchantEvent } from '../webhooks/events/record-merchant-event.ts'
import { proposedNumbers } from './create/number-order.ts'
import { extendAmountReservation } from './create/taken-amount-store.ts'
import { announcementOf, finalAt, type Order, type OrderEvent, remarksOf } from './order.ts'
import { type ChangeFacts, type OrderChange, orderChange, type SettlingCredit } from './order-change.ts'
import {
  addToLinkTotals,
  insertReceiptEmail,
  lockOrder,
  recordOrderHistory,
  updateOrder,
} from './order-store.ts'

export interface OrderDeps extends RecordEventDeps {
  readonly db: Database
  /**
   * Called after the commit with the id of the order, so that open payment pages show the change, and with that of a merchant who
   * received a payment, for the screens of counters.
   */
  readonly changed: (id: string) => void
  /** Absent where nobody looks at the figures of the process: in commands. */
  readonly count?: Metrics['count']
}

/** The job of a settled order of the platform merchant, which pays for a plan. */
export const ORDER_SETTLED_JOB = 'order.settled'

/** The job of a paid order that gets a tax invoice. */
export const SALE_INVOICE_JOB = 'accounting.invoice'

const payloadOf = (order: Order, at: Date, credit: SettlingCredit | null): EventContent => ({
  client_txn_id: order.clientTxnId,
  orderId: order.orderId,
  // Not `settled`: receivers compare it with the amount of their order. A merchant who accepted another amount wants the order to count as
  // paid, and a receiver that saw the other amount would refuse it.
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
  txnDate: istIsoText(credit?.receivedAt ?? at),
  utr: credit?.utr ?? '',
  payerUpiId: credit?.payerUpiId ?? '',
  paidLate: order.paidLate,
  failureReason: order.failureReason,
})

const eventOf = (
  { before, order, change, at, credit }: OrderChange,
  orderNumber: number | null,
): EventToRecord | undefined => {
  const event = announcementOf(before, change)
  if (event === null) return undefined
  const { merchantId, mode, orderId, dialect, version: sequence } = order
  const recorded = {
    merchantId,
    mode,
    orderId,
    orderNumber,
    dialect,
    event,
    sequence,
    payload: payloadOf(order, at, credit),
  }
  return event === 'order.failed' ? { ...recorded, finalAt: finalAt(order, at) } : recorded
}

/** A failure that no receiver knows yet must not reach one after the order was paid, or while the customer tries again. */
const outdatesFailures = ({ before, change }: OrderChange): boolean =>
  change === 'retried' || (change === 'paid' && (before.status === 'failed' || before.attempt > 1))

/** A late payment needs a decision: the shop may no longer have what was ordered. */
const tellPaid = (tx: Transaction, order: Order): Promise<void> =>
  tell(tx, {
    merchantId: order.merchantId,
    key: `order ${order.orderId}`,
    notice: {
      kind: order.paidLate ? 'question' : 'payment',
      paise: String(order.settled ?? order.payable),
      order: order.clientTxnId,
    },
  })

const recordLate = (tx: Transaction, deps: OrderDeps, { order, at, credit }: OrderChange): Promise<void> => {
  const { merchantId, mode, orderId, clientTxnId } = order
  const data = {
    orderId,
    client_txn_id: clientTxnId,
    amount: formatRupees(order.settled ?? order.payable),
    orderAmount: formatRupees(order.amount),
    utr: credit?.utr ?? null,
    paidAt: (credit?.receivedAt ?? at).toISOString(),
  }
  return recordMerchantEvent(tx, deps, { merchantId, mode, type: 'order.late', about: orderId, data })
}

/**
 * Writes the change of an order whose row the transaction has locked. Status, history and the merchant's notification commit together or
 * not at all.
 */
export const writeChange = async (tx: Transaction, deps: OrderDeps, written: OrderChange): Promise<void> => {
  const { change, order } = written
  const { merchantId, orderId } = order
  // The event carries the number: its receiver may know orders by that, now or when it is sent again.
  const numbers = announcementOf(written.before, change) === null ? [] : proposedNumbers(orderId)
  const { isOfPlatform, withReceipt, withInvoice, isNotified, orderNumber } = await updateOrder(
    tx,
    written,
    numbers,
  )
  await recordOrderHistory(tx, written)
  if (change === 'declined' || change === 'retried')
    await extendAmountReservation(tx, order, order.dueAt ?? order.expiresAt)
  if (change === 'paid') {
    await addToLinkTotals(tx, order)
    if (withReceipt) await insertReceiptEmail(tx, order, deps.clock.now())
    if (isNotified) await tellPaid(tx, order)
    if (withInvoice) await addJob(tx, SALE_INVOICE_JOB, { merchantId, orderId })
    if (isOfPlatform) await addJob(tx, ORDER_SETTLED_JOB, { merchantId, orderId })
    tx.afterCommit(() => deps.changed(merchantId))
  }
  if (change === 'paid' && order.paidLate) await recordLate(tx, deps, written)
  if (outdatesFailures(written)) await cancelFailures(tx, order)
  const event = eventOf(written, orderNumber)
  if (event !== undefined) await recordEvent(tx, deps, event)
  tx.afterCommit(() => deps.changed(orderId))
}

/** Applies an event to an order whose row the transaction has locked. Returns the order as it then is. */
export const applyToOrder = async (
  tx: Transaction,
  deps: OrderDeps,
  before: Order,
  event: OrderEvent,
  facts?: ChangeFacts,
): Promise<{ changed: boolean; order: Order }> => {
  const change = orderChange(before, event, deps.clock.now(), facts)
  if (change === undefined) return { changed: false, order: before }
  await writeChange(tx, deps, change)
  return { changed: true, order: change.order }
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
