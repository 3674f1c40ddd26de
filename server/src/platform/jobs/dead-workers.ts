import type { Clock } from '../clock.ts'
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

/** Longer than a living worker needs to reopen a lost connection, which holds the lock that proves it alive. */
export const DEAD_AFTER_MS = 1_500

export interface DeadWorkers {
  /** Returns the workers that every check of at least the last DEAD_AFTER_MS found gone. Never returns this process. */
  confirm(workers: readonly string[]): Promise<string[]>
}

/** Checks workers twice, so that one that loses its database connection for a moment does not count as dead. */
export const createDeadWorkers = ({
  db,
  clock,
  workerId,
}: {
  readonly db: Queryable
  readonly clock: Clock
  readonly workerId: string
}): DeadWorkers => {
  /** When each worker that is gone was first found gone. */
  let goneSinceMs = new Map<string, number>()
  return {
    async confirm(workers) {
      const gone = await findDeadWorkers(
        db,
        workers.filter((worker) => worker !== workerId),
      )
      const nowMs = clock.now().getTime()
      goneSinceMs = new Map(gone.map((worker) => [worker, goneSinceMs.get(worker) ?? nowMs]))
      return gone.filter((worker) => nowMs - (goneSinceMs.get(worker) ?? nowMs) >= DEAD_AFTER_MS)
    },
  }
}
