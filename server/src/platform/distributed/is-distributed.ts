import { type Queryable, sql } from '../database/database.ts'

const known = new WeakMap<object, Promise<boolean>>()

const find = async (db: Queryable): Promise<boolean> => {
  const { hasCitus } = await db.one<{ hasCitus: boolean }>(
    sql`select to_regclass('pg_dist_partition') is not null as "hasCitus"`,
  )
  if (!hasCitus) return false
  const { distributed } = await db.one<{ distributed: boolean }>(
    sql`select exists (select from pg_dist_partition where partmethod = 'h') as distributed`,
  )
  return distributed
}

/**
 * Returns whether the tables are distributed by merchant. Asked once of each database that was opened: `galla distribute` runs while no
 * Galla does.
 */
export const isDistributed = (db: Queryable): Promise<boolean> => {
  const asked = known.get(db) ?? find(db)
  known.set(db, asked)
  // An outage is no reply.
  asked.catch(() => known.delete(db))
  return asked
}
