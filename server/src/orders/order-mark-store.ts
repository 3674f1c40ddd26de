import { type Queryable, sql } from '../platform/database/database.ts'

/** The merchants of these marks: usually one for each. */
export const listMarkedMerchants = async (db: Queryable, marks: readonly number[]): Promise<string[]> => {
  const rows = await db.rows<{ merchant_id: string }>(
    sql`select merchant_id from merchants where order_mark = any(${marks}::int[])`,
  )
  return rows.map((row) => row.merchant_id)
}
