import {
  PAYMENT_REVERSED,
  type PaymentReversedPayload,
  RETRY_DELAYS_SECONDS,
} from '@galla/contract/webhooks/webhook'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/database/database.ts'
import { firstUlidAt, randomIds } from '../../platform/ids.ts'
import { LOOKED_THROUGH_MAX } from '../deliveries/delivery-history-store.ts'
import { findDeliveries, showDelivery } from '../deliveries/read-deliveries.ts'
import { redeliver } from '../deliveries/redeliver.ts'
import { recordOtherEvent } from '../events/record-other-event.ts'
import { countReplayed, endReplay, startReplay } from '../replays/start-replay.ts'
import { workReplays } from '../replays/work-replays.ts'
import type { EndpointKey } from './endpoint.ts'
import { findEndpoint, updateEndpointUrl } from './endpoint-store.ts'
import { showEndpoint } from './read-endpoint.ts'
import { resumeEndpoint } from './resume-endpoint.ts'
import { sendTestPing } from './send-test-ping.ts'
import {
  type Bench,
  openBench,
  openReceiver,
  openWorker,
  type Receiver,
  START,
  type Worker,
} from './webhook-harness.ts'

let bench: Bench
let worker: Worker
const receivers: Receiver[] = []

const receiver = async (...answer: Parameters<typeof openReceiver>): Promise<Receiver> => {
  const opened = await openReceiver(...answer)
  receivers.push(opened)
  return opened
}

const store = () => ({ ...bench.store, wakeDeliveries: worker.wake })
const starting = () => ({ ...store(), wakeReplays: () => undefined })
const list = (key: EndpointKey, query: Partial<Parameters<typeof findDeliveries>[2]> = {}) =>
  findDeliveries(bench, key, { limit: 25, ...query })
const settled = async (span: Parameters<Bench['clock']['advance']>[0]): Promise<void> => {
  bench.clock.advance(span)
  await worker.idle()
}
/** Until nothing more is to be sent again. */
const replayAll = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) {
    const { more } = await workReplays({ ...store() })
    await settled({ ms: 500 })
    if (
      !more &&
      (await bench.db.rows(sql`select from webhook_replays where finished_at is null`)).length === 0
    )
      return
  }
  throw new Error('a replay never ended')
}
const ALL_TIME = { from: START, to: new Date('2027-01-01T00:00:00Z'), state: 'undelivered' as const }

beforeAll(async () => {
  bench = await openBench()
})
beforeEach(async () => {
  worker = await openWorker(bench.connectionString, bench.clock)
  worker.start()
  await worker.idle()
})
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((each) => each.close()))
  await worker.close()
  expect(worker.errors).toEqual([])
  // Not by the events' cascade, which PostgreSQL 15 plans for the few rows of an unanalysed table.
  await bench.db.run(sql`delete from webhook_undelivered`)
  await bench.db.run(sql`delete from webhook_events`)
  await bench.db.run(sql`delete from webhook_replays`)
})
afterAll(() => bench.close())

test('an attempt is kept with the headers and the body that were sent, the first kilobyte of the answer, and its time', async () => {
  const shop = await receiver((reply) => reply.end('x'.repeat(3000)))
  const key = await bench.merchant(shop.url)
  await bench.paid(key, 'ORDER_1', worker.wake)
  await worker.idle()
  const [row] = (await list(key)).data
  if (row === undefined) throw new Error('no delivery')
  const { attempts } = await showDelivery(bench, key, row.id)
  const [got] = shop.received
  expect(attempts).toHaveLength(1)
  expect(attempts[0]).toMatchObject({ status: 200, response: 'x'.repeat(1024), error: null })
  expect(attempts[0]?.request?.body).toBe(got?.body)
  for (const [name, value] of Object.entries(attempts[0]?.request?.headers ?? {}))
    expect(got?.headers[name]).toBe(value)
  expect(attempts[0]?.request?.headers['webhook-id']).toBe(row.eventId)
})

