import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { monotonicMs, waitRealMs } from '../clock.ts'
import { type Database, openDatabase, sql } from '../database/database.ts'
import { createLog } from '../log.ts'
import { addJob, createJobs, type JobHandler, type JobOptions } from './job-queue.ts'
import type { BackgroundWork } from './sweep.ts'

const PROGRAM = fileURLToPath(new URL('./job-queue-crash-program.ts', import.meta.url))
const TAKE_OVER_MS_MAX = 20_000

let database: TestDatabase
let db: Database
const working: BackgroundWork[] = []
const gates: (() => void)[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.connectionString)
  await db.run(sql`create table marks (n int)`)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})
beforeEach(async () => {
  for (const letGo of gates.splice(0)) letGo()
  for (const jobs of working.splice(0)) await jobs.stop()
  await db.run(sql`delete from jobs`)
})

/** A process that does these jobs. */
const startProcess = (handlers: Record<string, JobHandler>): BackgroundWork => {
  const jobs = createJobs({ db, log: createLog({ level: 'silent' }), handlers })
  jobs.start()
  working.push(jobs)
  return jobs
}
const add = (n: number, options: JobOptions = {}, merchantId = 'mer_a', name = 'mark') =>
  db.transaction((tx) => addJob(tx, name, { merchantId, n }, options))
const left = () => db.rows<{ lease: string | null; attempts: number }>(sql`select lease, attempts from jobs`)

/** A handler whose runs wait until they are let go. */
const held = () => {
  const runs: { n: number; id: string }[] = []
  const gate = Promise.withResolvers<void>()
  gates.push(gate.resolve)
  const handler: JobHandler = async (payload, { id }) => {
    runs.push({ n: (payload as { n: number }).n, id })
    await gate.promise
  }
  return { runs, handler, letGo: gate.resolve, numbers: () => runs.map(({ n }) => n) }
}

