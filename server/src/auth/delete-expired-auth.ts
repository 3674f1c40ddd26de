import { DAY_MS } from '@galla/contract/durations'
import type { Platform } from '../platform/feature.ts'
import { deleteEnded, ENDED_AUTH } from './ended-auth-store.ts'

const ROWS_MAX = 1_000

/** Deletes expired sessions, links, counters and old security events; called every few minutes. Returns whether there may be more. */
export const deleteExpiredAuth = async ({
  db,
  clock,
}: Pick<Platform, 'db' | 'clock'>): Promise<{ readonly more: boolean }> => {
  const now = clock.now().getTime()
  let more = false
  for (const ended of ENDED_AUTH) {
    const deleted = await deleteEnded(db, ended, new Date(now - ended.days * DAY_MS), ROWS_MAX)
    more ||= deleted === ROWS_MAX
  }
  return { more }
}
