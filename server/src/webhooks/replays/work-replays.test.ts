import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/database/database.ts'
import type { EndpointKey } from '../endpoints/endpoint.ts'
import { updateEndpointUrl } from '../endpoints/endpoint-store.ts'
import { type Bench, openBench, START } from '../endpoints/webhook-harness.ts'
import { startReplay } from './start-replay.ts'
import { workReplays } from './work-replays.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
beforeEach(async () => {
  await bench.db.run(sql`delete from webhook_replays`)
})
afterAll(() => bench.close())

const URL = 'https://shop.example/hook'
const nobody = () => undefined
const TIME = { from: START, to: new Date('2027-01-01T00:00:00Z'), state: 'undelivered' as const }
const work = () => workReplays({ db: bench.db, clock: bench.clock, wakeDeliveries: nobody })
const start = (key: EndpointKey) => startReplay({ ...bench.store, wakeReplays: nobody }, key, TIME, undefined)
const sent = ({ merchantId }: EndpointKey): Promise<number> =>
  bench.db.value<number>(sql`
    select sent from webhook_replays where merchant_id = ${merchantId}`)

/** A merchant with a replay under way of one event that happened when there was no URL. */
const waiting = async (orderId: string): Promise<EndpointKey> => {
  const key = await bench.merchant()
  await bench.paid(key, orderId)
  bench.clock.advance({ seconds: 1 })
  await updateEndpointUrl(bench.store, key, { url: URL })
  await start(key)
  return key
}

/** Its receiver does not answer, and something is due there already: nothing more may be made due. */
const stuck = async (orderId: string): Promise<EndpointKey> => {
  const key = await waiting(orderId)
  await bench.paid(key, `${orderId}_DUE`)
  await bench.db.run(sql`
    update webhook_endpoints set failing_since = ${bench.clock.now()} where merchant_id = ${key.merchantId}`)
  return key
}

test('however many replays get nowhere, the others have their turn', async () => {
  const slow = await Promise.all(Array.from({ length: 25 }, (_, n) => stuck(`SLOW_${n}`)))
  const late = await waiting('LATE')
  await work()
  await work()
  expect(await sent(late)).toBe(1)
  for (const key of slow) expect(await sent(key)).toBe(0)
})

test('a replay that fails takes nothing from the others, and is tried again', async () => {
  const bad = await waiting('BAD')
  const good = await waiting('GOOD')
  await bench.db.pool.query(
    `alter table webhook_undelivered add constraint nothing_bad check (merchant_id <> '${bad.merchantId}')`,
  )
  await expect(work()).rejects.toMatchObject({
    errors: [{ message: expect.stringContaining('nothing_bad') }],
  })
  expect([await sent(bad), await sent(good)]).toEqual([0, 1])
  await bench.db.pool.query('alter table webhook_undelivered drop constraint nothing_bad')
  await work()
  expect([await sent(bad), await sent(good)]).toEqual([1, 1])
})

test('a replay that waits for a row which someone holds lets the others go on', async () => {
  const held = await waiting('HELD')
  const free = await waiting('FREE')
  let letGo = nobody as () => void
  let locked = nobody as () => void
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve
  })
  const holding = bench.db.transaction(async (tx) => {
    await tx.run(sql`select from webhook_events where merchant_id = ${held.merchantId} for update`)
    locked()
    await new Promise<void>((resolve) => {
      letGo = resolve
    })
  })
  await isLocked
  const working = work()
  try {
    await expect.poll(() => sent(free)).toBe(1)
    expect(await sent(held)).toBe(0)
  } finally {
    letGo()
    await Promise.allSettled([holding, working])
  }
  expect(await sent(held)).toBe(1)
})
