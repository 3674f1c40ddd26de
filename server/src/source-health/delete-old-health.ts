import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { deleteExpiredHealth } from './silence-store.ts'

const BATCH = 5_000

/** Deletes the pauses and silences that are too old to matter. */
export const deleteOldHealth = async ({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): Promise<{ more: boolean }> => ({ more: (await deleteExpiredHealth(db, clock.now(), BATCH)) === BATCH })
