import { systemClock } from '../clock.ts'
import type { Database, Transaction } from '../database/database.ts'
import type { Json } from '../database/sql.ts'
import { failureLogger, type Log } from '../log.ts'
import {
  type ClaimedJob,
  claimJob,
  deleteJob,
  insertJob,
  JOB_ATTEMPTS_MAX,
  listMerchantsWithDueJobs,
  releaseJob,
  renewJob,
} from './job-store.ts'
import { whileLeased } from './lease.ts'
import { createRunningWork } from './running-work.ts'
import { type BackgroundWork, createSweep } from './sweep.ts'

/**
 * One-shot work that is committed with what caused it and done afterwards, at least once, by any process that is free.
 * Work with a schedule of its own (a delivery, an expiry) is a row of its feature, and is swept; it is not a job.
 */
export type JobHandler = (payload: unknown, job: Job) => Promise<void>

export interface Job {
  /** The same at each attempt, and of no other job. */
  readonly id: string
  readonly name: string
  readonly attempt: number
}

export interface JobOptions {
  /** A job with the same key, even one that runs, becomes the added one. */
  readonly key?: string
  /** Adds none while there is one with the same key, even one that runs. */
  readonly oneAtOnce?: boolean
  readonly runAt?: Date
}

/** In whose turn a job runs that is no merchant's. */
export const NO_MERCHANT = 'none'

/** Adds a job that exists exactly when the transaction commits. Merchants take turns, so the payload names whose job it is. */
export const addJob = async (
  tx: Transaction,
  name: string,
  payload: Json & { readonly merchantId: string },
  { key, oneAtOnce = false, runAt }: JobOptions = {},
): Promise<void> => {
  const { merchantId } = payload
  await insertJob(tx, {
    merchantId,
    name,
    payload,
    key: key ?? null,
    dueAt: runAt ?? null,
    replaces: !oneAtOnce,
  })
}

const AT_ONCE_MAX = 4
const OF_A_MERCHANT_MAX = 2
const POLL_MS = 200
/** About 6 hours. */
const DELAY_POWER_MAX = 10
const ERROR_CHARACTERS_MAX = 2_000

export interface JobsDeps {
  readonly db: Database
  readonly log: Log
  readonly handlers: Readonly<Record<string, JobHandler>>
}

/**
 * Runs jobs, merchant after merchant. One that fails is tried again, later each time: e to the power of its attempt in seconds. `stop`
 * waits for those that run. Jobs are timed by the clock of the database: see `LEASE_SECONDS`.
 */
export const createJobs = (deps: JobsDeps): BackgroundWork => {
  const { db, log, handlers } = deps
  const names = Object.keys(handlers)
  const onError = failureLogger(log, 'jobs')
  const work = createRunningWork()
  const running: string[] = []
  let after = ''

  const start = (job: ClaimedJob): void => {
    running.push(job.merchantId)
    const ended = runJob(deps, job)
      .catch(onError)
      .finally(() => {
        running.splice(running.indexOf(job.merchantId), 1)
        sweep.wake()
      })
    void work.track(ended)
  }

  const sweep = createSweep(
    { clock: systemClock, log },
    {
      name: 'jobs',
      everyMs: POLL_MS,
      async work() {
        const free = AT_ONCE_MAX - running.length
        if (free === 0) return { more: false }
        const busy = [...Map.groupBy(running, (merchantId) => merchantId)]
          .filter(([, jobs]) => jobs.length >= OF_A_MERCHANT_MAX)
          .map(([merchantId]) => merchantId)
        const merchants = await listMerchantsWithDueJobs(db, names, busy, after, free)
        let claimed = 0
        for (const merchantId of merchants) {
          after = merchantId
          const job = await claimJob(db, merchantId, names)
          if (job === undefined) continue
          claimed += 1
          start(job)
        }
        // A due job that another transaction has locked is looked for again in a while.
        return { more: claimed > 0 }
      },
    },
  )

  return {
    start: () => sweep.start(),
    async stop() {
      await sweep.stop()
      await work.idle()
    },
  }
}

const runJob = async ({ db, log, handlers }: JobsDeps, job: ClaimedJob): Promise<void> => {
  const { jobId: id, name, attempt, payload } = job
  try {
    await whileLeased(
      () => renewJob(db, job),
      async () => handlers[name]?.(payload, { id, name, attempt }),
    )
  } catch (error) {
    if (attempt < JOB_ATTEMPTS_MAX) log.warn('a job failed', { job: name, attempt, error })
    else log.error('a job failed for the last time', { job: name, attempt, error })
    const message = error instanceof Error ? error.message : String(error)
    const delay = Math.exp(Math.min(attempt, DELAY_POWER_MAX))
    await releaseJob(db, job, message.slice(0, ERROR_CHARACTERS_MAX), delay)
    return
  }
  await deleteJob(db, job)
}
