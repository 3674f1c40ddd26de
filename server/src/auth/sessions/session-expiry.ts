import { MINUTE_MS } from '@galla/contract/durations'

export const IDLE_HOURS = 12
export const REMEMBER_DAYS = 30
export const USE_UPDATE_MS = 2 * MINUTE_MS
const IDLE_MS = IDLE_HOURS * 60 * MINUTE_MS
const SESSION_MS_MAX = REMEMBER_DAYS * 24 * 60 * MINUTE_MS
export const REMEMBER_SECONDS = SESSION_MS_MAX / 1000

/**
 * Returns when a session ends: twelve hours after its last use, and at the latest thirty days after the login. A remembered session lasts
 * the thirty days.
 */
export const sessionExpiry = (createdAt: Date, remember: boolean, lastUsedAt: Date): Date => {
  const longest = createdAt.getTime() + SESSION_MS_MAX
  return new Date(remember ? longest : Math.min(longest, lastUsedAt.getTime() + IDLE_MS))
}

/** Limits how often the last use is written: not at every read of the dashboard. */
export const shouldUpdateSessionUse = (lastUsedAt: Date, now: Date): boolean =>
  now.getTime() - lastUsedAt.getTime() >= USE_UPDATE_MS
