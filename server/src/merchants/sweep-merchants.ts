import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import { deleteEndedCounters } from './attempt-limit-store.ts'
import { deleteEndedResets } from './password-reset-store.ts'
import { deleteEndedSessions } from './session-store.ts'

const ROWS_MAX = 1_000

/** Removes what has ended and is read by nobody any more; to be called every few minutes. Says whether there may be more. */
export const sweepMerchants = async ({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): Promise<{ readonly more: boolean }> => {
  const now = clock.now()
  const sessions = await deleteEndedSessions(db, now, ROWS_MAX)
  const counters = await deleteEndedCounters(db, now, ROWS_MAX)
  const resets = await deleteEndedResets(db, now, ROWS_MAX)
  return { more: [sessions, counters, resets].includes(ROWS_MAX) }
}
