import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/database/database.ts'
import { randomIds } from '../../platform/ids.ts'
import { type FinishedAttempt, finishClaims } from '../deliveries/attempt-store.ts'
import type { ClaimedDelivery } from '../deliveries/delivery.ts'
import { claimDeliveries } from '../deliveries/delivery-store.ts'
import type { EndpointKey } from '../endpoints/endpoint.ts'
import { type Bench, CONTENT, openBench } from '../endpoints/webhook-harness.ts'
import { scheduleDeliveries } from '../replays/replay-store.ts'
import { cancelFailures } from './event-store.ts'
import { recordEvent } from './record-event.ts'

const URL = 'https://shop.example/hook'

let bench: Bench
let key: EndpointKey
beforeAll(async () => {
  bench = await openBench()
  key = await bench.merchant(URL)
})
afterAll(() => bench.close())

const record = (orderId: string, event: 'order.failed' | 'order.success', sequence: number) =>
  bench.db.transaction(async (tx) => {
    if (event === 'order.success') await cancelFailures(tx, { ...key, orderId })
    const status = event === 'order.success' ? 'success' : 'failed'
    const payload = { ...CONTENT, orderId, status } as const
    const deps = { clock: bench.clock, ids: randomIds, wakeDeliveries: () => undefined }
    return recordEvent(tx, deps, { ...key, orderId, event, sequence, payload })
  })

const claim = (): Promise<ClaimedDelivery[]> =>
  claimDeliveries(bench.db, key, 100, bench.clock.now(), randomIds.ulid(bench.clock.now()))

const failing = (claimed: ClaimedDelivery): FinishedAttempt => ({
  claimed,
  attempt: {
    at: bench.clock.now(),
    url: URL,
    status: 503,
    durationMs: 5,
    error: null,
    response: '',
    requestHeaders: {},
    requestBody: null,
  },
  next: { state: 'failed', dueAt: bench.clock.now() },
})

const failures = () =>
  bench.db.rows<{ state: string; due_at: Date | null; attempts_made: number }>(sql`
    select state, due_at, attempts_made from webhook_undelivered
    join webhook_events using (merchant_id, mode, event_id) where event = 'order.failed'`)

const ORDERS = 60

test('no failure is due after its order was paid, however claims, attempts, replays and payments fall together', async () => {
  const orders = Array.from({ length: ORDERS }, (_none, n) => `ORDER_${n}`)
  const eventIds = new Map<string, string>()
  for (const orderId of orders) eventIds.set(orderId, await record(orderId, 'order.failed', 2))
  const claimed = await claim()
  expect(claimed).toHaveLength(ORDERS)
  // A third is in flight, a third was delivered before and is replayed, a third waits for its next attempt.
  const [inFlight, delivered, waiting] = [0, 1, 2].map((third) =>
    claimed.filter((_each, n) => n % 3 === third),
  )
  const finish = (each: FinishedAttempt) => bench.db.transaction((tx) => finishClaims(tx, key, [each]))
  for (const each of delivered ?? [])
    await finish({ ...failing(each), next: { state: 'delivered', dueAt: null } })
  for (const each of waiting ?? []) await finish(failing(each))
  const replay = (orderId: string) =>
    bench.db.transaction((tx) =>
      scheduleDeliveries(tx, key, [eventIds.get(orderId) ?? ''], bench.clock.now()),
    )
  await Promise.all([
    ...orders.map((orderId) => record(orderId, 'order.success', 3)),
    ...orders.map(replay),
    ...(inFlight ?? []).map((each) => finish(failing(each))),
    claim(),
    ...orders.map(replay),
  ])
  await Promise.all(orders.map(replay))
  const left = await failures()
  expect(left.filter(({ state, due_at }) => state !== 'cancelled' || due_at !== null)).toEqual([])
  // The attempt that was in flight is counted, whichever came first.
  expect(left.filter(({ attempts_made }) => attempts_made === 0)).toEqual([])
  const due = await claim()
  expect(due.filter(({ event }) => event === 'order.failed')).toEqual([])
})
