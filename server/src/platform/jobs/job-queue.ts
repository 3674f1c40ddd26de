import { EventEmitter } from 'node:events'
import type { Runner, Task, WorkerEvents } from 'graphile-worker'
import pg from 'pg'
import type { Clock, Timer } from '../clock.ts'
import type { Transaction } from '../database/database.ts'
import { type Database, sql } from '../database/database.ts'
import {
  connectionConfig,
  createDatabaseSockets,
  FIRST_CONNECT_TIMEOUT_MS,
} from '../database/database-connection.ts'
import { databaseRefusal } from '../database/database-errors.ts'
import { clientFor } from '../database/database-servers.ts'
import { dropOnSilence } from '../database/one-off-connection.ts'
import type { Json } from '../database/sql.ts'
import type { Log } from '../log.ts'
import { createDeadWorkers, type DeadWorkers } from './dead-workers.ts'
import { Logger, run, runMigrations } from './graphile-worker.ts'
import { createLostJobs, type LostJobs } from './lost-jobs.ts'
import { createSweep, type Sweep } from './sweep.ts'

/**
 * One-shot work that is committed with what caused it and done afterwards, at least once, by any process that is free.
 * Work with a due time (a delivery, an expiry) is a row with `due_at` and is swept; it is not a job.
 */
export type JobHandler = (payload: unknown, job: Job) => Promise<void>

export interface Job {
  /** The same at each attempt, and of no other job. */
  readonly id: string
  readonly name: string
  readonly attempt: number
}

export interface JobOptions {
  /** Of jobs with the same key that have not started, only the last one is kept. */
  readonly key?: string
  /** Adds none while there is one with the same key, even one that runs. */
  readonly oneAtOnce?: boolean
  readonly runAt?: Date
}

export interface JobWorker {
  /** Finishes the jobs under way and gives the others back. */
  stop(): Promise<void>
}

/** A job that fails is tried again, later each time: e to the power of its attempt in seconds, 6 hours at most. */
const ATTEMPTS_MAX = 25
const CONCURRENCY = 4
/** Jobs that a process takes in one go; the more, the more wait until its death is noticed. */
const LOCAL_QUEUE_MAX = 16
const BATCH_DELAY_MS = 50
const POLL_MS = 1_000
const CONNECTIONS_MAX = 4
const FREE_DEAD_EVERY_MS = 2_000
const FREE_LOST_EVERY_MS = 5_000
const RESTART_MS = 1_000

/** A pool for the library. Without listeners a broken connection would end the process. */
const openPool = (config: pg.PoolConfig, onLost: (error: Error) => void): pg.Pool => {
  const pool = new pg.Pool(config)
  pool.on('error', onLost)
  pool.on('connect', (client) => void client.on('error', onLost))
  return pool
}

/** Creates the queue's own schema, `graphile_worker`, before anything adds a job. Several processes may do so at once. */
export const prepareJobQueue = async (connectionString: string): Promise<void> => {
  const sockets = createDatabaseSockets()
  const heartbeat = await dropOnSilence(connectionString, sockets)
  const config = {
    ...connectionConfig(connectionString, 'galla jobs', FIRST_CONNECT_TIMEOUT_MS),
    stream: sockets.open,
    Client: clientFor(connectionString),
  }
  // A lost connection is reported by the statement under way.
  const pgPool = openPool(config, () => {})
  try {
    await runMigrations({ pgPool, logger: silent })
  } finally {
    await pgPool.end()
    await heartbeat.close()
  }
}

/**
 * Adds a job that exists exactly when the transaction commits. It notifies inside the transaction, which serialises commits:
 * not for the path on which orders are created.
 */
export const addJob = async (
  tx: Transaction,
  name: string,
  payload: Json,
  { key, oneAtOnce = false, runAt }: JobOptions = {},
): Promise<void> => {
  await tx.run(sql`
    select from graphile_worker.add_job(
      ${name}, payload := ${payload}::json, run_at := ${runAt ?? null}::timestamptz,
      max_attempts := ${ATTEMPTS_MAX}::int, job_key := ${key ?? null}::text,
      job_key_mode := ${oneAtOnce ? 'unsafe_dedupe' : 'replace'}::text)`)
}

export interface JobWorkerDeps {
  readonly db: Database
  readonly connectionString: string
  readonly clock: Clock
  readonly log: Log
  /** The id whose advisory lock proves that this process lives (worker-liveness.ts); jobs are locked in its name. */
  readonly workerId: string
  readonly handlers: Readonly<Record<string, JobHandler>>
}

/**
 * After some errors with a code of their own the library waits up to two minutes before it asks for jobs again; without the code it
 * asks at its next poll.
 */
const jobClient = (connectionString: string): typeof pg.Client =>
  class extends clientFor(connectionString) {
    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error | null) => void): void
    override connect(callback?: (error: Error | null) => void): unknown {
      if (callback === undefined) return super.connect()
      return super.connect((error: Error | null) =>
        callback(error && new Error(error.message, { cause: error })),
      )
    }
  }

