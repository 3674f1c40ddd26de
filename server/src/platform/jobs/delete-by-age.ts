import { DAY_MS } from '@galla/contract/durations'
import { type Database, type SqlPart, sql } from '../database/database.ts'
import type { Platform } from '../feature.ts'

const MERCHANTS_MAX = 100
const ROWS_MAX = 500

export interface DeletedByAge {
  /** Lists merchants that have rows to delete. */
  readonly listMerchants: (db: Database, before: Date, max: number) => Promise<string[]>
  /** Deletes at most `max` of a merchant's rows, and returns how many. */
  readonly deleteRows: (db: Database, merchantId: string, before: Date, max: number) => Promise<number>
}

/**
 * The rows of a table that are deleted one by one, by the columns of its primary key besides `merchant_id`. The condition is about the row
 * `t`. A row that no longer fulfils it when it is locked stays.
 */
export const rowsByAge = (table: SqlPart, key: SqlPart, isOld: (before: Date) => SqlPart): DeletedByAge => ({
  listMerchants: (db, before, max) =>
    db.values(sql`select distinct t.merchant_id from ${table} t where ${isOld(before)} limit ${max}`),
  deleteRows: (db, merchantId, before, max) =>
    db.run(sql`
      delete from ${table} where merchant_id = ${merchantId} and (${key}) in (
        select ${key} from ${table} t
        where t.merchant_id = ${merchantId} and ${isOld(before)} limit ${max} for update of t skip locked)`),
})

/**
 * The work of a sweep that deletes rows of an age, merchant by merchant: each statement is committed, so an interrupted run continues with
 * the rest, and two processes at once delete each row once.
 */
export const deleteByAge = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  days: number,
  { listMerchants, deleteRows }: DeletedByAge,
): Promise<{ readonly more: boolean }> => {
  const before = new Date(clock.now().getTime() - days * DAY_MS)
  const merchants = await listMerchants(db, before, MERCHANTS_MAX)
  let deleted = 0
  for (const merchantId of merchants) deleted += await deleteRows(db, merchantId, before, ROWS_MAX)
  // A full batch is no measure: another process may have deleted a part of the same rows.
  return { more: deleted > 0 }
}
