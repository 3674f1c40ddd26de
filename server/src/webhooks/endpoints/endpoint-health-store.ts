import { part, type Queryable, sql, type Transaction } from '../../platform/database/database.ts'
import { unprepared } from '../../platform/database/sql.ts'
import { merchantsOf, onShardOf } from '../../platform/distributed/merchant-shards.ts'
import type { EndpointKey } from './endpoint.ts'
import type { EndpointHealth } from './endpoint-health.ts'

/** Locks these endpoints in a fixed order. */
export const lockEndpointHealth = (
  tx: Transaction,
  keys: readonly EndpointKey[],
): Promise<EndpointHealth[]> =>
  tx.rows(sql`
    select merchant_id as "merchantId", mode, url, failing_since as "failingSince", pause_reason as "pauseReason" from webhook_endpoints
    where ${onShardOf(part`merchant_id`, merchantsOf(keys))} and (merchant_id, mode) in (
      select * from unnest(${keys.map(({ merchantId }) => merchantId)}::text[], ${keys.map(({ mode }) => mode)}::text[]))
    order by merchant_id, mode for no key update`)

export const updateEndpointHealth = (
  tx: Transaction,
  { merchantId, mode, failingSince, pauseReason }: EndpointHealth,
  now: Date,
) =>
  tx.run(sql`
    update webhook_endpoints
    set failing_since = ${failingSince}, pause_reason = ${pauseReason},
        paused_at = case when ${pauseReason}::text is not null then coalesce(paused_at, ${now}) end
    where merchant_id = ${merchantId} and mode = ${mode}`)

/** The position of a walk through endpoints. */
type WalkedTo = Readonly<Record<'merchantId' | 'mode', string>>

/** The last of the next `walkMax` endpoints after `after`; undefined where there are fewer. */
export const findWalkEnd = (
  db: Queryable,
  after: WalkedTo,
  walkMax: number,
): Promise<EndpointKey | undefined> =>
  db.maybeOne(sql`
    select merchant_id as "merchantId", mode from webhook_endpoints where (merchant_id, mode) > (${after.merchantId}, ${after.mode})
    order by merchant_id, mode offset ${walkMax - 1}::int limit 1`)

/** Lists the endpoints between two that are not paused and have paused deliveries. */
export const listMissed = (
  db: Queryable,
  after: WalkedTo,
  to: WalkedTo | undefined,
  max: number,
): Promise<EndpointKey[]> =>
  db.rows(
    unprepared(sql`
    select e.merchant_id as "merchantId", e.mode from webhook_endpoints e
    where (e.merchant_id, e.mode) > (${after.merchantId}, ${after.mode})
      and (${to === undefined} or (e.merchant_id, e.mode) <= (${to?.merchantId ?? ''}, ${to?.mode ?? ''}))
      and e.url is not null and e.paused_at is null and exists (
        select from webhook_undelivered u
        where u.merchant_id = e.merchant_id and u.mode = e.mode and u.state = 'paused')
    order by e.merchant_id, e.mode limit ${max}`),
  )
