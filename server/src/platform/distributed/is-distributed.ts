import { type Database, sql } from '../database/database.ts'

/** By their pool, which a copy of a database with other methods shares. */
const distributed = new WeakSet<Database['pool']>()

/**
 * Finds out whether the tables of a database are distributed by merchant. What opens one for the code of the merchants' tables does so
 * first; `galla distribute` runs while no Galla does.
 */
export const findDistribution = async (db: Database): Promise<void> => {
  const hasCitus = await db.value<boolean>(
    sql`select to_regclass('pg_dist_partition') is not null as "hasCitus"`,
  )
  if (!hasCitus) return
  const found = await db.maybeOne(sql`select from pg_dist_partition where partmethod = 'h' limit 1`)
  if (found !== undefined) distributed.add(db.pool)
}

/** Whether they are, as it was found. */
export const isDistributed = (db: Database): boolean => distributed.has(db.pool)
