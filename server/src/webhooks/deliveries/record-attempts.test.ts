import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, sql } from '../../platform/database/database.ts'
import { randomIds } from '../../platform/ids.ts'
import { type EndpointKey, hasFailedTooLong } from '../endpoints/endpoint.ts'
import { findEndpoint, updateEndpointUrl } from '../endpoints/endpoint-store.ts'
import { type Bench, openBench, openWorker, type Worker } from '../endpoints/webhook-harness.ts'
import type { AttemptResult, ClaimedDelivery } from './delivery.ts'
import { claimDeliveries } from './delivery-store.ts'
import { createAttemptRecorder } from './record-attempts.ts'

const URL = 'https://shop.example/hook'

let bench: Bench
let worker: Worker
let recorder: ReturnType<typeof createAttemptRecorder>
let transactions = 0

beforeAll(async () => {
  bench = await openBench()
})
beforeEach(async () => {
  worker = await openWorker(bench.connectionString, bench.clock)
  transactions = 0
  const { db } = worker.deps
  const counted: Database = {
    ...db,
    transaction: (work) => {
      transactions += 1
      return db.transaction(work)
    },
  }
  recorder = createAttemptRecorder({ ...worker.deps, db: counted })
})
afterEach(() => worker.close())
afterAll(() => bench.close())

const answered = (status: number): AttemptResult => ({
  kind: 'answered',
  status,
  retryAfter: null,
  body: new TextEncoder().encode('OK'),
})

const write = (claimed: ClaimedDelivery, status: number, url = URL) =>
  recorder.add({
    claimed,
    url,
    startedAt: bench.clock.now(),
    durationMs: 12,
    result: answered(status),
    headers: { 'webhook-id': claimed.eventId },
    body: claimed.payload,
    wasHealthy: true,
  })

/** Creates endpoints, each with this many claimed deliveries. */
const leased = async (endpoints: number, each: number) => {
  const keys: EndpointKey[] = []
  for (let n = 0; n < endpoints; n += 1) {
    const key = await bench.merchant(URL)
    keys.push(key)
    for (let order = 0; order < each; order += 1) await bench.paid(key, `ORDER_${order}`)
  }
  const claimed = keys.map((key) =>
    claimDeliveries(worker.deps.db, key, each, bench.clock.now(), randomIds.ulid(bench.clock.now())),
  )
  const deliveries = (await Promise.all(claimed)).flat()
  expect(deliveries).toHaveLength(endpoints * each)
  return { keys, deliveries }
}

const statesOf = async (deliveries: readonly ClaimedDelivery[]) => {
  const rows = await bench.db.rows<{
    event_id: string
    state: string
    made: number
    leased: boolean
    attempts: number
  }>(sql`
    select d.event_id, d.state, d.attempts_made as made,
           exists (
             select from webhook_undelivered u
             where u.merchant_id = d.merchant_id and u.event_id = d.event_id and u.leased_until is not null) as leased,
           (select count(*)::int from webhook_attempts a
            where a.merchant_id = d.merchant_id and a.event_id = d.event_id) as attempts
    from webhook_deliveries d`)
  return deliveries.map(({ eventId }) => {
    const row = rows.find((each) => each.event_id === eventId)
    return row && [row.state, row.made, row.attempts, row.leased ? 'leased' : 'free']
  })
}
const DELIVERED = ['delivered', 1, 1, 'free']
const FAILED = ['failed', 1, 1, 'free']
const LEASED = ['pending', 0, 0, 'leased']
const PAUSED = ['paused', 1, 1, 'free']

test('attempts at an endpoint that end while another is recorded are recorded in one transaction, each with its result', async () => {
  const { deliveries } = await leased(1, 8)
  const written = await Promise.all(deliveries.map((each, n) => write(each, n % 4 === 0 ? 500 : 200)))
  expect(written).toEqual(deliveries.map(() => true))
  expect(transactions).toBeLessThanOrEqual(2)
  expect(await statesOf(deliveries)).toEqual(deliveries.map((_each, n) => (n % 4 === 0 ? FAILED : DELIVERED)))
})

test('an attempt that cannot be recorded fails no other', async () => {
  const { deliveries } = await leased(1, 4)
  // No column holds this status.
  const results = await Promise.allSettled(deliveries.map((each, n) => write(each, n === 1 ? 12_345 : 200)))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(await statesOf(deliveries)).toEqual([DELIVERED, LEASED, DELIVERED, DELIVERED])
})

test('an attempt whose lease was lost is not recorded, and the others of its endpoint are', async () => {
  const { deliveries } = await leased(1, 3)
  const lost = deliveries[1]
  if (lost === undefined) throw new Error('no delivery')
  await bench.db.run(sql`
    update webhook_undelivered set lease = 'taken by another' where merchant_id = ${lost.merchantId} and event_id = ${lost.eventId}`)
  expect(await Promise.all(deliveries.map((each) => write(each, 200)))).toEqual([true, false, true])
  expect(await statesOf(deliveries)).toEqual([DELIVERED, LEASED, DELIVERED])
})

test('the same attempt given twice is recorded once', async () => {
  const { deliveries } = await leased(1, 1)
  const twice = deliveries.flatMap((each) => [write(each, 200), write(each, 200)])
  expect((await Promise.all(twice)).filter(Boolean)).toHaveLength(1)
  expect(await statesOf(deliveries)).toEqual([DELIVERED])
})

test('two 410 responses pause their endpoint once, with one job', async () => {
  const { keys, deliveries } = await leased(1, 2)
  await Promise.all(deliveries.map((each) => write(each, 410)))
  expect(worker.jobs).toMatchObject([{ merchantId: keys[0]?.merchantId, reason: 'gone', url: URL }])
  expect(await statesOf(deliveries)).toEqual([PAUSED, PAUSED])
})

test('an endpoint with a success beside a failure is neither paused nor failing', async () => {
  const { keys, deliveries } = await leased(1, 2)
  const [key] = keys
  if (key === undefined) throw new Error('no endpoint')
  const since = new Date(bench.clock.now().getTime() - 6 * 86_400_000)
  expect(hasFailedTooLong(since, bench.clock.now())).toBe(true)
  await bench.db.run(
    sql`update webhook_endpoints set failing_since = ${since} where merchant_id = ${key.merchantId}`,
  )
  await Promise.all(deliveries.map((each, n) => write(each, n === 0 ? 500 : 200)))
  expect(await findEndpoint(bench.store, key)).toMatchObject({ failingSince: null, paused: null })
  expect(worker.jobs).toEqual([])
  expect(await statesOf(deliveries)).toEqual([FAILED, DELIVERED])
})

test('a response of a replaced URL does not change the health of the endpoint', async () => {
  const { keys, deliveries } = await leased(2, 1)
  const [failing, gone] = keys
  if (failing === undefined || gone === undefined) throw new Error('no endpoint')
  for (const key of keys) await updateEndpointUrl(bench.store, key, { url: 'https://shop.example/new' })
  await bench.db.run(sql`
    update webhook_endpoints set failing_since = ${bench.clock.now()} where merchant_id = ${failing.merchantId}`)
  await Promise.all(deliveries.map((each, n) => write(each, n === 0 ? 200 : 410)))
  expect((await findEndpoint(bench.store, failing)).failingSince).toEqual(bench.clock.now())
  expect(await findEndpoint(bench.store, gone)).toMatchObject({ failingSince: null, paused: null })
  expect(await statesOf(deliveries)).toEqual([DELIVERED, FAILED])
})
