import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sql } from '../../platform/database/database.ts'
import { randomIds } from '../../platform/ids.ts'
import type { EndpointKey } from '../endpoints/endpoint.ts'
import {
  deleteFurtherEndpoint,
  findEndpoint,
  pauseDeliveries,
  pauseEndpoint,
} from '../endpoints/endpoint-store.ts'
import { deleteWaiting } from '../endpoints/further-endpoints.ts'
import { resumeEndpoint } from '../endpoints/resume-endpoint.ts'
import { sendTestPing } from '../endpoints/send-test-ping.ts'
import {
  type Bench,
  CONTENT,
  openBench,
  openReceiver,
  openWorker,
  type Worker,
} from '../endpoints/webhook-harness.ts'
import { cancelFailures } from '../events/event-store.ts'
import { recordEvent } from '../events/record-event.ts'
import { recordMerchantEvent } from '../events/record-merchant-event.ts'
import { startReplay } from '../replays/start-replay.ts'
import { workReplays } from '../replays/work-replays.ts'
import { SWEEP_MS } from './deliveries.ts'
import { findDeliveries } from './read-deliveries.ts'
import { redeliver } from './redeliver.ts'

let bench: Bench
let worker: Worker
const receivers: { close: () => Promise<void> }[] = []
const receiver: typeof openReceiver = async (answer) => {
  const opened = await openReceiver(answer)
  receivers.push(opened)
  return opened
}

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

/** Advances the clock and sends what is due then. */
const settled = async (by: Parameters<Bench['clock']['advance']>[0]): Promise<void> => {
  bench.clock.advance(by)
  await worker.idle()
}
const deps = () => ({ clock: bench.clock, ids: randomIds, wakeDeliveries: worker.wake })
const listOf = async (key: EndpointKey) => (await findDeliveries(bench, key, { limit: 10 })).data
const undelivered = () =>
  bench.db.rows(sql`select endpoint_id as "endpointId", state from webhook_undelivered order by endpoint_id`)

test('an event goes to each endpoint that chose it, once, each with its own secret; 204 counts where the merchant said so', async () => {
  const noContent = (reply: Parameters<NonNullable<Parameters<typeof openReceiver>[0]>>[0]) =>
    reply.writeHead(204).end()
  const [first, second, strict, other] = await Promise.all([
    receiver(),
    receiver(noContent),
    receiver(noContent),
    receiver(),
  ])
  const key = await bench.merchant(first.url)
  const any = await bench.further(key, { url: second.url, takesAny2xx: true })
  const only200 = await bench.further(key, { url: strict.url })
  await bench.further(key, { url: other.url, events: ['refund.sent'] })
  const eventId = await bench.paid(key, 'ORDER_1', worker.wake)
  await Promise.all([first, second, strict].map((each) => each.until(1)))
  await worker.idle()
  expect(other.received).toEqual([])
  vi.useFakeTimers({ toFake: ['Date'], now: bench.clock.now() })
  for (const [at, sent] of [
    [key, first],
    [any, second],
  ] as const) {
    const [got] = sent.received
    const { secret } = await findEndpoint(bench.store, at)
    expect(got?.headers['webhook-id']).toBe(eventId)
    expect(new Webhook(secret).verify(got?.body ?? '', got?.headers as Record<string, string>)).toMatchObject(
      { eventId },
    )
    expect(await listOf(at)).toMatchObject([{ state: 'delivered', attemptsMade: 1 }])
  }
  expect((await findEndpoint(bench.store, any)).secret).not.toBe(
    (await findEndpoint(bench.store, key)).secret,
  )
  expect(first.received[0]?.body).toBe(second.received[0]?.body)
  expect(await listOf(only200)).toMatchObject([{ state: 'failed', attempts: [{ status: 204 }] }])
  expect(await undelivered()).toEqual([{ endpointId: 3, state: 'failed' }])
})

