import { DAY_MS } from '@galla/contract/durations'
import type { Database } from '../database/database.ts'
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
