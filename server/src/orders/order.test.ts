import { PAY_ATTEMPTS_MAX } from '@galla/contract/orders/order-status'
import { paise } from '@galla/upi/rupees'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  announcementOf,
  closesAt,
  decide,
  isPayable,
  mayRetry,
  type Order,
  type OrderEvent,
  stageOf,
} from './order.ts'

const START = new Date('2026-11-21T04:00:00Z')
const after = (seconds: number) => new Date(START.getTime() + seconds * 1000)

const newOrder = (over: Partial<Order> = {}): Order => ({
  merchantId: 'mer_1',
  orderId: '01JD6V4T8Q0000000000000000',
  mode: 'live',
  accountId: 'acc_1',
  dialect: null,
  orderNumber: null,
  clientTxnId: 'TXN_1',
  status: 'created',
  failureReason: null,
  version: 1,
  attempt: 1,
  amount: paise(49900n),
  payable: paise(49900n),
  purpose: 'Tea',
  customerName: 'Asha',
  customerEmail: 'asha@example.com',
  customerMobile: '9876543210',
  redirectUrl: 'https://shop.example/done',
  udf1: null,
  udf2: null,
  udf3: null,
  createdAt: START,
  windowSeconds: 300,
  expiresAt: after(300),
  openedAt: null,
  dueAt: after(390),
  paidAt: null,
  paidLate: false,
  settledByCreditId: null,
  settled: null,
  ...over,
})

type News = OrderEvent | ((at: Date) => OrderEvent)

const follow = (order: Order, steps: readonly [News, number][]): Order =>
  steps.reduce((current, [news, seconds]) => {
    const event = typeof news === 'function' ? news(after(seconds)) : news
    const decision = decide(current, event, after(seconds))
    return decision.kind === 'changed' ? decision.order : current
  }, order)

/** Reported at the moment when the money came. */
const settled = (receivedAt: Date): OrderEvent => moneyOf(receivedAt)
const moneyOf = (receivedAt: Date, creditId = 'c1'): OrderEvent => ({
  kind: 'settled',
  creditId,
  amount: paise(49900n),
  receivedAt,
})
const declined = (attempt: number): OrderEvent => ({ kind: 'declined', attempt })

test.each<[string, readonly [News, number][], string]>([
  ['a page is opened', [[{ kind: 'opened' }, 1]], 'pending'],
  ['money comes though the page was never opened', [[settled, 5]], 'success'],
  ['the window closes, but its settling time is not over', [[{ kind: 'time' }, 389]], 'created'],
  ['the window and its settling time are over', [[{ kind: 'time' }, 390]], 'expired'],
  [
    'the provider declines',
    [
      [{ kind: 'opened' }, 1],
      [declined(1), 9],
    ],
    'declined',
  ],
  [
    'a page that was loading while the payment was declined reports that it is open',
    [
      [declined(1), 9],
      [{ kind: 'opened' }, 20],
    ],
    'declined',
  ],
  [
    'a declined order is tried again',
    [
      [declined(1), 9],
      [{ kind: 'retried' }, 20],
    ],
    'pending',
  ],
  [
    'a declined order is tried again when its day is over, before the sweep has noticed',
    [
      [declined(1), 9],
      [{ kind: 'retried' }, 86_400],
    ],
    'declined',
  ],
  [
    'news of a given-up attempt comes late',
    [
      [declined(1), 9],
      [{ kind: 'retried' }, 20],
      [declined(1), 30],
    ],
    'pending',
  ],
  [
    'a declined order is left for a day',
    [
      [declined(1), 9],
      [{ kind: 'time' }, 86_400],
    ],
    'expired',
  ],
  [
    'time goes by for a paid order',
    [
      [settled, 5],
      [{ kind: 'time' }, 9999],
    ],
    'success',
  ],
  [
    'money comes after the end',
    [
      [{ kind: 'time' }, 390],
      [settled, 200_000],
    ],
    'success',
  ],
  [
    'an expired page is opened',
    [
      [{ kind: 'time' }, 390],
      [{ kind: 'opened' }, 400],
    ],
    'expired',
  ],
  ['a page is opened in the settling time', [[{ kind: 'opened' }, 320]], 'created'],
])('when %s', (_when, steps, stage) => {
  expect(stageOf(follow(newOrder(), steps))).toBe(stage)
})

test('a payment of the last second is in time, and one after the settling time is late', () => {
  expect(follow(newOrder(), [[settled, 389.999]]).paidLate).toBe(false)
  expect(follow(newOrder(), [[settled, 390]]).paidLate).toBe(true)
  expect(
    follow(newOrder(), [
      [{ kind: 'closed' }, 10],
      [settled, 11],
    ]).paidLate,
  ).toBe(true)
})