test('another kind of event is JSON in one shape, and an order in the format of its endpoint', async () => {
  const shop = await receiver()
  const key = await bench.merchant()
  const events = ['order.success', 'order.late', 'order.payment_reversed'] as const
  await bench.further(key, { url: shop.url, events, format: 'cutepe' })
  await bench.paid(key, 'ORDER_1', worker.wake)
  const data = {
    orderId: 'ORDER_1',
    client_txn_id: 'TXN_1',
    amount: '1.00',
    orderAmount: '1.00',
    utr: null,
    paidAt: 'now',
  }
  await bench.db.transaction((tx) =>
    recordMerchantEvent(tx, deps(), { ...key, type: 'order.late', about: 'ORDER_1', data }),
  )
  await shop.until(2)
  await worker.idle()
  const bodies = shop.received.map(({ body, headers }) => [headers['content-type'], body])
  expect(bodies).toContainEqual(['application/x-www-form-urlencoded', expect.stringContaining('txn_id')])
  const [, late = ''] = bodies.find(([type]) => type === 'application/json') ?? []
  expect(JSON.parse(late)).toMatchObject({ id: expect.any(String), type: 'order.late', mode: 'test', data })
})

test('one endpoint that fails or is gone holds up, pauses and repeats nothing of another', async () => {
  const [alive, gone] = await Promise.all([receiver(), receiver((reply) => reply.writeHead(410).end())])
  const key = await bench.merchant(alive.url)
  const broken = await bench.further(key, { url: gone.url })
  await bench.paid(key, 'ORDER_1', worker.wake)
  await gone.until(1)
  await worker.idle()
  await bench.paid(key, 'ORDER_2', worker.wake)
  await alive.until(2)
  await settled({ hours: 1 })
  expect([alive.received.length, gone.received.length]).toEqual([2, 1])
  expect((await findEndpoint(bench.store, broken)).paused?.reason).toBe('gone')
  expect((await findEndpoint(bench.store, key)).paused).toBeNull()
  expect(worker.jobs).toMatchObject([{ ...broken, url: gone.url }])
  expect(await listOf(broken)).toMatchObject([{ state: 'paused' }, { state: 'paused' }])
})

test('an order that is paid cancels its undelivered failure at every endpoint', async () => {
  const down = await receiver((reply) => reply.writeHead(503).end())
  const key = await bench.merchant(down.url)
  const events = ['order.success', 'order.failed'] as const
  const further = await bench.further(key, { url: down.url, events })
  const fails = { ...key, orderId: 'ORDER_1', event: 'order.failed', sequence: 1, payload: CONTENT } as const
  await bench.db.transaction((tx) => recordEvent(tx, deps(), fails))
  await down.until(2)
  await worker.idle()
  await bench.db.transaction((tx) => cancelFailures(tx, { ...key, orderId: 'ORDER_1' }))
  expect(await undelivered()).toEqual([
    { endpointId: 1, state: 'cancelled' },
    { endpointId: further.endpointId, state: 'cancelled' },
  ])
  await settled({ hours: 1 })
  expect(down.received).toHaveLength(2)
})

test('an endpoint that is removed while it is called gets nothing more, and what waits for it is deleted', async () => {
  const answers: (() => void)[] = []
  const slow = await receiver((reply) => void answers.push(() => reply.writeHead(500).end()))
  const key = await bench.merchant()
  const further = await bench.further(key, { url: slow.url })
  for (const n of [1, 2, 3]) await bench.paid(key, `ORDER_${n}`, worker.wake)
  await slow.until(2)
  await bench.db.transaction((tx) => deleteFurtherEndpoint(tx, further))
  for (const answer of answers) answer()
  await deleteWaiting(bench, further)
  await settled({ days: 1 })
  expect(await undelivered()).toEqual([])
  expect(slow.received).toHaveLength(2)
  await bench.paid(key, 'ORDER_4', worker.wake)
  expect(await undelivered()).toEqual([])
  // Its id is never given again: the deliveries of the next one are its own.
  const next = await bench.further(key, { url: slow.url, name: 'Next' })
  expect(next.endpointId).toBeGreaterThan(further.endpointId)
  expect(await listOf(next)).toEqual([])
})

test('an endpoint that its merchant paused waits, also after a test that worked, until it is resumed', async () => {
  const [first, paused] = await Promise.all([receiver(), receiver()])
  const key = await bench.merchant(first.url)
  const further = await bench.further(key, { url: paused.url })
  await bench.db.transaction(async (tx) => {
    await pauseEndpoint(tx, further, bench.clock.now())
    await pauseDeliveries(tx, further)
  })
  await bench.paid(key, 'ORDER_1', worker.wake)
  await sendTestPing({ ...bench.store, wakeDeliveries: worker.wake }, further)
  await Promise.all([first.until(1), paused.until(1)])
  await settled({ hours: 1 })
  expect(paused.received.map(({ body }) => JSON.parse(body).event)).toEqual(['test.ping'])
  await resumeEndpoint({ ...bench.store, wakeDeliveries: worker.wake }, further)
  await paused.until(2)
  await worker.idle()
  expect(first.received).toHaveLength(1)
})

