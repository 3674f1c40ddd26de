import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { request } from 'undici'
import { type Secrets, secretsFrom } from '../../server/src/platform/crypto/crypto.ts'
import { findDataKey } from '../../server/src/platform/crypto/data-key.ts'
import { type Database, sql } from '../../server/src/platform/database/database.ts'
import { randomIds } from '../../server/src/platform/ids.ts'
import { createSealedSecret } from '../../server/src/webhooks/endpoints/endpoint-store.ts'
import { processorTimeBetween, readProcessorTime } from '../../server/testing/processor-time.ts'
import { call } from '../call.ts'
import { databaseOf } from '../galla-database.ts'
import { type Galla, makeDataDir, removeDataDir, startGalla } from '../galla-process.ts'
import { createOrders, registerMerchant } from '../merchants.ts'
import { median, percentile } from '../percentile.ts'
import { type Chapter, digits, type Figure } from '../report.ts'
import type { Report } from '../webhook-receiver.ts'

const ENDPOINTS = 200
const DELIVERIES = 20_000
const ROUNDS = 5
/** More than the deliveries in flight, most of which are being claimed or recorded. */
const POSTS_AT_ONCE = 400
const RATE_GOAL = 2_500
const PAYMENTS = 300
const WARM_UP_PAYMENTS = 20
const P99_MS_GOAL = 100
const MANY = 1_000
const DEAD_SHARE = 0.6
const HEALTHY_P95_MS_GOAL = 1_000
const PATIENCE_MS = 120_000
const RECEIVER = fileURLToPath(new URL('../webhook-receiver.ts', import.meta.url))

interface Setup {
  readonly galla: Galla
  readonly db: Database
  readonly secrets: Secrets
  readonly receiver: { readonly origin: string; report(): Promise<Report> }
}

const payloadOf = (n: number, at: Date): string =>
  JSON.stringify({
    event: 'order.success',
    eventId: `evt_${n}`,
    createdAt: at.toISOString(),
    orderId: `ORDER_${n}`,
    amount: '499.00',
    p_info: 'Two kilos of Darjeeling tea',
    customerName: 'Asha Rao',
    customerEmail: 'asha.rao@example.com',
    status: 'success',
    utr: '600000000001',
  })

const startReceiver = async () => {
  const child = spawn(process.execPath, [RECEIVER], { stdio: ['ignore', 'pipe', 'inherit'] })
  const end = (): void => void child.kill('SIGTERM')
  process.once('exit', end)
  const [port] = await once(child.stdout, 'data')
  const origin = `http://127.0.0.1:${String(port).trim()}`
  const report = async (): Promise<Report> =>
    (await (await request(`${origin}/report`)).body.json()) as Report
  return { origin, report, end }
}

/** Inserts merchants with a URL each, without registration. */
const addEndpoints = async ({ db, secrets }: Setup, urls: readonly string[]): Promise<string[]> => {
  const ids = urls.map(() => `mer_${randomIds.ulid(new Date()).toLowerCase()}`)
  const sealed = ids.map((merchantId) =>
    createSealedSecret({ ids: randomIds, secrets }, { merchantId, mode: 'test', endpointId: 1 }),
  )
  await db.run(sql`
    insert into merchants (merchant_id, role, is_platform, name, email, mobile_number, password_hash, created_at)
    select id, 'owner', false, 'Tea', id || '@example.com', '9876543210', '$argon2id$none', now()
    from unnest(${ids}::text[]) id`)
  await db.run(sql`
    insert into webhook_endpoints (merchant_id, mode, url, secret_sealed, created_at)
    select id, 'test', url, sealed, now()
    from unnest(${ids}::text[], ${[...urls]}::text[], ${sealed}::bytea[]) as t (id, url, sealed)`)
  return ids
}

let events = 0

