import { type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import type { OrderScope } from './order.ts'

export interface OrderNote {
  text: string
  at: Date
  byWhom: string
}

/** Locks the order and counts its notes; undefined when the merchant has no such order. */
export const lockAndCountNotes = async (
  tx: Transaction,
  { merchantId, mode }: OrderScope,
  orderId: string,
): Promise<number | undefined> => {
  const order = await tx.maybeOne(sql`
    select 1 from orders where merchant_id = ${merchantId} and mode = ${mode} and order_id = ${orderId}
    for no key update`)
  if (order === undefined) return undefined
  const count = await tx.value<number>(sql`
    select count(*)::int as count from order_notes where merchant_id = ${merchantId} and order_id = ${orderId}`)
  return count
}

export const insertNote = (
  tx: Transaction,
  merchantId: string,
  orderId: string,
  note: OrderNote & { readonly number: number },
): Promise<number> =>
  tx.run(sql`
    insert into order_notes (merchant_id, order_id, number, at, body, by_whom)
    values (${merchantId}, ${orderId}, ${note.number}, ${note.at}, ${note.text}, ${note.byWhom})`)

/** Lists the notes of an order, oldest first. The table limits their number. */
export const listOrderNotes = (db: Queryable, merchantId: string, orderId: string): Promise<OrderNote[]> =>
  db.rows<OrderNote>(sql`
    select body as text, at, by_whom as "byWhom" from order_notes
    where merchant_id = ${merchantId} and order_id = ${orderId} order by number`)
