import type { Platform } from '../platform/feature.ts'
import { deleteExpiredHealth } from './silence-store.ts'

const BATCH = 5_000

/** Deletes the pauses and silences that are too old to matter. */
export const deleteOldHealth = async ({
  db,
  clock,
}: Pick<Platform, 'db' | 'clock'>): Promise<{ more: boolean }> => ({
  more: (await deleteExpiredHealth(db, clock.now(), BATCH)) === BATCH,
})
