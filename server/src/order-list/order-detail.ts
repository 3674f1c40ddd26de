import type { ReplyOf } from '@galla/contract/endpoint'
import { type getOrder, type transactionDetail, transactionRow } from '@galla/contract/orders/transactions'
import { VERIFICATION_NAMES } from '@galla/contract/payment-accounts/verification'
import { attemptReference } from '@galla/upi/reference'
import { displayRupees, toRupeeNumber } from '@galla/upi/rupees'
import { listCreditsOfOrder, type OrderCredit } from '../ledger/credit-store.ts'
import type { Order, OrderScope } from '../orders/order.ts'
import { listOrderNotes, type OrderNote } from '../orders/order-note-store.ts'
import { findOrderInScope, type HistoryEntry, listOrderHistory } from '../orders/order-store.ts'
import type { Database } from '../platform/database/database.ts'
import { isoDates } from '../platform/iso-dates.ts'
import { Refusal } from '../platform/refusal.ts'
import { findLinkOfOrder, type LinkOfOrder } from '../reusable-links/link-order-store.ts'
import type { CheckResult } from '../status-checks/check-results.ts'
import { findCheckResults } from '../status-checks/check-store.ts'
import { listDeliveriesOfOrder } from '../webhooks/deliveries/delivery-history-store.ts'
import { orderByKeyFrom, transactionRowFrom } from './list-orders.ts'
import { findSettledByHand, type SettledByHand } from './order-detail-store.ts'
import { findListRow } from './order-row-store.ts'

type Detail = ReplyOf<typeof transactionDetail>['data']

const SENTENCES = {
  opened: () => 'The payment page was opened',
  retried: () => 'The customer tries again',
  declined: () => 'The payment was declined',
  expired: ({ detail }: HistoryEntry) =>
    detail.by === 'api' ? 'The order was cancelled with an API key' : 'The payment window closed',
  paid: ({ detail }: HistoryEntry, byHand?: SettledByHand) =>
    `Paid, UTR ${String(detail.utr ?? 'unknown')}${byHand === undefined ? '' : `, ${sayByHand(byHand)}`}`,
} as const satisfies Record<HistoryEntry['event'], (entry: HistoryEntry, byHand?: SettledByHand) => string>

/** What a person did, who it was, and why. */
const sayByHand = ({ action, by_whom: whom, note }: SettledByHand): string => {
  const done = action === 'assign' ? 'assigned' : action === 'accept' ? 'accepted' : 'confirmed'
  return `${done} by hand by ${whom}${note === null ? '' : `: ${note}`}`
}

/** What its provider was asked, one line for each answer, however often it was repeated. */
const checkEntryFrom = ({ at, times, source, message }: CheckResult): Detail['history'][number] => ({
  at,
  event: 'asked',
  detail: `${VERIFICATION_NAMES[source]} answered${times > 1 ? ` ${times} times` : ''}: ${message}`,
})

const historyFrom = (
  order: Order,
  entries: readonly HistoryEntry[],
  results: readonly CheckResult[],
  byHand: SettledByHand | undefined,
): Detail['history'] =>
  [...changesFrom(order, entries, byHand), ...results.map(checkEntryFrom)].toSorted((a, b) =>
    a.at.localeCompare(b.at),
  )

/** By some paise, so that no other open order of the account has the same. */
const isLowered = (order: Order): boolean => order.payable !== order.amount

const changesFrom = (
  order: Order,
  entries: readonly HistoryEntry[],
  byHand: SettledByHand | undefined,
): Detail['history'] => [
  {
    at: order.createdAt.toISOString(),
    event: 'created',
    detail: isLowered(order)
      ? `Order of ${displayRupees(order.amount)} created, to be paid with ${displayRupees(order.payable)}`
      : `Order of ${displayRupees(order.payable)} created`,
  },
  ...entries.map((entry) => ({
    at: entry.at.toISOString(),
    event: entry.event,
    detail: SENTENCES[entry.event](entry, byHand),
  })),
]

