import type { ServerResponse } from 'node:http'
import { RETRY_DELAYS_SECONDS, webhookPayload } from '@galla/contract/webhooks/webhook'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addNoticeTarget, noticesOf } from '../../../testing/notice-target.ts'
import { sql } from '../../platform/database/database.ts'
import {
  deleteEndpointUrl,
  findEndpoint,
  rotateSecret,
  updateEndpointUrl,
} from '../endpoints/endpoint-store.ts'
import { sendTestPing } from '../endpoints/send-test-ping.ts'
import {
  type Bench,
  openBench,
  openReceiver,
  openWorker,
  type Receiver,
  type Worker,
} from '../endpoints/webhook-harness.ts'
import { deleteOldEvents } from '../events/delete-old-events.ts'
import { listDeliveriesOfOrder } from './delivery-history-store.ts'

let bench: Bench
let worker: Worker
const receivers: Receiver[] = []

const receiver = async (...answer: Parameters<typeof openReceiver>): Promise<Receiver> => {
  const opened = await openReceiver(...answer)
  receivers.push(opened)
  return opened
}

const settled = async (span: Parameters<Bench['clock']['advance']>[0]): Promise<void> => {
  bench.clock.advance(span)
  await worker.idle()
}

const stateOf = async (merchantId: string, orderId: string) =>
  (await listDeliveriesOfOrder(bench.db, merchantId, orderId))[0]

beforeAll(async () => {
  bench = await openBench()
})
beforeEach(async () => {
  worker = await openWorker(bench.connectionString, bench.clock)
  worker.start()
  await worker.idle()
})
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(receivers.splice(0).map((each) => each.close()))
  await worker.close()
  expect(worker.errors).toEqual([])
  await bench.db.run(sql`delete from webhook_events`)
})
afterAll(() => bench.close())

test('an event is sent at once, signed so that the standardwebhooks library accepts it, with the documented body', async () => {
  const shop = await receiver()
  const key = await bench.merchant(shop.url)
  const eventId = await bench.paid(key, 'ORDER_1', worker.wake)
  await shop.until(1)
  await worker.idle()
  const got = shop.received[0]
  if (got === undefined) throw new Error('nothing came')
  vi.useFakeTimers({ toFake: ['Date'], now: bench.clock.now() })
  const { secret } = await findEndpoint(bench.store, key)
  const verified = new Webhook(secret).verify(got.body, got.headers as Record<string, string>)
  expect(got.headers['webhook-id']).toBe(eventId)
  expect(webhookPayload.parse(verified)).toEqual(verified)
  expect(got.body.replace(eventId, 'EVENT_ID')).toMatchInlineSnapshot(
    `"{"event":"order.success","eventId":"EVENT_ID","sequence":2,"createdAt":"2026-11-21T04:00:00.000Z","mode":"test","client_txn_id":"TXN_1","orderId":"ORDER_1","amount":"499.00","orderAmount":"499.00","p_info":"Masala tea","customerName":"Asha Rao","customerEmail":"asha@example.com","customerMobile":"9876543210","redirectUrl":"https://shop.example/done?cart=7","udf1":"चाय","udf2":"","udf3":"","remarks":"Payment received","status":"success","txnDate":"2026-11-21T09:30:00.000+05:30","utr":"600000000001","payerUpiId":"asha@okaxis","paidLate":false,"failureReason":null}"`,
  )
  vi.setSystemTime(bench.clock.now().getTime() + 301_000)
  expect(() => new Webhook(secret).verify(got.body, got.headers as Record<string, string>)).toThrow()
  expect(await stateOf(key.merchantId, 'ORDER_1')).toMatchObject({
    state: 'delivered',
    nextAttemptAt: null,
    attempts: [{ status: 200, error: null }],
  })
})

