import { istWallClock } from '@galla/contract/ist'
import type { Mode, OrderStatus } from '@galla/contract/orders/order-status'
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import { firstUlidAt } from '../platform/ids.ts'

export type TotalsSpan = 'hour' | 'day'

/** The orders that were created in an hour or a day of Asia/Kolkata and have this status now. */
export interface OrderTotal {
  readonly beginsAt: Date
  readonly status: OrderStatus
  readonly orders: number
  /** The sum of what was received, or is to be paid. */
  readonly paise: bigint
}

/** Instants at which an hour (a day) of Asia/Kolkata begins; `from` is within, `before` is not. Null: without end. */
export interface TotalsRange {
  readonly span: TotalsSpan
  readonly from: Date | null
  readonly before: Date | null
}

const FIRST_INSTANT = new Date(0)
const LAST_INSTANT = new Date('9999-12-31T18:30:00Z')
const SPAN_MS = { hour: 3_600_000, day: 86_400_000 } as const satisfies Record<TotalsSpan, number>

const aligned = (span: TotalsSpan, at: Date): Date => {
  if (istWallClock(at).getTime() % SPAN_MS[span] !== 0)
    throw new RangeError(`${at.toISOString()} is not the beginning of a ${span} in India`)
  return at
}

/**
 * Lists the counts and sums of a merchant's orders by hour or day of creation and status, without empty ones. They are exact: orders that
 * the sweep has not counted yet are added in the same snapshot.
 */
export const listOrderTotals = async (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  range: TotalsRange,
): Promise<OrderTotal[]> => {
  const { span } = range
  const from = range.from === null ? FIRST_INSTANT : aligned(span, range.from)
  const before = range.before === null ? LAST_INSTANT : aligned(span, range.before)
  // The bound is AFTER_EVERY_ULID, written out: a statement with parts is not prepared.
  const rows = await db.rows<{ begins_at: Date; status: OrderStatus; orders: bigint; paise: bigint }>(sql`
    select begins_at, status, sum(orders)::bigint as orders, sum(paise)::bigint as paise from (
      select begins_at, status, orders, paise from order_totals
      where merchant_id = ${merchantId} and mode = ${mode} and span = ${span} and begins_at >= ${from}
        and begins_at < ${before}
      union all
      select order_totals_begin(${span}, created_at), status, count(*), sum(coalesce(settled_paise, payable_paise))::bigint
      from orders
      where merchant_id = ${merchantId} and mode = ${mode}
        and order_id > (select followed_to from order_watermarks where merchant_id = ${merchantId}) and order_id < (select '8')
        and order_id >= ${firstUlidAt(from)} and order_id < ${firstUlidAt(before)}
        and created_at >= ${from} and created_at < ${before}
      group by 1, 2
    ) counted
    group by begins_at, status having sum(orders) > 0 order by begins_at, status`)
  return rows.map(({ begins_at: beginsAt, status, orders, paise }) => ({
    beginsAt,
    status,
    orders: Number(orders),
    paise,
  }))
}

/** Lists merchants that have orders after their watermark and before an id. */
export const listUncountedMerchants = (db: Queryable, before: string, limit: number): Promise<string[]> =>
  db.values<string>(sql`
    select w.merchant_id as "merchantId" from order_watermarks w
    cross join lateral (
      select from orders o
      where o.merchant_id = w.merchant_id and o.order_id > w.followed_to and o.order_id < ${before}
      order by o.order_id limit 1) next
    limit ${limit}`)

/** Locks the watermark of a merchant's totals. Transactions that change a counted order wait for it. */
export const lockTotalsWatermark = (tx: Transaction, merchantId: string): Promise<string> =>
  tx.value<string>(sql`select followed_to from order_watermarks where merchant_id = ${merchantId} for update`)

/**
 * Finds the start of the oldest running transaction of this role, which all processes share, or `now` if that is earlier. It uses the
 * clock of the database, like the triggers on late changes.
 */
export const findOldestTransactionAt = (db: Queryable, now: Date): Promise<Date> =>
  db.value<Date>(sql`
    select least(${now}::timestamptz, now(), min(xact_start)) as at
    from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`)

/** Finds the last id and the number of the next orders, `limit` at most. */
export const findNextRange = (
  tx: Transaction,
  { merchantId, after, before }: { merchantId: string; after: string; before: string },
  limit: number,
): Promise<{ orders: number; upTo: string | null }> =>
  tx.one(sql`
    select count(*)::int as orders, max(order_id) as "upTo" from (
      select order_id from orders where merchant_id = ${merchantId} and order_id > ${after} and order_id < ${before}
      order by order_id limit ${limit}) next`)

/** Counts the orders of a range and moves the watermark, which the caller has locked. */
export const countRange = async (
  tx: Transaction,
  { merchantId, after, upTo }: { merchantId: string; after: string; upTo: string },
): Promise<void> => {
  await tx.run(sql`
    insert into order_totals as t (merchant_id, mode, span, begins_at, status, orders, paise)
    select merchant_id, mode, span, order_totals_begin(span, created_at), status, count(*),
      sum(coalesce(settled_paise, payable_paise))
    from orders cross join unnest(array['day', 'hour']) span
    where merchant_id = ${merchantId} and order_id > ${after} and order_id <= ${upTo}
    group by 1, 2, 3, 4, 5
    on conflict (merchant_id, mode, span, begins_at, status)
    do update set orders = t.orders + excluded.orders, paise = t.paise + excluded.paise`)
  await tx.run(sql`update order_watermarks set followed_to = ${upTo} where merchant_id = ${merchantId}`)
}