test('a job is done when its transaction commits, and never when it rolls back', async () => {
  const { handler, numbers, letGo } = held()
  letGo()
  startProcess({ mark: handler })
  await db
    .transaction(async (tx) => {
      await addJob(tx, 'mark', { merchantId: 'mer_a', n: 1 })
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  await add(2)
  await expect.poll(left).toEqual([])
  expect(numbers()).toEqual([2])
})

test('one of several jobs with the same key is kept, and a later one waits for its time', async () => {
  const later = new Date(Date.UTC(2099, 0))
  await add(1, { key: 'same', runAt: later })
  await add(2, { key: 'same', runAt: later })
  await add(3, { key: 'same', runAt: later }, 'mer_b')
  expect(await db.rows(sql`select merchant_id, payload, due_at from jobs order by merchant_id`)).toEqual([
    { merchant_id: 'mer_a', payload: { merchantId: 'mer_a', n: 2 }, due_at: later },
    { merchant_id: 'mer_b', payload: { merchantId: 'mer_b', n: 3 }, due_at: later },
  ])
})

test('a job that is added again while it runs, runs again with what was added, as another job', async () => {
  const { handler, runs, numbers, letGo } = held()
  startProcess({ mark: handler })
  await add(1, { key: 'same' })
  await expect.poll(numbers).toEqual([1])
  await add(2, { key: 'same' })
  letGo()
  await expect.poll(left).toEqual([])
  expect(numbers()).toEqual([1, 2])
  expect(runs[0]?.id).not.toBe(runs[1]?.id)
})

test('a job that ends its process is tried again later each time', async () => {
  const { handler, numbers, letGo } = held()
  await add(1)
  await db.run(sql`update jobs set attempts = 5`)
  startProcess({ mark: handler })
  await expect.poll(numbers).toEqual([1])
  expect(
    await db.value<number>(sql`select extract(epoch from due_at - now())::int from jobs`),
  ).toBeGreaterThan(390)
  letGo()
  await expect.poll(left).toEqual([])
})

test('of jobs that are added one at once, none is added while one runs', async () => {
  const { handler, numbers, letGo } = held()
  startProcess({ mark: handler })
  await add(1, { key: 'same', oneAtOnce: true })
  await expect.poll(numbers).toEqual([1])
  await add(2, { key: 'same', oneAtOnce: true })
  letGo()
  await expect.poll(left).toEqual([])
  expect(numbers()).toEqual([1])
})

test('a job that failed is tried again, later each time, and given up after 25 attempts', async () => {
  const attempts: number[] = []
  startProcess({
    mark: async (_payload, { attempt }) => {
      attempts.push(attempt)
      throw new Error('not yet')
    },
  })
  await add(1)
  await expect.poll(left).toEqual([{ lease: null, attempts: 1 }])
  const delay = () => db.value<number>(sql`select extract(epoch from due_at - now())::int from jobs`)
  expect(await delay()).toBeGreaterThanOrEqual(2)
  await db.run(sql`update jobs set due_at = now(), attempts = 24`)
  await expect.poll(left).toEqual([{ lease: null, attempts: 25 }])
  expect(await delay()).toBeGreaterThan(6 * 3600)
  await db.run(sql`update jobs set due_at = now()`)
  await waitRealMs(600)
  expect(attempts).toEqual([1, 25])
  expect(await db.value(sql`select last_error from jobs`)).toBe('not yet')
})

test('a process leaves jobs that it does not know to others', async () => {
  const { handler, numbers, letGo } = held()
  letGo()
  startProcess({ other: handler })
  await add(1)
  await add(2, {}, 'mer_a', 'other')
  await expect.poll(numbers).toEqual([2])
  await expect.poll(left).toEqual([{ lease: null, attempts: 0 }])
})

test('merchants take turns, and one has two jobs of a process at most', async () => {
  const { handler, numbers, letGo } = held()
  for (let n = 0; n < 20; n += 1) await add(n)
  for (const merchantId of ['mer_b', 'mer_c']) await add(100, {}, merchantId)
  startProcess({ mark: handler })
  await expect.poll(() => numbers().length).toBe(4)
  expect(numbers().toSorted((a, b) => a - b)).toEqual([0, 1, 100, 100])
  await waitRealMs(600)
  expect(numbers()).toHaveLength(4)
  letGo()
  await expect.poll(left).toEqual([])
  expect(numbers()).toHaveLength(22)
})

test('an orderly end finishes running jobs and leaves the others', async () => {
  const { handler, numbers, letGo } = held()
  const jobs = startProcess({ mark: handler })
  for (let n = 0; n < 6; n += 1) await add(n)
  await expect.poll(() => numbers().length).toBe(2)
  const stopping = jobs.stop()
  letGo()
  await stopping
  expect(await left()).toEqual(Array(4).fill({ lease: null, attempts: 0 }))
})

test('a process keeps the job that it runs for longer than a lease', async () => {
  const { handler, numbers, letGo } = held()
  startProcess({ mark: handler })
  await add(1)
  await expect.poll(numbers).toEqual([1])
  // As long after its claim as a renewal takes to come.
  await db.run(sql`update jobs set due_at = now() + interval '6 seconds'`)
  startProcess({ mark: handler })
  await waitRealMs(7_000)
  letGo()
  await expect.poll(left).toEqual([])
  expect(numbers()).toEqual([1])
})

test('what a process ends after its lease does not end the run of another', async () => {
  const [first, second] = [held(), held()]
  const slow = startProcess({ mark: first.handler })
  await add(1)
  await expect.poll(first.numbers).toEqual([1])
  const stopped = slow.stop()
  startProcess({ mark: second.handler })
  await expect
    .poll(async () => {
      // Again and again: the first renews its lease.
      await db.run(sql`update jobs set due_at = now() where attempts = 1`)
      return second.numbers()
    })
    .toEqual([1])
  first.letGo()
  await stopped
  expect(await left()).toMatchObject([{ attempts: 2 }])
  second.letGo()
  await expect.poll(left).toEqual([])
})

test('the jobs of a killed process are done within 20 s, wherever it was killed', async () => {
  const numbers = [0, 1, 2, 3, 4, 5]
  const kill = async (point: 'in-handler' | 'before-completion') => {
    for (const n of numbers) await add(n, {}, `mer_${n % 2}`, point)
    const child = spawn(process.execPath, [PROGRAM, database.connectionString, point, point], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    // The living one is there before, so that the time is that of a process that runs, not of a start.
    const seen = new Set<number>()
    startProcess({ [point]: async (payload) => void seen.add((payload as { n: number }).n) })
    child.kill('SIGKILL')
    const killedMs = monotonicMs()
    await once(child, 'exit')
    await expect.poll(() => [...seen].sort(), { timeout: TAKE_OVER_MS_MAX }).toEqual(numbers)
    expect(monotonicMs() - killedMs).toBeLessThan(TAKE_OVER_MS_MAX)
  }
  await Promise.all([kill('in-handler'), kill('before-completion')])
  await expect.poll(left).toEqual([])
})
