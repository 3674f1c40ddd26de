import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsReadBy } from '../../../testing/rows-read.ts'
import { type Database, openDatabase, sql } from '../../platform/database/database.ts'
import { randomIds } from '../../platform/ids.ts'
import type { EndpointKey } from '../endpoints/endpoint.ts'
import { type Bench, openBench, openWorker, type Worker } from '../endpoints/webhook-harness.ts'
import type { ClaimedDelivery } from './delivery.ts'
import { claimDeliveries, listDueEndpoints } from './delivery-store.ts'
import { recordAttempts } from './record-attempts.ts'

const URL = 'https://shop.example/hook'
/** Enough rounds for the connection to keep the plans it made while the tables were empty. */
const ROUNDS_UNTIL_PLANNED = 12
const QUEUE = 3_000
const TABLES = ['webhook_undelivered', 'webhook_events', 'webhook_attempts']

let bench: Bench
/** One connection, so that it keeps the plans of the rounds below and its reads can be counted. */
let db: Database
let worker: Worker
beforeAll(async () => {
  bench = await openBench()
  for (const table of TABLES)
    await bench.db.pool.query(`alter table ${table} set (autovacuum_enabled = false)`)
  db = openDatabase(bench.connectionString, { max: 1 })
  worker = await openWorker(bench.connectionString, bench.clock)
})
afterAll(async () => {
  await worker.close()
  await db.close()
  await bench.close()
})

const claim = (key: EndpointKey): Promise<ClaimedDelivery[]> =>
  claimDeliveries(db, key, 2, bench.clock.now(), randomIds.ulid(bench.clock.now()))

const record = async (deliveries: readonly ClaimedDelivery[]): Promise<number> => {
  const recorded = await recordAttempts(
    { ...worker.deps, db },
    deliveries.map((each) => ({
      claimed: each,
      url: URL,
      startedAt: bench.clock.now(),
      durationMs: 12,
      result: { kind: 'answered', status: 200, retryAfter: null, body: new Uint8Array() },
      headers: { 'webhook-id': each.eventId },
      body: each.payload,
      wasHealthy: true,
    })),
  )
  return recorded.filter(Boolean).length
}

/** One round of a worker without the network: it sweeps, claims and records. */
const round = async (key: EndpointKey): Promise<number> => {
  const now = bench.clock.now()
  await listDueEndpoints(db, now, { merchantId: '', mode: '' }, undefined, 100)
  return record(await claim(key))
}

/** Fills the queue of an endpoint with deliveries that are due now. */
const fill = (key: EndpointKey) =>
  db.run(sql`
    with event as (
      insert into webhook_events (merchant_id, event_id, mode, order_id, event, sequence, payload, created_at, has_delivery)
      select ${key.merchantId}, 'evt_' || n, ${key.mode}, 'ORDER_' || n, 'order.success', 2, '{}', ${bench.clock.now()}, true
      from generate_series(1, ${QUEUE}::int) n returning event_id
    )
    insert into webhook_undelivered (merchant_id, event_id, mode, url, state, due_at)
    select ${key.merchantId}, event_id, ${key.mode}, ${URL}, 'pending', ${bench.clock.now()} from event`)

test('a round reads what it sends and not the queue, with plans made when the queue was empty', async () => {
  const key = await bench.merchant(URL)
  for (let n = 0; n < ROUNDS_UNTIL_PLANNED; n += 1) {
    await bench.paid(key, `EARLY_${n}`)
    expect(await round(key)).toBe(1)
  }
  await fill(key)
  // Until it is analysed, which autovacuum does within a minute, older versions read the queue of an endpoint for a list of its ids.
  const version = await db.value<number>(sql`select current_setting('server_version_num')::int as version`)
  if (version < 170_000) await db.pool.query('analyze webhook_undelivered')
  const read = await rowsReadBy(db, TABLES, async () => expect(await round(key)).toBe(2))
  expect(read).toBeLessThan(QUEUE / 20)
})

test('recording an attempt reads no other deliveries, with statistics from when the queue was empty', async () => {
  const [key, other, emptied] = [
    await bench.merchant(URL),
    await bench.merchant(URL),
    await bench.merchant(URL),
  ]
  await fill(emptied)
  await bench.db.run(sql`delete from webhook_undelivered`)
  await bench.db.pool.query('vacuum analyze webhook_undelivered')
  await bench.paid(key, 'ORDER_1')
  const claimed = await claim(key)
  await fill(other)
  const read = await rowsReadBy(db, TABLES, async () => expect(await record(claimed)).toBe(1))
  expect(read).toBeLessThan(QUEUE / 20)
})
