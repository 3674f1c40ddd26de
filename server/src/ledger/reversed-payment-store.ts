import type { Order } from '../orders/order.ts'
import { sql, type Transaction } from '../platform/database/database.ts'
import type { Credit } from './credit.ts'

/** Reported reversals: the ids of reversed credits, and of orders whose payment was reversed. */
export interface ReversedPayments {
  readonly credits: ReadonlySet<string>
  readonly orders: ReadonlySet<string>
}

/**
 * Finds whether this credit, and which of these orders, have a reversal: a report without a known payment, or a case that the merchant did
 * not ignore.
 */
export const findReversedPayments = async (
  tx: Transaction,
  { merchantId, accountId, creditId, utr }: Credit,
  orders: readonly Order[],
): Promise<ReversedPayments> => {
  // Without an order, no credit settles one.
  if (orders.length === 0) return { credits: new Set(), orders: new Set() }
  const rows = await tx.rows<{ credit_id: string | null; order_id: string | null }>(sql`
    select ${creditId}::text as credit_id, null as order_id
    where exists (
        select from reversal_reports r
        join accounts ra on ra.merchant_id = ${merchantId} and ra.account_id = r.account_id
        join accounts a on a.merchant_id = ${merchantId} and a.account_id = ${accountId} and a.mode = ra.mode
        where r.merchant_id = ${merchantId} and r.utr = ${utr} and r.credit_id is null)
      or exists (
        select from reversals where merchant_id = ${merchantId} and credit_id = ${creditId} and counts)
    union all
    select null, o.order_id
    from unnest(${orders.map((order) => order.accountId)}::text[], ${orders.map(({ orderId }) => orderId)}::text[])
      as o (account_id, order_id)
    where exists (
      select from reversal_reports r
      where r.merchant_id = ${merchantId} and r.account_id = o.account_id and r.order_id = o.order_id and r.credit_id is null)`)
  return {
    credits: new Set(rows.flatMap((row) => row.credit_id ?? [])),
    orders: new Set(rows.flatMap((row) => row.order_id ?? [])),
  }
}

/** Links a reversal report that names only an order to the credit that would have paid it, so that the credit shows why it waits. */
export const linkReversedPayment = async (
  tx: Transaction,
  { merchantId, accountId, creditId }: Credit,
  orderId: string,
  now: Date,
): Promise<void> => {
  const linked = await tx.values<string>(sql`
    update reversal_reports set credit_id = ${creditId}
    where merchant_id = ${merchantId} and account_id = ${accountId} and order_id = ${orderId} and credit_id is null
    returning credit_id`)
  await openReversalsOf(tx, merchantId, linked, now)
}

/** Opens a reversal case for each of a merchant's credits that has none. */
export const openReversalsOf = async (
  tx: Transaction,
  merchantId: string,
  creditIds: readonly string[],
  now: Date,
): Promise<void> => {
  if (creditIds.length === 0) return
  await tx.run(sql`
    insert into reversals (merchant_id, credit_id, opened_at)
    select distinct ${merchantId}::text, l.credit_id, ${now}::timestamptz from unnest(${creditIds}::text[]) l (credit_id)
    on conflict do nothing`)
}
