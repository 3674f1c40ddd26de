import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { manualClock } from '../clock.ts'
import { type Database, openDatabase, sql } from '../database/database.ts'
import { randomIds } from '../ids.ts'
import { createLog } from '../log.ts'
import { createDeadWorkers, DEAD_AFTER_MS } from './dead-workers.ts'
import { startWorkerLiveness } from './worker-liveness.ts'

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

test('a worker is confirmed dead when two checks find it gone and no check between them finds it alive', async () => {
  const clock = manualClock(new Date('2026-11-26T06:00:00Z'))
  const connectionClock = manualClock(clock.now())
  const { workerId, stop } = await startWorkerLiveness({
    connectionString: database.connectionString,
    clock: connectionClock,
    ids: randomIds,
    log: createLog({ level: 'silent' }),
  })
  const workers = createDeadWorkers({ clock, workerId: 'wrk_other' })
  const own = createDeadWorkers({ clock, workerId })
  const look = async (ms: number) => {
    clock.advance({ ms })
    return [await workers.confirm(db, [workerId]), await own.confirm(db, [workerId])]
  }
  expect(await look(DEAD_AFTER_MS)).toEqual([[], []])

  await db.rows(sql`
    select pg_terminate_backend(pid, 10_000) from pg_stat_activity
    where application_name = 'galla worker' and datname = current_database()`)
  expect(await look(DEAD_AFTER_MS)).toEqual([[], []])
  expect(await look(DEAD_AFTER_MS - 1)).toEqual([[], []])
  connectionClock.advance({ seconds: 1 })
  await expect.poll(() => isAlive(workerId)).toBe(true)
  expect(await look(1)).toEqual([[], []])

  await stop()
  await expect.poll(() => isAlive(workerId)).toBe(false)
  expect(await look(DEAD_AFTER_MS)).toEqual([[], []])
  expect(await workers.confirm(db, ['wrk_another'])).toEqual([])
  expect(await look(DEAD_AFTER_MS)).toEqual([[workerId], []])
  expect(await look(60_001)).toEqual([[], []])
})
