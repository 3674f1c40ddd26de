import { type Queryable, sql } from '../../platform/database/database.ts'

export type RunKind = 'backup' | 'drill'

export interface LastRuns {
  readonly kind: RunKind
  readonly first_started_at: Date
  readonly last_started_at: Date
  /** The last one that succeeded. */
  readonly succeeded_at: Date | null
  readonly finished_at: Date | null
  readonly file: string | null
  /** The problem of the last finished one; null if it succeeded. */
  readonly problem: string | null
  readonly is_running: boolean
}

/** Summarizes the runs of each kind that ever ran. */
export const listLastRuns = (db: Queryable): Promise<LastRuns[]> =>
  db.rows(sql`
    select kind, min(started_at) as first_started_at, max(started_at) as last_started_at,
           max(started_at) filter (where file is not null) as succeeded_at,
           max(finished_at) filter (where file is not null) as finished_at,
           (array_agg(file order by started_at desc) filter (where file is not null))[1] as file,
           (array_agg(problem order by started_at desc) filter (where finished_at is not null))[1] as problem,
           bool_or(finished_at is null) as is_running
    from backup_runs group by kind order by kind`)

export const insertRun = (db: Queryable, kind: RunKind, startedAt: Date): Promise<number> =>
  db.run(sql`insert into backup_runs (kind, started_at) values (${kind}, ${startedAt})`)

export const finishRun = (
  db: Queryable,
  kind: RunKind,
  startedAt: Date,
  now: Date,
  outcome: { readonly file: string } | { readonly problem: string },
): Promise<number> =>
  db.run(sql`
    update backup_runs set finished_at = greatest(started_at, ${now}::timestamptz),
           file = ${'file' in outcome ? outcome.file : null}, problem = ${'problem' in outcome ? outcome.problem : null}
    where kind = ${kind} and started_at = ${startedAt} and finished_at is null`)

/** A run that was stopped in order leaves no trace: the next process starts it again at once. */
export const deleteUnfinishedRun = (db: Queryable, kind: RunKind, startedAt: Date): Promise<number> =>
  db.run(
    sql`delete from backup_runs where kind = ${kind} and started_at = ${startedAt} and finished_at is null`,
  )

/** Ends the runs of processes that died; the caller has the lock, so none of them can still run. */
export const finishLostRuns = (db: Queryable, now: Date): Promise<number> =>
  db.run(sql`
    update backup_runs set finished_at = greatest(started_at, ${now}::timestamptz),
           problem = 'The program ended before it was finished'
    where finished_at is null`)

export const deleteOldRuns = (db: Queryable, before: Date): Promise<number> =>
  db.run(sql`delete from backup_runs where started_at < ${before}`)

/** Returns 0 when the operators were mailed about this incident already. */
export const insertAlarm = (db: Queryable, kind: string, now: Date): Promise<number> =>
  db.run(sql`insert into backup_alarms (kind, raised_at) values (${kind}, ${now}) on conflict do nothing`)

export const deleteAlarm = (db: Queryable, kind: string): Promise<number> =>
  db.run(sql`delete from backup_alarms where kind = ${kind}`)

export const listOperators = (db: Queryable): Promise<string[]> =>
  db.values<string>(sql`
    select merchant_id from merchants where role = 'operator' order by merchant_id`)
