import type { CounterState } from '@galla/contract/counters/counter-screen'
import type { ShownOrder } from '@galla/contract/counters/counters'
import { DAY_MS } from '@galla/contract/durations'
import { istDayOf, startOfIstDay } from '@galla/contract/ist'
import { type Paise, toRupeeNumber } from '@galla/upi/rupees'
import { findMerchant } from '../merchants/find-merchant.ts'
import { findPayable } from '../orders/payable-order-store.ts'
import { linkOfPage } from '../payment-page/page-view.ts'
import type { Platform } from '../platform/feature.ts'
import { isoDates } from '../platform/iso-dates.ts'
import { Refusal } from '../platform/refusal.ts'
import type { CounterCaller } from './counter.ts'
import {
  findNewestKeypadOrder,
  listLastPayments,
  listPaymentsSince,
  listWaitingCredits,
  sumPaymentsOfDay,
  sumWaitingOfDay,
} from './counter-screen-store.ts'
import { listCounterRows } from './counter-store.ts'

type ReadDeps = Pick<Platform, 'db' | 'clock'>

const rupees = (paise: bigint): number => toRupeeNumber(paise as Paise)

/** What a screen shows of an order until it is paid. */
export const findShown = async (
  { db }: Pick<ReadDeps, 'db'>,
  orderId: string,
): Promise<ShownOrder | null> => {
  const page = await findPayable(db, orderId)
  if (page === undefined || page.order.status === 'success') return null
  const { order, otherAmount } = page
  return {
    orderId: order.orderId,
    amount: rupees(order.payable),
    note: order.purpose,
    status: order.status,
    failureReason: order.failureReason,
    expiresAt: order.expiresAt.toISOString(),
    received: otherAmount === null ? null : rupees(otherAmount),
    link: linkOfPage(page),
  }
}

const findNewestOrder = async (deps: ReadDeps, caller: CounterCaller): Promise<ShownOrder | null> => {
  const newest = await findNewestKeypadOrder(deps.db, caller, deps.clock.now())
  return newest === undefined || newest.status === 'success' ? null : findShown(deps, newest.orderId)
}

const shownPayment = <Row extends { readonly amount: Paise }>(row: Row) => ({
  ...isoDates(row),
  amount: toRupeeNumber(row.amount),
})

/** Reads all that the screen shows. Without `since` there are no news: the screen has just been set up. */
export const readScreen = async (
  deps: ReadDeps,
  caller: CounterCaller,
  since: string | undefined,
): Promise<CounterState> => {
  const { db, clock } = deps
  const now = clock.now()
  const from = since === undefined ? now : new Date(Math.max(Date.parse(since), now.getTime() - DAY_MS))
  const startOfDay = startOfIstDay(istDayOf(now))
  const [counters, merchant, payments, waiting, paidToday, waitingToday, order, news] = await Promise.all([
    listCounterRows(db, caller, now, caller.counterId),
    findMerchant(deps, caller.merchantId),
    listLastPayments(db, caller, now),
    listWaitingCredits(db, caller, now),
    sumPaymentsOfDay(db, caller, startOfDay),
    sumWaitingOfDay(db, caller, startOfDay, now),
    findNewestOrder(deps, caller),
    since === undefined ? [] : listPaymentsSince(db, caller, from, now),
  ])
  const [counter] = counters
  if (counter === undefined) throw new Refusal('not_logged_in')
  return {
    counter: {
      id: counter.counterId,
      name: counter.name,
      shopName: counter.mode === 'live' ? counter.payeeName : merchant.name,
      language: counter.language,
      mode: counter.mode,
      accountIsCurrent: counter.accountIsCurrent,
    },
    serverTime: now.toISOString(),
    today: {
      count: paidToday.count + waitingToday.count,
      amount: rupees(paidToday.paise + waitingToday.paise),
      waiting: { count: waitingToday.count, amount: rupees(waitingToday.paise) },
    },
    payments: payments.map(shownPayment),
    waiting: waiting.map(shownPayment),
    order,
    news: news.map((row) => shownPayment(row)),
  }
}
