import { REFUSALS } from '@galla/contract/refusals'
import { sha256 } from '../platform/crypto.ts'
import type { Transaction } from '../platform/database.ts'
import type { Ids } from '../platform/ids.ts'
import { addJob } from '../platform/job-queue.ts'
import type { Passwords } from '../platform/password.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Settings } from '../platform/settings.ts'
import { deviceOf, newDevice } from './known-device.ts'
import { addressKey, assertMayTry, type Counter, countFailure, type LimitDeps } from './limit-attempts.ts'
import { comparableEmail, effectiveMode, type Merchant } from './merchant.ts'
import { findByEmail, markFirstLogin } from './merchant-store.ts'
import { type Proof, proofIn, useProof } from './second-factor.ts'
import { findSecondFactor } from './second-factor-store.ts'
import { sessionEnd } from './session-life.ts'
import { deleteSession, insertSession } from './session-store.ts'
import { NEW_DEVICE_JOB, type NewDeviceLogin } from './tell-new-device.ts'

export interface LogInDeps extends LimitDeps {
  readonly ids: Ids
  readonly passwords: Passwords
  readonly settings: Pick<Settings, 'sandbox'>
}

export interface LogIn {
  readonly email: string
  readonly password: string
  /** Of the authenticator app, or a recovery code. */
  readonly code: string | undefined
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
 * answer as a wrong password. A wrong code counts like a wrong password; a missing one does not, nothing was guessed.
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
  const proof = await secondFactorProof(deps, merchant.merchantId, attempt.code)
  const token =
    proof === 'wrong'
      ? undefined
      : await startSession(deps, merchant, mode, attempt, { proof, isNewDevice: knownDevice === undefined })
  if (token === undefined) {
    await countFailure(deps, counters)
    throw new Refusal('wrong_code', { errors: [{ field: 'code', msg: REFUSALS.wrong_code.msg }] })
  }
  return {
    merchant,
    mode,
    token,
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

/** Undefined where none is asked for. */
const secondFactorProof = async (
  { db, secrets, clock }: LogInDeps,
  merchantId: string,
  code: string | undefined,
): Promise<Proof | 'wrong' | undefined> => {
  const factor = await findSecondFactor(db, merchantId)
  if (factor === undefined || factor.confirmed_at === null) return undefined
  if (code === undefined || code === '') throw new Refusal('totp_required')
  return proofIn(secrets, merchantId, factor, code, clock.now()) ?? 'wrong'
}

/** Undefined when the code was used meanwhile: it makes one session, also when it comes twice at once. */
const startSession = async (
  { db, clock, ids }: LogInDeps,
  { merchantId }: Merchant,
  mode: Merchant['mode'],
  { oldToken, remember, userAgent: told, address }: LogIn,
  { proof, isNewDevice }: { readonly proof: Proof | undefined; readonly isNewDevice: boolean },
): Promise<string | undefined> => {
  const token = ids.token()
  const now = clock.now()
  const userAgent = told.slice(0, USER_AGENT_CHARACTERS_MAX)
  return db.transaction(async (tx) => {
    if (proof !== undefined && !(await useProof(tx, merchantId, proof))) return undefined
    if (oldToken !== undefined) await deleteSession(tx, sha256(oldToken))
    await insertSession(tx, {
      tokenHash: sha256(token),
      merchantId,
      mode,
      remember,
      userAgent,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: sessionEnd(now, remember, now),
    })
    const isFirst = await markFirstLogin(tx, merchantId, now)
    if (isNewDevice && !isFirst)
      await tellOfDevice(tx, { merchantId, at: now.toISOString(), userAgent, address })
    return token
  })
}

const tellOfDevice = (tx: Transaction, login: NewDeviceLogin): Promise<void> =>
  addJob(tx, NEW_DEVICE_JOB, login)

export const logOut = async ({ db }: Pick<LogInDeps, 'db'>, token: string | undefined): Promise<void> => {
  if (token !== undefined) await deleteSession(db, sha256(token))
}
