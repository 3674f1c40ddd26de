import type { LoggedInSession } from '@galla/contract/auth/login-security'
import type { SessionCaller } from '../../merchants/caller.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/feature.ts'
import { Refusal } from '../../platform/refusal.ts'
import { deviceLabel } from '../devices/device-label.ts'
import { type RecordSecurityDeps, recordSecurityEvent } from '../security-events/record-security-event.ts'
import { deleteOtherSessions, deleteSessionById, listLiveSessions } from './session-store.ts'

const SESSIONS_MAX = 50

/** Lists where a merchant is logged in, at most SESSIONS_MAX, the most recently used first. */
export const listSessions = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  caller: SessionCaller,
): Promise<LoggedInSession[]> =>
  (await listLiveSessions(db, caller, clock.now(), SESSIONS_MAX)).map((row) => ({
    id: row.session_id,
    device: deviceLabel(row.user_agent),
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    current: row.is_current,
  }))

interface EndSessionDeps extends RecordSecurityDeps {
  readonly db: Database
}

/** Ends all other sessions and returns how many. */
export const logOutOthers = (
  { db, ...deps }: EndSessionDeps,
  { merchantId, tokenHash, client }: SessionCaller,
): Promise<number> =>
  db.transaction(async (tx) => {
    const ended = await deleteOtherSessions(tx, merchantId, tokenHash)
    if (ended > 0) {
      const subject = ended === 1 ? '1 session' : `${ended} sessions`
      await recordSecurityEvent(tx, deps, { merchantId, client, kind: 'other_sessions_ended', subject })
    }
    return ended
  })

/** Ends one session. It is not found when it has ended already, or belongs to another merchant. */
export const endSession = (
  { db, ...deps }: EndSessionDeps,
  { merchantId, client }: SessionCaller,
  sessionId: string,
): Promise<void> =>
  db.transaction(async (tx) => {
    const ended = await deleteSessionById(tx, merchantId, sessionId)
    if (ended === undefined) throw new Refusal('not_found')
    const subject = deviceLabel(ended.user_agent)
    await recordSecurityEvent(tx, deps, { merchantId, client, kind: 'session_ended', subject })
  })
