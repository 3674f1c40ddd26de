import { ORDER_STATUSES, type OrderStatus } from '@galla/contract/orders/order-status'
import { type Queryable, sql } from '../../server/src/platform/database/database.ts'

/** The numbers of rows that the demo merchant has in the database. */
export interface ShopCounts {
  readonly orders: number
  readonly byStatus: Readonly<Record<OrderStatus, number>>
  readonly declined: number
  readonly paidLate: number
  readonly retried: number
  readonly credits: Readonly<Record<string, number>>
  readonly deliveries: Readonly<Record<string, number>>
  readonly deliveredLater: number
}

interface Grouped {
  readonly name: string
  readonly n: number
}

const record = (rows: readonly Grouped[]): Record<string, number> =>
  Object.fromEntries(rows.map(({ name, n }) => [name, n]))

export const countShop = async (db: Queryable, merchantId: string): Promise<ShopCounts> => {
  const totals = await db.one<{
    n: number
    declined: number
    late: number
    retried: number
    again: number
  }>(sql`
    select count(*)::int as n, count(*) filter (where failure_reason = 'declined')::int as declined,
      count(*) filter (where paid_late)::int as late, count(*) filter (where attempt > 1)::int as retried,
      (select count(*)::int from webhook_deliveries d
       where d.merchant_id = ${merchantId} and d.state = 'delivered' and d.attempts_made > 1) as again
    from orders where merchant_id = ${merchantId}`)
  const statuses = record(
    await db.rows<Grouped>(sql`
      select status as name, count(*)::int as n from orders where merchant_id = ${merchantId} group by status`),
  )
  const credits = await db.rows<Grouped>(sql`
    select state as name, count(*)::int as n from credits where merchant_id = ${merchantId} group by state
    order by n desc`)
  const deliveries = await db.rows<Grouped>(sql`
    select state as name, count(*)::int as n from webhook_deliveries where merchant_id = ${merchantId} group by state
    order by n desc`)
  const byStatus = Object.fromEntries(ORDER_STATUSES.map((status) => [status, statuses[status] ?? 0]))
  return {
    orders: totals.n,
    byStatus: byStatus as Record<OrderStatus, number>,
    declined: totals.declined,
    paidLate: totals.late,
    retried: totals.retried,
    credits: record(credits),
    deliveries: record(deliveries),
    deliveredLater: totals.again,
  }
}

const n = (value: number): string => value.toLocaleString('en-IN')

const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${n(count)} ${name.replace('_', ' ')}`)
    .join(', ')

export const describeShop = (counts: ShopCounts): string[] => [
  `${n(counts.orders)} orders: ${listed(counts.byStatus)}`,
  `  of these ${n(counts.declined)} declined, ${n(counts.retried)} retried, ${n(counts.paidLate)} paid late`,
  `credits: ${listed(counts.credits)}`,
  `notifications: ${listed(counts.deliveries)}; ${n(counts.deliveredLater)} of them not at the first attempt`,
]
