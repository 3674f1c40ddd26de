import { istWallClock } from '@galla/contract/ist'
import type { Mode } from '@galla/contract/orders/order-status'
import { type Queryable, sql } from '../platform/database/database.ts'
import { unprepared } from '../platform/database/sql.ts'
import { firstUlidAt } from '../platform/ids.ts'

export type TotalsSpan = 'hour' | 'day'

/** The orders that were created in an hour or a day of Asia/Kolkata, by the status that they have now. */
export interface OrderTotals {
  readonly beginsAt: Date
  readonly count: number
  readonly successCount: number
  readonly failedCount: number
  /** What the successful ones received. */
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

/** Lists the totals of a merchant's orders by hour or day of creation, without empty ones. It reads only an index. */
export const listOrderTotals = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  range: TotalsRange,
): Promise<OrderTotals[]> => {
  const { span } = range
  const from = range.from === null ? FIRST_INSTANT : aligned(span, range.from)
  const before = range.before === null ? LAST_INSTANT : aligned(span, range.before)
  // Days start at midnight in India, which has been at +05:30 since 1945; hours divide evenly from there, too. `offset 0` hides from the
  // planner what the groups are: it would expect one for each order, and sort them all on disk.
  return db.rows<OrderTotals>(
    unprepared(sql`
    select "beginsAt", count(*)::int as count, count(*) filter (where status = 'success')::int as "successCount",
      count(*) filter (where status = 'failed')::int as "failedCount",
      coalesce(sum(shown_paise) filter (where status = 'success'), 0)::bigint as paise
    from (
      select date_bin(${SPAN_MS[span]} * interval '1 ms', created_at, '2000-01-01T00:00:00+05:30') as "beginsAt", status, shown_paise
      from orders
      where merchant_id = ${merchantId} and mode = ${mode}
        and order_id >= ${firstUlidAt(from)} and order_id < ${firstUlidAt(before)}
        and created_at >= ${from} and created_at < ${before} and shown_paise > 0
      offset 0) listed
    group by 1 order by 1`),
  )
}
