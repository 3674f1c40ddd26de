import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/database.ts'
import { manualClock, monotonicMs } from '../clock.ts'
import { sql } from '../database/database.ts'
import { prepareJobQueue } from './job-queue.ts'
import { useWorkers } from './worker-harness.ts'

const PROGRAM = fileURLToPath(new URL('./job-queue-crash-program.ts', import.meta.url))
const NOTICED_MS_MAX = 10_000

const workers = useWorkers()
const { isAlive } = workers

/** Asks until it is so; the database notices in its own time. */
const until = async (wanted: boolean, worker: string): Promise<number> => {
  const startedMs = monotonicMs()
  while ((await isAlive(worker)) !== wanted) {
    if (monotonicMs() - startedMs > NOTICED_MS_MAX) throw new Error('not noticed in time')
  }
  return monotonicMs() - startedMs
}

const NOW = new Date('2026-11-21T06:00:00Z')

test('only a worker between its start and its end is alive', async () => {
  const [one, other] = [await workers.start(manualClock(NOW)), await workers.start(manualClock(NOW))]
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

test('the check of a worker takes no lock from it, so it may run while the worker starts', async () => {
  const worker = 'wrk_STARTING'
  const { db } = workers
  await db.transaction(async (tx) => {
    expect(await tx.one(sql`select galla_worker_alive(${worker}) as alive`)).toEqual({ alive: false })
    expect(await db.one(sql`select pg_try_advisory_lock(galla_worker_lock(${worker})) as taken`)).toEqual({
      taken: true,
    })
  })
})

test('a lock of another database with the same name does not make a worker alive here', async () => {
  const elsewhere = await createTestDatabase()
  const life = await workers.start(manualClock(NOW), elsewhere.connectionString)
  expect(await isAlive(life.workerId)).toBe(false)
  await life.stop()
  await elsewhere.drop()
})

test('a worker whose connection broke is dead until it reconnects under the same name', async () => {
  const clock = manualClock(NOW)
  const life = await workers.start(clock)
  await workers.cutOff()
  await until(false, life.workerId)
  const startedMs = monotonicMs()
  while (!(await isAlive(life.workerId))) {
    clock.advance({ seconds: 1 })
    if (monotonicMs() - startedMs > NOTICED_MS_MAX) throw new Error('it did not come back')
  }
  await life.stop()
  await until(false, life.workerId)
})

test('a killed process is dead within moments', async () => {
  await prepareJobQueue(workers.connectionString)
  await workers.db.rows(sql`select graphile_worker.add_job('mark', '{"n": 1}')`)
  const child = spawn(process.execPath, [PROGRAM, workers.connectionString, 'in-handler'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const workerId = line.toString().trim()
  expect(await isAlive(workerId)).toBe(true)
  child.kill('SIGKILL')
  expect(await until(false, workerId)).toBeLessThan(NOTICED_MS_MAX)
})
