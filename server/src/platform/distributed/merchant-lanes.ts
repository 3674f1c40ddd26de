import { type Database, part, type SqlPart } from '../database/database.ts'
import { isDistributed } from './is-distributed.ts'

const known = new WeakMap<Database, boolean>()

/** Whether each merchant has a lane. */
export const hasLanes = async (db: Database): Promise<boolean> => {
  const found = await isDistributed(db)
  known.set(db, found)
  return found
}

/**
 * Divides rows into those that one statement or transaction may name together: all of them, or where tables are distributed those of one
 * merchant, which are on one server. Such a statement has `merchant_id = any(...)` with the merchants of its lane for each table.
 */
export const toLanes = async <Row>(
  db: Database,
  rows: readonly Row[],
  merchantOf: (row: Row) => string,
): Promise<Row[][]> => {
  if (rows.length === 0) return []
  return (await hasLanes(db)) ? [...Map.groupBy(rows, merchantOf).values()] : [[...rows]]
}

/** Names the lane of a merchant's rows, for batches that are filled without waiting: all have one until the database has answered. */
export const laneOf = (db: Database, merchantId: string): string => {
  const distributed = known.get(db)
  if (distributed === undefined) hasLanes(db).catch(() => undefined)
  return distributed === true ? merchantId : ''
}

/** A condition on a column with the merchant; null: of all merchants. */
export const ofMerchants = (column: SqlPart, merchantIds: readonly string[] | null): SqlPart =>
  merchantIds === null ? part`true` : part`${column} = any(${merchantIds}::text[])`

/** The merchants of a lane. */
export const merchantsOf = <Row extends { readonly merchantId: string }>(rows: readonly Row[]): string[] => [
  ...new Set(rows.map(({ merchantId }) => merchantId)),
]
