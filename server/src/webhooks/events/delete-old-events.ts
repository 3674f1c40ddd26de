import { DAY_MS } from '@galla/contract/durations'
import { EVENT_DAYS } from '@galla/contract/webhooks/webhook'
import type { Platform } from '../../platform/feature.ts'
import { deleteReplaysBefore } from '../replays/replay-store.ts'
import { deleteEventsBefore } from './event-store.ts'

const ROWS_MAX = 5_000

/** Deletes a bounded batch of events, with their deliveries and attempts, and of replays after EVENT_DAYS. */
export const deleteOldEvents = async ({
  db,
  clock,
}: Pick<Platform, 'db' | 'clock'>): Promise<{ more: boolean }> => {
  const before = new Date(clock.now().getTime() - EVENT_DAYS * DAY_MS)
  const events = await deleteEventsBefore(db, before, ROWS_MAX)
  const replays = await deleteReplaysBefore(db, before, ROWS_MAX)
  return { more: events === ROWS_MAX || replays === ROWS_MAX }
}
