import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/database/database.ts'
import { type Bench, openBench, openReceiver, openWorker } from '../endpoints/webhook-harness.ts'
import { listDeliveriesOfOrder } from './delivery-history-store.ts'
import { IN_FLIGHT_MAX } from './delivery-limits.ts'

const PROGRAM = fileURLToPath(new URL('webhook-crash-program.ts', import.meta.url))
let bench: Bench

beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

const killAt = async (point: string, together = 1): Promise<void> => {
  const child = spawn(
    process.execPath,
    [PROGRAM, bench.connectionString, point, bench.clock.now().toISOString(), String(together)],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const ended = once(child, 'exit')
  const [output] = await Promise.race([once(child.stdout, 'data'), ended.then(() => ['ended early'])])
  expect(String(output)).toBe('reached\n')
  child.kill('SIGKILL')
  await ended
  await bench.endLeases()
}

test.each([
  ['between the commit and the POST', 'before-post', 1],
  ['between the POST and its record', 'after-post', 2],
] as const)(
  'kill -9 %s loses nothing: another process sends it, with the same id',
  async (_when, point, posts) => {
    const shop = await openReceiver()
    const key = await bench.merchant(shop.url)
    const eventId = await bench.paid(key, `ORDER_${point}`)
    await killAt(point)
    expect(shop.received).toHaveLength(posts - 1)
    const worker = await openWorker(bench.connectionString, bench.clock)
    worker.start()
    const startedMs = performance.now()
    while (shop.received.length < posts && performance.now() - startedMs < 10_000) {
      bench.clock.advance({ ms: 250 })
      await worker.idle()
      await bench.db.pool.query('select 1')
    }
    await worker.close()
    await shop.close()
    expect(shop.received.map(({ headers }) => headers['webhook-id'])).toEqual(Array(posts).fill(eventId))
    expect(worker.errors).toEqual([])
    expect(await listDeliveriesOfOrder(bench.db, key.merchantId, `ORDER_${point}`)).toMatchObject([
      { state: 'delivered', attempts: [{ status: 200 }] },
    ])
  },
)

test('kill -9 while many attempts are being written down loses none: what was not written down is sent again, with the same ids', async () => {
  let status = 410
  const gone = await openReceiver((reply) => reply.writeHead(status).end())
  const shop = await openReceiver()
  const keys = [await bench.merchant(gone.url)]
  while (keys.length < 6) keys.push(await bench.merchant(shop.url))
  const ids = await Promise.all(keys.map((key) => bench.paid(key, 'ORDER_AMID')))
  await killAt('amid-records', keys.length)
  const arrived = () => [...gone.received, ...shop.received].map(({ headers }) => headers['webhook-id'])
  expect(arrived().sort()).toEqual([...ids].sort())
  const recorded = new Set<string>()
  for (const [index, { merchantId }] of keys.entries()) {
    const [delivery] = await listDeliveriesOfOrder(bench.db, merchantId, 'ORDER_AMID')
    if (delivery?.state === 'delivered') recorded.add(ids[index] ?? '')
    else expect(delivery).toMatchObject({ state: 'pending', attempts: [] })
  }
  const again = ids.filter((id) => !recorded.has(id))
  expect(again.length).toBeGreaterThan(0)
  status = 200
  const worker = await openWorker(bench.connectionString, bench.clock)
  worker.start()
  const startedMs = performance.now()
  while (arrived().length < ids.length + again.length && performance.now() - startedMs < 10_000) {
    bench.clock.advance({ ms: 250 })
    await worker.idle()
    await bench.db.pool.query('select 1')
  }
  await worker.close()
  await Promise.all([gone.close(), shop.close()])
  expect(arrived().sort()).toEqual([...ids, ...again].sort())
  expect(worker.errors).toEqual([])
  for (const key of keys)
    expect(await listDeliveriesOfOrder(bench.db, key.merchantId, 'ORDER_AMID')).toMatchObject([
      { state: 'delivered', attempts: [{ status: 200 }] },
    ])
})

test('two processes that sweep at once send each delivery once, and never more at a time than a quick endpoint may have', async () => {
  const shops = await Promise.all([1, 2, 3].map(() => openReceiver()))
  const ids: string[] = []
  for (const shop of shops) {
    const key = await bench.merchant(shop.url)
    for (let order = 0; order < 20; order += 1) ids.push(await bench.paid(key, `ORDER_${order}`))
  }
  const workers = await Promise.all([1, 2].map(() => openWorker(bench.connectionString, bench.clock)))
  for (const worker of workers) worker.start()
  const startedMs = performance.now()
  const arrived = () => shops.flatMap(({ received }) => received)
  while (arrived().length < ids.length && performance.now() - startedMs < 20_000) {
    bench.clock.advance({ ms: 250 })
    await Promise.all(workers.map((worker) => worker.idle()))
  }
  await Promise.all(workers.map((worker) => worker.close()))
  await Promise.all(shops.map((shop) => shop.close()))
  expect(
    arrived()
      .map(({ headers }) => headers['webhook-id'])
      .sort(),
  ).toEqual(ids.sort())
  for (const shop of shops) expect(shop.openMax()).toBeLessThanOrEqual(IN_FLIGHT_MAX)
  expect(workers.flatMap(({ errors }) => errors)).toEqual([])
})

/** A process with the real clock. */
const startSender = async () => {
  const child = spawn(process.execPath, [PROGRAM, bench.connectionString, '', ''], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  return {
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

test('of two processes under load one is killed: the other has done its deliveries within 20 s, and records no attempt twice', async () => {
  const [endpoints, each] = [20, 40]
  const shop = await openReceiver((reply) => void setTimeout(() => reply.end('OK'), 30))
  const ids = await Promise.all(
    Array.from({ length: endpoints }, async () => {
      const key = await bench.merchant(shop.url)
      return Promise.all(Array.from({ length: each }, (_none, n) => bench.paid(key, `ORDER_${n}`)))
    }),
  )
  const expected = ids.flat().sort()
  await bench.db.run(sql`update webhook_undelivered set due_at = now() where due_at is not null`)
  const senders = await Promise.all([startSender(), startSender()])
  await shop.until(expected.length / 4)
  await senders[0]?.kill()
  const killedMs = performance.now()
  const waiting = () => bench.db.value<number>(sql`select count(*)::int as n from webhook_undelivered`)
  const leased = await bench.db.value<number>(sql`
    select count(*)::int as n from webhook_undelivered where leased_until is not null`)
  await expect.poll(waiting, { timeout: 60_000, interval: 100 }).toBe(0)
  const doneMs = performance.now() - killedMs
  await senders[1]?.kill()
  await shop.close()
  expect(doneMs).toBeLessThan(20_000)
  const attempts = await bench.db.rows<{ event_id: string; numbers: number[] }>(sql`
    select event_id, array_agg(attempt order by attempt) as numbers from webhook_attempts
    where event_id = any(${expected}::text[]) group by event_id order by event_id`)
  expect(attempts.map(({ event_id }) => event_id)).toEqual(expected)
  expect(attempts.filter(({ numbers }) => numbers.length !== 1)).toEqual([])
  const arrived = shop.received.map(({ headers }) => String(headers['webhook-id']))
  expect([...new Set(arrived)].sort()).toEqual(expected)
  // Only what was in flight then may come again.
  expect(arrived.length - expected.length).toBeLessThanOrEqual(leased)
})

test('the lease of a delivery that is still being sent is extended, so no other process sends it', async () => {
  const open: ServerResponse[] = []
  const shop = await openReceiver((reply) => void open.push(reply))
  const key = await bench.merchant(shop.url)
  await bench.paid(key, 'ORDER_SLOW')
  const workers = await Promise.all([1, 2].map(() => openWorker(bench.connectionString, bench.clock)))
  for (const worker of workers) worker.start()
  await shop.until(1)
  const leaseEndsWithin = (seconds: number) =>
    bench.db.value<boolean>(sql`
      select leased_until <= now() + make_interval(secs => ${seconds}) as ends from webhook_undelivered
      where merchant_id = ${key.merchantId}`)
  expect(await leaseEndsWithin(15)).toBe(true)
  // Its time is almost over.
  await bench.db.run(sql`
    update webhook_undelivered set leased_until = now() + interval '9 seconds' where merchant_id = ${key.merchantId}`)
  await expect.poll(() => leaseEndsWithin(9), { timeout: 9_000 }).toBe(false)
  bench.clock.advance({ seconds: 1 })
  await bench.db.pool.query('select 1')
  for (const reply of open) reply.end('OK')
  await Promise.all(workers.map((worker) => worker.idle()))
  await Promise.all(workers.map((worker) => worker.close()))
  await shop.close()
  expect(shop.received).toHaveLength(1)
  expect(await listDeliveriesOfOrder(bench.db, key.merchantId, 'ORDER_SLOW')).toMatchObject([
    { state: 'delivered', attempts: [{ status: 200 }] },
  ])
  expect(workers.flatMap(({ errors }) => errors)).toEqual([])
})
