const MINUTE_MS = 60_000
export const IDLE_HOURS = 12
export const REMEMBER_DAYS = 30
export const TOUCH_AFTER_MS = 2 * MINUTE_MS
const IDLE_MS = IDLE_HOURS * 60 * MINUTE_MS
const LONGEST_MS = REMEMBER_DAYS * 24 * 60 * MINUTE_MS
export const REMEMBER_SECONDS = LONGEST_MS / 1000

/** Twelve hours after its last use, or thirty days after the login: the latter for remembered ones, and as the end of all. */
export const sessionExpiry = (createdAt: Date, remember: boolean, lastUsedAt: Date): Date => {
  const longest = createdAt.getTime() + LONGEST_MS
  return new Date(remember ? longest : Math.min(longest, lastUsedAt.getTime() + IDLE_MS))
}

/** Not every call writes: that would be a write for each read of the dashboard. */
export const shouldTouchSession = (lastUsedAt: Date, now: Date): boolean =>
  now.getTime() - lastUsedAt.getTime() >= TOUCH_AFTER_MS
