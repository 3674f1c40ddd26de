import { sha256 } from '../platform/crypto.ts'
import type { Ids } from '../platform/ids.ts'
import type { Passwords } from '../platform/password.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Settings } from '../platform/settings.ts'
import { deviceOf, newDevice } from './known-device.ts'
import { addressKey, assertMayTry, type Counter, countFailure, type LimitDeps } from './limit-attempts.ts'
import { comparableEmail, effectiveMode, type Merchant } from './merchant.ts'
import { findByEmail } from './merchant-store.ts'
import { sessionEnd } from './session-life.ts'
import { deleteSession, insertSession } from './session-store.ts'

export interface LogInDeps extends LimitDeps {
  readonly ids: Ids
  readonly passwords: Passwords
  readonly settings: Pick<Settings, 'sandbox'>
}

export interface LogIn {
  readonly email: string
  readonly password: string
  readonly remember: boolean
  readonly address: string
  readonly userAgent: string
  /** The cookies that came along: the session that ends with this login, and the browser's mark. */
  readonly oldToken: string | undefined
  readonly device: string | undefined
}

export interface LoggedIn {
  readonly merchant: Merchant
  readonly mode: Merchant['mode']
  readonly token: string
  readonly device: string
}

const USER_AGENT_CHARACTERS_MAX = 255

/**
 * A new session, whatever cookie came along. An unknown e-mail costs the same hash, is counted the same way and gets the same
 * answer as a wrong password.
 */
export const logIn = async (deps: LogInDeps, attempt: LogIn): Promise<LoggedIn> => {
  const email = comparableEmail(attempt.email)
  const knownDevice = deviceOf(deps.secrets, attempt.device, email ?? '')
  const counters = countersOf(email ?? attempt.email, attempt.address, knownDevice)
  await assertMayTry(deps, counters)
  const found = email === undefined ? undefined : await findByEmail(deps.db, email)
  const matches = await deps.passwords.verifyPassword(found?.passwordHash, attempt.password)
  if (found === undefined || !matches) {
    await countFailure(deps, counters)
    throw new Refusal('wrong_credentials')
  }
  // Others may have failed in the meantime: many guesses at once are worth no more than one after the other.
  await assertMayTry(deps, counters)
  const { merchant } = found
  const mode = effectiveMode(merchant.mode, deps.settings.sandbox)
  return {
    merchant,
    mode,
    token: await startSession(deps, merchant, mode, attempt),
    device:
      knownDevice !== undefined && attempt.device !== undefined
        ? attempt.device
        : newDevice(deps.secrets, deps.ids, merchant.email),
  }
}

const countersOf = (email: string, address: string, device: string | undefined): Counter[] =>
  device === undefined
    ? [
        { name: 'login-account', key: email },
        { name: 'login-address', key: addressKey(address) },
      ]
    : [{ name: 'login-device', key: device }]

const startSession = async (
  { db, clock, ids }: LogInDeps,
  { merchantId }: Merchant,
  mode: Merchant['mode'],
  { oldToken, remember, userAgent }: LogIn,
): Promise<string> => {
  const token = ids.token()
  const now = clock.now()
  await db.transaction(async (tx) => {
    if (oldToken !== undefined) await deleteSession(tx, sha256(oldToken))
    await insertSession(tx, {
      tokenHash: sha256(token),
      merchantId,
      mode,
      remember,
      userAgent: userAgent.slice(0, USER_AGENT_CHARACTERS_MAX),
      createdAt: now,
      lastUsedAt: now,
      expiresAt: sessionEnd(now, remember, now),
    })
  })
  return token
}

export const logOut = async ({ db }: Pick<LogInDeps, 'db'>, token: string | undefined): Promise<void> => {
  if (token !== undefined) await deleteSession(db, sha256(token))
}