test("nobody sees or sends another merchant's delivery, nor one of the other mode", async () => {
  const shop = await receiver()
  const key = await bench.merchant(shop.url)
  const other = await bench.merchant(shop.url)
  await bench.paid(key, 'ORDER_1', worker.wake)
  await worker.idle()
  const id = (await list(key)).data[0]?.id ?? ''
  for (const stranger of [other, { ...key, mode: 'live' as const }]) {
    expect((await list(stranger)).data).toEqual([])
    await expect(showDelivery(bench, stranger, id)).rejects.toMatchObject({ code: 'not_found' })
  }
  await expect(redeliver(store(), other, id)).rejects.toMatchObject({ code: 'not_found' })
})

test('the list pages by what was shown last, whatever comes meanwhile, and filters by state, event, order and time', async () => {
  const shop = await receiver((reply, { body }) =>
    reply.writeHead(JSON.parse(body).orderId === 'ORDER_3' ? 500 : 200).end(),
  )
  const key = await bench.merchant(shop.url)
  for (const n of [1, 2, 3, 4, 5]) {
    await bench.paid(key, `ORDER_${n}`, worker.wake)
    await worker.idle()
    await settled({ seconds: 1 })
  }
  await sendTestPing(store(), key)
  await worker.idle()
  const orders = (page: { data: readonly { orderId: string | null }[] }) =>
    page.data.map((row) => row.orderId)
  const first = await list(key, { limit: 4 })
  expect(orders(first)).toEqual([null, 'ORDER_5', 'ORDER_4', 'ORDER_3'])
  await bench.paid(key, 'ORDER_6', worker.wake)
  await worker.idle()
  const second = await list(key, { limit: 4, after: first.next ?? '' })
  expect([orders(second), second.next]).toEqual([['ORDER_2', 'ORDER_1'], null])
  expect(orders(await list(key, { state: 'failed' }))).toEqual(['ORDER_3'])
  expect(orders(await list(key, { state: 'delivered', event: 'order.success' }))).toEqual([
    'ORDER_6',
    'ORDER_5',
    'ORDER_4',
    'ORDER_2',
    'ORDER_1',
  ])
  expect(orders(await list(key, { event: 'test.ping' }))).toEqual([null])
  expect(orders(await list(key, { orderId: 'ORDER_2' }))).toEqual(['ORDER_2'])
  const [one, , , four] = (await list(key)).data.filter(({ orderId }) => orderId !== null).toReversed()
  expect(orders(await list(key, { from: one?.createdAt ?? '', to: four?.createdAt ?? '' }))).toEqual([
    'ORDER_3',
    'ORDER_2',
    'ORDER_1',
  ])
})

test('a waiting delivery behind more of other events than one page looks through is found by the next page', async () => {
  const key = await bench.merchant('https://shop.example.com/webhook')
  const start = firstUlidAt(bench.clock.now()).slice(0, 18)
  await bench.db.run(sql`
    insert into webhook_events (merchant_id, mode, event_id, event, sequence, payload, created_at, has_delivery)
    select ${key.merchantId}, ${key.mode}, ${start} || lpad(n::text, 8, '0'),
           case n when 0 then 'order.failed' else 'order.success' end, 1, '{}', ${bench.clock.now()}, true
    from generate_series(0, ${LOOKED_THROUGH_MAX}::int) n`)
  await bench.db.run(sql`analyze webhook_events`)
  await bench.db.run(sql`
    insert into webhook_undelivered (merchant_id, mode, event_id, url, state)
    select merchant_id, mode, event_id, 'https://shop.example.com/webhook', 'exhausted' from webhook_events
    where merchant_id = ${key.merchantId}`)
  const found = await list(key, { state: 'exhausted', event: 'order.failed' })
  expect(found).toEqual({ data: [], next: `${start}00000001` })
  const next = await list(key, { state: 'exhausted', event: 'order.failed', after: found.next ?? '' })
  expect(next).toMatchObject({ data: [{ id: `${start}00000000` }], next: null })
})

