import { REFUSALS } from '@galla/contract/refusals'
import type { Client } from '../merchants/caller.ts'
import { passwordCheckCounters } from '../merchants/check-password.ts'
import {
  type AttemptCounter,
  addressKey,
  assertAttemptsLeft,
  countFailure,
  isExhausted,
  type LimitDeps,
} from '../merchants/limit-attempts.ts'
import { comparableEmail, effectiveMode, type Merchant } from '../merchants/merchant.ts'
import { findByEmail, lockUnchanged, recordFirstLogin } from '../merchants/merchant-store.ts'
import { sha256 } from '../platform/crypto/crypto.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import { addJob } from '../platform/jobs/job-queue.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Settings } from '../platform/settings.ts'
import { findKnownDevice, rememberDevice } from './devices/known-device.ts'
import { NEW_DEVICE_JOB, type NewDeviceLogin } from './devices/notify-new-device.ts'
import { recordFailedLogins, recordSecurityEvent } from './security-events/record-security-event.ts'
import { sessionExpiry } from './sessions/session-expiry.ts'
import { deleteSession, insertSession } from './sessions/session-store.ts'
import { findNextShop } from './team/member-store.ts'
import type { Proof } from './two-factor/second-factor.ts'
import { findSecondFactor, isConfirmedFactor } from './two-factor/second-factor-store.ts'
import { type CodeFrom, useVerifiedCode, verifyCode } from './two-factor/verify-code.ts'

export interface LogInDeps extends LimitDeps, Pick<Platform, 'ids' | 'passwords'> {
  readonly settings: Pick<Settings, 'sandbox'>
}

