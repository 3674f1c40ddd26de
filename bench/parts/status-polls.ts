import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import {
  processorTimeBetween,
  readProcessorTime,
  shareOfOthers,
} from '../../server/testing/processor-time.ts'
import { call } from '../call.ts'
import type { DatabaseAddress, Galla } from '../galla-process.ts'
import { runLoad } from '../load-job.ts'
import { createOrders } from '../merchants.ts'
import { median } from '../percentile.ts'
import { type Chapter, digits, type Figure } from '../report.ts'

const PAGES = 10_000
const EVERY_MS = 3_000
const CONNECTIONS = 1_000
const RAMP_MS = 4_000
const DURATION_MS = 20_000
const PAIRS = 5
const PAIR_CONNECTIONS = 200
const PAIR_MS = 3_000
const IDLE_MS = 5_000
const BARE_RATIO_GOAL = 1.3
/** PostgreSQL's sessions report their counts at most this much later. */
const STATISTICS_MS = 1_200
const P99_MS_GOAL = 100
const QUERIES_PER_SECOND_GOAL = 50
const CPU_MS_GOAL = 0.06
const ANSWERED_SHARE_MIN = 0.999

/** Ten thousand open pages ask for their status every three seconds. */
export const measureStatusPolls = async (galla: Galla, keys: readonly string[]): Promise<Chapter> => {
  const orders = await createOrders(galla.origin, keys, PAGES)
  const counter = await openCounter(galla.database)
  try {
    await pause(STATISTICS_MS)
    const idleBefore = readProcessorTime(galla.pid)
    const idle = await ratePerSecond(counter.read, () => pause(IDLE_MS))
    const before = readProcessorTime(galla.pid)
    const idleShare =
      idleBefore && before ? processorTimeBetween(idleBefore, before).serverMs / (IDLE_MS + STATISTICS_MS) : 0
    let result: Awaited<ReturnType<typeof runLoad>> | undefined
    const busy = await ratePerSecond(counter.read, async () => {
      result = await runLoad({
        kind: 'poll',
        origin: galla.origin,
        orderIds: orders.map(({ order_id }) => order_id),
        connections: CONNECTIONS,
        everyMs: EVERY_MS,
        rampMs: RAMP_MS,
        durationMs: DURATION_MS,
      })
    })
    const after = readProcessorTime(galla.pid)
    if (result === undefined) throw new Error('the polls did not run')
    const cpu = before && after && processorTimeBetween(before, after)
    return {
      title: 'Status polls of open pages',
      how: `${digits(PAGES, 0)} pages that each ask every ${EVERY_MS / 1000} s, evenly spread, over ${digits(CONNECTIONS, 0)} kept connections, for ${DURATION_MS / 1000} s after ${RAMP_MS / 1000} s that are not counted. Latency counts from when a request was due. Queries are transactions of the whole database (single statements each), the program's own background work included.`,
      figures: [
        ...latencies(result),
        {
          what: 'database queries a second',
          goal: `< ${QUERIES_PER_SECOND_GOAL}`,
          measured: `${digits(busy, 1)} (${digits(idle, 1)} without polls)`,
          met: busy < QUERIES_PER_SECOND_GOAL,
        },
        ...cpuFigures(cpu, result),
        ...(await bareFigure(
          galla,
          idleShare,
          orders.map(({ order_id }) => order_id),
        )),
      ],
    }
  } finally {
    await counter.close()
  }
}

const latencies = (result: Awaited<ReturnType<typeof runLoad>>): Figure[] => {
  const due = (PAGES * DURATION_MS) / EVERY_MS
  const failed = Object.entries(result.failed).map(([what, count]) => `${count} × ${what}`)
  const answered = `${digits(result.answered / (DURATION_MS / 1000), 0)} a second`
  return [
    {
      what: 'polls answered',
      goal: `${digits((PAGES * 1000) / EVERY_MS, 0)} a second`,
      measured: failed.length === 0 ? answered : `${answered}; failed: ${failed.join(', ')}`,
      met: result.answered >= due * ANSWERED_SHARE_MIN,
    },
    {
      what: 'latency, p99',
      goal: `< ${P99_MS_GOAL} ms`,
      measured: `${digits(result.p99Ms, 1)} ms (p50 ${digits(result.p50Ms, 1)}, p99.9 ${digits(result.p999Ms, 1)}, longest ${digits(result.maxMs, 1)})`,
      met: result.p99Ms < P99_MS_GOAL,
    },
    {
      what: 'of it, how late the senders themselves were, p99',
      measured: `${digits(result.lateP99Ms, 1)} ms`,
    },
  ]
}

