import type { Client, SessionCaller } from '../../merchants/caller.ts'
import { effectiveMode } from '../../merchants/merchant.ts'
import { sha256 } from '../../platform/crypto/crypto.ts'
import type { Platform } from '../../platform/feature.ts'
import type { Settings } from '../../platform/settings.ts'
import { sessionExpiry, shouldUpdateSessionUse } from './session-expiry.ts'
import { findLiveSession, updateSessionUse } from './session-store.ts'

export interface FindSessionDeps extends Pick<Platform, 'db' | 'clock'> {
  readonly settings: Pick<Settings, 'sandbox'>
}

export interface FoundSession extends SessionCaller {
  /** True also when the user needs no second factor. */
  readonly hasSecondFactor: boolean
  readonly expiresAt: Date
}

/** Finds the session of a token and extends it. */
export const findSession = async (
  { db, clock, settings }: FindSessionDeps,
  token: string | undefined,
  client: Client,
): Promise<FoundSession | undefined> => {
  if (token === undefined) return undefined
  const now = clock.now()
  const tokenHash = sha256(token)
  const row = await findLiveSession(db, tokenHash, now)
  if (row === undefined) return undefined
  const expiresAt = sessionExpiry(row.created_at, row.remember, now)
  if (shouldUpdateSessionUse(row.last_used_at, now))
    await updateSessionUse(db, row.person_id, tokenHash, now, expiresAt)
  const who = { personId: row.person_id, role: row.role, mode: effectiveMode(row.mode, settings.sandbox) }
  return {
    ...who,
    merchantId: row.merchant_id,
    tokenHash,
    confirmedAt: row.confirmed_at,
    client: { ...client, by: who },
    hasSecondFactor: row.has_second_factor,
    expiresAt,
  }
}