test('an event whose transaction began before the pause waits too, and is sent when someone asks for it', async () => {
  const paused = await receiver()
  const key = await bench.merchant()
  const further = await bench.further(key, { url: paused.url })
  const wake = { ...bench.store, wakeDeliveries: worker.wake }
  const eventId = await bench.db.transaction(async (tx) => {
    const recorded = await recordEvent(
      tx,
      { ...deps(), wakeDeliveries: () => undefined },
      {
        ...key,
        orderId: 'ORDER_1',
        event: 'order.success',
        sequence: 2,
        payload: { ...CONTENT, orderId: 'ORDER_1' },
      },
    )
    await bench.db.transaction(async (other) => {
      await pauseEndpoint(other, further, bench.clock.now())
      await pauseDeliveries(other, further)
    })
    return recorded
  })
  worker.wake(further)
  await worker.idle()
  await settled({ hours: 1 })
  expect([paused.received, await listOf(further)]).toMatchObject([[], [{ state: 'paused' }]])
  await redeliver(wake, further, eventId)
  await paused.until(1)
  await worker.idle()
})

test('a replay and a resend reach the one endpoint that they name, with what it chose', async () => {
  const [first, late] = await Promise.all([receiver(), receiver()])
  const key = await bench.merchant(first.url)
  const wake = { ...bench.store, wakeDeliveries: worker.wake, wakeReplays: () => undefined }
  const eventId = await bench.paid(key, 'ORDER_1', worker.wake)
  const refund = {
    refundId: 'R',
    requestId: null,
    creditId: 'C',
    orderId: 'O',
    client_txn_id: 'T',
    amount: '1.00',
    utr: null,
    reference: null,
    reason: null,
  }
  await bench.db.transaction((tx) =>
    recordMerchantEvent(tx, deps(), { ...key, type: 'refund.sent', about: 'R', data: refund }),
  )
  await first.until(1)
  await worker.idle()
  const further = await bench.further(key, { url: late.url, events: ['refund.sent', 'order.success'] })
  await expect(redeliver(wake, further, eventId)).rejects.toThrow()
  bench.clock.advance({ minutes: 1 })
  const at = bench.clock.now().getTime()
  const range = { from: new Date(at - 3_600_000), to: new Date(at + 1000), state: 'undelivered' } as const
  expect(await startReplay(wake, further, range, undefined)).toMatchObject({ expected: 2 })
  await workReplays({ ...bench, wakeDeliveries: worker.wake })
  await late.until(2)
  await worker.idle()
  expect(await listOf(further)).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }])
  await redeliver(wake, further, eventId)
  await late.until(3)
  await worker.idle()
  expect(first.received).toHaveLength(1)
  expect((await listOf(further)).find((each) => each.eventId === eventId)?.attemptsMade).toBe(2)
})

test.each([
  ['failed before', true, 2],
  ['are new', false, 8],
])(
  'ten dead endpoints of a merchant, which %s, take one share of the places and hold up nobody',
  async (_what, known, most) => {
    const [dead, alive] = await Promise.all([receiver(() => undefined), receiver()])
    const key = await bench.merchant()
    for (let n = 0; n < 10; n += 1) await bench.further(key, { url: dead.url })
    const healthy = known && (await bench.further(key, { url: alive.url }))
    if (known)
      await bench.db.run(
        sql`update webhook_endpoints set failing_since = ${bench.clock.now()} where url = ${dead.url}`,
      )
    for (let n = 0; n < 5; n += 1) await bench.paid(key, `ORDER_${n}`, worker.wake)
    await dead.until(most)
    const other = await bench.merchant(alive.url)
    await bench.paid(other, 'ORDER_1', worker.wake)
    // A sweep at each look; those that hang are waited for.
    const looks = { received: known ? 6 : 1, sweeps: 8 }
    await expect
      .poll(() => {
        bench.clock.advance({ ms: SWEEP_MS })
        looks.sweeps -= 1
        return alive.received.length >= looks.received && looks.sweeps <= 0
      })
      .toBe(true)
    expect(dead.openMax()).toBe(most)
    if (healthy !== false) expect(await listOf(healthy)).toHaveLength(5)
  },
)