test('redelivery keeps the webhook-id, restarts the schedule, and sends once when requested twice', async () => {
  let status = 500
  let letGo = (): void => undefined
  let hold = false
  const shop = await receiver((reply) => {
    const answer = () => void reply.writeHead(status).end()
    if (hold) letGo = answer
    else answer()
  })
  const key = await bench.merchant(shop.url)
  const eventId = await bench.paid(key, 'ORDER_1', worker.wake)
  await worker.idle()
  for (const seconds of RETRY_DELAYS_SECONDS) await settled({ seconds: seconds * 1.11 })
  const [exhausted] = (await list(key)).data
  expect(exhausted).toMatchObject({ state: 'exhausted', attemptsMade: 10 })
  hold = true
  const id = exhausted?.id ?? ''
  expect(await redeliver(store(), key, id)).toEqual({ id, state: 'pending' })
  await shop.until(11)
  expect(await redeliver(store(), key, id)).toEqual({ id, state: 'pending' })
  letGo()
  await worker.idle()
  expect(shop.received).toHaveLength(11)
  expect(shop.received[10]?.headers['webhook-id']).toBe(eventId)
  hold = false
  expect((await list(key)).data[0]).toMatchObject({ state: 'failed', attemptsMade: 11 })
  status = 200
  await settled({ seconds: 7 })
  expect((await list(key)).data[0]).toMatchObject({ state: 'delivered', attemptsMade: 12 })
})

test('a replay is counted before, sends what was never delivered, and done twice sends nothing twice', async () => {
  let status = 500
  const shop = await receiver((reply) => reply.writeHead(status).end())
  const key = await bench.merchant()
  await bench.paid(key, 'BEFORE_A_URL', worker.wake)
  bench.clock.advance({ minutes: 1 })
  await updateEndpointUrl(store(), key, { url: shop.url })
  await bench.paid(key, 'ORDER_1', worker.wake)
  await worker.idle()
  status = 200
  await settled({ seconds: 7 })
  status = 500
  await bench.paid(key, 'ORDER_2', worker.wake)
  await worker.idle()
  await sendTestPing(store(), key)
  await worker.idle()
  bench.clock.advance({ seconds: 1 })
  const { count, isMore, asOf } = await countReplayed(bench, key, ALL_TIME)
  expect([count, isMore]).toEqual([2, false])
  status = 200
  const before = shop.received.length
  bench.clock.advance({ seconds: 1 })
  const replay = await startReplay(starting(), key, ALL_TIME, new Date(asOf))
  expect(replay).toMatchObject({ expected: 2, sent: 0, finishedAt: null })
  expect((await startReplay(starting(), key, ALL_TIME, new Date(asOf))).id).toBe(replay.id)
  await expect(startReplay(starting(), key, { ...ALL_TIME, state: 'all' }, undefined)).rejects.toMatchObject({
    code: 'replay_under_way',
  })
  await replayAll()
  const sent = shop.received.slice(before).map(({ body }) => JSON.parse(body).orderId)
  expect(sent.filter((orderId) => orderId !== undefined).sort()).toEqual(['BEFORE_A_URL', 'ORDER_2'])
  expect((await showEndpoint(bench.store, key)).replay).toMatchObject({ sent: 2, stopped: false })
  const total = shop.received.length
  await startReplay(starting(), key, { ...ALL_TIME, state: 'all' }, new Date(asOf))
  await replayAll()
  // ORDER_1 alone was not sent since the count.
  expect(shop.received.slice(total).map(({ body }) => JSON.parse(body).orderId)).toEqual(['ORDER_1'])
})