/** The first attempt begins with the order, each further one with a retry. */
const attemptsFrom = (order: Order, entries: readonly HistoryEntry[]): Detail['attempts'] => {
  const retries = entries.filter(({ event }) => event === 'retried').map(({ at }) => at)
  return [order.createdAt, ...retries].map((startedAt, index) => ({
    attempt: index + 1,
    reference: attemptReference(order.orderId, index + 1),
    startedAt: startedAt.toISOString(),
    expiresAt: new Date(startedAt.getTime() + order.windowSeconds * 1000).toISOString(),
  }))
}

const creditFrom = ({ fee, isReversed, ...credit }: OrderCredit): Detail['credits'][number] => ({
  ...isoDates(credit),
  amount: toRupeeNumber(credit.amount),
  ...(fee !== null && { fee: toRupeeNumber(fee) }),
  ...(isReversed && { isReversed }),
})

export const noteFrom = ({ text, at, byWhom }: OrderNote): Detail['notes'][number] => ({
  text,
  at: at.toISOString(),
  by: byWhom,
})

const linkReply = ({ code, title, items, answers }: LinkOfOrder) => ({
  code,
  title,
  items: items.map(({ name, price, quantity }) => ({ name, price: toRupeeNumber(price), quantity })),
  answers: [...answers],
})

/** One order of a merchant with its history, its credits and its webhook deliveries. */
export const orderDetail = async (
  deps: { db: Database; paymentUrl: (orderId: string) => string },
  scope: OrderScope,
  orderId: string,
): Promise<Detail> => {
  const { merchantId } = scope
  const [order, row] = await Promise.all([
    findOrderInScope(deps.db, scope, orderId),
    findListRow(deps.db, merchantId, orderId),
  ])
  if (order === undefined || row === undefined) throw new Refusal('order_not_found')
  const [entries, credits, deliveries, notes, { results }, byHand, link] = await Promise.all([
    listOrderHistory(deps.db, merchantId, orderId),
    listCreditsOfOrder(deps.db, merchantId, orderId),
    listDeliveriesOfOrder(deps.db, merchantId, orderId),
    listOrderNotes(deps.db, merchantId, orderId),
    findCheckResults(deps.db, { merchantId, orderId }),
    findSettledByHand(deps.db, merchantId, orderId),
    findLinkOfOrder(deps.db, merchantId, orderId),
  ])
  return {
    ...transactionRowFrom(row),
    price: isLowered(order) ? toRupeeNumber(order.amount) : null,
    purpose: order.purpose,
    customerMobile: order.customerMobile,
    paymentUrl: deps.paymentUrl(orderId),
    redirectUrl: order.redirectUrl,
    udf: [order.udf1, order.udf2, order.udf3].map((text) => text ?? ''),
    ...(link !== undefined && { link: linkReply(link) }),
    attempts: attemptsFrom(order, entries),
    history: historyFrom(order, entries, results, byHand),
    credits: credits.map(creditFrom),
    deliveries,
    notes: notes.map(noteFrom),
  }
}

/** One order as a key reads it. */
export const readOrderByKey = async (
  deps: { db: Database; paymentUrl: (orderId: string) => string },
  scope: OrderScope,
  orderId: string,
): Promise<ReplyOf<typeof getOrder>['data']> => {
  const detail = await orderDetail(deps, scope, orderId)
  const { purpose, customerMobile, paymentUrl, redirectUrl, udf } = detail
  return {
    ...orderByKeyFrom(transactionRow.parse(detail)),
    ...{ purpose, customerMobile, paymentUrl, redirectUrl, udf },
    payments: detail.credits.map(({ id, utr, amount, state, receivedAt, payerUpiId }) => ({
      ...{ id, utr, state, receivedAt, payerUpiId },
      amount: amount.toFixed(2),
    })),
  }
}
