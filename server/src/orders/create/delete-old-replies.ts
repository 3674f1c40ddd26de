import { IDEMPOTENCY_HOURS } from '@galla/contract/limits'
import type { Platform } from '../../platform/feature.ts'
import { deleteRepliesBefore } from './idempotent-reply-store.ts'

const HOUR_MS = 3_600_000
const BATCH = 5_000

/** Deletes some of the idempotent replies that have expired. */
export const deleteOldReplies = async ({
  db,
  clock,
}: Pick<Platform, 'db' | 'clock'>): Promise<{ more: boolean }> => {
  const before = new Date(clock.now().getTime() - IDEMPOTENCY_HOURS * HOUR_MS)
  return { more: (await deleteRepliesBefore(db, before, BATCH)) === BATCH }
}
