import { type Queryable, sql } from '../../platform/database/database.ts'

/** Null: the order has none yet. */
export const findOrderNumber = async (
  db: Queryable,
  merchantId: string,
  orderId: string,
): Promise<number | null> => {
  const found = await db.value<bigint | null>(sql`
    select order_number from orders where merchant_id = ${merchantId} and order_id = ${orderId}`)
  return found === null ? null : Number(found)
}

/** Gives the order this number, or the one that it got meanwhile. A number of another order of the merchant is refused. */
export const updateOrderNumber = async (
  db: Queryable,
  merchantId: string,
  orderId: string,
  number: number,
): Promise<number> => {
  const saved = await db.value<bigint>(sql`
    update orders set order_number = coalesce(order_number, ${number}::bigint)
    where merchant_id = ${merchantId} and order_id = ${orderId}
    returning order_number`)
  return Number(saved)
}