export interface LogIn {
  readonly email: string
  readonly password: string
  /** A code of the authenticator app, or a recovery code. */
  readonly code: string | undefined
  readonly address: string
  readonly userAgent: string
  /** The cookies of the request: the session that ends with this login, and the known-device token. */
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
 * Creates a new session, whatever cookie came with the request. An unknown email costs the same hash, is counted the same way, and gets the
 * same reply as a wrong password. A wrong code counts like a wrong password; a missing code does not count, because nothing was guessed.
 */
export const logIn = async (deps: LogInDeps, attempt: LogIn): Promise<LoggedIn> => {
  const email = comparableEmail(attempt.email)
  const knownDevice = await findKnownDevice(deps.db, email, attempt.device, deps.clock.now())
  const counters = countersOf(email ?? attempt.email, attempt.address, knownDevice)
  await assertAttemptsLeft(deps, counters)
  const found = email === undefined ? undefined : await findByEmail(deps.db, email)
  const matches = await deps.passwords.verifyPassword(
    found?.passwordHash,
    attempt.password,
    addressKey(attempt.address),
  )
  if (found === undefined || !matches) {
    await countFailed(deps, counters, email, attempt)
    throw new Refusal('wrong_credentials')
  }
  // Others may have failed in the meantime: many guesses at once must not get more than one after the other.
  await assertAttemptsLeft(deps, counters)
  const { merchantId } = found.merchant
  const from = knownDevice === undefined ? 'unknown' : 'known'
  const proof = await secondFactorProof(deps, merchantId, from, attempt.code)
  const device = knownDevice ?? deps.ids.token()
  const isProved = async (tx: Transaction): Promise<boolean> => {
    // A password or a second factor that changed in the meantime ended all older sessions: this login must not create one.
    if (!(await lockUnchanged(tx, found.merchant, found.passwordHash))) throw new Refusal('wrong_credentials')
    if (proof === undefined && isConfirmedFactor(await findSecondFactor(tx, merchantId)))
      throw new Refusal('totp_required')
    return proof === undefined || (proof !== 'wrong' && useVerifiedCode(tx, deps, merchantId, from, proof))
  }
  const token =
    proof === 'wrong'
      ? undefined
      : await startSession(deps, found.merchant, attempt, { from, device, isProved })
  if (token === undefined) {
    await countFailed(deps, counters, email, attempt)
    throw new Refusal('wrong_code', { errors: [{ field: 'code', msg: REFUSALS.wrong_code.msg }] })
  }
  return token
}

/** Records the failure that uses up the account's attempts, for its owner to see, if the account exists. */
const countFailed = async (
  deps: LogInDeps,
  counters: readonly AttemptCounter[],
  email: string | undefined,
  client: Client,
): Promise<void> => {
  await countFailure(deps, counters)
  const ofAccount = counters.filter(({ name }) => name !== 'login-address')
  if (email !== undefined && (await isExhausted(deps, ofAccount)))
    await recordFailedLogins(deps, email, client)
}

const countersOf = (email: string, address: string, device: string | undefined): AttemptCounter[] =>
  device === undefined
    ? [
        { name: 'login-account', key: email },
        { name: 'login-account-day', key: email },
        { name: 'login-address', key: addressKey(address) },
      ]
    : [
        { name: 'login-device', key: device },
        { name: 'login-devices-day', key: email },
      ]

/** The counters that a password reset clears: someone who reads the account's mail need not guess. Codes stay counted. */
export const passwordCounters = (email: string, merchantId: string): AttemptCounter[] => [
  { name: 'login-account', key: email },
  { name: 'login-account-day', key: email },
  { name: 'login-devices-day', key: email },
  ...passwordCheckCounters(merchantId),
]

/** Returns undefined where no code is required. */
const secondFactorProof = async (
  deps: LogInDeps,
  merchantId: string,
  from: CodeFrom,
  code: string | undefined,
): Promise<Proof | 'wrong' | undefined> => {
  const factor = await findSecondFactor(deps.db, merchantId)
  if (!isConfirmedFactor(factor)) return undefined
  if (code === undefined || code === '') throw new Refusal('totp_required')
  return (await verifyCode(deps, merchantId, from, factor, code)) ?? 'wrong'
}

interface Checked {
  readonly from: CodeFrom
  readonly device: string
  readonly passkeyId?: string
  /** Locks what was checked: false where it was used in the meantime. */
  readonly isProved: (tx: Transaction) => Promise<boolean>
}

/** Returns undefined when the proof was used in the meantime: it makes one session, even if it arrives twice at once. */
export const startSession = async (
  deps: Pick<LogInDeps, 'db' | 'clock' | 'ids' | 'settings'>,
  merchant: Merchant,
  { oldToken, userAgent: sentUserAgent, address }: Omit<LogIn, 'email' | 'password' | 'code'>,
  { from, device, passkeyId, isProved }: Checked,
): Promise<LoggedIn | undefined> => {
  const { db, clock, ids, settings } = deps
  const { merchantId, role } = merchant
  const next = await findNextShop(db, merchantId, role === 'guest')
  const mode = effectiveMode(next?.mode ?? merchant.mode, settings.sandbox)
  const token = ids.token()
  const now = clock.now()
  const userAgent = sentUserAgent.slice(0, USER_AGENT_CHARACTERS_MAX)
  return db.transaction(async (tx) => {
    if (!(await isProved(tx))) return undefined
    if (oldToken !== undefined) await deleteSession(tx, sha256(oldToken))
    await insertSession(tx, {
      sessionId: `ses_${ids.ulid(now)}`,
      tokenHash: sha256(token),
      merchantId,
      shopId: next?.shopId ?? null,
      passkeyId: passkeyId ?? null,
      mode,
      userAgent,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: sessionExpiry(now, false, now),
    })
    await rememberDevice(tx, merchantId, device, now)
    const isFirst = await recordFirstLogin(tx, merchantId, now)
    const isNewDevice = from === 'unknown' && !isFirst
    if (isNewDevice)
      await addJob(tx, NEW_DEVICE_JOB, {
        merchantId,
        at: now.toISOString(),
        userAgent,
        address,
      } satisfies NewDeviceLogin)
    const kind = isNewDevice ? 'login_new_device' : 'login'
    const by = { personId: merchantId, role, mode: null }
    await recordSecurityEvent(tx, deps, { merchantId, client: { address, userAgent, by }, kind })
    return { merchant, mode, token, device }
  })
}

export const logOut = async ({ db }: Pick<LogInDeps, 'db'>, token: string | undefined): Promise<void> => {
  if (token !== undefined) await deleteSession(db, sha256(token))
}
