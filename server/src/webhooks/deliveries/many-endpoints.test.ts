import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/database/database.ts'
import {
  type Bench,
  openBench,
  openReceiver,
  openWorker,
  type Receiver,
} from '../endpoints/webhook-harness.ts'
import { type DeliveriesDeps, SWEEP_MS } from './deliveries.ts'
import { postWebhook } from './send-delivery.ts'

const ENDPOINTS = 1_000
const DEAD_OF_TEN = 6
const isDead = (n: number): boolean => n % 10 < DEAD_OF_TEN
const PATIENCE = { timeout: 100_000 }
const HEALTHY = ENDPOINTS * (1 - DEAD_OF_TEN / 10)

let bench: Bench
let shops: Receiver
let dead = 0

beforeAll(async () => {
  bench = await openBench()
})
beforeEach(async () => {
  dead = 0
  await bench.db.run(sql`delete from webhook_events`)
  // A dead endpoint takes what is sent and never answers.
  shops = await openReceiver((reply, { path }) => {
    if (path.startsWith('/dead')) dead += 1
    else reply.end('OK')
  })
})
afterAll(() => bench.close())

const delivered = (): Promise<number> =>
  bench.db.value<number>(sql`
    select count(*)::int as n from webhook_deliveries where state = 'delivered'`)

test.each([
  ['nobody knew so', false],
  ['they failed before', true],
])(
  'of 1,000 endpoints 600 never answer, and %s: the other 400 get theirs while those still hang',
  async (_what, known) => {
    const { origin } = new URL(shops.url)
    await bench.many(
      Array.from({ length: ENDPOINTS }, (_, n) => `${origin}/${isDead(n) ? 'dead' : 'alive'}/${n}`),
    )
    if (known)
      await bench.db.run(sql`
      update webhook_endpoints set failing_since = ${bench.clock.now()} where url like '%/dead/%'`)
    // However slow this machine is, nobody is given up.
    const post: DeliveriesDeps['post'] = (request) =>
      postWebhook({ allowPrivate: true })({ ...request, totalTimeoutMs: 600_000 })
    const worker = await openWorker(bench.connectionString, bench.clock, { post })
    worker.start()
    // A sweep of the clock at each look, until all that live have theirs.
    await expect
      .poll(() => {
        bench.clock.advance({ ms: SWEEP_MS })
        return delivered()
      }, PATIENCE)
      .toBe(HEALTHY)
    expect(dead).toBeGreaterThanOrEqual(100)
    // Those that never answer are still waited for: nobody was served by giving them up.
    await expect.poll(() => shops.openNow() - dead, PATIENCE).toBe(0)
    await shops.close()
    await worker.close()
    expect(worker.errors).toEqual([])
  },
)