const cpuFigures = (
  cpu: ReturnType<typeof processorTimeBetween> | undefined,
  result: Awaited<ReturnType<typeof runLoad>>,
): Figure[] => {
  const what = 'processor time a poll'
  const goal = `≤ ${CPU_MS_GOAL} ms`
  if (cpu === undefined) return [{ what, goal, measured: 'only where there is /proc' }]
  const polls = result.answeredInAll
  const sum = (cpu.serverMs + cpu.databaseMs) / polls
  return [
    {
      what,
      goal,
      measured: `${digits(sum, 3)} ms: server ${digits(cpu.serverMs / polls, 3)}, database ${digits(cpu.databaseMs / polls, 3)}`,
      met: sum <= CPU_MS_GOAL,
    },
    {
      what: 'of all processor time meanwhile, used by others',
      measured: `${digits(100 * shareOfOthers(cpu, result.clientCpuMs), 0)} %`,
    },
  ]
}

/** Puts the same load on Galla and, in turns, on a server that only replies: the difference is what Galla could save. */
const bareFigure = async (
  galla: Galla,
  idleShare: number,
  orderIds: readonly string[],
): Promise<Figure[]> => {
  const { headers, body } = await call(galla.origin, `/api/v1/order/status/${orderIds[0]}`)
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...own } = headers
  const given = JSON.stringify({ headers: own, body: body.toString('utf8') })
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../bare-server.ts', import.meta.url)), given],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  try {
    const [port] = (await once(child.stdout, 'data')) as [Buffer]
    const bare = { origin: `http://127.0.0.1:${port.toString().trim()}`, pid: child.pid ?? 0 }
    // Not counted: both warm up.
    for (const server of [galla, bare]) await processorMsOfPoll(server, 0, orderIds)
    const ratios: number[] = []
    const bareMs: number[] = []
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const ours = await processorMsOfPoll(galla, idleShare, orderIds)
      bareMs.push(await processorMsOfPoll(bare, 0, orderIds))
      ratios.push(ours / (bareMs.at(-1) ?? Number.NaN))
    }
    const ratio = median(ratios)
    const each = ratios.map((one) => digits(one, 2)).join(', ')
    return [
      {
        what: "the server's, of that of a bare node:http server with the same answer",
        goal: `≤ ${BARE_RATIO_GOAL}`,
        measured: `${digits(ratio, 2)} (${each}); bare ${digits(median(bareMs), 3)} ms a poll; ${digits(1000 * idleShare, 0)} ms a second of the idle server left out`,
        ...(Number.isNaN(ratio) ? {} : { met: ratio <= BARE_RATIO_GOAL }),
      },
    ]
  } finally {
    child.kill('SIGTERM')
  }
}

/** The processor time without what the idle process uses, `idleShare` of the time. NaN without /proc. */
const processorMsOfPoll = async (
  { origin, pid }: Pick<Galla, 'origin' | 'pid'>,
  idleShare: number,
  orderIds: readonly string[],
): Promise<number> => {
  const startedMs = performance.now()
  const before = readProcessorTime(pid)
  const result = await runLoad({
    kind: 'poll',
    origin,
    orderIds,
    connections: PAIR_CONNECTIONS,
    everyMs: EVERY_MS,
    rampMs: 0,
    durationMs: PAIR_MS,
  })
  const after = readProcessorTime(pid)
  if (before === undefined || after === undefined) return Number.NaN
  const idleMs = idleShare * (performance.now() - startedMs)
  return (processorTimeBetween(before, after).serverMs - idleMs) / result.answeredInAll
}

const ratePerSecond = async (read: () => Promise<number>, work: () => Promise<unknown>): Promise<number> => {
  const [before, startedMs] = [await read(), performance.now()]
  await work()
  const seconds = (performance.now() - startedMs) / 1000
  await pause(STATISTICS_MS)
  return ((await read()) - before) / (seconds + STATISTICS_MS / 1000)
}

/** Counts all transactions of the database, including those that only read and this query itself. */
const openCounter = async (
  database: DatabaseAddress,
): Promise<{ read: () => Promise<number>; close: () => Promise<void> }> => {
  const client = new Client(database)
  await client.connect()
  return {
    read: async () => {
      const { rows } = await client.query<{ count: string }>(
        'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
      )
      return Number(rows[0]?.count)
    },
    close: () => client.end(),
  }
}
