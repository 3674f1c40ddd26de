import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** The number of clients, each of which sends its next order when the last one was answered. */
export interface CreateJob {
  readonly kind: 'create'
  readonly origin: string
  readonly keys: readonly string[]
  readonly clients: number
  /** Under way but not counted: connections are made, code gets warm. */
  readonly rampMs: number
  readonly durationMs: number
}

/** Each page asks every `everyMs`, evenly spread, whether or not earlier answers have come. */
export interface PollJob {
  readonly kind: 'poll'
  readonly origin: string
  readonly orderIds: readonly string[]
  readonly connections: number
  readonly everyMs: number
  readonly rampMs: number
  readonly durationMs: number
}

export type LoadJob = CreateJob | PollJob

export interface LoadResult {
  /** Answered with 2xx in the counted time. */
  readonly answered: number
  /** Answered with 2xx at all, ramp and tail included. */
  readonly answeredInAll: number
  /** Anything else, by status or error code. */
  readonly failed: Readonly<Record<string, number>>
  readonly p50Ms: number
  readonly p99Ms: number
  readonly p999Ms: number
  readonly maxMs: number
  /** How late the senders themselves were, where requests are due at fixed times: part of the latencies above. */
  readonly lateP99Ms: number
  /** The load process's own processor time. */
  readonly clientCpuMs: number
}

const LOAD_PROCESS = fileURLToPath(new URL('./load-process.ts', import.meta.url))
const SLACK_MS = 30_000

/** Runs the job in a process of its own, so that the senders' work never waits for the measurer's. */
export const runLoad = async (job: LoadJob): Promise<LoadResult> => {
  const child = spawn(process.execPath, [LOAD_PROCESS], {
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: job.rampMs + job.durationMs + SLACK_MS,
  })
  child.stdin.end(JSON.stringify(job))
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const output = await text(child.stdout)
  const code = await ended
  if (code !== 0) throw new Error(`the load process ended with ${code}`)
  return JSON.parse(output) as LoadResult
}
