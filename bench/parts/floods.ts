import { setTimeout as pause } from 'node:timers/promises'
import type { ApiDetails } from '@galla/contract/api-keys/api-details'
import type { CreatedOrder } from '@galla/contract/orders/orders'
import { Client } from 'pg'
import { freePort } from '../../server/testing/free-port.ts'
import { call, dataOf } from '../call.ts'
import { FLOODS, type FloodJob, type FloodName, runFlood } from '../flood-job.ts'
import { type Galla, makeDataDir, removeDataDir, startGalla } from '../galla-process.ts'
import { addManyOrders } from '../many-orders.ts'
import { type BenchMerchant, CREATE_ORDER_PATH, ORDER_FIELDS, registerMerchant } from '../merchants.ts'
import { percentile } from '../percentile.ts'
import { type Chapter, digits, type Figure } from '../report.ts'
import { startUsage } from '../usage.ts'

/** BENCH_FLOODS="searches forms" measures only these. */
const ASKED = (process.env.BENCH_FLOODS ?? '').split(' ').filter(Boolean)
const NAMES = (Object.keys(FLOODS) as FloodName[]).filter(
  (name) => ASKED.length === 0 || ASKED.includes(name),
)
const FLOOD_MS = 6_000
const REST_MS = 2_000
const EVERY_MS = 100
const P95_MS_GOAL = 500
/** With more than this used by other programs, a slow reply says nothing about ours. */
const OTHERS_MAX = 0.3
const MANY = 20_000
const ACCOMPLICES = 5

interface Others {
  readonly timesMs: number[]
  readonly failed: Map<string, number>
}

/** Another merchant creates an order and reads the first page of their orders, and a customer opens a payment page, every 100 ms. */
const watchOthers = async (
  origin: string,
  { key, headers }: BenchMerchant,
  orderId: string,
): Promise<Others> => {
  const others: Others = { timesMs: [], failed: new Map() }
  const time = async (dueMs: number, path: string, options: Parameters<typeof call>[2]): Promise<void> => {
    try {
      await call(origin, path, options)
    } catch (error) {
      const what = / answered (\d+)/.exec(String(error))?.[1] ?? String(error)
      others.failed.set(what, (others.failed.get(what) ?? 0) + 1)
    }
    others.timesMs.push(performance.now() - dueMs)
  }
  const running: Promise<void>[] = []
  const startedMs = performance.now()
  for (let n = 0; n * EVERY_MS < FLOOD_MS; n += 1) {
    const dueMs = startedMs + n * EVERY_MS
    await pause(Math.max(0, dueMs - performance.now()))
    const body = { ...ORDER_FIELDS, client_txn_id: `other-${startedMs}-${n}` }
    running.push(
      time(dueMs, CREATE_ORDER_PATH, { body, headers: { authorization: `Bearer ${key}` } }),
      time(dueMs, `/pay/${orderId}`, {}),
      time(dueMs, '/api/v1/user/all-transactions', { headers }),
    )
  }
  await Promise.all(running)
  return others
}

const createOrder = async (origin: string, { key }: BenchMerchant): Promise<CreatedOrder> => {
  const body = { ...ORDER_FIELDS, client_txn_id: 'first' }
  return dataOf(await call(origin, CREATE_ORDER_PATH, { body, headers: { authorization: `Bearer ${key}` } }))
}

/** Many orders, and a claim for each. */
const fill = async (galla: Galla, { merchantId }: BenchMerchant): Promise<void> => {
  const client = new Client(galla.database)
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      'select account_id as id from accounts where merchant_id = $1',
      [merchantId],
    )
    await addManyOrders(client, merchantId, rows[0]?.id ?? '', { count: MANY, now: new Date(), seed: 1 })
    await client.query(
      `insert into payment_claims (merchant_id, order_id, utr, claimed_at)
       select merchant_id, order_id, lpad((410000000000 + row_number() over ())::text, 12, '0'), created_at from orders
       where merchant_id = $1`,
      [merchantId],
    )
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

