import type { Dialect } from '@galla/contract/gateway-compat/dialects'
import { type Queryable, sql, type Transaction } from '../../platform/database/database.ts'
import type { ModeKey } from '../endpoints/endpoint.ts'

export interface NumberedEvent {
  readonly position: bigint
  readonly orderNumber: number | null
  readonly dialect: Dialect | null
  readonly payload: string
}

/** Events after a cursor, in their order. */
export const listNumberedEvents = (
  db: Queryable,
  { merchantId, mode }: ModeKey,
  after: bigint,
  limit: number,
): Promise<NumberedEvent[]> =>
  db.rows(sql`
    select position, order_number::float8 as "orderNumber", dialect, payload from webhook_events
    where merchant_id = ${merchantId} and mode = ${mode} and position is not null and position > ${after}
    order by position limit ${limit}`)

/** The last cursor that was given, and whether an event has none yet. */
export const findCursorState = (
  db: Queryable,
  { merchantId, mode }: ModeKey,
): Promise<{ last: bigint; waits: boolean }> =>
  db.one(sql`
    select coalesce((select last_position from webhook_event_readers
                     where merchant_id = ${merchantId} and mode = ${mode}), 0)::bigint as last,
           exists (select from webhook_events
                   where merchant_id = ${merchantId} and mode = ${mode} and position is null
                     and about is null and event like 'order.%') as waits`)

/** Locks the mode's last cursor and returns it. */
export const lockCursor = async (tx: Transaction, { merchantId, mode }: ModeKey): Promise<bigint> => {
  await tx.run(sql`
    insert into webhook_event_readers (merchant_id, mode) values (${merchantId}, ${mode}) on conflict do nothing`)
  const last = await tx.value<bigint>(sql`
    select last_position from webhook_event_readers where merchant_id = ${merchantId} and mode = ${mode} for update`)
  return last
}

/** Numbers the oldest committed events that have no cursor yet, after `last`. */
export const assignEventCursors = (
  tx: Transaction,
  { merchantId, mode }: ModeKey,
  last: bigint,
  max: number,
): Promise<number> =>
  tx.run(sql`
    with fresh as materialized (
      select event_id, row_number() over (order by created_at, sequence, event_id) as n
      from (select event_id, created_at, sequence from webhook_events
            where merchant_id = ${merchantId} and mode = ${mode} and position is null and about is null and event like 'order.%'
            order by event_id limit ${max}) oldest
    ), counted as (
      update webhook_event_readers set last_position = ${last}::bigint + (select count(*) from fresh)
      where merchant_id = ${merchantId} and mode = ${mode}
    )
    update webhook_events e set position = ${last}::bigint + fresh.n
    from fresh where e.merchant_id = ${merchantId} and e.mode = ${mode} and e.event_id = fresh.event_id`)
