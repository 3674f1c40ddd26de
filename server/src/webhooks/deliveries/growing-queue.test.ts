import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsReadBy } from '../../../testing/rows-read.ts'
import { type Database, openDatabase, sql } from '../../platform/database/database.ts'
import type { EndpointKey } from '../endpoints/endpoint.ts'
import { type Bench, openBench, openWorker, type Worker } from '../endpoints/webhook-harness.ts'
import { claimDeliveries } from './claim-deliveries.ts'
import type { LeasedDelivery } from './delivery.ts'
import { queueHeads } from './delivery-store.ts'
import { endpointRooms } from './endpoint-rooms.ts'
import { sweepLeases } from './lease-store.ts'
import { recordAttempts } from './record-attempt.ts'

const URL = 'https://shop.example/hook'
/** So many rounds that the connection keeps the plans it made while the tables were empty. */
const ROUNDS_UNTIL_PLANNED = 12
const QUEUE = 3_000
const TABLES = ['webhook_undelivered', 'webhook_events', 'webhook_leases', 'webhook_attempts']

let bench: Bench
/** Of one connection, so that its plans are those of the rounds below, and what it reads is counted. */
let db: Database
let worker: Worker
beforeAll(async () => {
  bench = await openBench()
  for (const table of TABLES)
    await bench.db.pool.query(`alter table ${table} set (autovacuum_enabled = false)`)
  db = openDatabase(bench.connectionString, { max: 1 })
  worker = await openWorker(bench.connectionString, bench.clock, 'worker-1')
})
afterAll(async () => {
  await worker.close()
  await db.close()
  await bench.close()
})

const claim = async (keys: readonly EndpointKey[]): Promise<LeasedDelivery[]> => {
  const sockets = { fast: 100, slow: 100, isScarce: false }
  const claimed = await claimDeliveries({ ...worker.deps, db }, keys, sockets, endpointRooms())
  return claimed.flatMap(({ ready }) => ready.map((each) => each.claimed))
}

const record = async (deliveries: readonly LeasedDelivery[]): Promise<number> => {
  const recorded = await recordAttempts(
    { ...worker.deps, db },
    deliveries.map((each) => ({
      claimed: each,
      tried: {
        url: URL,
        startedAt: bench.clock.now(),
        durationMs: 12,
        result: { kind: 'answered', status: 200, retryAfter: null, body: new Uint8Array() },
        headers: { 'webhook-id': each.eventId },
        body: each.payload,
      },
    })),
  )
  return recorded.filter(Boolean).length
}

/** What a worker does, without the network: it sweeps, claims, and writes down what came of it. */
const round = async (keys: readonly EndpointKey[]): Promise<number> => {
  const now = bench.clock.now()
  await sweepLeases(db, now)
  await queueHeads(db, now, { merchantId: '', mode: '' }, 100)
  return record(await claim(keys))
}

/** Of deliveries that this worker is sending, to other endpoints. */
const lease = (count: number) =>
  bench.db.run(sql`
    insert into webhook_leases (merchant_id, mode, event_id, worker_id, until)
    select 'mer_other', 'test', 'd_' || n, ${worker.deps.workerId}, ${new Date(bench.clock.now().getTime() + 60_000)}
    from generate_series(1, ${count}::int) n`)

/** Events that this endpoint is to be told of, all due now. */
const fill = (key: EndpointKey) =>
  bench.db.run(sql`
    with told as (
      insert into webhook_events (merchant_id, event_id, mode, order_id, event, sequence, payload, created_at, has_delivery)
      select ${key.merchantId}, 'evt_' || n, ${key.mode}, 'ORDER_' || n, 'order.success', 2, '{}', ${bench.clock.now()}, true
      from generate_series(1, ${QUEUE}::int) n returning event_id
    )
    insert into webhook_undelivered (merchant_id, event_id, mode, url, state, due_at)
    select ${key.merchantId}, event_id, ${key.mode}, ${URL}, 'pending', ${bench.clock.now()} from told`)

test('a round reads what it sends and not the queue, though the plans are from when there was none and nothing was analysed since', async () => {
  const key = await bench.merchant(URL)
  for (let n = 0; n < ROUNDS_UNTIL_PLANNED; n += 1) {
    await bench.paid(key, `EARLY_${n}`)
    expect(await round([key])).toBe(1)
  }
  await fill(key)
  const read = await rowsReadBy(db, TABLES, async () => expect(await round([key])).toBe(2))
  expect(read).toBeLessThan(QUEUE / 20)
})

test('what came of an attempt is written down without reading what else is due or under way, though nothing was when the tables were last vacuumed', async () => {
  const [key, other, emptied] = [
    await bench.merchant(URL),
    await bench.merchant(URL),
    await bench.merchant(URL),
  ]
  await lease(QUEUE)
  await fill(emptied)
  await bench.db.run(sql`delete from webhook_leases`)
  await bench.db.run(sql`delete from webhook_undelivered`)
  await bench.db.pool.query('vacuum analyze webhook_leases, webhook_undelivered')
  await bench.paid(key, 'ORDER_1')
  const claimed = await claim([key])
  await lease(QUEUE)
  await fill(other)
  const read = await rowsReadBy(db, TABLES, async () => expect(await record(claimed)).toBe(1))
  expect(read).toBeLessThan(QUEUE / 20)
})