test('a receiver that always fails gets ten attempts on the schedule, one id, a fresh timestamp, then none', async () => {
  const shop = await receiver((reply) => reply.writeHead(500).end('no'))
  const key = await bench.merchant(shop.url)
  await bench.paid(key, 'ORDER_1', worker.wake)
  await worker.idle()
  for (const [index, seconds] of RETRY_DELAYS_SECONDS.entries()) {
    expect(shop.received).toHaveLength(index + 1)
    await settled({ seconds: seconds * 0.9 - 1 })
    expect(shop.received).toHaveLength(index + 1)
    await settled({ seconds: seconds * 0.2 + 2 })
  }
  expect(shop.received).toHaveLength(10)
  await settled({ days: 4 })
  expect(shop.received).toHaveLength(10)
  expect(new Set(shop.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(shop.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10)
  expect(new Set(shop.received.map(({ body }) => body)).size).toBe(1)
  const delivery = await stateOf(key.merchantId, 'ORDER_1')
  expect(delivery).toMatchObject({ state: 'exhausted', nextAttemptAt: null })
  expect(delivery?.attempts).toHaveLength(10)
})

test('Retry-After is waited for, and a redirect is not followed', async () => {
  const elsewhere = await receiver()
  const answers = [
    { status: 503, headers: { 'retry-after': '600' } },
    { status: 302, headers: { location: elsewhere.url } },
  ]
  const shop = await receiver((reply) => {
    const { status, headers } = answers.shift() ?? { status: 200, headers: {} }
    reply.writeHead(status, headers).end()
  })
  const key = await bench.merchant(shop.url)
  await bench.paid(key, 'ORDER_1', worker.wake)
  await worker.idle()
  await settled({ seconds: 598 })
  expect(shop.received).toHaveLength(1)
  await settled({ seconds: 3 })
  expect(shop.received).toHaveLength(2)
  await settled({ minutes: 6 })
  expect(shop.received).toHaveLength(3)
  expect(elsewhere.received).toHaveLength(0)
  expect(await stateOf(key.merchantId, 'ORDER_1')).toMatchObject({
    state: 'delivered',
    attempts: [{ status: 503 }, { status: 302 }, { status: 200 }],
  })
})

test('410 pauses the endpoint and leaves a job; events are stored meanwhile, and go out when a URL is saved', async () => {
  const gone = await receiver((reply) => reply.writeHead(410).end())
  const key = await bench.merchant(gone.url)
  await addNoticeTarget(bench.db, key.merchantId)
  await bench.paid(key, 'ORDER_1', worker.wake)
  await worker.idle()
  expect((await findEndpoint(bench.store, key)).paused?.reason).toBe('gone')
  expect(worker.jobs).toMatchObject([{ ...key, url: gone.url, reason: 'gone' }])
  expect(await noticesOf(bench.db, key.merchantId)).toEqual([{ kind: 'webhook' }])
  await bench.paid(key, 'ORDER_2', worker.wake)
  await settled({ hours: 1 })
  expect(gone.received).toHaveLength(1)
  const shop = await receiver()
  await updateEndpointUrl({ ...bench.store, wakeDeliveries: worker.wake }, key, { url: shop.url })
  await shop.until(2)
  await worker.idle()
  expect(new Set(shop.received.map(({ body }) => JSON.parse(body).orderId))).toEqual(
    new Set(['ORDER_1', 'ORDER_2']),
  )
})

test('an endpoint that only failed for five days is paused with one job; a delivered test ping ends the pause', async () => {
  let status = 500
  const shop = await receiver((reply) => reply.writeHead(status).end())
  const key = await bench.merchant(shop.url)
  for (let day = 0; day < 6; day += 1) {
    await bench.paid(key, `ORDER_${day}`, worker.wake)
    await worker.idle()
    await settled({ days: 1 })
  }
  const { paused } = await findEndpoint(bench.store, key)
  expect(paused?.reason).toBe('failing')
  expect(worker.jobs).toHaveLength(1)
  const before = shop.received.length
  await settled({ days: 2 })
  expect(shop.received).toHaveLength(before)
  status = 200
  await sendTestPing({ ...bench.store, wakeDeliveries: worker.wake }, key)
  await worker.idle()
  await settled({ seconds: 1 })
  expect(await findEndpoint(bench.store, key)).toMatchObject({ paused: null, failingSince: null })
  expect(await stateOf(key.merchantId, 'ORDER_5')).toMatchObject({ state: 'delivered' })
})

test('a dead receiver with 500 due deliveries delays nobody else', async () => {
  const hole = await receiver(() => undefined)
  const shop = await receiver()
  const dead = await bench.merchant(hole.url)
  const alive = await bench.merchant(shop.url)
  await bench.db.run(sql`
    with event as (
      insert into webhook_events (merchant_id, event_id, mode, order_id, event, sequence, payload, created_at, has_delivery)
      select ${dead.merchantId}, 'evt' || n, 'test', 'order' || n, 'order.success', 2, '{}', ${bench.clock.now()}, true
      from generate_series(1, 500) n returning merchant_id, event_id, created_at
    )
    insert into webhook_undelivered (merchant_id, event_id, mode, url, state, due_at)
    select merchant_id, event_id, 'test', ${hole.url}, 'pending', created_at from event`)
  bench.clock.advance({ seconds: 1 })
  await hole.until(2)
  // The two that hang are still in flight: the others did not wait for them.
  await bench.paid(alive, 'ORDER_1', worker.wake)
  await shop.until(1)
  expect(hole.openNow()).toBe(2)
  // The same without a wake-up call: as when another process committed it.
  await bench.paid(alive, 'ORDER_2')
  bench.clock.advance({ ms: 500 })
  await shop.until(2)
  expect(hole.openNow()).toBe(2)
  expect(hole.received).toHaveLength(2)
  expect(hole.openMax()).toBe(2)
  // Nothing that was refused now may keep the next test's worker busy.
  await deleteEndpointUrl(bench.store, dead)
})

/** A receiver that answers when `answer` is called. */
const heldReceiver = async () => {
  const waiting: ServerResponse[] = []
  const shop = await receiver((reply) => void waiting.push(reply))
  return {
    shop,
    waiting: () => expect.poll(() => waiting.length),
    answer(status = 200) {
      for (const reply of waiting.splice(0)) reply.writeHead(status).end()
    },
  }
}

test('a receiver that has answered is sent eight at once, a new one two; one that fails is asked by one at a time', async () => {
  const { shop, waiting, answer } = await heldReceiver()
  const key = await bench.merchant(shop.url)
  for (let order = 0; order < 40; order += 1) await bench.paid(key, `ORDER_${order}`)
  worker.wake(key)
  for (const count of [2, 8, 8, 8]) {
    await waiting().toBe(count)
    answer()
  }
  await waiting().toBe(8)
  expect(shop.openMax()).toBe(8)
  answer(500)
  // Six are left that were not tried yet.
  await waiting().toBe(1)
  bench.clock.advance({ seconds: 20 })
  await bench.db.pool.query('select 1')
  expect(shop.openNow()).toBe(1)
  await deleteEndpointUrl(bench.store, key)
  answer()
  await worker.idle()
})

test('after a rotation both secrets sign for 24 hours, then only the new one', async () => {
  const shop = await receiver()
  const key = await bench.merchant(shop.url)
  const { secret: old } = await findEndpoint(bench.store, key)
  const { secret: fresh } = await rotateSecret(bench.store, key)
  expect(fresh).not.toBe(old)
  await bench.paid(key, 'ORDER_1', worker.wake)
  await worker.idle()
  const accepts = (secret: string, index: number) => {
    const got = shop.received[index]
    vi.useFakeTimers({ toFake: ['Date'], now: bench.clock.now() })
    try {
      new Webhook(secret).verify(got?.body ?? '', got?.headers as Record<string, string>)
      return true
    } catch {
      return false
    } finally {
      vi.useRealTimers()
    }
  }
  expect([accepts(old, 0), accepts(fresh, 0)]).toEqual([true, true])
  await settled({ hours: 24 })
  await bench.paid(key, 'ORDER_2', worker.wake)
  await worker.idle()
  expect([accepts(old, 1), accepts(fresh, 1)]).toEqual([false, true])
})

test('events go after 90 days, with their deliveries and attempts', async () => {
  const shop = await receiver()
  const key = await bench.merchant(shop.url)
  await bench.paid(key, 'ORDER_1', worker.wake)
  await worker.idle()
  bench.clock.advance({ days: 89 })
  await deleteOldEvents(worker.deps)
  expect(await listDeliveriesOfOrder(bench.db, key.merchantId, 'ORDER_1')).toHaveLength(1)
  bench.clock.advance({ days: 2 })
  await deleteOldEvents(worker.deps)
  expect(await bench.db.rows(sql`select from webhook_events where merchant_id = ${key.merchantId}`)).toEqual(
    [],
  )
  expect(
    await bench.db.rows(sql`select from webhook_attempts where merchant_id = ${key.merchantId}`),
  ).toEqual([])
})