/** What the flooding merchant has: a counter, a link, an alert address, a paid order and accomplices. */
const prepare = async (galla: Galla, smtpPort: number): Promise<Omit<FloodJob, 'flood'>> => {
  const { origin } = galla
  const flooder = await registerMerchant(origin, 1)
  const { headers } = flooder
  const accomplices: BenchMerchant['headers'][] = []
  for (let n = 0; n < ACCOMPLICES; n += 1) accomplices.push((await registerMerchant(origin, 100 + n)).headers)
  const post = (path: string, body: object) => call(origin, `/api/v1${path}`, { body, headers })
  const details = dataOf<ApiDetails>(await post('/user/get-api-details', {}))
  const counter = dataOf<{ id: string; loginUrl: string }>(
    await post('/user/counters', { name: 'Front desk', pin: '4711' }),
  )
  const price = { kind: 'fixed', amount: '499.00' }
  const link = dataOf<{ code: string }>(await post('/user/reusable-links', { title: 'Yoga', price }))
  const paid = await createOrder(origin, flooder)
  await post('/simulator/pay', { upi: paid.upi_intent.bhim_link, outcome: 'success' })
  await fill(galla, flooder)
  return {
    origin,
    smtpPort,
    durationMs: FLOOD_MS,
    headers,
    accomplices,
    alertPath: new URL(details.alertUrl ?? '').pathname,
    paidOrderId: paid.order_id,
    counterId: counter.id,
    counterToken: new URL(counter.loginUrl).hash.slice(1),
    linkCode: link.code,
  }
}

const spread = ({ timesMs, failed }: Others): string =>
  [
    `${digits(percentile(timesMs, 0.5), 0)} / ${digits(percentile(timesMs, 0.95), 0)} ms`,
    ...[...failed].map(([what, times]) => `${times} × ${what}`),
  ].join(', ')

const measureFlood = async (job: FloodJob, pid: number, watch: () => Promise<Others>): Promise<Figure> => {
  const before = await watch()
  const endUsage = startUsage(pid)
  let during: Others | undefined
  const replies = await runFlood(job, async () => {
    during = await watch()
  })
  const usage = endUsage()
  await pause(REST_MS)
  const [usual, p95] = [percentile(before.timesMs, 0.95), percentile(during?.timesMs ?? [], 0.95)]
  const met = p95 < P95_MS_GOAL && during?.failed.size === 0
  const isQuiet = usage === undefined || usage.others <= OTHERS_MAX
  const load =
    usage === undefined
      ? ''
      : `; server ${digits(usage.used.serverMs / 1000, 1)} s, its children ${digits(Math.max(0, usage.used.databaseMs) / 1000, 1)} s; ${digits(100 * usage.others, 0)} % of the machine used by others`
  return {
    what: FLOODS[job.flood],
    measured: `${spread(during ?? before)}; before ${spread(before)}; ratio ${digits(p95 / usual, 1)}${load}. Flood: ${replies}`,
    goal: `p95 < ${P95_MS_GOAL} ms`,
    ...(met || isQuiet ? { met } : {}),
  }
}

/** Measures how long others wait while one merchant or strangers flood the server. */
export const measureFloods = async (ending: AbortSignal): Promise<Chapter> => {
  const dataDir = makeDataDir()
  const smtpPort = await freePort()
  // Mailboxes at private addresses, and mail without TLS, are refused in production.
  const galla = await startGalla(dataDir, ending, [], {
    NODE_ENV: 'development',
    PUBLIC_URL: '',
    IMAP_TLS: 'off',
    EMAIL_RECEIVER: `smtp://alerts.example.com:${smtpPort}`,
  })
  try {
    const job = await prepare(galla, smtpPort)
    const other = await registerMerchant(galla.origin, 2)
    const { order_id: orderId } = await createOrder(galla.origin, other)
    const watch = () => watchOthers(galla.origin, other, orderId)
    await watch()
    const figures: Figure[] = []
    for (const flood of NAMES) figures.push(await measureFlood({ ...job, flood }, galla.pid, watch))
    return {
      title: 'Floods',
      how: `One server process and its database. For ${FLOOD_MS / 1000} s it is flooded from a process of its own; meanwhile another merchant creates an order and reads the first page of their orders, and a customer opens a payment page, every ${EVERY_MS} ms: p50 / p95 of these, from when each was due, also in the ${FLOOD_MS / 1000} s before the flood.`,
      figures,
    }
  } finally {
    await galla.stop()
    removeDataDir(dataDir)
  }
}
