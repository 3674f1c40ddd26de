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

/** Longer than a living worker takes to open a lost connection again, which holds the lock that proves it alive. */
export const DEAD_AFTER_MS = 1_500

export interface DeadWorkers {
  /** Returns those of these workers that no look of the last DEAD_AFTER_MS found alive. Never this process itself. */
  confirm(workers: readonly string[]): Promise<string[]>
}

/** Tells dead workers from those that lost their connection to the database for a moment, by looking twice. */
export const createDeadWorkers = ({
  db,
  clock,
  workerId,
}: {
  readonly db: Queryable
  readonly clock: Clock
  readonly workerId: string
}): DeadWorkers => {
  /** When each worker was first found gone. */
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
