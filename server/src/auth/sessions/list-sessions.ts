import type { LoggedInSession } from '@galla/contract/auth/login-security'
import type { SessionCaller } from '../../merchants/caller.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/feature.ts'
import { Refusal } from '../../platform/refusal.ts'
import { deviceLabel } from '../devices/device-label.ts'
import { type RecordSecurityDeps, recordSecurityEvent } from '../security-events/record-security-event.ts'
import { type EndCountersDeps, endRightsEverywhere } from '../team/manage-members.ts'
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

const counted = (n: number, what: string): string[] => (n === 0 ? [] : [`${n} ${what}${n === 1 ? '' : 's'}`])

/** Ends all other sessions and, in each shop of the person, the logins of counters, and returns how many of each. */
export const logOutOthers = (
  { db, ...deps }: EndSessionDeps & EndCountersDeps,
  { merchantId, tokenHash, client }: SessionCaller,
): Promise<{ readonly ended: number; readonly counters: number }> =>
  db.transaction(async (tx) => {
    const ended = await deleteOtherSessions(tx, merchantId, tokenHash)
    const counters = await endRightsEverywhere(tx, deps, merchantId)
    const subject = [...counted(ended, 'session'), ...counted(counters, 'counter')].join(', ')
    if (subject !== '')
      await recordSecurityEvent(tx, deps, { merchantId, client, kind: 'other_sessions_ended', subject })
    return { ended, counters }
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
