import { type Queryable, sql, type Transaction } from '../../platform/database/database.ts'
import { unprepared } from '../../platform/database/sql.ts'
import type { EndpointKey, PauseReason } from './endpoint.ts'
import type { EndpointHealth } from './endpoint-health.ts'

/** Locks these endpoints in a fixed order. */
export const lockEndpointHealth = async (
  tx: Transaction,
  keys: readonly EndpointKey[],
): Promise<EndpointHealth[]> => {
  const rows = await tx.rows<{
    merchant_id: string
    mode: EndpointKey['mode']
    url: string | null
    failing_since: Date | null
    pause_reason: PauseReason | null
  }>(sql`
    select merchant_id, mode, url, failing_since, pause_reason from webhook_endpoints
    where (merchant_id, mode) in (
      select * from unnest(${keys.map(({ merchantId }) => merchantId)}::text[], ${keys.map(({ mode }) => mode)}::text[]))
    order by merchant_id, mode for no key update`)
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    mode: row.mode,
    url: row.url,
    failingSince: row.failing_since,
    pauseReason: row.pause_reason,
  }))
}

export const saveEndpointHealth = (
  tx: Transaction,
  { merchantId, mode, failingSince, pauseReason }: EndpointHealth,
  now: Date,
) =>
  tx.run(sql`
    update webhook_endpoints
    set failing_since = ${failingSince}, pause_reason = ${pauseReason},
        paused_at = case when ${pauseReason}::text is not null then coalesce(paused_at, ${now}) end
    where merchant_id = ${merchantId} and mode = ${mode}`)

/**
 * Steps through at most `walkMax` endpoints after `after`. Lists those that are not paused and have paused deliveries, and the last
 * one of a full walk.
 */
export const listMissed = async (
  db: Queryable,
  after: { readonly merchantId: string; readonly mode: string },
  walkMax: number,
): Promise<(EndpointKey & { readonly position: number; readonly isMissed: boolean })[]> => {
  const rows = await db.rows<{
    merchant_id: string
    mode: EndpointKey['mode']
    position: number
    is_missed: boolean
  }>(
    unprepared(sql`
    select merchant_id, mode, position, is_missed from (
      select e.merchant_id, e.mode, row_number() over (order by e.merchant_id, e.mode)::int as position,
             e.url is not null and e.paused_at is null and p.event_id is not null as is_missed
      from (
        select merchant_id, mode, url, paused_at from webhook_endpoints
        where (merchant_id, mode) > (${after.merchantId}, ${after.mode})
        order by merchant_id, mode limit ${walkMax}
      ) e
      left join lateral (
        select event_id from webhook_undelivered u
        where u.merchant_id = e.merchant_id and u.mode = e.mode and u.state = 'paused'
        order by u.event_id limit 1
      ) p on true
    ) walked
    where is_missed or position = ${walkMax}::int
    order by position`),
  )
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    mode: row.mode,
    position: row.position,
    isMissed: row.is_missed,
  }))
}
