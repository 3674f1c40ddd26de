import type { Mode } from '@galla/contract/orders/order-status'
import { type Queryable, sql } from '../platform/database/database.ts'

/** Lists the payments of a time, oldest first. What was found to report another payment again is left out. */
export const listCreditIdsOfTime = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  { from, before, limit }: { readonly from: Date; readonly before: Date; readonly limit: number },
): Promise<string[]> =>
  db.values(sql`
    select c.credit_id from credits c
    join accounts a on a.merchant_id = c.merchant_id and a.account_id = c.account_id and a.mode = ${mode}
    where c.merchant_id = ${merchantId} and c.received_at >= ${from} and c.received_at < ${before} and c.merged_into is null
    order by c.received_at, c.credit_id limit ${limit}`)
