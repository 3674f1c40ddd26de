import { sql, type Transaction } from '../../platform/database/database.ts'
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
