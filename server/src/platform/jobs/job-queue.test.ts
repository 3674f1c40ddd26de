import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { startSilentProxy } from '../../../testing/silent-proxy.ts'
import { manualClock, monotonicMs, systemClock } from '../clock.ts'
import { type Database, openDatabase, sql } from '../database/database.ts'
import { randomIds } from '../ids.ts'
import { createLog } from '../log.ts'
import { addJob, type JobHandler, type JobWorker, prepareJobQueue, startWorker } from './job-queue.ts'
import { startWorkerLiveness, type WorkerLiveness } from './worker-liveness.ts'

const PROGRAM = fileURLToPath(new URL('./job-queue-crash-program.ts', import.meta.url))
const TAKE_OVER_MS_MAX = 10_000

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.connectionString)
  await Promise.all([prepareJobQueue(database.connectionString), prepareJobQueue(database.connectionString)])
  await db.run(sql`create table marks (n int, worker text)`)
})

afterAll(async () => {
  await db.close()
  await database.drop()
})

beforeEach(async () => {
  await db.run(sql`truncate marks`)
  await db.run(sql`delete from graphile_worker._private_jobs`)
})

const deps = () => ({
  connectionString: database.connectionString,
  clock: systemClock,
  ids: randomIds,
  log: createLog({ level: 'silent' }),
})

const startProcess = async (
  handlers: Record<string, JobHandler>,
): Promise<{ life: WorkerLiveness; worker: JobWorker }> => {
  const life = await startWorkerLiveness(deps())
  return { life, worker: await startWorker({ ...deps(), db, workerId: life.workerId, handlers }) }
}

const stopProcess = async ({ life, worker }: { life: WorkerLiveness; worker: JobWorker }): Promise<void> => {
  await worker.stop()
  await life.stop()
}

/** Resolves when it was called for each of `count` different numbers. */
const collecting = (count: number) => {
  const seen = new Set<number>()
  const { promise, resolve } = Promise.withResolvers<number[]>()
  const handler: JobHandler = async (payload) => {
    seen.add((payload as { n: number }).n)
    if (seen.size === count) resolve([...seen].sort((a, b) => a - b))
  }
  return { handler, all: promise }
}

