import type { Clock } from '../clock.ts'
import { type Queryable, sql } from '../database/database.ts'

/**
 * Returns the workers that hold no lock, of names that were read before. Asked apart from the statements on merchants' tables: a distributed
 * database runs those where no worker holds its lock. The names come first: a worker that starts in between is not taken for dead.
 */
const findGone = async (db: Queryable, workers: readonly string[]): Promise<string[]> => {
  if (workers.length === 0) return []
  return db.values<string>(sql`
    select worker from unnest(${workers}::text[]) worker where not galla_worker_alive(worker)`)
}

/** Longer than a living worker needs to reopen a lost connection, which holds the lock that proves it alive. */
export const DEAD_AFTER_MS = 1_500
/** Checks further apart are not of one absence. */
const FORGOTTEN_AFTER_MS = 60_000

export interface DeadWorkers {
  /** Returns the workers that every check of at least the last DEAD_AFTER_MS found gone. Never returns this process. */
  confirm(db: Queryable, workers: readonly string[]): Promise<string[]>
}

/** Checks workers twice, so that one that loses its database connection for a moment does not count as dead. */
export const createDeadWorkers = ({
  clock,
  workerId,
}: {
  readonly clock: Clock
  readonly workerId: string
}): DeadWorkers => {
  /** The first and the last check that found a worker gone. */
  const absences = new Map<string, { readonly firstMs: number; readonly lastMs: number }>()
  return {
    async confirm(db, workers) {
      const others = [...new Set(workers)].filter((worker) => worker !== workerId)
      const gone = await findGone(db, others)
      const nowMs = clock.now().getTime()
      for (const [worker, { lastMs }] of absences)
        if (nowMs - lastMs > FORGOTTEN_AFTER_MS) absences.delete(worker)
      for (const worker of others) if (!gone.includes(worker)) absences.delete(worker)
      return gone.filter((worker) => {
        const firstMs = absences.get(worker)?.firstMs ?? nowMs
        absences.set(worker, { firstMs, lastMs: nowMs })
        return nowMs - firstMs >= DEAD_AFTER_MS
      })
    },
  }
}
