import { type Database, sql } from '../database/database.ts'

/**
 * Finds jobs that are locked in this process's name although it never heard of them: the reply that brought them was lost with its
 * connection. The process lives, so no other process would free them.
 */
export interface LostJobs {
  received(ids: readonly string[]): void
  /** Call this every few seconds. A job is lost if two calls in a row find it locked but not received. */
  free(): Promise<number>
}

export const createLostJobs = (db: Database, workerId: string): LostJobs => {
  /** Each job that was received and may still be locked, with the turn in which it was. */
  const received = new Map<string, number>()
  let suspects = new Set<string>()
  let turn = 0

  return {
    received(ids) {
      for (const id of ids) received.set(id, turn)
    },
    async free() {
      turn += 1
      const rows = await db.rows<{ id: string }>(
        sql`select id::text as id from graphile_worker.jobs where locked_by = ${workerId}`,
      )
      const locked = new Set(rows.map(({ id }) => id))
      // What came since the question was asked is not in its answer.
      for (const [id, since] of received) if (since < turn && !locked.has(id)) received.delete(id)
      const unknown = [...locked].filter((id) => !received.has(id))
      const lost = unknown.filter((id) => suspects.has(id))
      suspects = new Set(unknown)
      if (lost.length === 0) return 0
      return db.run(sql`
        update graphile_worker._private_jobs set locked_at = null, locked_by = null
        where id = any(${lost}::bigint[]) and locked_by = ${workerId}`)
    },
  }
}
