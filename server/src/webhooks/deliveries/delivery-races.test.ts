import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { listLockWaits } from '../../../testing/lock-waits.ts'
import { sql, type Transaction } from '../../platform/database/database.ts'
import { randomIds } from '../../platform/ids.ts'
import type { EndpointKey } from '../endpoints/endpoint.ts'
import { type Bench, openBench, openWorker, type Worker } from '../endpoints/webhook-harness.ts'
import { deleteEventsBefore } from '../events/event-store.ts'
import { scheduleDeliveries } from '../replays/replay-store.ts'
import { type FinishedAttempt, finishClaims } from './attempt-store.ts'
import type { ClaimedDelivery } from './delivery.ts'
import { claimDeliveries } from './delivery-store.ts'

const URL = 'https://shop.example/hook'

let bench: Bench
let worker: Worker
let key: EndpointKey
beforeAll(async () => {
  bench = await openBench()
})
beforeEach(async () => {
  worker = await openWorker(bench.connectionString, bench.clock)
  key = await bench.merchant(URL)
})
afterEach(() => worker.close())
afterAll(() => bench.close())

const claim = async (): Promise<ClaimedDelivery> => {
  const [first] = await claimDeliveries(
    worker.deps.db,
    key,
    2,
    bench.clock.now(),
    randomIds.ulid(bench.clock.now()),
  )
  if (first === undefined) throw new Error('nothing was due')
  return first
}

const finish = (finished: FinishedAttempt): Promise<boolean[]> =>
  bench.db.transaction((tx) => finishClaims(tx, key, [finished]))

const delivered = (claimed: ClaimedDelivery): FinishedAttempt => ({
  claimed,
  attempt: {
    at: bench.clock.now(),
    url: URL,
    status: 200,
    durationMs: 5,
    error: null,
    response: '',
    requestHeaders: {},
    requestBody: null,
  },
  next: { state: 'delivered', dueAt: null },
})

/** Runs `act` after an attempt was recorded, but before its commit. */
const whileRecorded = async <T>(claimed: ClaimedDelivery, act: () => Promise<T>): Promise<T> => {
  let acting: Promise<T> | undefined
  await bench.db.transaction(async (tx: Transaction) => {
    expect(await finishClaims(tx, key, [delivered(claimed)])).toEqual([true])
    acting = act()
    await expect.poll(() => listLockWaits(bench.db)).toHaveLength(1)
  })
  if (acting === undefined) throw new Error('it never started')
  return acting
}

const attempts = () =>
  bench.db.rows<{ attempt: number }>(sql`
    select attempt from webhook_attempts where merchant_id = ${key.merchantId} order by attempt`)

test('an event that is deleted while its attempt is recorded leaves no attempt behind', async () => {
  await bench.paid(key, 'ORDER_1')
  const claimed = await claim()
  const later = new Date(bench.clock.now().getTime() + 1)
  const gone = await whileRecorded(claimed, () => deleteEventsBefore(worker.deps.db, later, 100))
  expect(gone).toBe(1)
  expect(await attempts()).toEqual([])
})

test('an attempt that ends after its event was deleted is not recorded, and nothing is due', async () => {
  await bench.paid(key, 'ORDER_1')
  const claimed = await claim()
  await deleteEventsBefore(bench.db, new Date(bench.clock.now().getTime() + 1), 100)
  expect(await finish(delivered(claimed))).toEqual([false])
  expect(await attempts()).toEqual([])
  await expect(claim()).rejects.toThrow('nothing was due')
})

test('a delivery that is sent again while its attempt is recorded counts that attempt', async () => {
  await bench.paid(key, 'ORDER_1')
  const claimed = await claim()
  const again = () =>
    worker.deps.db.transaction((tx) => scheduleDeliveries(tx, key, [claimed.eventId], bench.clock.now()))
  expect(await whileRecorded(claimed, again)).toBe(1)
  const second = await claim()
  expect([second.attemptsMade, second.attemptsBefore]).toEqual([1, 1])
  expect(await finish(delivered(second))).toEqual([true])
  expect(await attempts()).toEqual([{ attempt: 1 }, { attempt: 2 }])
})

test('a delivery that is sent again by many at once is due once', async () => {
  await bench.paid(key, 'ORDER_1')
  const claimed = await claim()
  await finish(delivered(claimed))
  const made = await Promise.all(
    Array.from({ length: 5 }, () =>
      worker.deps.db.transaction((tx) => scheduleDeliveries(tx, key, [claimed.eventId], bench.clock.now())),
    ),
  )
  expect(made.toSorted()).toEqual([0, 0, 0, 0, 1])
  expect((await claim()).eventId).toBe(claimed.eventId)
  // While it is in flight it is left alone.
  expect(
    await bench.db.transaction((tx) => scheduleDeliveries(tx, key, [claimed.eventId], bench.clock.now())),
  ).toBe(0)
})