test.each([
  ['inside the window, reported a day later', 299, 90_000, false],
  ['in the settling time, reported within it', 350, 380, false],
  ['in the settling time, reported when the order had expired', 350, 90_000, true],
  ['after the settling time', 391, 90_000, true],
])('money that the bank dates %s', (_when, receivedAt, reportedAt, late) => {
  const expired: [News, number] = [{ kind: 'time' }, reportedAt - 1]
  expect(follow(newOrder(), [expired, [moneyOf(after(receivedAt)), reportedAt]]).paidLate).toBe(late)
})

test('a retry has a new window of the same length and ends after five attempts', () => {
  let order = newOrder()
  for (let attempt = 1; attempt < PAY_ATTEMPTS_MAX; attempt += 1) {
    order = follow(order, [
      [declined(attempt), attempt * 10],
      [{ kind: 'retried' }, attempt * 10 + 5],
    ])
    expect(order).toMatchObject({ attempt: attempt + 1, expiresAt: after(attempt * 10 + 305) })
  }
  order = follow(order, [[declined(PAY_ATTEMPTS_MAX), 60]])
  expect(mayRetry(order, after(61))).toBe(false)
  expect(follow(order, [[{ kind: 'retried' }, 61]])).toEqual(order)
})

test.each([
  ['created', newOrder()],
  ['pending', follow(newOrder(), [[{ kind: 'opened' }, 1]])],
])('an open order (%s) that is tried again gets its next attempt with a new window', (_stage, before) => {
  const order = follow(before, [[{ kind: 'retried' }, 100]])
  expect(order).toMatchObject({
    status: 'pending',
    attempt: 2,
    version: before.version + 1,
    openedAt: before.openedAt ?? after(100),
    expiresAt: after(400),
    dueAt: after(490),
  })
  // Pressed twice.
  expect(follow(order, [[{ kind: 'retried' }, 102]])).toEqual(order)
})

test('an open order is tried again until its window ends, and in five attempts', () => {
  const order = newOrder()
  expect(follow(order, [[{ kind: 'retried' }, 299]]).attempt).toBe(2)
  expect(follow(order, [[{ kind: 'retried' }, 300]])).toEqual(order)
  const often = follow(
    order,
    Array.from({ length: 9 }, (_, n): [News, number] => [{ kind: 'retried' }, (n + 1) * 250]),
  )
  expect(often).toMatchObject({ attempt: PAY_ATTEMPTS_MAX, expiresAt: after(4 * 250 + 300) })
})

test('a declined order that expires is not announced as failed again', () => {
  const order = follow(newOrder(), [[declined(1), 9]])
  expect(announcementOf(order, 'expired')).toBeNull()
  expect(announcementOf(newOrder(), 'expired')).toBe('order.failed')
})

const anyEvent: fc.Arbitrary<OrderEvent> = fc.oneof(
  fc.constant<OrderEvent>({ kind: 'opened' }),
  fc.constant<OrderEvent>({ kind: 'retried' }),
  fc.constant<OrderEvent>({ kind: 'time' }),
  fc.constant<OrderEvent>({ kind: 'closed' }),
  fc.integer({ min: 1, max: 5 }).map((attempt) => declined(attempt)),
  fc.tuple(fc.constantFrom('c1', 'c2'), fc.nat({ max: 200_000 })).map(([id, at]) => moneyOf(after(at), id)),
)

const anyStory = fc.array(fc.tuple(anyEvent, fc.integer({ min: 0, max: 200_000 })), { maxLength: 30 })

test('an order is a success if and only if a settlement is among its events, in any sequence, and stays one', () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      const order = follow(newOrder(), story)
      expect(order.status === 'success').toBe(story.some(([event]) => event.kind === 'settled'))
      const first = story.find(([event]) => event.kind === 'settled')?.[0]
      if (first?.kind === 'settled') expect(order.settledByCreditId).toBe(first.creditId)
    }),
  )
})

test('every change adds one version, and every order satisfies the constraints of the schema', () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      let order = newOrder()
      for (const [event, seconds] of story) {
        const decision = decide(order, event, after(seconds))
        if (decision.kind === 'unchanged') continue
        expect(decision.order.version).toBe(order.version + 1)
        order = decision.order
        expect((order.status === 'failed') === (order.failureReason !== null)).toBe(true)
        expect((order.status === 'success') === (order.paidAt !== null)).toBe(true)
        const stage = stageOf(order)
        expect(order.dueAt === null).toBe(stage === 'success' || stage === 'expired')
        expect(order.attempt).toBeLessThanOrEqual(PAY_ATTEMPTS_MAX)
      }
    }),
  )
})

test('isPayable ends with the window, and the order expires after the settling time', () => {
  const order = newOrder({ status: 'pending' })
  expect(isPayable(order, after(299.9))).toBe(true)
  expect(isPayable(order, after(300))).toBe(false)
  expect(closesAt(order)).toEqual(after(390))
  expect(closesAt(newOrder({ mode: 'test' }))).toEqual(after(305))
})
