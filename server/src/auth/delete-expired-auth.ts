import { DAY_MS } from '@galla/contract/durations'
import { deleteEndedRateCounters } from '../merchants/attempt-limit-store.ts'
import type { Platform } from '../platform/feature.ts'
import { deleteEndedEmailChanges } from './email-change/email-change-store.ts'
import { deleteEndedEmailRestores } from './email-change/email-restore-store.ts'
import { deleteEndedChallenges } from './passkeys/passkey-store.ts'
import { deleteEndedResets } from './password/password-reset-store.ts'
import { SECURITY_EVENT_DAYS } from './security-events/security-event.ts'
import { deleteOldSecurityEvents } from './security-events/security-event-store.ts'
import { deleteEndedSessions } from './sessions/session-store.ts'
import { deleteEndedInvitations } from './team/invitation-store.ts'

const ROWS_MAX = 1_000

/** Deletes expired sessions, links, counters and old security events; called every few minutes. Returns whether there may be more. */
export const deleteExpiredAuth = async ({
  db,
  clock,
}: Pick<Platform, 'db' | 'clock'>): Promise<{ readonly more: boolean }> => {
  const now = clock.now()
  const sessions = await deleteEndedSessions(db, now, ROWS_MAX)
  const counters = await deleteEndedRateCounters(db, now, ROWS_MAX)
  const resets = await deleteEndedResets(db, now, ROWS_MAX)
  const emailChanges = await deleteEndedEmailChanges(db, now, ROWS_MAX)
  const emailRestores = await deleteEndedEmailRestores(db, now, ROWS_MAX)
  const invitations = await deleteEndedInvitations(db, now, ROWS_MAX)
  const challenges = await deleteEndedChallenges(db, now, ROWS_MAX)
  const yearAgo = new Date(now.getTime() - SECURITY_EVENT_DAYS * DAY_MS)
  const events = await deleteOldSecurityEvents(db, yearAgo, ROWS_MAX)
  const deleted = [sessions, counters, resets, emailChanges, emailRestores, invitations, challenges, events]
  return { more: deleted.includes(ROWS_MAX) }
}
