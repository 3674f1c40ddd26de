import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bench, openBench, openWorker } from '../endpoints/webhook-harness.ts'
import { createDeadSenders } from './dead-senders.ts'
import { claimDeliveries } from './delivery-store.ts'

const PATIENCE = { timeout: 60_000 }
const LOOK = { ms: 1_500 }

let bench: Bench

beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

test('deliveries of a dead worker can be claimed after two looks, long before their lease ends', async () => {
  const key = await bench.merchant('https://shop.example.com/webhook')
  const eventId = await bench.paid(key, 'ORDER_1')
  const claim = async (leasedBy: string, deadWorkers: readonly string[]) => {
    const now = bench.clock.now()
    const leasedUntil = new Date(now.getTime() + 30_000)
    const lease = { now, leasedUntil, leasedBy, deadWorkers }
    const claimed = await claimDeliveries(bench.db, [{ ...key, inFlightMax: 1 }], lease)
    return claimed.map((each) => each.eventId)
  }
  const worker = await openWorker(bench.connectionString, bench.clock)
  const { workerId } = worker.deps
  expect(await claim(workerId, [])).toEqual([eventId])

  const dead = createDeadSenders({ db: bench.db, clock: bench.clock, workerId: 'wrk_other' })
  const lookAgain = async () => {
    bench.clock.advance(LOOK)
    await dead.look([key])
    return dead.ids()
  }
  expect([await lookAgain(), await lookAgain()]).toEqual([[], []])

  await worker.close()
  const isAlive = async () =>
    (await bench.db.pool.query('select galla_worker_alive($1) as alive', [workerId])).rows[0].alive
  await expect.poll(isAlive, PATIENCE).toBe(false)
  // It may only have lost its connection.
  expect(await lookAgain()).toEqual([])
  expect(await claim('wrk_other', dead.ids())).toEqual([])
  expect(await lookAgain()).toEqual([workerId])
  expect(await claim('wrk_other', dead.ids())).toEqual([eventId])
  // A look of long ago says nothing: the worker may have its connection back.
  bench.clock.advance(LOOK)
  bench.clock.advance(LOOK)
  expect(dead.ids()).toEqual([])
})
