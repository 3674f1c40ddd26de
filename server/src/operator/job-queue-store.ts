import type { JobState } from '@galla/contract/operator/operator-system'
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts'

export interface JobRow {
  id: string
  name: string
  attempts: number
  attempts_max: number
  locked: boolean
  last_error: string | null
  run_at: Date
  created_at: Date
}

/** An error's text can be long; its beginning is enough. */
const ERROR_CHARACTERS_MAX = 500

/** Lists the most failed first. The payload, which may contain secrets, is not read. */
export const listQueuedJobs = (db: Queryable, limit: number): Promise<JobRow[]> =>
  db.rows(sql`
    select id::text, task_identifier as name, attempts::int, max_attempts::int as attempts_max,
           locked_at is not null as locked, left(last_error, ${ERROR_CHARACTERS_MAX}) as last_error, run_at, created_at
    from graphile_worker.jobs
    order by (attempts >= max_attempts) desc, (last_error is not null) desc, run_at, id
    limit ${limit}`)

export const countJobs = (
  db: Queryable,
): Promise<Record<JobState, number> & { oldest_run_at: Date | null }> =>
  db.one(sql`
    select (count(*) filter (where locked_at is not null))::int as running,
           (count(*) filter (where locked_at is null and attempts >= max_attempts))::int as given_up,
           (count(*) filter (where locked_at is null and attempts < max_attempts and last_error is not null))::int as failing,
           (count(*) filter (where locked_at is null and attempts < max_attempts and last_error is null))::int as waiting,
           min(run_at) filter (where locked_at is null and attempts < max_attempts) as oldest_run_at
    from graphile_worker.jobs`)

/** Finds a job; undefined when it was done. */
export const findJob = (db: Queryable, id: string): Promise<JobRow | undefined> =>
  db.maybeOne(sql`
    select id::text, task_identifier as name, attempts::int, max_attempts::int as attempts_max,
           locked_at is not null as locked, null as last_error, run_at, created_at
    from graphile_worker.jobs where id = ${id}::bigint`)

/** Makes a job due now, with all its attempts if none were left. Returns false when a worker is running it. */
export const rescheduleJob = async (tx: Transaction, id: string, attempts: number): Promise<boolean> =>
  (
    await tx.rows(sql`
      select id from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at := now(), attempts := ${attempts}::int)`)
  ).length === 1
