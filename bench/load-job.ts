import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** The number of clients; each sends its next order after the reply to the last one. */
export interface CreateJob {
  readonly kind: 'create'
  readonly origin: string
  readonly keys: readonly string[]
  readonly clients: number
  /** Runs but is not counted: connections are opened and code is compiled. */
  readonly rampMs: number
  readonly durationMs: number
}

/** Each page polls every `everyMs`, evenly spread, whether or not it has received earlier replies. */
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
  /** Replies with 2xx in the counted time. */
  readonly answered: number
  /** Replies with 2xx, including those before and after the counted time. */
  readonly answeredInAll: number
  /** All other results, by status or error code. */
  readonly failed: Readonly<Record<string, number>>
  readonly p50Ms: number
  readonly p99Ms: number
  readonly p999Ms: number
  readonly maxMs: number
  /** How late the senders sent requests that are due at fixed times; the latencies above include it. */
  readonly lateP99Ms: number
  /** The load process's own processor time. */
  readonly clientCpuMs: number
}

const LOAD_PROCESS = fileURLToPath(new URL('./load-process.ts', import.meta.url))
const SLACK_MS = 30_000

/** Runs the job in a separate process, so that the senders do not wait for the measurements. */
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