/** Works on jobs, frees those of dead processes and of lost messages, and starts again if the library gives up. */
export const startWorker = async (deps: JobWorkerDeps): Promise<JobWorker> => {
  const { connectionString, clock, log, workerId } = deps
  const pool = openPool(
    {
      ...connectionConfig(connectionString, 'galla jobs'),
      stream: deps.db.sockets.open,
      max: CONNECTIONS_MAX,
      Client: jobClient(connectionString),
    },
    (error) => log.warn('a connection of the job queue was lost', { error: databaseRefusal(error) ?? error }),
  )
  const lostJobs = createLostJobs(deps.db, workerId)
  let runner: Runner | undefined
  let restart: Timer | undefined
  let stopped = false

  const startRunner = async (): Promise<void> => {
    // Whatever still lies in this process's name was left by a run of the library that ended.
    await deps.db.rows(sql`select graphile_worker.force_unlock_workers(array[${workerId}])`)
    const current = await run(optionsFor(deps, pool, lostJobs))
    runner = current
    const ended = (error?: unknown): void => {
      if (stopped || runner !== current) return
      runner = undefined
      log.error('the job queue stopped unexpectedly and is restarted', { error })
      startLater()
    }
    current.promise.then(() => ended(), ended)
  }

  const startLater = (): void => {
    restart = clock.after(RESTART_MS, () => {
      if (stopped) return
      startRunner().catch((error) => {
        log.error('the job queue could not be started', { error })
        startLater()
      })
    })
  }

  await startRunner()
  const sweeps = sweepsOf(deps, lostJobs)
  for (const sweep of sweeps) sweep.start()
  return {
    async stop() {
      stopped = true
      for (const sweep of sweeps) await sweep.stop()
      restart?.stop()
      await runner?.stop()
      await pool.end()
    },
  }
}

const sweepsOf = (deps: JobWorkerDeps, lostJobs: LostJobs): readonly Sweep[] => {
  const deadWorkers = createDeadWorkers(deps)
  return [
    createSweep(deps, {
      name: 'jobs.free_dead',
      everyMs: FREE_DEAD_EVERY_MS,
      async work() {
        await freeDeadWorkers(deps, deadWorkers)
        return { more: false }
      },
    }),
    createSweep(deps, {
      name: 'jobs.free_lost',
      everyMs: FREE_LOST_EVERY_MS,
      async work() {
        const count = await lostJobs.free()
        if (count > 0) deps.log.warn('jobs whose message was lost were released', { count })
        return { more: false }
      },
    }),
  ]
}

/** The library frees a dead worker's jobs after four hours; a worker whose advisory lock stays free is dead now. */
const freeDeadWorkers = async (
  { db, log }: Pick<JobWorkerDeps, 'db' | 'log'>,
  deadWorkers: DeadWorkers,
): Promise<void> => {
  const lockedBy = await db.values<string>(
    sql`select distinct locked_by from graphile_worker.jobs where locked_by is not null`,
  )
  const dead = await deadWorkers.confirm(db, lockedBy)
  if (dead.length === 0) return
  await db.rows(sql`select graphile_worker.force_unlock_workers(${dead})`)
  log.warn('jobs of dead workers were released', { count: dead.length })
}

const optionsFor = ({ workerId, handlers, log }: JobWorkerDeps, pgPool: pg.Pool, lostJobs: LostJobs) => {
  const events: WorkerEvents = new EventEmitter()
  // Jobs are locked in the pool's name, which the library makes up; ours is the one whose life can be looked up.
  events.on('pool:create', ({ workerPool }) => {
    workerPool.id = workerId
  })
  events.on('localQueue:getJobs:complete', ({ jobs }) => lostJobs.received(jobs.map(({ id }) => id)))
  events.on('job:error', ({ job, error }) => {
    log.warn('a job failed', { job: job.task_identifier, attempt: job.attempts, error })
  })
  events.on('job:failed', ({ job, error }) => {
    log.error('a job failed for the last time', { job: job.task_identifier, attempt: job.attempts, error })
  })
  const taskList = Object.fromEntries(
    Object.entries(handlers).map(([name, handler]): [string, Task] => [
      name,
      (payload, { job }) =>
        // The number alone is given again after a restore, which creates a new queue.
        handler(payload, { id: `${job.id}-${job.created_at.getTime()}`, name, attempt: job.attempts }),
    ]),
  )
  return {
    pgPool,
    events,
    taskList,
    logger: silent,
    noHandleSignals: true,
    concurrency: CONCURRENCY,
    pollInterval: POLL_MS,
    preset: {
      worker: {
        localQueue: { size: LOCAL_QUEUE_MAX },
        completeJobBatchDelay: BATCH_DELAY_MS,
        failJobBatchDelay: BATCH_DELAY_MS,
      },
    },
  }
}

/** The library's own log holds payloads; what we want to know comes by its events. */
const silent = new Logger(() => () => undefined)