/** Inserts events, spread over the merchants, all due `inMs` from now. */
const addDue = async ({ db }: Setup, merchants: readonly string[], count: number, inMs: number) => {
  const due = new Date(Date.now() + inMs)
  const rows = Array.from({ length: count }, () => {
    events += 1
    return {
      m: merchants[events % merchants.length],
      id: randomIds.ulid(due),
      n: events,
      p: payloadOf(events, due),
    }
  })
  await db.run(sql`
    with event as (
      insert into webhook_events (merchant_id, event_id, mode, order_id, event, sequence, payload, created_at, has_delivery)
      select m, id, 'test', 'ORDER_' || n, 'order.success', 2, p, ${due}, true
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (m text, id text, n int, p text)
      returning merchant_id, event_id
    )
    insert into webhook_undelivered (merchant_id, event_id, mode, url, state, due_at)
    select event.merchant_id, event_id, 'test', e.url, 'pending', ${due}
    from event join webhook_endpoints e on e.merchant_id = event.merchant_id and e.mode = 'test'`)
  return due
}

/** Adds up the receiver's reports until this many requests have arrived. */
const awaitReceived = async ({ receiver }: Setup, count: number): Promise<Report> => {
  const untilMs = performance.now() + PATIENCE_MS
  let sum: Report = { received: 0, lateMs: [], firstAtMs: 0, lastAtMs: 0 }
  while (sum.received < count && performance.now() < untilMs) {
    await pause(50)
    const { received, lateMs, firstAtMs, lastAtMs } = await receiver.report()
    sum = {
      received: sum.received + received,
      lateMs: [...sum.lateMs, ...lateMs],
      firstAtMs: sum.firstAtMs === 0 ? firstAtMs : sum.firstAtMs,
      lastAtMs: Math.max(sum.lastAtMs, lastAtMs),
    }
  }
  if (sum.received < count) throw new Error(`only ${sum.received} of ${count} arrived`)
  return sum
}

/** Measured from the first to the last arrival; the delay of the first is a separate figure. */
const arrivalsASecond = ({ received, firstAtMs, lastAtMs }: Report): number =>
  (received * 1000) / (lastAtMs - firstAtMs)

/** Posts the same bodies with undici alone, on reused connections: no signature, no record, no retry. */
const plainRate = async (setup: Setup): Promise<number> => {
  const url = `${setup.receiver.origin}/alive/0`
  let next = 0
  const sender = async (): Promise<void> => {
    while (next < DELIVERIES) {
      next += 1
      const headers = { 'content-type': 'application/json' }
      const reply = await request(url, { method: 'POST', headers, body: payloadOf(next, new Date()) })
      await reply.body.dump()
    }
  }
  await Promise.all(Array.from({ length: POSTS_AT_ONCE }, sender))
  return arrivalsASecond(await awaitReceived(setup, DELIVERIES))
}

const deliveryRate = async (setup: Setup, merchants: readonly string[]): Promise<number> => {
  await addDue(setup, merchants, DELIVERIES, 8_000)
  return arrivalsASecond(await awaitReceived(setup, DELIVERIES))
}

const rateFigures = async (setup: Setup): Promise<Figure[]> => {
  const urls = Array.from({ length: ENDPOINTS }, (_, n) => `${setup.receiver.origin}/alive/${n}`)
  const merchants = await addEndpoints(setup, urls)
  const rounds: { ours: number; plain: number }[] = []
  const before = readProcessorTime(setup.galla.pid)
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ plain: await plainRate(setup), ours: await deliveryRate(setup, merchants) })
  const after = readProcessorTime(setup.galla.pid)
  const ratio = median(rounds.map(({ ours, plain }) => ours / plain))
  const rate = median(rounds.map(({ ours }) => ours))
  const used = before && after && processorTimeBetween(before, after)
  return [
    {
      what: `deliveries to ${ENDPOINTS} endpoints`,
      measured: `${digits(rate, 0)} a second, ${digits(ratio, 2)} of plain posts by undici (${digits(median(rounds.map(({ plain }) => plain)), 0)})`,
      goal: `≥ ${digits(RATE_GOAL, 0)}`,
      met: rate >= RATE_GOAL,
    },
    ...(used === undefined
      ? []
      : [
          {
            what: 'processor time a delivery',
            measured: `server ${digits(used.serverMs / (ROUNDS * DELIVERIES), 2)} ms, database ${digits(used.databaseMs / (ROUNDS * DELIVERIES), 2)} ms`,
          },
        ]),
  ]
}

