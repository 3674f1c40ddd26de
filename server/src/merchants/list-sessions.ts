import type { LoggedInPlace } from '@galla/contract/login-security'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import { Refusal } from '../platform/refusal.ts'
import type { SessionCaller } from './caller.ts'
import { deviceWords } from './device-words.ts'
import { deleteOtherSessions, deleteSessionById, liveSessionsOf } from './session-store.ts'

const SESSIONS_MAX = 50

/** Where a merchant is logged in; of more than fit the ones that were used longest ago are left out. */
export const listSessions = async (
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  caller: SessionCaller,
): Promise<LoggedInPlace[]> =>
  (await liveSessionsOf(db, caller, clock.now(), SESSIONS_MAX)).map((row) => ({
    id: row.session_id,
    device: deviceWords(row.user_agent),
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    current: row.is_current,
  }))

/** Gives back how many ended. */
export const logOutOthers = (
  { db }: { readonly db: Database },
  { merchantId, tokenHash }: SessionCaller,
): Promise<number> => db.transaction((tx) => deleteOtherSessions(tx, merchantId, tokenHash))

/** Of two at once one ends it; another merchant's is not found, as one that has ended. */
export const endSession = (
  { db }: { readonly db: Database },
  { merchantId }: SessionCaller,
  sessionId: string,
): Promise<void> =>
  db.transaction(async (tx) => {
    if ((await deleteSessionById(tx, merchantId, sessionId)) === undefined) throw new Refusal('not_found')
  })
