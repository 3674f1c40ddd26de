import { type Queryable, sql } from '../database/database.ts'

/**
 * Picks the workers that are gone, from names that were read before. Asked apart from the statements on merchants' tables: a distributed
 * database runs those where no worker holds its lock. The names come first: a worker that starts in between is not taken for dead.
 */
export const findDeadWorkers = async (
  db: Queryable,
  workers: readonly (string | null)[],
): Promise<string[]> => {
  if (workers.length === 0) return []
  return db.values<string>(sql`
    select worker from unnest(${workers}::text[]) worker where not galla_worker_alive(worker)`)
}
