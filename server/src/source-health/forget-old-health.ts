import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { deleteOldHealth } from './silence-store.ts'

const BATCH = 5_000

/** Deletes the pauses and silences that are too old to matter. */
export const forgetOldHealth = async ({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): Promise<{ more: boolean }> => ({ more: (await deleteOldHealth(db, clock.now(), BATCH)) === BATCH })
