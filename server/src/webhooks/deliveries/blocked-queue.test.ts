import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/database/database.ts'
import { createMissedResumer, resumeEndpoint } from '../endpoints/resume-endpoint.ts'
import {
  type Bench,
  CONTENT,
  openBench,
  openReceiver,
  openWorker,
  type Receiver,
} from '../endpoints/webhook-harness.ts'
import { recordEvent } from '../events/record-event.ts'
import { postWebhook } from './send-delivery.ts'

let bench: Bench
let shop: Receiver
beforeAll(async () => {
  bench = await openBench()
})
beforeEach(async () => {
  shop = await openReceiver()
})
afterEach(async () => {
  await shop.close()
  await bench.db.run(sql`delete from webhook_events`)
})
afterAll(() => bench.close())

test('an endpoint whose secret cannot be opened delays no other endpoint, and is tried again after a minute', async () => {
  const { origin } = new URL(shop.url)
  await bench.many(['broken', '1', '2', '3'].map((path) => `${origin}/${path}`))
  await bench.db.run(sql`
    update webhook_endpoints set previous_secret_sealed = secret_sealed, previous_secret_until = '2000-01-01', secret_sealed = '\\x00'
    where url like '%/broken'`)
  const worker = await openWorker(bench.connectionString, bench.clock)
  worker.start()
  await shop.until(3)
  await worker.idle()
  expect(shop.received.map(({ path }) => path).toSorted()).toEqual(['/1', '/2', '/3'])
  bench.clock.advance({ seconds: 30 })
  await worker.idle()
  expect(worker.errors).toMatchObject([{ name: 'UnsealError' }])
  await bench.db.run(sql`
    update webhook_endpoints set secret_sealed = previous_secret_sealed where url like '%/broken'`)
  bench.clock.advance({ seconds: 31 })
  await shop.until(4)
  expect(shop.received[3]?.path).toBe('/broken')
  await worker.close()
})

test('an event that was recorded during a pause and committed after it is delivered', async () => {
  const worker = await openWorker(bench.connectionString, bench.clock)
  worker.start()
  const key = await bench.merchant(shop.url)
  await bench.db.run(sql`
    update webhook_endpoints set paused_at = ${bench.clock.now()}, pause_reason = 'gone', failing_since = ${bench.clock.now()}
    where merchant_id = ${key.merchantId}`)
  await bench.db.transaction(async (tx) => {
    await recordEvent(
      tx,
      { ...bench.store, wakeDeliveries: worker.wake },
      { ...key, orderId: 'ORDER_1', event: 'order.success', sequence: 2, payload: CONTENT },
    )
    await resumeEndpoint(bench.store, key)
  })
  const resumeMissed = createMissedResumer({ ...bench.store, wakeDeliveries: worker.wake })
  await resumeMissed()
  await shop.until(1)
  await worker.close()
  expect(worker.errors).toEqual([])
})

test('deliveries at a paused endpoint stay paused', async () => {
  const key = await bench.merchant(shop.url)
  await bench.db.run(sql`
    update webhook_endpoints set paused_at = ${bench.clock.now()}, pause_reason = 'gone', failing_since = ${bench.clock.now()}
    where merchant_id = ${key.merchantId}`)
  await bench.paid(key, 'ORDER_1')
  await createMissedResumer(bench.store)()
  expect(
    await bench.db.rows(sql`select state from webhook_undelivered where merchant_id = ${key.merchantId}`),
  ).toEqual([{ state: 'paused' }])
})

test('a resume of more deliveries than one step takes makes all of them due', async () => {
  const key = await bench.merchant(shop.url)
  const count = 5_003
  await bench.db.run(sql`
    insert into webhook_events (merchant_id, event_id, mode, order_id, event, sequence, payload, created_at, has_delivery)
    select ${key.merchantId}, 'evt' || n, 'test', 'ORDER' || n, 'order.success', 2, '{}', ${bench.clock.now()}, true
    from generate_series(1, ${count}::int) n`)
  // The foreign key's look-up would be planned for an empty table.
  await bench.db.run(sql`analyze webhook_events`)
  await bench.db.run(sql`
    insert into webhook_undelivered (merchant_id, event_id, mode, url, state)
    select ${key.merchantId}, 'evt' || n, 'test', ${shop.url}, 'paused' from generate_series(1, ${count}::int) n`)
  const due = () =>
    bench.db.one<{ n: number }>(sql`
      select count(*)::int as n from webhook_undelivered where merchant_id = ${key.merchantId} and due_at is not null`)
  await resumeEndpoint(bench.store, key)
  expect(await due()).toEqual({ n: 5_000 })
  await createMissedResumer(bench.store)()
  expect(await due()).toEqual({ n: count })
})

test('deliveries that cannot be prepared hold back no others of their endpoint', async () => {
  let failures = 0
  const post = postWebhook({ allowPrivate: true })
  const worker = await openWorker(bench.connectionString, bench.clock, {
    post(request) {
      if (!/ORDER_[12]"/.test(String(request.body))) return post(request)
      failures += 1
      throw new Error('it cannot be sent')
    },
  })
  const key = await bench.merchant(shop.url)
  await bench.db.run(sql`
    update webhook_endpoints set failing_since = ${bench.clock.now()}
    where merchant_id = ${key.merchantId}`)
  for (const n of [0, 1, 2, 3, 4, 5]) {
    await bench.paid(key, `ORDER_${n + 1}`)
    bench.clock.advance({ ms: 1 })
  }
  worker.start()
  await expect
    .poll(() => {
      bench.clock.advance({ seconds: 1 })
      return shop.received.length
    })
    .toBe(4)
  expect(failures).toBeGreaterThanOrEqual(2)
  await worker.close()
})