/** Pays orders in the simulator, one after the other, and times the webhook of each. */
const firstAttemptFigure = async (setup: Setup): Promise<Figure> => {
  const { galla, receiver } = setup
  const { key, headers } = await registerMerchant(galla.origin, 3_000)
  const url = { webhookUrl: `${receiver.origin}/alive/paid` }
  await call(galla.origin, '/api/v1/user/update-webhook-url', { body: url, headers })
  const count = WARM_UP_PAYMENTS + PAYMENTS
  for (const { upi_intent: upi } of await createOrders(galla.origin, [key], count))
    await call(galla.origin, '/api/v1/simulator/pay', { body: { upi: upi.bhim_link, outcome: 'success' } })
  const { lateMs } = await awaitReceived(setup, count)
  const counted = lateMs.slice(WARM_UP_PAYMENTS)
  const p99 = percentile(counted, 0.99)
  return {
    what: "from the event's transaction to its first attempt, p99",
    measured: `${digits(p99, 0)} ms (p50 ${digits(percentile(counted, 0.5), 0)}, longest ${digits(percentile(counted, 1), 0)})`,
    goal: `< ${P99_MS_GOAL} ms`,
    met: p99 < P99_MS_GOAL,
  }
}

/** Galla does not yet know which endpoints are dead: the worst case. */
const manyFigure = async (setup: Setup): Promise<Figure> => {
  const isDead = (n: number): boolean => n % 10 < DEAD_SHARE * 10
  const urls = Array.from(
    { length: MANY },
    (_, n) => `${setup.receiver.origin}/${isDead(n) ? 'dead' : 'alive'}/${n}`,
  )
  const merchants = await addEndpoints(setup, urls)
  await addDue(setup, merchants, MANY, 1_000)
  const { lateMs } = await awaitReceived(setup, MANY * (1 - DEAD_SHARE))
  const p95 = percentile(lateMs, 0.95)
  return {
    what: `of ${digits(MANY, 0)} endpoints ${100 * DEAD_SHARE} % never answer: healthy ones, p95`,
    measured: `${digits(p95, 0)} ms (p50 ${digits(percentile(lateMs, 0.5), 0)}, longest ${digits(percentile(lateMs, 1), 0)})`,
    goal: `< ${digits(HEALTHY_P95_MS_GOAL / 1000, 0)} s`,
    met: p95 < HEALTHY_P95_MS_GOAL,
  }
}

export const measureDeliveries = async (ending: AbortSignal): Promise<Chapter> => {
  const receiver = await startReceiver()
  const dataDir = makeDataDir()
  const galla = await startGalla(dataDir, ending, [], { ALLOW_PRIVATE_WEBHOOKS: 'on' })
  const db = databaseOf(galla.database)
  try {
    const secrets = secretsFrom((await findDataKey(db, { appKey: undefined, dataDir })).dataKey)
    const setup: Setup = { galla, db, secrets, receiver }
    const first = await firstAttemptFigure(setup)
    const rates = await rateFigures(setup)
    const many = await manyFigure(setup)
    return {
      title: 'Webhook deliveries',
      how: `To a receiver in a separate process. ${digits(DELIVERIES, 0)} deliveries are due at once; each is claimed, signed, posted and recorded, two at a time to an endpoint and eight once it has answered. In turns with them, ${ROUNDS} times, undici alone posts as many bodies on reused connections, ${POSTS_AT_ONCE} at a time. First attempts are timed by ${PAYMENTS} payments in the simulator, one after the other.`,
      figures: [...rates, first, many],
    }
  } finally {
    await db.close()
    await galla.stop()
    receiver.end()
    removeDataDir(dataDir)
  }
}
