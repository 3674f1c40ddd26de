// Sends the load: load-job.ts starts it. It reads its job from standard input and writes the result to standard output.
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, type Dispatcher } from 'undici'
import type { CreateJob, LoadJob, LoadResult, PollJob } from './load-job.ts'
import { CREATE_ORDER_PATH, ORDER_FIELDS } from './merchants.ts'
import { percentile } from './percentile.ts'

const ANSWER_MS_MAX = 15_000
const TICK_MS = 1

interface Tally {
  readonly latenciesMs: number[]
  readonly latenessMs: number[]
  answeredInAll: number
  readonly failed: Record<string, number>
}

/** Returns the status, or the error's code without a reply. It uses little time, because it runs on the processors that it measures. */
const send = (client: Client, options: Dispatcher.DispatchOptions, done: (outcome: string) => void): void => {
  let status = 0
  client.dispatch(options, {
    onRequestStart() {},
    onResponseStart(_controller, statusCode) {
      status = statusCode
    },
    onResponseData() {},
    onResponseEnd() {
      done(String(status))
    },
    onResponseError(_controller, error) {
      done('code' in error ? String(error.code) : error.name)
    },
  })
}

const connect = (origin: string): Client =>
  new Client(origin, { pipelining: 1, headersTimeout: ANSWER_MS_MAX, bodyTimeout: ANSWER_MS_MAX })

const note = (tally: Tally, outcome: string, latencyMs: number, counts: boolean): void => {
  if (!outcome.startsWith('2')) {
    tally.failed[outcome] = (tally.failed[outcome] ?? 0) + 1
    return
  }
  tally.answeredInAll += 1
  if (counts) tally.latenciesMs.push(latencyMs)
}

const create = async (job: CreateJob, tally: Tally): Promise<void> => {
  const fields = JSON.stringify(ORDER_FIELDS).slice(1)
  const heads = job.keys.map((key) => ({
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
  }))
  const countsFromMs = performance.now() + job.rampMs
  const untilMs = countsFromMs + job.durationMs
  const run = Date.now()
  let number = 0
  const work = (client: Client): Promise<void> =>
    new Promise((resolve) => {
      const next = (): void => {
        const startedMs = performance.now()
        if (startedMs >= untilMs) {
          resolve()
          return
        }
        number += 1
        const headers = heads[number % heads.length] ?? {}
        const body = `{"client_txn_id":"${run}-${number}",${fields}`
        send(client, { path: CREATE_ORDER_PATH, method: 'POST', headers, body }, (outcome) => {
          const endedMs = performance.now()
          note(tally, outcome, endedMs - startedMs, endedMs >= countsFromMs && endedMs < untilMs)
          next()
        })
      }
      next()
    })
  const clients = Array.from({ length: job.clients }, () => connect(job.origin))
  await Promise.all(clients.map(work))
  await Promise.all(clients.map((client) => client.close()))
}

/** Latency starts when the request was due, so that a server or sender that falls behind cannot hide it. */
const poll = async (job: PollJob, tally: Tally): Promise<void> => {
  const paths = job.orderIds.map((id) => `/api/v1/order/status/${id}`)
  const clients = Array.from({ length: job.connections }, () => connect(job.origin))
  const gapMs = job.everyMs / paths.length
  const startMs = performance.now()
  const sendsMax = Math.floor((job.rampMs + job.durationMs) / gapMs)
  let sent = 0
  let open = 0
  while (sent < sendsMax) {
    for (; sent < sendsMax && performance.now() - startMs >= sent * gapMs; sent += 1) {
      const dueMs = startMs + sent * gapMs
      const client = clients[sent % clients.length]
      if (client === undefined) break
      open += 1
      tally.latenessMs.push(performance.now() - dueMs)
      send(client, { path: paths[sent % paths.length] ?? '', method: 'GET' }, (outcome) => {
        open -= 1
        note(tally, outcome, performance.now() - dueMs, dueMs - startMs >= job.rampMs)
      })
    }
    await pause(TICK_MS)
  }
  const untilMs = performance.now() + ANSWER_MS_MAX
  while (open > 0 && performance.now() < untilMs) await pause(TICK_MS)
  if (open > 0) tally.failed.unanswered = open
  await Promise.all(clients.map((client) => client.destroy()))
}

const job = JSON.parse(await text(process.stdin)) as LoadJob
const tally: Tally = { latenciesMs: [], latenessMs: [], answeredInAll: 0, failed: {} }
if (job.kind === 'create') await create(job, tally)
else await poll(job, tally)
const { user, system } = process.cpuUsage()
const result: LoadResult = {
  answered: tally.latenciesMs.length,
  answeredInAll: tally.answeredInAll,
  failed: tally.failed,
  p50Ms: percentile(tally.latenciesMs, 0.5),
  p99Ms: percentile(tally.latenciesMs, 0.99),
  p999Ms: percentile(tally.latenciesMs, 0.999),
  maxMs: percentile(tally.latenciesMs, 1),
  lateP99Ms: tally.latenessMs.length === 0 ? 0 : percentile(tally.latenessMs, 0.99),
  clientCpuMs: (user + system) / 1000,
}
process.stdout.write(JSON.stringify(result))
