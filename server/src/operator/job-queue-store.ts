import type { JobState, QueuedJob } from '@galla/contract/operator/operator-system'
import { part, type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import type { WithDates } from '../platform/iso-dates.ts'

export interface JobRow extends WithDates<Omit<QueuedJob, 'attemptsMax'>, 'runAt' | 'createdAt'> {
  readonly merchantId: string
}

/** An error's text can be long; its beginning is enough. */
const ERROR_CHARACTERS_MAX = 500

const JOBS_COUNTED_MAX = 100_000

const isRunning = part`(lease is not null and due_at > now())`

/** The payload, which may contain secrets, is not read. */
const columns = part`
  merchant_id as "merchantId", job_id as id, name, case when ${isRunning} then 'running' when attempts >= 25 then 'given_up'
    when last_error is null then 'waiting' else 'failing' end as state,
  attempts, left(last_error, ${ERROR_CHARACTERS_MAX}) as "lastError", due_at as "runAt", created_at as "createdAt"`

/** Lists the most failed first. */
export const listQueuedJobs = (db: Queryable, limit: number): Promise<JobRow[]> =>
  db.rows(sql`
    select ${columns} from jobs
    order by (attempts >= 25) desc, (last_error is not null) desc, due_at, job_id limit ${limit}`)

export const countJobs = (
  db: Queryable,
): Promise<Record<JobState, number> & { oldest_run_at: Date | null }> =>
  db.one(sql`
    select (count(*) filter (where ${isRunning}))::int as running,
           (count(*) filter (where not ${isRunning} and attempts >= 25))::int as given_up,
           (count(*) filter (where not ${isRunning} and attempts < 25 and last_error is not null))::int as failing,
           (count(*) filter (where not ${isRunning} and attempts < 25 and last_error is null))::int as waiting,
           min(due_at) filter (where not ${isRunning} and attempts < 25) as oldest_run_at
    from (select * from jobs limit ${JOBS_COUNTED_MAX}) jobs`)

/** Finds a job; undefined when it was done. */
export const findJob = (db: Queryable, id: string): Promise<JobRow | undefined> =>
  db.maybeOne(sql`select ${columns} from jobs where job_id = ${id} limit 1`)

/** Makes a job due now, with all its attempts if none were left. Returns false when a process is running it. */
export const rescheduleJob = async (
  tx: Transaction,
  { merchantId, id }: Pick<JobRow, 'merchantId' | 'id'>,
  attempts: number,
): Promise<boolean> =>
  (await tx.run(sql`
    update jobs set due_at = now(), lease = null, attempts = ${attempts}
    where merchant_id = ${merchantId} and job_id = ${id} and not ${isRunning}`)) === 1
