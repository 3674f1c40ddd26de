import { type Queryable, sql } from '../platform/database/database.ts'

/** Lists the merchants with these marks, usually one for each. */
export const listMarkedMerchants = (db: Queryable, marks: readonly number[]): Promise<string[]> =>
  db.values<string>(sql`select merchant_id from merchants where order_mark = any(${marks}::int[])`)
