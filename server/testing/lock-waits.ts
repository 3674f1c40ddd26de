import { type Database, part, sql } from '../src/platform/database/database.ts'

/** Lists the sessions of a database that wait for a lock: of a distributed one on each of its servers. */
export const listLockWaits = async (db: Database): Promise<{ pid: number; query: string }[]> => {
  const hasCitus = await db.value<boolean>(
    sql`select to_regclass('citus_stat_activity') is not null as "hasCitus"`,
  )
  const activity = hasCitus ? part`citus_stat_activity` : part`pg_stat_activity`
  return db.rows(sql`
    select pid, query from ${activity} where datname = current_database() and wait_event_type = 'Lock'`)
}
