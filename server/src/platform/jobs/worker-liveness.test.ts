import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { manualClock, monotonicMs } from '../clock.ts'
import { type Database, openDatabase, sql } from '../database/database.ts'
import { randomIds } from '../ids.ts'
import { createLog } from '../log.ts'
import { prepareJobQueue } from './job-queue.ts'
import { startWorkerLiveness } from './worker-liveness.ts'

const PROGRAM = fileURLToPath(new URL('./job-queue-crash-program.ts', import.meta.url))
const NOTICED_MS_MAX = 10_000

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.connectionString)
})

afterAll(async () => {
  await db.close()
  await database.drop()
})

const isAlive = (worker: string): Promise<boolean> =>
  db.value<boolean>(sql`select galla_worker_alive(${worker}) as alive`)

/** Asks until it is so; the database notices in its own time. */
const until = async (wanted: boolean, worker: string): Promise<number> => {
  const startedMs = monotonicMs()
  while ((await isAlive(worker)) !== wanted) {
    if (monotonicMs() - startedMs > NOTICED_MS_MAX) throw new Error('not noticed in time')
  }
  return monotonicMs() - startedMs
}

const start = (clock = manualClock(new Date('2026-11-21T06:00:00Z'))) =>
  startWorkerLiveness({
    connectionString: database.connectionString,
    clock,
    ids: randomIds,
    log: createLog({ level: 'silent' }),
  })

test('a worker is alive from its start to its end, and nobody else is', async () => {
  const [one, other] = [await start(), await start()]
  expect(one.workerId).not.toBe(other.workerId)
  expect([await isAlive(one.workerId), await isAlive(other.workerId), await isAlive('wrk_NOBODY')]).toEqual([
    true,
    true,
    false,
  ])
  await one.stop()
  await until(false, one.workerId)
  expect(await isAlive(other.workerId)).toBe(true)
  await other.stop()
})

test('asking whether a worker lives takes nothing from it, so it can be asked while it starts', async () => {
  const worker = 'wrk_STARTING'
  await db.transaction(async (tx) => {
    expect(await tx.one(sql`select galla_worker_alive(${worker}) as alive`)).toEqual({ alive: false })
    expect(await db.one(sql`select pg_try_advisory_lock(galla_worker_lock(${worker})) as taken`)).toEqual({
      taken: true,
    })
  })
})

test('a lock of another database with the same name does not make a worker alive here', async () => {
  const elsewhere = await createTestDatabase()
  const life = await startWorkerLiveness({
    connectionString: elsewhere.connectionString,
    clock: manualClock(new Date('2026-11-21T06:00:00Z')),
    ids: randomIds,
    log: createLog({ level: 'silent' }),
  })
  expect(await isAlive(life.workerId)).toBe(false)
  await life.stop()
  await elsewhere.drop()
})

test('a worker whose connection broke is dead, until it has proven itself again under the same name', async () => {
  const clock = manualClock(new Date('2026-11-21T06:00:00Z'))
  const life = await start(clock)
  await db.rows(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'galla worker' and datname = current_database()`)
  await until(false, life.workerId)
  const startedMs = monotonicMs()
  while (!(await isAlive(life.workerId))) {
    clock.advance({ seconds: 1 })
    if (monotonicMs() - startedMs > NOTICED_MS_MAX) throw new Error('it did not come back')
  }
  await life.stop()
  await until(false, life.workerId)
})

test('a process that is killed is dead within moments, without a word of its own', async () => {
  await prepareJobQueue(database.connectionString)
  await db.rows(sql`select graphile_worker.add_job('mark', '{"n": 1}')`)
  const child = spawn(process.execPath, [PROGRAM, database.connectionString, 'in-handler'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const workerId = line.toString().trim()
  expect(await isAlive(workerId)).toBe(true)
  child.kill('SIGKILL')
  expect(await until(false, workerId)).toBeLessThan(NOTICED_MS_MAX)
})
