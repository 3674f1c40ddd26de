import { setTimeout as pause } from 'node:timers/promises'
import type { ApiDetails } from '@galla/contract/api-keys/api-details'
import { Pool } from 'undici'
import type { Database } from '../../server/src/platform/database/database.ts'
import { call, dataOf } from '../call.ts'
import { databaseOf } from '../galla-database.ts'
import type { Galla } from '../galla-process.ts'
import { registerMerchant } from '../merchants.ts'
import { percentile } from '../percentile.ts'
import { type Chapter, digits, type Figure } from '../report.ts'
import { startUsage, usageFigures } from '../usage.ts'

const A_SECOND = 500
const SECONDS = 15
/** The share of the messages that is timed: the last ones arrive slowly. */
const ON_TIME = 0.97
/** A phone may send 20 a second. */
const PHONES = 60
const FIRST_ADDRESS = 2_000
const CONNECTIONS = 100
const P99_MS_GOAL = 500
/** From the arrival of a message until its credit is recorded. */
const RECORDED_P95_MS_GOAL = 150
/** When other programs use more of the machine than this, the result is not judged. */
const OTHERS_MAX = 0.3
const RECORDED_SECONDS_MAX = 300
const FIRST_UTR = 910_000_000_000

interface Sent {
  readonly latencies: number[]
  readonly failed: Map<string, number>
  readonly lateMs: number[]
}

/** Today as banks write it, because a message of another day settles nothing: 21-11-26. */
const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(2, 10).split('-').reverse().join('-')

const textOf = (n: number): string =>
  `Rs.${1 + (n % 900)}.00 credited to your A/c XX1234 on ${today} by UPI from asha${n}@okaxis. UPI Ref No ${FIRST_UTR + n} -HDFC Bank`

/** Sends the messages evenly, whether or not earlier ones have a reply. */
const sendAll = async (origin: string, paths: readonly string[], count: number): Promise<Sent> => {
  const pool = new Pool(origin, { connections: CONNECTIONS })
  const sent: Sent = { latencies: [], failed: new Map(), lateMs: [] }
  const sendOne = async (n: number, dueMs: number): Promise<void> => {
    const reply = await pool.request({
      method: 'POST',
      path: paths[n % paths.length] ?? '/',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from: 'VM-HDFCBK-S', text: textOf(n) }),
    })
    await reply.body.dump()
    if (reply.statusCode === 200) sent.latencies.push(performance.now() - dueMs)
    else sent.failed.set(String(reply.statusCode), (sent.failed.get(String(reply.statusCode)) ?? 0) + 1)
  }
  const running: Promise<void>[] = []
  const startedMs = performance.now()
  for (let n = 0; n < count; ) {
    for (; n < count && startedMs + (n * 1000) / A_SECOND <= performance.now(); n += 1) {
      const dueMs = startedMs + (n * 1000) / A_SECOND
      sent.lateMs.push(performance.now() - dueMs)
      running.push(sendOne(n, dueMs))
    }
    await pause(1)
  }
  await Promise.all(running)
  await pool.close()
  return sent
}

const alertPaths = async (origin: string): Promise<string[]> => {
  const paths: string[] = []
  for (let n = 0; n < PHONES; n += 1) {
    const { headers } = await registerMerchant(origin, FIRST_ADDRESS + n)
    const details = dataOf<ApiDetails>(
      await call(origin, '/api/v1/user/get-api-details', { body: {}, headers }),
    )
    paths.push(new URL(details.alertUrl ?? '').pathname)
  }
  return paths
}

const countCredits = async (db: Database, count: number): Promise<number> => {
  const { rows } = await db.pool.query('select count(*) as n from credits where utr between $1 and $2', [
    String(FIRST_UTR),
    String(FIRST_UTR + count - 1),
  ])
  return Number(rows[0].n)
}

/** How long a message waited until its credit was recorded, of 95 in 100. */
const findDelayP95 = async (db: Database, count: number): Promise<number> => {
  const { rows } = await db.pool.query(
    `select percentile_cont(0.95) within group (order by extract(epoch from c.created_at - a.received_at) * 1000)::float8 as ms
     from credits c join alerts a on a.merchant_id = c.merchant_id and a.credit_id = c.credit_id
     where c.utr between $1 and $2`,
    [String(FIRST_UTR), String(FIRST_UTR + count - 1)],
  )
  return Number(rows[0].ms)
}

