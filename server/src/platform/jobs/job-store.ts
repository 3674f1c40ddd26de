import { randomUUID } from 'node:crypto'
import { type Database, type Queryable, sql, type Transaction } from '../database/database.ts'
import type { Json } from '../database/sql.ts'
import { LEASE_SECONDS } from './lease.ts'

/** A job is given up after this many attempts. Statements state the number, as the index of due jobs does: a parameter would not fit it. */
export const JOB_ATTEMPTS_MAX = 25

interface NewJob {
  readonly merchantId: string
  readonly name: string
  readonly payload: Json
  readonly key: string | null
  /** Null: now. */
  readonly dueAt: Date | null
  readonly replaces: boolean
}

/**
 * Inserts a job. One with the same key stays as it is or, with `replaces`, becomes this one and runs again, under the new id, if it was
 * running.
 */
export const insertJob = (
  tx: Transaction,
  { merchantId, name, payload, key, dueAt, replaces }: NewJob,
): Promise<number> =>
  tx.run(sql`
    insert into jobs (merchant_id, job_id, name, payload, key, due_at, created_at)
    values (${merchantId}, ${randomUUID()}, ${name}, ${payload}::json, ${key}, coalesce(${dueAt}, now()), now())
    on conflict (merchant_id, key) do update set job_id = excluded.job_id,
      payload = excluded.payload, due_at = excluded.due_at, attempts = 0, lease = null, last_error = null
    where ${replaces}::boolean`)

/** Lists merchants with due jobs of these names, in a fixed order that begins after `after`. */
export const listMerchantsWithDueJobs = (
  db: Database,
  names: readonly string[],
  busy: readonly string[],
  after: string,
  limit: number,
): Promise<string[]> =>
  db.values<string>(sql`
    select merchant_id from jobs
    where due_at <= now() and attempts < 25 and name = any(${names}::text[])
      and merchant_id <> all(${busy}::text[])
    group by merchant_id order by merchant_id <= ${after}, merchant_id limit ${limit}`)

/** A job that this process runs, under the lease of its claim. */
export interface ClaimedJob {
  readonly merchantId: string
  readonly jobId: string
  readonly lease: string
  readonly name: string
  readonly payload: unknown
  readonly attempt: number
}

/**
 * Claims a merchant's oldest due job. One whose process dies is tried again later each time: it may be the job that ends processes. The
 * time is computed from seconds, because distributed tables take no interval that depends on a column.
 */
export const claimJob = (
  db: Queryable,
  merchantId: string,
  names: readonly string[],
): Promise<ClaimedJob | undefined> =>
  db.maybeOne(sql`
    update jobs set attempts = attempts + 1, lease = ${randomUUID()},
      due_at = to_timestamp(extract(epoch from now()) + greatest(${LEASE_SECONDS}, exp(least(attempts + 1, 10))))
    where merchant_id = ${merchantId} and job_id = (
      select job_id from jobs
      where merchant_id = ${merchantId} and due_at <= now() and attempts < 25 and name = any(${names}::text[])
      order by due_at, job_id limit 1 for update skip locked)
    returning merchant_id as "merchantId", job_id as "jobId", lease, name, payload, attempts as attempt`)

export const renewJob = (db: Queryable, { merchantId, jobId, lease }: ClaimedJob): Promise<number> =>
  db.run(sql`
    update jobs set due_at = greatest(due_at, now() + make_interval(secs => ${LEASE_SECONDS}))
    where merchant_id = ${merchantId} and job_id = ${jobId} and lease = ${lease}`)

/** Deletes a job that was done, unless it is another's by now or was added again meanwhile. */
export const deleteJob = (db: Queryable, { merchantId, jobId, lease }: ClaimedJob): Promise<number> =>
  db.run(sql`delete from jobs where merchant_id = ${merchantId} and job_id = ${jobId} and lease = ${lease}`)

/** Releases a job that failed. */
export const releaseJob = (
  db: Queryable,
  { merchantId, jobId, lease }: ClaimedJob,
  error: string,
  delaySeconds: number,
): Promise<number> =>
  db.run(sql`
    update jobs set lease = null, last_error = ${error}, due_at = now() + make_interval(secs => ${delaySeconds})
    where merchant_id = ${merchantId} and job_id = ${jobId} and lease = ${lease}`)
