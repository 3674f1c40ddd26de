import type { LinkOrder } from '@galla/contract/reusable-links/reusable-links'
import type { Paise } from '@galla/upi/rupees'
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import type { WithDates } from '../platform/iso-dates.ts'
import type { LinkAnswer, LinkKey, OrderedItem, Submission } from './reusable-link.ts'
import { asJson } from './stored-amounts.ts'

export const insertLinkOrder = (
  tx: Transaction,
  { merchantId, code }: LinkKey,
  orderId: string,
  { formHash, addressHash }: Submission,
  { items, answers }: { readonly items: readonly OrderedItem[]; readonly answers: readonly LinkAnswer[] },
  now: Date,
): Promise<number> =>
  tx.run(sql`
    insert into reusable_link_orders (merchant_id, order_id, code, created_at, form_hash, address_hash, items, answers)
    values (${merchantId}, ${orderId}, ${code}, ${now}, ${formHash}, ${addressHash}, ${asJson(items)}::jsonb,
      ${asJson(answers)}::jsonb)`)

export interface LinkOrderRow extends WithDates<Omit<LinkOrder, 'amount'>, 'createdAt'> {
  /** What was received, or is to be paid. */
  readonly amount: Paise
}

/** Lists a page of a link's orders, and one more if there is one. */
export const listOrdersOfLink = (
  db: Queryable,
  { merchantId, code }: LinkKey,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<LinkOrderRow[]> =>
  db.rows(sql`
    select o.order_id as "orderId", o.created_at as "createdAt", o.customer_name as "customerName",
      coalesce(o.settled_paise, o.payable_paise) as amount, o.purpose, o.status, o.failure_reason as "failureReason", k.answers
    from reusable_link_orders k
    join orders o on o.merchant_id = k.merchant_id and o.order_id = k.order_id
    where k.merchant_id = ${merchantId} and k.code = ${code}
    order by k.created_at desc, k.order_id desc limit ${limit + 1} offset ${(page - 1) * limit}`)

export interface LinkOfOrder {
  readonly code: string
  readonly title: string
  readonly items: readonly OrderedItem[]
  readonly answers: readonly LinkAnswer[]
}

/** Finds the link of an order. */
export const findLinkOfOrder = async (
  db: Queryable,
  merchantId: string,
  orderId: string,
): Promise<LinkOfOrder | undefined> => {
  const row = await db.maybeOne<
    Omit<LinkOfOrder, 'items'> & { items: { name: string; price: string; quantity: number }[] }
  >(sql`
    select l.code, l.title, k.items, k.answers from reusable_link_orders k
    join reusable_links l on l.merchant_id = k.merchant_id and l.code = k.code
    where k.merchant_id = ${merchantId} and k.order_id = ${orderId}`)
  if (row === undefined) return undefined
  return { ...row, items: row.items.map((item) => ({ ...item, price: BigInt(item.price) as Paise })) }
}
