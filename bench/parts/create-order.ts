import {
  type ProcessorTime,
  processorTimeBetween,
  readProcessorTime,
  shareOfOthers,
} from '../../server/testing/processor-time.ts'
import type { Galla } from '../galla-process.ts'
import { type LoadResult, runLoad } from '../load-job.ts'
import { median } from '../percentile.ts'
import { type PgbenchRun, runPgbench, writeScript } from '../pgbench.ts'
import { type Chapter, digits, type Figure } from '../report.ts'

const RAMP_MS = 400
const SECONDS = 3
const CLIENTS = [1, 12, 32] as const
/** The goal is about these, so they are measured more often. */
const CLIENTS_OF_GOAL = 32
const PAIRS = { ofGoal: 5, others: 2 } as const
const RATIO_GOAL = 0.7
const CPU_MS_GOAL = 1

interface HttpRun extends LoadResult {
  readonly ratePerSecond: number
  readonly cpu: ProcessorTime | undefined
}

interface Pair {
  readonly http: HttpRun
  readonly pgbench: PgbenchRun | undefined
  /** Of the database, for pgbench's transactions. */
  readonly pgbenchDatabaseMs: number | undefined
}

/** Orders over HTTP and the same writes by pgbench, in turns, on the same database. */
export const measureCreateOrder = async (
  galla: Galla,
  keys: readonly string[],
  pgbench: string | undefined,
): Promise<Chapter> => {
  // The first orders warm both up.
  await runHttp(galla, keys, CLIENTS_OF_GOAL)
  const figures: Figure[] = []
  const pairsOfGoal: Pair[] = []
  for (const [who, some] of [
    [`${keys.length} merchants`, keys],
    ['one busy merchant', keys.slice(0, 1)],
  ] as const) {
    const script = await writeScript(galla.database, galla.dataDir, some.length)
    for (const clients of CLIENTS) {
      const pairs: Pair[] = []
      const count = clients === CLIENTS_OF_GOAL ? PAIRS.ofGoal : PAIRS.others
      for (let number = 0; number < count; number += 1)
        pairs.push(await measurePair(galla, some, clients, pgbench, script))
      if (clients === CLIENTS_OF_GOAL) pairsOfGoal.push(...pairs)
      figures.push(...figuresOf(`${who}, ${clients} ${clients === 1 ? 'client' : 'clients'}`, clients, pairs))
    }
  }
  return {
    title: 'Creating orders over HTTP, against pgbench',
    how: `In turns, ${SECONDS} s each, ${PAIRS.ofGoal} times at ${CLIENTS_OF_GOAL} clients and ${PAIRS.others} times otherwise; the median of the pairs' ratios, in brackets each, and median rates. pgbench sends one prepared statement an order: the key's look-up and one row of the same table. Processor time is that of server and database together, without the senders'.`,
    figures: [...figures, ...cpuFigures(pairsOfGoal)],
  }
}

const runHttp = async (galla: Galla, keys: readonly string[], clients: number): Promise<HttpRun> => {
  const before = readProcessorTime(galla.pid)
  const durationMs = SECONDS * 1000
  const result = await runLoad({
    kind: 'create',
    origin: galla.origin,
    keys,
    clients,
    rampMs: RAMP_MS,
    durationMs,
  })
  const after = readProcessorTime(galla.pid)
  if (result.answered === 0) throw new Error(`no order was created: ${JSON.stringify(result.failed)}`)
  return {
    ...result,
    ratePerSecond: result.answered / SECONDS,
    cpu: before && after && processorTimeBetween(before, after),
  }
}

const measurePair = async (
  galla: Galla,
  keys: readonly string[],
  clients: number,
  program: string | undefined,
  script: string,
): Promise<Pair> => {
  const http = await runHttp(galla, keys, clients)
  if (program === undefined) return { http, pgbench: undefined, pgbenchDatabaseMs: undefined }
  const before = readProcessorTime(galla.pid)
  const pgbench = await runPgbench(program, galla.database, script, clients, SECONDS)
  const after = readProcessorTime(galla.pid)
  return { http, pgbench, pgbenchDatabaseMs: before && after && after.databaseMs - before.databaseMs }
}

