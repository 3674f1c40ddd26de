import type { ApiRequestRow } from '@galla/contract/api-keys/api-requests'
import type { Mode } from '@galla/contract/orders/order-status'
import { part, type Queryable, type SqlPart, sql } from '../platform/database/database.ts'
import { firstUlidAt } from '../platform/ids.ts'

/** One who made very many calls must not make the search for others read them all. */
const OLDEST_LOOKED_AT = 10_000

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

/** The ids of requests sort by time. */
export const listMerchantsOfOldRequests = (db: Queryable, before: Date, max: number): Promise<string[]> =>
  db.values<string>(sql`
    select distinct merchant_id from (
      select merchant_id from api_requests where request_id < ${firstUlidAt(before)} order by request_id limit ${OLDEST_LOOKED_AT}
    ) oldest limit ${max}`)

export const deleteOldRequests = (
  db: Queryable,
  merchantId: string,
  before: Date,
  max: number,
): Promise<number> =>
  db.run(sql`
    delete from api_requests where merchant_id = ${merchantId} and request_id in (
      select request_id from api_requests where merchant_id = ${merchantId} and request_id < ${firstUlidAt(before)}
      order by request_id limit ${max})`)

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
