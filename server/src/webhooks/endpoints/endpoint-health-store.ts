import { type Queryable, sql, type Transaction } from '../../platform/database/database.ts'
import { unprepared } from '../../platform/database/sql.ts'
import type { EndpointKey, WalkedTo } from './endpoint.ts'
import type { EndpointHealth } from './endpoint-health.ts'

export const lockEndpointHealth = (
  tx: Transaction,
  { merchantId, mode, endpointId }: EndpointKey,
): Promise<EndpointHealth | undefined> =>
  tx.maybeOne(sql`
    select merchant_id as "merchantId", mode, endpoint_id as "endpointId", url, failing_since as "failingSince", pause_reason as "pauseReason" from webhook_endpoints
    where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${endpointId} for no key update`)

export const updateEndpointHealth = (
  tx: Transaction,
  { merchantId, mode, endpointId, failingSince, pauseReason }: EndpointHealth,
  now: Date,
) =>
  tx.run(sql`
    update webhook_endpoints
    set failing_since = ${failingSince}, pause_reason = ${pauseReason},
        paused_at = case when ${pauseReason}::text is not null then coalesce(paused_at, ${now}) end
    where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${endpointId}`)

/** The last of the next `walkMax` endpoints after `after`; undefined where there are fewer. */
export const findWalkEnd = (
  db: Queryable,
  after: WalkedTo,
  walkMax: number,
): Promise<EndpointKey | undefined> =>
  db.maybeOne(sql`
    select merchant_id as "merchantId", mode, endpoint_id as "endpointId" from webhook_endpoints
    where (merchant_id, mode, endpoint_id) > (${after.merchantId}, ${after.mode}, ${after.endpointId ?? 0})
    order by merchant_id, mode, endpoint_id offset ${walkMax - 1}::int limit 1`)

/** Lists the endpoints between two that are not paused and have paused deliveries. */
export const listMissed = (
  db: Queryable,
  after: WalkedTo,
  to: EndpointKey | undefined,
  max: number,
): Promise<EndpointKey[]> =>
  db.rows(
    unprepared(sql`
    select e.merchant_id as "merchantId", e.mode, e.endpoint_id as "endpointId" from webhook_endpoints e
    where (e.merchant_id, e.mode, e.endpoint_id) > (${after.merchantId}, ${after.mode}, ${after.endpointId ?? 0})
      and (${to === undefined}
        or (e.merchant_id, e.mode, e.endpoint_id) <= (${to?.merchantId ?? ''}, ${to?.mode ?? ''}, ${to?.endpointId ?? 0}))
      and e.url is not null and e.paused_at is null and exists (
        select from webhook_undelivered u
        where u.merchant_id = e.merchant_id and u.mode = e.mode and u.endpoint_id = e.endpoint_id and u.state = 'paused')
    order by e.merchant_id, e.mode, e.endpoint_id limit ${max}`),
  )
