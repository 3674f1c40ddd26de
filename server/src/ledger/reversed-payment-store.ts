import type { Order } from '../orders/order.ts'
import { part, sql, type Transaction } from '../platform/database/database.ts'
import { merchantsOf, onShardOf } from '../platform/distributed/merchant-shards.ts'
import type { Credit } from './credit.ts'

/** Reported reversals: the ids of reversed credits, and of orders whose payment was reversed. */
export interface ReversedPayments {
  readonly credits: Set<string>
  readonly orders: Set<string>
}

/**
 * Finds the credits and orders among these that have a reversal: a report without a known payment, or a case that the merchant did not
 * ignore.
 */
export const findReversedPayments = async (
  tx: Transaction,
  credits: readonly Credit[],
  orders: readonly Order[],
): Promise<ReversedPayments> => {
  // Without an order, no credit settles one.
  if (orders.length === 0) return { credits: new Set(), orders: new Set() }
  const rows = await tx.rows<{ credit_id: string | null; order_id: string | null }>(sql`
    select c.credit_id, null as order_id
    from unnest(${credits.map(({ merchantId }) => merchantId)}::text[], ${credits.map(({ accountId }) => accountId)}::text[],
      ${credits.map(({ creditId }) => creditId)}::text[], ${credits.map(({ utr }) => utr)}::text[])
      as c (merchant_id, account_id, credit_id, utr)
    where exists (
        select from reversal_reports r
        where ${onShardOf(part`r.merchant_id`, merchantsOf(credits))} and r.merchant_id = c.merchant_id and r.account_id = c.account_id and r.utr = c.utr and r.credit_id is null)
      or exists (
        select from reversals v
        where ${onShardOf(part`v.merchant_id`, merchantsOf(credits))} and v.merchant_id = c.merchant_id and v.credit_id = c.credit_id and v.counts)
    union all
    select null, o.order_id
    from unnest(${orders.map(({ merchantId }) => merchantId)}::text[], ${orders.map(({ accountId }) => accountId)}::text[],
      ${orders.map(({ orderId }) => orderId)}::text[]) as o (merchant_id, account_id, order_id)
    where exists (
      select from reversal_reports r
      where ${onShardOf(part`r.merchant_id`, merchantsOf(orders))} and r.merchant_id = o.merchant_id and r.account_id = o.account_id and r.order_id = o.order_id and r.credit_id is null)`)
  return {
    credits: new Set(rows.flatMap((row) => row.credit_id ?? [])),
    orders: new Set(rows.flatMap((row) => row.order_id ?? [])),
  }
}

/** A credit that would have settled an order whose payment a bank reversed. */
export interface ReversedPayment {
  readonly credit: Credit
  readonly orderId: string
}

/** Links reversal reports that name only an order to the credits that would have paid it, so that each credit shows why it waits. */
export const linkReversedPayments = async (
  tx: Transaction,
  payments: readonly ReversedPayment[],
  now: Date,
): Promise<void> => {
  if (payments.length === 0) return
  const linked = await tx.rows<{ merchant_id: string; credit_id: string }>(sql`
    update reversal_reports r set credit_id = p.credit_id
    from unnest(${payments.map(({ credit }) => credit.merchantId)}::text[],
      ${payments.map(({ credit }) => credit.accountId)}::text[], ${payments.map(({ orderId }) => orderId)}::text[],
      ${payments.map(({ credit }) => credit.creditId)}::text[]) as p (merchant_id, account_id, order_id, credit_id)
    where r.merchant_id = any(${merchantsOf(payments.map(({ credit }) => credit))}::text[])
      and r.merchant_id = p.merchant_id and r.account_id = p.account_id and r.order_id = p.order_id and r.credit_id is null
    returning r.merchant_id, r.credit_id`)
  await openReversalsOf(tx, linked, now)
}

/** Opens a reversal case for each of these credits that has none. */
export const openReversalsOf = async (
  tx: Transaction,
  credits: readonly { readonly merchant_id: string; readonly credit_id: string }[],
  now: Date,
): Promise<void> => {
  if (credits.length === 0) return
  await tx.run(sql`
    insert into reversals (merchant_id, credit_id, opened_at)
    select distinct l.merchant_id, l.credit_id, ${now}::timestamptz
    from unnest(${credits.map((credit) => credit.merchant_id)}::text[], ${credits.map((credit) => credit.credit_id)}::text[])
      l (merchant_id, credit_id)
    on conflict do nothing`)
}