test('a reversal that the webhook URL did not take is sent again, and not one that it was never to get', async () => {
  const shop = await receiver()
  const key = await bench.merchant(shop.url)
  const reversal = {
    event: PAYMENT_REVERSED as typeof PAYMENT_REVERSED,
    sequence: 1 as const,
    mode: key.mode,
    orderId: 'ORDER_1',
    client_txn_id: 'TXN_1',
    amount: '499.00',
    utr: '412345678901',
    reversedAmount: null,
    reversedAt: bench.clock.now().toISOString(),
  }
  const deps = { ...bench, ids: randomIds, wakeDeliveries: () => undefined }
  for (const dialect of [null, 'cutepe'] as const)
    await bench.db.transaction((tx) =>
      recordOtherEvent<PaymentReversedPayload>(tx, deps, key.merchantId, reversal, dialect),
    )
  await bench.db.run(sql`update webhook_undelivered set state = 'exhausted', due_at = null`)
  bench.clock.advance({ seconds: 1 })
  expect((await countReplayed(bench, key, ALL_TIME)).count).toBe(1)
  await startReplay(starting(), key, ALL_TIME, undefined)
  await replayAll()
  expect(shop.received.map(({ body }) => JSON.parse(body).event)).toEqual([PAYMENT_REVERSED])
})

test('a replay of many goes a few at a time, so what happens now does not wait behind it; stopped, it sends no more', async () => {
  const hole = await receiver(() => undefined)
  const key = await bench.merchant(hole.url)
  const now = bench.clock.now()
  await bench.db.run(sql`
    with event as (
      insert into webhook_events (merchant_id, event_id, mode, order_id, event, sequence, payload, created_at, has_delivery)
      select ${key.merchantId}, ${randomIds.ulid(now).slice(0, 20)} || lpad(n::text, 6, '0'), 'test', 'order' || n,
             'order.success', 2, '{}', ${now}, true
      from generate_series(1, 2500) n returning merchant_id, event_id, created_at
    )
    insert into webhook_undelivered (merchant_id, event_id, mode, url, state)
    select merchant_id, event_id, 'test', ${hole.url}, 'exhausted' from event`)
  bench.clock.advance({ seconds: 1 })
  const { count } = await countReplayed(bench, key, ALL_TIME)
  expect(count).toBe(2500)
  await startReplay({ ...bench.store, wakeReplays: () => undefined }, key, ALL_TIME, undefined)
  const quiet = bench.store
  expect(await workReplays(quiet)).toEqual({ more: false })
  expect(await workReplays(quiet)).toEqual({ more: false })
  const due = await bench.db.rows(sql`select from webhook_deliveries where due_at is not null`)
  expect(due).toHaveLength(100)
  expect(await endReplay(bench, key)).toMatchObject({ sent: 100, stopped: true })
  await workReplays(quiet)
  expect(await bench.db.rows(sql`select from webhook_deliveries where due_at is not null`)).toHaveLength(100)
  expect(await endReplay(bench, key)).toMatchObject({ sent: 100 })
})

test('a paused endpoint says why and what waits, refuses a replay, and sends all of it when it is resumed', async () => {
  let status = 410
  const shop = await receiver((reply) => reply.writeHead(status).end())
  const key = await bench.merchant(shop.url)
  await bench.paid(key, 'ORDER_1', worker.wake)
  await worker.idle()
  await bench.paid(key, 'ORDER_2', worker.wake)
  await worker.idle()
  expect(await showEndpoint(bench.store, key)).toMatchObject({
    paused: { reason: 'gone', at: bench.clock.now().toISOString() },
    health: { delivered: 0, notDelivered: 1, waiting: 2, lastDeliveredAt: null },
  })
  await expect(startReplay(starting(), key, ALL_TIME, undefined)).rejects.toMatchObject({
    code: 'webhook_paused',
  })
  status = 200
  await resumeEndpoint(store(), key)
  await worker.idle()
  await settled({ seconds: 1 })
  const shown = await showEndpoint(bench.store, key)
  expect(shown).toMatchObject({ paused: null, failingSince: null, health: { delivered: 2, waiting: 0 } })
  expect(shown.strip.map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  expect(shown.health.lastDeliveredAt).not.toBeNull()
  expect((await findEndpoint(bench.store, key)).paused).toBeNull()
})
