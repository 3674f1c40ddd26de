import { DAY_MS } from '@galla/contract/durations'
import { slotOf } from '../payment-accounts/source-health.ts'
import type { Platform } from '../platform/feature.ts'
import { deleteExpiredHealth } from './silence-store.ts'

const BATCH = 5_000
/** The pauses of two weeks say how long a source is usually silent. */
const PAUSE_DAYS = 15
const SILENCE_DAYS = 90

/** Deletes the pauses and silences that are too old to matter. */
export const deleteOldHealth = async ({
  db,
  clock,
}: Pick<Platform, 'db' | 'clock'>): Promise<{ more: boolean }> => {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  const expired = { slot: slotOf(daysAgo(PAUSE_DAYS)), endedAt: daysAgo(SILENCE_DAYS) }
  return { more: (await deleteExpiredHealth(db, expired, BATCH)) === BATCH }
}
