import type { ApiRequestRow } from '@galla/contract/api-keys/api-requests'
import { DAY_MS } from '@galla/contract/durations'
import type { Mode } from '@galla/contract/orders/order-status'
import { type Database, part, type Queryable, type SqlPart, sql } from '../platform/database/database.ts'
import { firstUlidAt } from '../platform/ids.ts'

export interface LoggedRequest {
  readonly keyHash: Uint8Array
  readonly requestId: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly durationMs: number
  readonly address: string
  readonly requestBody: string | null
  readonly responseBody: string | null
}

const PARTITION = /^api_requests_(\d{4})(\d{2})(\d{2})$/

const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS)
const partitionOf = (day: Date): string =>
  `api_requests_${day.toISOString().slice(0, 10).replaceAll('-', '')}`

/** A statement that names a table cannot be prepared; the name and the bounds contain digits and capital letters only. */
const plain = (text: string) => ({ name: '', text, values: [] })

/** Creates the day's partition if it does not exist. */
export const createPartition = (db: Database, at: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const day = startOfDay(at)
    const [first, end] = [day, new Date(day.getTime() + DAY_MS)].map(firstUlidAt)
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('api_requests partitions'))`)
    await tx.run(
      plain(
        `create table if not exists ${partitionOf(day)} partition of api_requests for values from ('${first}') to ('${end}')`,
      ),
    )
  })

/** Drops every day that ended before `before` and returns how many. */
export const dropPartitionsBefore = (db: Database, before: Date): Promise<number> =>
  db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('api_requests partitions'))`)
    const rows = await tx.rows<{ name: string }>(sql`
      select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'api_requests'::regclass order by c.relname`)
    const old = rows.filter(({ name }) => {
      const [, year, month, day] = PARTITION.exec(name) ?? []
      return (
        year !== undefined && Date.parse(`${year}-${month}-${day}T00:00:00Z`) + DAY_MS <= before.getTime()
      )
    })
    for (const { name } of old) await tx.run(plain(`drop table ${name}`))
    return old.length
  })

/** Inserts many rows at once. The merchant follows from the key; rows with an unknown key are left out. */
export const insertRequests = (db: Queryable, requests: readonly LoggedRequest[]): Promise<number> =>
  db.run(sql`
    insert into api_requests (merchant_id, request_id, mode, key_id, method, path, status, duration_ms, address, request_body,
                              response_body)
    select k.merchant_id, r.request_id, k.mode, k.key_id, r.method, r.path, r.status, r.duration_ms, r.address, r.request_body,
           r.response_body
    from unnest(${requests.map((each) => each.keyHash)}::bytea[], ${requests.map((each) => each.requestId)}::text[],
                ${requests.map((each) => each.method)}::text[], ${requests.map((each) => each.path)}::text[],
                ${requests.map((each) => each.status)}::int[], ${requests.map((each) => each.durationMs)}::int[],
                ${requests.map((each) => each.address)}::text[], ${requests.map((each) => each.requestBody)}::text[],
                ${requests.map((each) => each.responseBody)}::text[])
      as r (key_hash, request_id, method, path, status, duration_ms, address, request_body, response_body)
    join api_keys k using (key_hash)
    on conflict do nothing`)

export const recordGaps = (
  db: Queryable,
  gaps: readonly { readonly keyHash: Uint8Array; readonly missing: number }[],
  now: Date,
): Promise<number> =>
  db.run(sql`
    insert into api_request_gaps (merchant_id, mode, hour, missing)
    select k.merchant_id, k.mode, date_trunc('hour', ${now}::timestamptz), sum(g.missing)
    from unnest(${gaps.map(({ keyHash }) => keyHash)}::bytea[], ${gaps.map(({ missing }) => missing)}::bigint[])
      as g (key_hash, missing)
    join api_keys k using (key_hash) group by 1, 2 order by 1, 2
    on conflict (merchant_id, mode, hour) do update set missing = api_request_gaps.missing + excluded.missing`)

export const deleteGapsBefore = (db: Queryable, before: Date): Promise<number> =>
  db.run(sql`delete from api_request_gaps where hour < ${before}`)

export const countMissing = async (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  since: Date,
): Promise<number> => {
  const missing = await db.value<bigint>(sql`
    select coalesce(sum(missing), 0)::bigint as missing from api_request_gaps
    where merchant_id = ${merchantId} and mode = ${mode} and hour >= ${since}`)
  return Number(missing)
}

export interface RequestFilter {
  readonly outcome: 'ok' | 'refused' | 'failed' | null
  /** A part of the path, in lower case. */
  readonly path: string | null
  readonly requestId: string | null
  readonly before: string
  readonly from: string
}

/** The number of rows that one page reads at most. */
export const REQUESTS_LOOKED_THROUGH_MAX = 20_000

const isFailure = ({ outcome }: RequestFilter): boolean => outcome === 'refused' || outcome === 'failed'

/** Failed calls have their own index. */
const isRead = (filter: RequestFilter): SqlPart =>
  isFailure(filter) ? part`response_body is not null` : part`true`

/** Lists the newest first. A page reads rows up to a limit. */
export const listRequests = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  filter: RequestFilter,
  limit: number,
): Promise<Omit<ApiRequestRow, 'at'>[]> => {
  const { outcome, path, requestId, before, from } = filter
  return db.rows(sql`
    select r.request_id as "requestId", r.method, r.path, r.status, r.duration_ms as "durationMs",
      case when k.is_main then 'Main key' else k.name end as "keyName", r.address, r.request_body as "requestBody",
      r.response_body as "responseBody"
    from (
      select * from api_requests
      where merchant_id = ${merchantId} and mode = ${mode} and request_id < ${before} and request_id >= ${from}
        and (${requestId}::text is null or request_id = ${requestId}) and ${isRead(filter)}
      order by request_id desc limit ${REQUESTS_LOOKED_THROUGH_MAX}
    ) r
    join api_keys k on k.merchant_id = ${merchantId} and k.key_id = r.key_id
    where (${path}::text is null or position(${path} in lower(r.path)) > 0)
      and ${isFailure(filter) ? part`(r.status >= 500) = (${outcome} = 'failed')` : part`(${outcome}::text is null or r.response_body is null)`}
    order by r.request_id desc limit ${limit}`)
}

/** Returns the last id that a page read, if it stopped at the limit; otherwise null. */
export const findRequestSearchEnd = async (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  filter: RequestFilter,
): Promise<string | null> => {
  const { requestId, before, from } = filter
  const last = await db.maybeValue<string>(sql`
    select request_id from api_requests
    where merchant_id = ${merchantId} and mode = ${mode} and request_id < ${before} and request_id >= ${from}
      and (${requestId}::text is null or request_id = ${requestId}) and ${isRead(filter)}
    order by request_id desc offset ${REQUESTS_LOOKED_THROUGH_MAX - 1} limit 1`)
  return last ?? null
}