const figuresOf = (name: string, clients: number, pairs: readonly Pair[]): Figure[] => {
  const rate = median(pairs.map(({ http }) => http.ratePerSecond))
  const pgbenchRates = pairs.flatMap(({ pgbench }) => pgbench?.ratePerSecond ?? [])
  const p50 = digits(median(pairs.map(({ http }) => http.p50Ms)), 1)
  const p99 = digits(median(pairs.map(({ http }) => http.p99Ms)), 1)
  const http = `${digits(rate, 0)} orders/s (p50 ${p50} ms, p99 ${p99} ms)${failures(pairs)}`
  const hasGoal = clients === CLIENTS_OF_GOAL
  const goal = hasGoal ? { goal: `≥ ${digits(RATIO_GOAL, 2)} of pgbench` } : {}
  if (pgbenchRates.length === 0)
    return [{ what: name, measured: `${http}; pgbench is not here and could not be installed`, ...goal }]
  // The two measurements of a pair run one after the other, so that a disturbance of both cancels out.
  const ratios = pairs.map((pair) => pair.http.ratePerSecond / (pair.pgbench?.ratePerSecond ?? Number.NaN))
  const ratio = median(ratios)
  const each = ratios.map((one) => digits(one, 2))
  return [
    {
      what: name,
      measured: `${digits(ratio, 2)} of pgbench (${each.join(', ')}): ${http}, pgbench ${digits(median(pgbenchRates), 0)}`,
      ...goal,
      ...(hasGoal ? { met: ratio >= RATIO_GOAL } : {}),
    },
  ]
}

const failures = (pairs: readonly Pair[]): string => {
  const all = pairs.flatMap(({ http }) => Object.entries(http.failed))
  return all.length === 0 ? '' : `; failed: ${all.map(([what, count]) => `${count} × ${what}`).join(', ')}`
}

const cpuFigures = (pairs: readonly Pair[]): Figure[] => {
  const what = `processor time an order, ${CLIENTS_OF_GOAL} clients`
  const goal = `≤ ${digits(CPU_MS_GOAL, 1)} ms`
  const measured = pairs.flatMap(({ http }) =>
    http.cpu === undefined ? [] : { ...http.cpu, orders: http.answeredInAll, clientMs: http.clientCpuMs },
  )
  if (measured.length === 0) return [{ what, goal, measured: 'only where there is /proc' }]
  const of = (ms: (each: (typeof measured)[number]) => number): number =>
    median(measured.map((each) => ms(each) / each.orders))
  const sum = of(({ serverMs, databaseMs }) => serverMs + databaseMs)
  const others = median(measured.map((each) => shareOfOthers(each, each.clientMs)))
  const pgbench = pairs.flatMap(({ pgbench: run, pgbenchDatabaseMs: ms }) =>
    run === undefined || ms === undefined ? [] : ms / run.transactions,
  )
  return [
    {
      what,
      goal,
      met: sum <= CPU_MS_GOAL,
      measured: `${digits(sum, 2)} ms: server ${digits(
        of((each) => each.serverMs),
        2,
      )}, database ${digits(
        of((each) => each.databaseMs),
        2,
      )}`,
    },
    {
      what: "the sender's own, beside it",
      measured: `${digits(
        of((each) => each.clientMs),
        2,
      )} ms an order`,
    },
    ...(pgbench.length === 0
      ? []
      : [{ what: 'the database for an order of pgbench', measured: `${digits(median(pgbench), 2)} ms` }]),
    {
      what: 'of all processor time meanwhile, used by others',
      measured: `${digits(100 * others, 0)} %`,
    },
  ]
}
