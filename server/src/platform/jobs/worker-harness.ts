import { afterAll, beforeAll } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import type { Clock } from '../clock.ts'
import { type Database, openDatabase, sql } from '../database/database.ts'
import { randomIds } from '../ids.ts'
import { createLog } from '../log.ts'
import { startWorkerLiveness } from './worker-liveness.ts'

/** Workers on one database, for all tests of one file. */
export const useWorkers = () => {
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
  return {
    get db() {
      return db
    },
    get connectionString() {
      return database.connectionString
    },
    start: (clock: Clock, connectionString = database.connectionString) =>
      startWorkerLiveness({ connectionString, clock, ids: randomIds, log: createLog({ level: 'silent' }) }),
    isAlive: (worker: string): Promise<boolean> =>
      db.value<boolean>(sql`select galla_worker_alive(${worker}) as alive`),
    /** Ends the connections that prove the workers alive. */
    cutOff: () =>
      db.rows(sql`
        select pg_terminate_backend(pid, 10_000) from pg_stat_activity
        where application_name = 'galla worker' and datname = current_database()`),
  }
}
