import { isIPv6 } from 'node:net'
import { hmacSha256 } from '../platform/crypto/crypto.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import { Refusal } from '../platform/refusal.ts'
import {
  type Counted,
  decrementRateCounter,
  deleteRateCounter,
  findRateCounter,
  incrementRateCounter,
  incrementRateCounterBelow,
} from './attempt-limit-store.ts'

export type LimitDeps = Pick<Platform, 'db' | 'clock' | 'secrets'>

/** Also inside a transaction. */
type CountDeps = Pick<LimitDeps, 'clock' | 'secrets'> & { readonly db: Queryable }

interface Limit {
  readonly countMax: number
  readonly windowMinutes: number
}

const DAY_MINUTES = 24 * 60

/**
 * Limits per account, whatever addresses, cookies and codes are sent: 300 passwords a day (100 from unknown browsers, 100 from known ones,
 * 100 behind a session) and 30 codes of the authenticator app. Three codes of a million are valid at any time, so the chance to guess one
 * is 30 * 3 in a million: below 1 in 10,000 a day.
 */
export const LIMITS = {
  'login-account': { countMax: 10, windowMinutes: 15 },
  'login-account-day': { countMax: 100, windowMinutes: DAY_MINUTES },
  'login-device': { countMax: 10, windowMinutes: 15 },
  'login-devices-day': { countMax: 100, windowMinutes: DAY_MINUTES },
  'passkey-login': { countMax: 300, windowMinutes: 15 },
  'login-address': { countMax: 100, windowMinutes: 15 },
  'code-unknown': { countMax: 10, windowMinutes: DAY_MINUTES },
  'code-known': { countMax: 20, windowMinutes: DAY_MINUTES },
  'password-check': { countMax: 10, windowMinutes: 15 },
  'password-check-day': { countMax: 100, windowMinutes: DAY_MINUTES },
  'counter-pin': { countMax: 5, windowMinutes: 15 },
  'counter-pin-day': { countMax: 20, windowMinutes: DAY_MINUTES },
  'totp-confirm': { countMax: 10, windowMinutes: 15 },
  'kyc-submission': { countMax: 30, windowMinutes: DAY_MINUTES },
  'page-look': { countMax: 30, windowMinutes: 60 },
  'kyc-upload': { countMax: 100, windowMinutes: 60 },
  registration: { countMax: 20, windowMinutes: 60 },
  'reset-address': { countMax: 30, windowMinutes: 15 },
  'reset-email': { countMax: 5, windowMinutes: 15 },
  'webhook-press': { countMax: 300, windowMinutes: 15 },
  'notice-press': { countMax: 30, windowMinutes: 15 },
  'email-change': { countMax: 10, windowMinutes: DAY_MINUTES },
  'email-change-pair': { countMax: 5, windowMinutes: DAY_MINUTES },
  'email-change-to': { countMax: 20, windowMinutes: DAY_MINUTES },
  'email-token': { countMax: 20, windowMinutes: 15 },
  invitation: { countMax: 50, windowMinutes: DAY_MINUTES },
  'invitation-to': { countMax: 5, windowMinutes: DAY_MINUTES },
  'invitation-token': { countMax: 20, windowMinutes: 15 },
  'reset-token': { countMax: 20, windowMinutes: 15 },
  'setup-token': { countMax: 20, windowMinutes: 15 },
  'setup-check': { countMax: 30, windowMinutes: 15 },
  letters: { countMax: 5, windowMinutes: 60 },
  'letters-day': { countMax: 20, windowMinutes: DAY_MINUTES },
  'letters-mailbox': { countMax: 40, windowMinutes: DAY_MINUTES },
  'letter-digests': { countMax: 24, windowMinutes: DAY_MINUTES },
  receipts: { countMax: 20, windowMinutes: DAY_MINUTES },
  'receipts-mailbox': { countMax: 40, windowMinutes: DAY_MINUTES },
} as const satisfies Record<string, Limit>

/** The kind of attempt, and its subject: an email, an address, a merchant. Only the keyed hash of the subject is stored. */
export interface AttemptCounter {
  readonly name: keyof typeof LIMITS
  readonly key: string
}

const hashOf = ({ secrets }: Pick<LimitDeps, 'secrets'>, { name, key }: AttemptCounter): Buffer =>
  hmacSha256(secrets.subkey('attempt counters'), `${name}\n${key}`)

const refusal = (code: 'too_many_attempts' | 'too_many_requests', { endsAt }: Counted, now: Date): Refusal =>
  new Refusal(code, {
    retryAfterSeconds: Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000)),
  })

