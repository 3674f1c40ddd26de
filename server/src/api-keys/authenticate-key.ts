import type { Mode } from '@galla/contract/orders/order-status'
import type { KeyCaller, KeyNeed, KeyRefusal } from '../merchants/caller.ts'
import type { Clock } from '../platform/clock.ts'
import type { Platform } from '../platform/feature.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Settings } from '../platform/settings.ts'
import {
  findKey,
  type KeyRow,
  type KeyUse,
  type RefusedKeyUse,
  recordKeyRefusals,
  recordKeyUses,
} from './api-key-store.ts'
import { modeOfKeyText } from './key-text.ts'
import { keyHashOf } from './main-keys.ts'

/** Counts only real keys, current or ended: invented ones take no memory here. */
const KEYS_KEPT_MAX = 10_000

interface SeenKey {
  readonly keyHash: Buffer
  readonly address: string | null
}

interface KeyUsage {
  /** True when it was seen here as a real key, current or ended. */
  isKnown(keyHash: Uint8Array): boolean
  recordUse(key: SeenKey): void
  recordRefusal(key: SeenKey, why: KeyRefusal): void
  /** Returns what was recorded since the last call. */
  take(): { readonly uses: readonly KeyUse[]; readonly refusals: readonly RefusedKeyUse[] }
}

/** Keeps, in bounded memory, what this process knows about keys until it is written to the database. */
const createKeyUsage = (clock: Clock): KeyUsage => {
  let uses = new Map<string, KeyUse>()
  let refusals = new Map<string, RefusedKeyUse>()
  /** Ordered by last use, as a Set keeps it. */
  const known = new Set<string>()

  const markSeen = (keyHash: Buffer): string => {
    const name = keyHash.toString('hex')
    known.delete(name)
    known.add(name)
    const [oldest] = known
    if (known.size > KEYS_KEPT_MAX && oldest !== undefined) known.delete(oldest)
    return name
  }

  return {
    isKnown: (keyHash) => known.has(Buffer.from(keyHash).toString('hex')),
    recordUse({ keyHash }) {
      const name = markSeen(keyHash)
      if (uses.size < KEYS_KEPT_MAX || uses.has(name)) uses.set(name, { keyHash, at: clock.now() })
    },
    recordRefusal({ keyHash, address }, why) {
      const name = markSeen(keyHash)
      const before = refusals.get(name)
      if (before === undefined && refusals.size >= KEYS_KEPT_MAX) return
      const count = (before?.count ?? 0) + 1
      refusals.set(name, { keyHash, at: clock.now(), why, from: address, count })
    },
    take() {
      const taken = { uses: [...uses.values()], refusals: [...refusals.values()] }
      uses = new Map()
      refusals = new Map()
      return taken
    },
  }
}

export interface AuthenticateKeyDeps extends Pick<Platform, 'db' | 'clock' | 'secrets'> {
  readonly settings: Pick<Settings, 'sandbox'>
}

/** The hash that finds a key, and the mode in its text. */
export interface CarriedKey {
  readonly keyHash: Buffer
  readonly mode: Mode
  /** The caller's IP address, null if unknown. */
  readonly address: string | null
}

export interface KeyAuthentication {
  /** Throws 401 for a malformed key; only the database knows whether a well-formed one exists. */
  carriedKey(keyText: string | undefined, address: string | null): CarriedKey
  /** Throws 401 for an unknown key, 403 for a key that may not do this, and for a suspended merchant who creates something. */
  authenticateKey(keyText: string | undefined, need: KeyNeed, address: string | null): Promise<KeyCaller>
  /** True when this process has seen the key as a real one, current or ended. */
  isKnown(keyHash: Uint8Array): boolean
  /** Writes the last uses and the refusals of many keys at once; called every half minute and at the end. */
  recordUsedKeys(): Promise<void>
}

const toCarriedKey = (
  { secrets, settings }: AuthenticateKeyDeps,
  keyText: string | undefined,
  address: string | null,
): CarriedKey => {
  const mode = keyText === undefined ? undefined : modeOfKeyText(keyText)
  if (keyText === undefined || mode === undefined || (mode === 'test' && !settings.sandbox))
    throw new Refusal('bad_key')
  return { keyHash: keyHashOf(secrets, keyText), mode, address }
}

/** Returns why a key that exists may not do this; undefined when it may. */
const refusalOf = (row: KeyRow, need: KeyNeed): KeyRefusal | 'suspended' | undefined => {
  if (row.isEnded) return 'bad_key'
  if (!row.isAddressAllowed) return 'address_not_allowed'
  // A suspended merchant creates nothing. The status of an order that a customer has paid can still be read.
  if (row.isSuspended && need.isCreation) return 'suspended'
  return need.scopes.some((scope) => row.scopes.includes(scope)) ? undefined : 'forbidden'
}

const messageOf = (why: KeyRefusal | 'suspended', { scopes }: KeyNeed) =>
  why === 'forbidden' ? { msg: `This API key needs the scope ${scopes.join(' or ')}` } : {}

/** Creates the key authentication. Last uses are written later, so that they cost no request anything. */
export const createKeyAuthentication = (deps: AuthenticateKeyDeps): KeyAuthentication => {
  const { db, clock } = deps
  const usage = createKeyUsage(clock)
  return {
    carriedKey: (keyText, address) => toCarriedKey(deps, keyText, address),
    isKnown: usage.isKnown,
    async authenticateKey(keyText, need, address) {
      const carried = toCarriedKey(deps, keyText, address)
      const row = await findKey(db, carried, clock.now())
      if (row === undefined) throw new Refusal('bad_key')
      const why = refusalOf(row, need)
      if (why === undefined || why === 'suspended') usage.recordUse(carried)
      else usage.recordRefusal(carried, why)
      if (why !== undefined) throw new Refusal(why, messageOf(why, need))
      return { merchantId: row.merchantId, mode: row.mode, keyHash: carried.keyHash }
    },
    async recordUsedKeys() {
      const { uses, refusals } = usage.take()
      if (uses.length > 0) await recordKeyUses(db, uses)
      if (refusals.length > 0) await recordKeyRefusals(db, refusals)
    },
  }
}
