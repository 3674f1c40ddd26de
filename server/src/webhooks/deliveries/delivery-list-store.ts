import type { DeliveryState } from '@galla/contract/webhooks/webhook-deliveries'
import { type Queryable, sql } from '../../platform/database/database.ts'

/** As the order's detail shows it; instants are ISO 8601. */
export interface OrderDelivery {
  eventId: string
  event: string
  state: DeliveryState
  attempts: { at: string; status: number | null; durationMs: number; error: string | null }[]
  nextAttemptAt: string | null
}

/** How many deliveries of an order are shown; an order has few events. */
const DELIVERIES_MAX = 100

/** What was sent about an order, oldest first, with every attempt. */
export const listDeliveriesOfOrder = async (
  db: Queryable,
  merchantId: string,
  orderId: string,
): Promise<OrderDelivery[]> => {
  const rows = await db.rows<{
    event_id: string
    event: string
    state: DeliveryState
    due_at: Date | null
    attempts: { at: string; status: number | null; durationMs: number; error: string | null }[]
  }>(sql`
    select d.event_id, d.event, d.state, d.due_at, coalesce(tried.attempts, '[]') as attempts
    from webhook_deliveries d
    left join lateral (
      select json_agg(json_build_object('at', a.at, 'status', a.status, 'durationMs', a.duration_ms, 'error', a.error)
                      order by a.attempt) as attempts
      from webhook_attempts a where a.merchant_id = d.merchant_id and a.mode = d.mode and a.event_id = d.event_id
    ) tried on true
    where d.merchant_id = ${merchantId} and d.order_id = ${orderId}
    order by d.sequence, d.event_id
    limit ${DELIVERIES_MAX}`)
  return rows.map((row) => ({
    eventId: row.event_id,
    event: row.event,
    state: row.state,
    attempts: row.attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at).toISOString() })),
    nextAttemptAt: row.due_at?.toISOString() ?? null,
  }))
}
