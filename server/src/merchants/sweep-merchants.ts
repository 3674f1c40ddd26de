import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import { deleteEndedCounters } from './attempt-limit-store.ts'
import { deleteEndedSessions } from './session-store.ts'

const ROWS_MAX = 1_000

/** Removes what has ended and is read by nobody any more; to be called every few minutes. Gives back how many rows went. */
export const sweepMerchants = async ({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): Promise<number> => {
  const now = clock.now()
  return (await deleteEndedSessions(db, now, ROWS_MAX)) + (await deleteEndedCounters(db, now, ROWS_MAX))
}
