import { DAY_MS } from '@galla/contract/durations'
import type { Mode, OrderStatus } from '@galla/contract/orders/order-status'
import type { Credit } from '../ledger/credit.ts'
import { type Queryable, sql } from '../platform/database/database.ts'
import { firstUlidAt } from '../platform/ids.ts'

export interface ProposedRow {
  order_id: string
  client_txn_id: string
  customer_name: string
  payable_paise: bigint
  status: OrderStatus
  created_at: Date
}

/** Orders of one amount that are read to find the unpaid ones among them. */
const READ_MAX = 5_000
const PROPOSED_MAX = 10

/** Lists unpaid orders whose customers claim to have paid with this UTR. */
export const listClaimedOrders = (
  db: Queryable,
  { merchantId, accountId, utr }: Credit,
): Promise<ProposedRow[]> =>
  db.rows(sql`
    select o.order_id, o.client_txn_id, o.customer_name, o.payable_paise, o.status, o.created_at from payment_claims p
    join orders o on o.merchant_id = p.merchant_id and o.order_id = p.order_id
    where p.merchant_id = ${merchantId} and p.utr = ${utr} and o.account_id = ${accountId} and o.status <> 'success'
    order by p.claimed_at desc limit ${PROPOSED_MAX}`)

/** Lists the latest unpaid orders of exactly the credit's amount that were created before it came. */
export const listOrdersOfSameAmount = (
  db: Queryable,
  { merchantId, accountId, amount, receivedAt }: Credit,
  mode: Mode,
): Promise<ProposedRow[]> => {
  const before = firstUlidAt(new Date(receivedAt.getTime() + DAY_MS))
  return db.rows(sql`
    select o.order_id, o.client_txn_id, o.customer_name, o.payable_paise, o.status, o.created_at
    from (
      select order_id, status from orders
      where merchant_id = ${merchantId} and mode = ${mode} and shown_paise = ${amount} and shown_paise > 0
        and order_id < ${before}
      order by order_id desc limit ${READ_MAX}) newest
    join orders o on o.merchant_id = ${merchantId} and o.order_id = newest.order_id
    where newest.status <> 'success' and o.account_id = ${accountId} and o.settled_by_credit_id is null
    order by o.order_id desc limit ${PROPOSED_MAX}`)
}
