import type { CreatedOrder } from '@galla/contract/orders/orders'
import type { PageStatus } from '@galla/contract/payment-page/payment-page'
import { call } from '../call.ts'
import { openEventStream } from '../event-stream.ts'
import type { Galla } from '../galla-process.ts'
import { createOrders } from '../merchants.ts'
import { percentile } from '../percentile.ts'
import { type Chapter, digits } from '../report.ts'

const PAGES = 1_000
const PAYMENTS = 300
const WARM_UP_PAYMENTS = 20
const EVENT_MS_MAX = 10_000
const P99_MS_GOAL = 150

interface Page {
  readonly order: CreatedOrder
  /** When the stream first reported the success. */
  readonly paid: Promise<number>
  close(): Promise<void>
}

interface Payment {
  readonly startedMs: number
  readonly repliedMs: number
  readonly eventMs: number
  /** When the HTML of the next state, which the page requests after the event, arrived. */
  readonly viewMs: number
}

/** A thousand pages listen while orders are paid one after the other; the event of each page is timed. */
export const measurePageScreen = async (galla: Galla, keys: readonly string[]): Promise<Chapter> => {
  const orders = await createOrders(galla.origin, keys, PAGES)
  const pages: Page[] = []
  for (const order of orders) pages.push(await openPage(galla.origin, order, pages.length))
  const payments: Payment[] = []
  for (const page of pages.slice(0, WARM_UP_PAYMENTS + PAYMENTS)) payments.push(await pay(galla.origin, page))
  await Promise.all(pages.map((page) => page.close()))
  const counted = payments.slice(WARM_UP_PAYMENTS)
  const line = (what: string, ms: (payment: Payment) => number, goal: boolean) => {
    const values = counted.map(ms)
    const p99 = percentile(values, 0.99)
    return {
      what,
      measured: `${digits(p99, 1)} ms (p50 ${digits(percentile(values, 0.5), 1)}, longest ${digits(percentile(values, 1), 1)})`,
      ...(goal ? { goal: `< ${P99_MS_GOAL} ms`, met: p99 < P99_MS_GOAL } : {}),
    }
  }
  return {
    title: 'From the credit to the screen',
    how: `${digits(PAGES, 0)} pages listen to their events; ${PAYMENTS} orders are paid in the simulator one after the other. The commit lies between the call's start and its reply. The page hears the event, asks for its next state and has its HTML; drawing it is the browser's and is not measured here.`,
    figures: [
      line(
        'from the start of the payment to the success view, p99',
        (each) => each.viewMs - each.startedMs,
        true,
      ),
      line('from its reply to the success view, p99', (each) => each.viewMs - each.repliedMs, true),
      line('from the start to the event, p99', (each) => each.eventMs - each.startedMs, false),
      line('from the reply to the event, p99', (each) => each.eventMs - each.repliedMs, false),
    ],
  }
}

const pay = async (origin: string, page: Page): Promise<Payment> => {
  const { order } = page
  const startedMs = performance.now()
  const heard = page.paid.then(async (eventMs) => {
    const view = await call(origin, `/pay/${order.order_id}/view`, { headers: { 'accept-encoding': 'br' } })
    return { eventMs, viewMs: performance.now(), bytes: view.body.length }
  })
  heard.catch(() => {})
  await call(origin, '/api/v1/simulator/pay', {
    body: { upi: order.upi_intent.bhim_link, outcome: 'success' },
  })
  const repliedMs = performance.now()
  const { eventMs, viewMs } = await within(heard)
  return { startedMs, repliedMs, eventMs, viewMs }
}

const within = async <T>(promise: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no event after ${EVENT_MS_MAX} ms`)), EVENT_MS_MAX)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Loopback addresses with a hundred pages each, the limit of an address. */
const addressOfPage = (place: number): string => `127.0.0.${1 + Math.floor(place / 100)}`

/** Resolves at the first event of the stream. */
const openPage = async (origin: string, order: CreatedOrder, place: number): Promise<Page> => {
  const paid = Promise.withResolvers<number>()
  const stream = await openEventStream(
    origin,
    { path: `/api/v1/order/events/${order.order_id}`, localAddress: addressOfPage(place) },
    'status',
    (data) => {
      const { status } = JSON.parse(data) as PageStatus
      if (status === 'success') paid.resolve(performance.now())
    },
  )
  return { order, paid: paid.promise, close: stream.close }
}
