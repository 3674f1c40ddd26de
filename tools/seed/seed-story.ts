import { SECOND_MS } from '@galla/contract/durations'
import { orderTimes } from './seed-days.ts'
import { type Customer, customersFrom, purchaseFrom } from './seed-people.ts'
import type { Random } from './seed-random.ts'

/** What happens to an order, `afterMs` after its creation. */
export type Step = { readonly afterMs: number } & (
  | { readonly kind: 'opened' | 'declined' | 'retried' | 'windowOver' | 'retryingOver' }
  /** A payment of the requested amount and `extraPaise`, which may be negative. */
  | { readonly kind: 'paid'; readonly extraPaise: bigint; readonly delayMs: number }
)

export interface OrderStory {
  readonly at: Date
  readonly clientTxnId: string
  readonly rupees: number
  readonly purpose: string
  readonly customer: Customer
  readonly windowSeconds: number
  readonly channel: string
  readonly steps: readonly Step[]
  /** The shop's server refuses every notification of this order. */
  readonly refusedByShop: boolean
}

/** A payment for no order. */
export interface StrayCredit {
  readonly at: Date
  readonly rupees: number
  readonly customer: Customer
}

export interface Story {
  readonly orders: readonly OrderStory[]
  readonly strays: readonly StrayCredit[]
}

const DAY_SECONDS = 86_400
const RETRYING_MS = DAY_SECONDS * SECOND_MS
/** The settling time of a test order after its window. */
const SETTLING_MS = 5 * SECOND_MS
/** There is one stray credit per this many orders. */
const ORDERS_A_STRAY = 260

type Ending =
  | 'paid'
  | 'paidUnopened'
  | 'ignored'
  | 'abandoned'
  | 'retriedThenPaid'
  | 'declined'
  | 'declinedTwice'
  | 'late'
  | 'twice'
  | 'less'
  | 'more'

const ENDINGS = [
  [700, 'paid'],
  [42, 'paidUnopened'],
  [58, 'ignored'],
  [88, 'abandoned'],
  [34, 'retriedThenPaid'],
  [30, 'declined'],
  [9, 'declinedTwice'],
  [14, 'late'],
  [6, 'twice'],
  [5, 'less'],
  [2, 'more'],
] as const satisfies readonly (readonly [number, Ending])[]

/** Customers ignore a link that was sent by hand more often than a checkout. */
const LINK_ENDINGS = [
  ...ENDINGS,
  [190, 'ignored'],
  [250, 'abandoned'],
] as const satisfies readonly (readonly [number, Ending])[]

/** The window of a checkout is 5 minutes; links sent by hand wait longer. */
const LINK_WINDOWS = [
  [30, 3600],
  [30, DAY_SECONDS],
  [40, 7 * DAY_SECONDS],
] as const
const CHECKOUT_WINDOW = 300
const LINK_SHARE = 0.2

const paid = (afterMs: number, random: Random, extraPaise = 0n): Step => ({
  kind: 'paid',
  afterMs,
  extraPaise,
  // The time from the payer's bank to Galla.
  delayMs: random.between(900, 4_500),
})

const stepsOf = (random: Random, ending: Ending, windowSeconds: number): Step[] => {
  const windowMs = windowSeconds * SECOND_MS
  // Most customers pay at the beginning of a long window.
  const within = (least: number, most: number): number =>
    Math.floor(windowMs * (least + (most - least) * random.fraction() ** 2.4))
  const openedMs = Math.min(random.between(1_500, 20_000) + within(0, 0.25), windowMs / 3)
  const opened: Step = { kind: 'opened', afterMs: openedMs }
  const paidMs = openedMs + Math.max(9_000, within(0.05, 0.5))
  const over: Step = { kind: 'windowOver', afterMs: windowMs + SETTLING_MS }
  const declined: Step = { kind: 'declined', afterMs: paidMs }
  const retriedMs = paidMs + random.between(8_000, 240_000)
  const retried: Step = { kind: 'retried', afterMs: retriedMs }
  /** A declined order may be retried for a day, or until the end of its latest window. */
  const retryingOver = (windowStartMs: number): Step => ({
    kind: 'retryingOver',
    afterMs: Math.max(RETRYING_MS, windowStartMs + windowMs),
  })
  const stories: Record<Ending, () => Step[]> = {
    paid: () => [opened, paid(paidMs, random)],
    paidUnopened: () => [paid(paidMs, random)],
    ignored: () => [over],
    abandoned: () => [opened, over],
    retriedThenPaid: () => [
      opened,
      declined,
      retried,
      paid(retriedMs + random.between(15_000, 120_000), random),
    ],
    declined: () => [opened, declined, retryingOver(0)],
    declinedTwice: () => [
      opened,
      declined,
      retried,
      { kind: 'declined', afterMs: retriedMs + random.between(12_000, 90_000) },
      retryingOver(retriedMs),
    ],
    late: () => [opened, over, paid(over.afterMs + random.between(20_000, 5_400_000), random)],
    twice: () => [opened, paid(paidMs, random), paid(paidMs + random.between(15_000, 900_000), random)],
    less: () => [opened, paid(paidMs, random, -BigInt(random.between(1, 40)) * 100n), over],
    more: () => [opened, paid(paidMs, random, BigInt(random.between(1, 9)) * 100n), over],
  }
  return stories[ending]()
}

const orderStory = (
  random: Random,
  customer: Customer,
  at: Date,
  number: number,
  refusableUntil: number,
): OrderStory => {
  const byLink = random.fraction() < LINK_SHARE
  const windowSeconds = byLink ? random.weighted(LINK_WINDOWS) : CHECKOUT_WINDOW
  return {
    at,
    clientTxnId: byLink ? `TXN_${at.getTime()}_${number}` : `SHOP-${10_000 + number}`,
    ...purchaseFrom(random),
    customer,
    windowSeconds,
    channel: byLink ? 'counter' : 'web',
    steps: stepsOf(random, random.weighted(byLink ? LINK_ENDINGS : ENDINGS), windowSeconds),
    refusedByShop: random.fraction() < 0.0025 && at.getTime() < refusableUntil,
  }
}

const QUIET_DAYS = 5

/** The events of 90 days, the same on every run. */
export const storyUntil = (random: Random, until: Date, orderCount: number): Story => {
  const customer = customersFrom(random)
  const refusableUntil = until.getTime() - QUIET_DAYS * DAY_SECONDS * SECOND_MS
  const orders = orderTimes(random, until, orderCount).map((at, index) =>
    orderStory(random, customer(), at, index + 1, refusableUntil),
  )
  const strayTimes = orderTimes(random, until, Math.ceil(orderCount / ORDERS_A_STRAY))
  const strays = strayTimes.map((at) => ({
    at,
    // An amount that no price of the shop has, so that it pays no order.
    rupees: random.between(40, 1_900) + 0.37,
    customer: customer(),
  }))
  return { orders, strays }
}