/** Refuses after too many failures. A refused attempt is not counted, so the wait does end. */
export const assertAttemptsLeft = async (
  deps: LimitDeps,
  counters: readonly AttemptCounter[],
): Promise<void> => {
  const now = deps.clock.now()
  for (const counter of counters) {
    const counted = await findRateCounter(deps.db, counter.name, hashOf(deps, counter), now)
    if (counted !== undefined && counted.count >= LIMITS[counter.name].countMax)
      throw refusal('too_many_attempts', counted, now)
  }
}

/** Returns true when the next attempt is refused. */
export const isExhausted = async (deps: LimitDeps, counters: readonly AttemptCounter[]): Promise<boolean> => {
  const now = deps.clock.now()
  const read = counters.map(async (counter) => {
    const counted = await findRateCounter(deps.db, counter.name, hashOf(deps, counter), now)
    return counted !== undefined && counted.count >= LIMITS[counter.name].countMax
  })
  return (await Promise.all(read)).includes(true)
}

const endOf = ({ name }: AttemptCounter, now: Date): Date =>
  new Date(now.getTime() + LIMITS[name].windowMinutes * 60_000)

const count = (deps: LimitDeps, counter: AttemptCounter, now: Date): Promise<Counted> =>
  incrementRateCounter(deps.db, counter.name, hashOf(deps, counter), now, endOf(counter, now))

/** Counts a failure and refuses beyond the limit (many attempts at once), so that the reply reveals nothing about the password. */
export const countFailure = async (deps: LimitDeps, counters: readonly AttemptCounter[]): Promise<void> => {
  const now = deps.clock.now()
  for (const counter of counters) {
    const counted = await count(deps, counter, now)
    if (counted.count > LIMITS[counter.name].countMax) throw refusal('too_many_attempts', counted, now)
  }
}

/** Reserves an attempt before anything is checked, so that many at once never get more than the limit. */
export const reserveAttempt = async (deps: LimitDeps, counter: AttemptCounter): Promise<void> => {
  const now = deps.clock.now()
  const { countMax } = LIMITS[counter.name]
  const hash = hashOf(deps, counter)
  if (await incrementRateCounterBelow(deps.db, counter.name, hash, now, endOf(counter, now), countMax)) return
  const counted = await findRateCounter(deps.db, counter.name, hash, now)
  throw refusal('too_many_attempts', counted ?? { count: countMax, endsAt: now }, now)
}

/** Reserves one of each, or none: false when one of them is used up. */
export const reserveEach = async (deps: CountDeps, counters: readonly AttemptCounter[]): Promise<boolean> => {
  const now = deps.clock.now()
  for (const [at, counter] of counters.entries()) {
    const { countMax } = LIMITS[counter.name]
    const hash = hashOf(deps, counter)
    if (await incrementRateCounterBelow(deps.db, counter.name, hash, now, endOf(counter, now), countMax))
      continue
    await returnEach(deps, counters.slice(0, at))
    return false
  }
  return true
}

/** Returns what `reserveEach` reserved. */
export const returnEach = async (deps: CountDeps, counters: readonly AttemptCounter[]): Promise<void> => {
  for (const counter of counters) await decrementRateCounter(deps.db, counter.name, hashOf(deps, counter))
}

/** Returns a reserved attempt after a correct password or code. */
export const returnAttempt = (tx: Transaction, deps: LimitDeps, counter: AttemptCounter): Promise<void> =>
  decrementRateCounter(tx, counter.name, hashOf(deps, counter))

/** Counts a request and refuses it beyond the limit. */
export const countRequest = async (deps: LimitDeps, counter: AttemptCounter): Promise<void> => {
  const now = deps.clock.now()
  const counted = await count(deps, counter, now)
  if (counted.count > LIMITS[counter.name].countMax) throw refusal('too_many_requests', counted, now)
}

/**
 * Counts a request; false beyond the limit. For limits that many users share: refusing would let strangers use up someone else's requests.
 */
export const isRequestAllowed = async (deps: LimitDeps, counter: AttemptCounter): Promise<boolean> =>
  (await count(deps, counter, deps.clock.now())).count <= LIMITS[counter.name].countMax

/** Clears the failures: the owner has proved who they are. */
export const clearFailures = async (
  tx: Transaction,
  deps: LimitDeps,
  counters: readonly AttemptCounter[],
): Promise<void> => {
  for (const counter of counters) await deleteRateCounter(tx, counter.name, hashOf(deps, counter))
}

/** Returns the key of an address. For IPv6 the /64 network: one user has all addresses of it. */
export const addressKey = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const bare = address.split('%', 1)[0] ?? address
  const [head = '', tail] = bare.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