interface Recorded {
  readonly count: number
  readonly takenMs: number
  readonly doneMs: number
  readonly whenTaken: number
  readonly credits: number
  readonly delayP95Ms: number
}

const sendingFigures = (
  { latencies, failed, lateMs }: Sent,
  takenMs: number,
  judged: (isMet: boolean) => Pick<Figure, 'met'>,
): Figure[] => {
  const rate = latencies.length / (takenMs / 1000)
  const p99 = percentile(latencies, 0.99)
  const refused = [...failed].map(([status, times]) => `${times} × ${status}`).join(', ')
  return [
    {
      what: 'messages taken in',
      measured: `${digits(rate, 0)} a second${refused === '' ? '' : ` (refused: ${refused})`}`,
      goal: `${digits(A_SECOND, 0)} a second`,
      ...judged(failed.size === 0 && rate >= A_SECOND * ON_TIME),
    },
    {
      what: 'latency, p99',
      measured: `${digits(p99, 0)} ms (p50 ${digits(percentile(latencies, 0.5), 1)})`,
      goal: `< ${P99_MS_GOAL} ms`,
      ...judged(p99 < P99_MS_GOAL),
    },
    {
      what: 'of it, how late the sender itself was, p99',
      measured: `${digits(percentile(lateMs, 0.99), 1)} ms`,
    },
  ]
}

const creditFigures = (
  { count, takenMs, doneMs, whenTaken, credits, delayP95Ms }: Recorded,
  judged: (isMet: boolean) => Pick<Figure, 'met'>,
): Figure[] => {
  const rate = credits / (doneMs / 1000)
  return [
    {
      what: 'messages that became a credit',
      measured: `${digits(credits, 0)} of ${digits(count, 0)}`,
      goal: 'each',
      met: credits === count,
    },
    {
      what: 'credits recorded meanwhile and after',
      measured: `${digits(rate, 0)} a second; ${digits(whenTaken, 0)} were when the last message was answered, all ${digits((doneMs - takenMs) / 1000, 1)} s later`,
      goal: `${digits(A_SECOND, 0)} a second`,
      ...judged(rate >= A_SECOND * ON_TIME),
    },
    {
      what: 'from the arrival of a message to its credit, p95',
      measured: `${digits(delayP95Ms, 0)} ms`,
      goal: `< ${RECORDED_P95_MS_GOAL} ms`,
      ...judged(delayP95Ms < RECORDED_P95_MS_GOAL),
    },
  ]
}

export const measureAlerts = async (galla: Galla): Promise<Chapter> => {
  const { origin } = galla
  const paths = await alertPaths(origin)
  const db = databaseOf(galla.database)
  try {
    const count = A_SECOND * SECONDS
    const endUsage = startUsage(galla.pid)
    const startedMs = performance.now()
    const sent = await sendAll(origin, paths, count)
    const takenMs = performance.now() - startedMs
    let credits = await countCredits(db, count)
    const whenTaken = credits
    for (; credits < count && performance.now() - startedMs < RECORDED_SECONDS_MAX * 1000; ) {
      await pause(250)
      credits = await countCredits(db, count)
    }
    const doneMs = performance.now() - startedMs
    const usage = endUsage()
    const delayP95Ms = await findDelayP95(db, count)
    const isQuiet = usage === undefined || usage.others <= OTHERS_MAX
    const judged = (isMet: boolean) => (isMet || isQuiet ? { met: isMet } : {})
    return {
      title: 'Alerts from phones',
      how: `${PHONES} phones together send ${digits(A_SECOND, 0)} messages a second for ${SECONDS} s, each due at its time, each of another payment that no order waits for; every one is a credit in the ledger in the end.`,
      figures: [
        ...sendingFigures(sent, takenMs, judged),
        ...creditFigures({ count, takenMs, doneMs, whenTaken, credits, delayP95Ms }, judged),
        ...usageFigures('a message and its credit', count, usage),
      ],
    }
  } finally {
    await db.close()
  }
}
