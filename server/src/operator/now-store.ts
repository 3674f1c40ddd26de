import { part, type Queryable, type SqlPart, sql } from '../platform/database/database.ts'

export interface CountedRow {
  readonly count: number
  readonly merchants: number
  readonly since: Date | null
}

/** Of each, at most COUNTED_MAX rows are read. */
const COUNTED_MAX = 1_000

const counted = (db: Queryable, rows: SqlPart): Promise<CountedRow> =>
  db.one(sql`
    select count(*)::int as count, count(distinct merchant_id)::int as merchants, min(since) as since
    from (${rows} limit ${COUNTED_MAX}) found`)

/** Counts sources of payments that fell silent. */
export const countSilentSources = (db: Queryable): Promise<CountedRow> =>
  counted(
    db,
    part`select merchant_id, coalesce(heard_at, noticed_at) as since from source_silences where ended_at is null`,
  )

/** Counts mailboxes that cannot be read. */
export const countFailingMailboxes = (db: Queryable): Promise<CountedRow> =>
  counted(
    db,
    part`select merchant_id, coalesce(last_answered_at, connected_at) as since
      from bank_mailboxes where problem is not null`,
  )

/** Counts live webhook endpoints that fail or are paused. */
export const countFailingEndpoints = (db: Queryable): Promise<CountedRow> =>
  counted(
    db,
    part`select merchant_id, coalesce(failing_since, paused_at) as since
      from webhook_endpoints
      where mode = 'live' and url is not null and (failing_since is not null or paused_at is not null)`,
  )

export const countPendingKyc = (db: Queryable): Promise<CountedRow> =>
  counted(
    db,
    part`select merchant_id, submitted_at as since
      from kyc_submissions where replaced_at is null and status = 'pending'`,
  )

/** Counts live credits that their merchants have to decide on. */
export const countOpenCredits = (db: Queryable): Promise<CountedRow> =>
  counted(
    db,
    part`select c.merchant_id, c.received_at as since from credits c
      join accounts a on a.merchant_id = c.merchant_id and a.account_id = c.account_id and a.mode = 'live'
      where c.state in ('unmatched', 'ambiguous', 'amount_mismatch', 'duplicate')`,
  )
