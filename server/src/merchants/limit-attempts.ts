import { isIPv6 } from 'node:net'
import type { Clock } from '../platform/clock.ts'
import { hmacSha256, type Secrets } from '../platform/crypto.ts'
import type { Database, Transaction } from '../platform/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { addToCounter, type Counted, deleteCounter, readCounter } from './attempt-limit-store.ts'

export interface LimitDeps {
  readonly db: Database
  readonly clock: Clock
  readonly secrets: Secrets
}

interface Limit {
  readonly countMax: number
  readonly windowMinutes: number
}

export const LIMITS = {
  'login-account': { countMax: 10, windowMinutes: 15 },
  'login-device': { countMax: 10, windowMinutes: 15 },
  'login-address': { countMax: 100, windowMinutes: 15 },
  'password-check': { countMax: 10, windowMinutes: 15 },
  'totp-confirm': { countMax: 10, windowMinutes: 15 },
  'kyc-submission': { countMax: 30, windowMinutes: 24 * 60 },
  'kyc-upload': { countMax: 100, windowMinutes: 60 },
  registration: { countMax: 20, windowMinutes: 60 },
  'reset-address': { countMax: 30, windowMinutes: 15 },
  'reset-email': { countMax: 5, windowMinutes: 15 },
  'webhook-press': { countMax: 300, windowMinutes: 15 },
  'reset-token': { countMax: 20, windowMinutes: 15 },
} as const satisfies Record<string, Limit>

/** What is counted, and whose: an e-mail, an address, a merchant. Only its keyed hash is kept. */
export interface Counter {
  readonly name: keyof typeof LIMITS
  readonly key: string
}

const hashOf = ({ secrets }: LimitDeps, { name, key }: Counter): Buffer =>
  hmacSha256(secrets.subkey('attempt counters'), `${name}\n${key}`)

const refusal = (code: 'too_many_attempts' | 'too_many_requests', { endsAt }: Counted, now: Date): Refusal =>
  new Refusal(code, {
    retryAfterSeconds: Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000)),
  })

/** Refuses who has failed too often. Being refused counts as nothing, so the wait ends whoever keeps trying. */
export const assertMayTry = async (deps: LimitDeps, counters: readonly Counter[]): Promise<void> => {
  const now = deps.clock.now()
  for (const counter of counters) {
    const counted = await readCounter(deps.db, counter.name, hashOf(deps, counter), now)
    if (counted !== undefined && counted.count >= LIMITS[counter.name].countMax)
      throw refusal('too_many_attempts', counted, now)
  }
}

const count = (deps: LimitDeps, counter: Counter, now: Date): Promise<Counted> => {
  const endsAt = new Date(now.getTime() + LIMITS[counter.name].windowMinutes * 60_000)
  return addToCounter(deps.db, counter.name, hashOf(deps, counter), now, endsAt)
}

/** Counts a failure; beyond the limit (many attempts at once) it refuses, so that the answer says nothing of the password. */
export const countFailure = async (deps: LimitDeps, counters: readonly Counter[]): Promise<void> => {
  const now = deps.clock.now()
  for (const counter of counters) {
    const counted = await count(deps, counter, now)
    if (counted.count > LIMITS[counter.name].countMax) throw refusal('too_many_attempts', counted, now)
  }
}

/** Counts a call and refuses it beyond the limit. */
export const countCall = async (deps: LimitDeps, counter: Counter): Promise<void> => {
  const now = deps.clock.now()
  const counted = await count(deps, counter, now)
  if (counted.count > LIMITS[counter.name].countMax) throw refusal('too_many_requests', counted, now)
}

/** What was counted is void: the owner has proved who he is. */
export const forgetFailures = async (
  tx: Transaction,
  deps: LimitDeps,
  counters: readonly Counter[],
): Promise<void> => {
  for (const counter of counters) await deleteCounter(tx, counter.name, hashOf(deps, counter))
}

/** Of IPv6 the network: whoever has one address of it has them all. */
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
