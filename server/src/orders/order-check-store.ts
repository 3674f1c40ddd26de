import { type Queryable, sql } from '../platform/database/database.ts'
import type { Order } from './order.ts'

/** The first status check comes this long after the customer may have started to pay. */
const FIRST_CHECK_SECONDS = 20

/** Starts the status checks of an order whose account has a provider, once or, with `again`, for each attempt. */
export const startChecks = async (
  db: Queryable,
  { merchantId, orderId }: Pick<Order, 'merchantId' | 'orderId'>,
  now: Date,
  { again }: { readonly again: boolean },
): Promise<void> => {
  await db.run(sql`
    update orders o set
      checks_from = ${now},
      next_check_at = ${now}::timestamptz + make_interval(secs => ${FIRST_CHECK_SECONDS})
    where o.merchant_id = ${merchantId} and o.order_id = ${orderId} and o.status <> 'success'
      and (o.checks_from is null or ${again}::boolean)
      and exists (
        select from account_sources s where s.merchant_id = ${merchantId} and s.account_id = o.account_id)`)
}