test('a job is done when its transaction commits, and never when it rolls back', async () => {
  const { handler, all } = collecting(1)
  const running = await startProcess({ mark: handler })
  await db
    .transaction(async (tx) => {
      await addJob(tx, 'mark', { n: 1 })
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  await db.transaction((tx) => addJob(tx, 'mark', { n: 2 }))
  expect(await all).toEqual([2])
  await stopProcess(running)
  expect(await db.rows(sql`select from graphile_worker.jobs`)).toEqual([])
})

test('one of several jobs with the same key is kept, and a later one waits for its time', async () => {
  const later = new Date(systemClock.now().getTime() + 3_600_000)
  await db.transaction(async (tx) => {
    await addJob(tx, 'mark', { n: 1 }, { key: 'same', runAt: later })
    await addJob(tx, 'mark', { n: 2 }, { key: 'same', runAt: later })
  })
  const jobs = await db.rows<{ run_at: Date }>(sql`select run_at from graphile_worker.jobs`)
  expect(jobs).toEqual([{ run_at: later }])
})

test('a job that failed is tried again', async () => {
  let attempts = 0
  const { promise, resolve } = Promise.withResolvers<number>()
  const running = await startProcess({
    mark: async (_payload, { attempt }) => {
      attempts += 1
      if (attempts === 1) throw new Error('not yet')
      resolve(attempt)
    },
  })
  await db.transaction((tx) => addJob(tx, 'mark', { n: 1 }))
  expect(await promise).toBe(2)
  await stopProcess(running)
})

test('an orderly end finishes running jobs and returns the others to the queue', async () => {
  const started = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  let finished = 0
  const running = await startProcess({
    mark: async () => {
      started.resolve()
      await finish.promise
      finished += 1
    },
  })
  await db.transaction(async (tx) => {
    for (let n = 0; n < 12; n += 1) await addJob(tx, 'mark', { n })
  })
  await started.promise
  const stopping = stopProcess(running)
  finish.resolve()
  await stopping
  const left = await db.rows<{ locked_by: string | null }>(sql`select locked_by from graphile_worker.jobs`)
  expect(finished + left.length).toBe(12)
  expect(left.every(({ locked_by }) => locked_by === null)).toBe(true)
})

test('a job that was lost with its connection is done, and a running job is not done twice', async () => {
  const proxy = await startSilentProxy(database.connectionString)
  const through = openDatabase(proxy.connectionString)
  const clock = manualClock(systemClock.now())
  const life = await startWorkerLiveness(deps())
  const finish = Promise.withResolvers<void>()
  const started: number[] = []
  const worker = await startWorker({
    ...deps(),
    db: through,
    connectionString: proxy.connectionString,
    clock,
    workerId: life.workerId,
    handlers: {
      mark: async (payload) => {
        started.push((payload as { n: number }).n)
        await finish.promise
      },
    },
  })
  await db.transaction((tx) => addJob(tx, 'mark', { n: 1 }))
  await expect.poll(() => started).toEqual([1])
  proxy.silence('replies')
  await db.transaction((tx) => addJob(tx, 'mark', { n: 2 }))
  const lockedJobs = async () =>
    (await db.rows(sql`select from graphile_worker.jobs where locked_by = ${life.workerId}`)).length
  await expect.poll(lockedJobs).toBe(2)
  through.sockets.dropAll()
  proxy.restore()
  const askAgain = () => {
    clock.advance({ seconds: 5 })
    return started
  }
  await expect.poll(askAgain, { interval: 200 }).toEqual([1, 2])
  finish.resolve()
  await expect.poll(() => db.rows(sql`select from graphile_worker.jobs`)).toEqual([])
  expect(started).toEqual([1, 2])
  await worker.stop()
  await life.stop()
  await through.close()
  await proxy.close()
})

test('a worker that loses its connection for a moment keeps its jobs', async () => {
  const clock = manualClock(systemClock.now())
  const life = await startWorkerLiveness({ ...deps(), clock })
  const finish = Promise.withResolvers<void>()
  const started: string[] = []
  const worker = await startWorker({
    ...deps(),
    db,
    workerId: life.workerId,
    handlers: {
      mark: async () => {
        started.push('first')
        await finish.promise
      },
    },
  })
  try {
    await db.transaction((tx) => addJob(tx, 'mark', { n: 1 }))
    await expect.poll(() => started).toEqual(['first'])
    await db.rows(sql`
      select pg_terminate_backend(pid, 10_000) from pg_stat_activity
      where application_name = 'galla worker' and datname = current_database()`)

    // It looks while the lock is free; the worker opens its connection again when its clock moves on.
    const other = await startProcess({ mark: async () => void started.push('other') })
    await stopProcess(other)
    clock.advance({ seconds: 1 })
    const [job] = await db.rows<{ locked_by: string }>(sql`select locked_by from graphile_worker.jobs`)
    expect(job?.locked_by).toBe(life.workerId)
    expect(started).toEqual(['first'])
  } finally {
    finish.resolve()
    await worker.stop()
    await life.stop()
  }
})

describe('the jobs of a killed process continue within 10 s', () => {
  test.each(['in-handler', 'before-completion'])(
    'after it was killed %s, with more jobs claimed',
    async (point) => {
      const jobs = 6
      await db.transaction(async (tx) => {
        for (let n = 0; n < jobs; n += 1) await addJob(tx, 'mark', { n })
      })
      const child = spawn(process.execPath, [PROGRAM, database.connectionString, point], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [line] = (await once(child.stdout, 'data')) as [Buffer]
      const dead = line.toString().split('\n')[0]
      const held = await db.rows<{ locked_by: string }>(
        sql`select distinct locked_by from graphile_worker.jobs where locked_by is not null`,
      )
      expect(held).toEqual([{ locked_by: dead }])

      // The living one is there before, so that the time is that of a process that runs, not of a start.
      const { handler, all } = collecting(jobs)
      const running = await startProcess({ mark: handler })
      expect(
        await db.rows(sql`select from graphile_worker.jobs where locked_by = ${running.life.workerId}`),
      ).toEqual([])
      child.kill('SIGKILL')
      const killedMs = monotonicMs()
      await once(child, 'exit')
      expect(await all).toEqual([0, 1, 2, 3, 4, 5])
      expect(monotonicMs() - killedMs).toBeLessThan(TAKE_OVER_MS_MAX)
      await stopProcess(running)
    },
  )
})
