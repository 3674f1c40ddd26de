import type { Mode } from '@galla/contract/orders/order-status'
import { type KeyCaller, type KeyNeed, type KeyRefusal, SCOPE_ALLOWS } from '../merchants/caller.ts'
import type { Platform } from '../platform/feature.ts'
import { createMicroBatch } from '../platform/jobs/micro-batch.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Settings } from '../platform/settings.ts'
import { findKeys, type KeyRow, type LookedUpKey, recordKeyRefusals, recordKeyUses } from './api-key-store.ts'
import { modeOfKeyText } from './key-text.ts'
import { createKeyUsage } from './key-usage.ts'
import { keyHashOf } from './main-keys.ts'

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
  /** Records that a key which another statement looked up was used or refused. */
  recordOutcome(carried: CarriedKey, refusal: unknown): void
  /** True when this process has seen the key as a real one, current or ended. */
  isKnown(keyHash: Uint8Array): boolean
  /** Finds the merchant of a key, and checks that the key may create orders. */
  keyCaller(carried: CarriedKey): Promise<KeyCaller>
  /** Writes the last uses and the refusals of many keys at once; called every half minute and at the end. */
  recordUsedKeys(): Promise<void>
}

const LOOKUPS_MAX = 64
const LOOKUPS_IN_FLIGHT_MAX = 2
const LOOKUPS_WAITING_MAX = 5_000
/** How many refused keys may wait, after their response, for the check whether they exist. */
const DOUBTS_WAITING_MAX = 1_000

const KEY_REFUSALS: ReadonlySet<unknown> = new Set<KeyRefusal>([
  'bad_key',
  'forbidden',
  'address_not_allowed',
])

/** Returns why a key was refused; undefined when the key itself was valid. */
const keyRefusalOf = (refusal: unknown): KeyRefusal | undefined =>
  refusal instanceof Refusal && KEY_REFUSALS.has(refusal.code) ? (refusal.code as KeyRefusal) : undefined

/** True for a refusal of the key itself: not of load, rate or a failure. */
const isAboutKey = (refusal: unknown): boolean =>
  refusal === undefined || (refusal instanceof Refusal && refusal.status < 500 && refusal.status !== 429)

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
  if (row.ended) return 'bad_key'
  if (!row.address_allowed) return 'address_not_allowed'
  // A suspended merchant creates nothing. The status of an order that a customer has paid can still be read.
  if (row.suspended && need === 'create') return 'suspended'
  return SCOPE_ALLOWS[row.scope][need] ? undefined : 'forbidden'
}

type FindKeys = (keys: readonly LookedUpKey[]) => Promise<(KeyRow | undefined)[]>

/**
 * Checks refused keys that may be real, separately from the look-ups that requests wait for. Only create-order has such keys: its batch
 * cannot distinguish an ended key from an invented one.
 */
const createDoubtfulKeys = (find: FindKeys, onReal: (carried: CarriedKey) => void) => {
  const checks = new Set<Promise<void>>()
  const lookup = createMicroBatch<LookedUpKey, KeyRow | undefined>({
    run: find,
    itemsMax: LOOKUPS_MAX,
    inFlightMax: 1,
    waitingMax: DOUBTS_WAITING_MAX,
  })
  return {
    check(carried: CarriedKey): void {
      const checked = lookup
        .add(carried)
        .then((row) => {
          if (row !== undefined) onReal(carried)
        })
        // The database is away, or there are too many invented keys to check: the count misses one.
        .catch(() => undefined)
        .finally(() => checks.delete(checked))
      checks.add(checked)
    },
    settled: () => Promise.all(checks),
  }
}

/**
 * Creates the key authentication. Look-ups of many requests share a round trip; last uses are written later, so that they cost no request
 * anything.
 */
export const createKeyAuthentication = (deps: AuthenticateKeyDeps): KeyAuthentication => {
  const { db, clock } = deps
  const usage = createKeyUsage(clock)
  const find: FindKeys = async (keys) => {
    const found = new Map((await findKeys(db, keys, clock.now())).map((row) => [row.n, row]))
    return keys.map((_key, n) => found.get(n))
  }
  const lookup = createMicroBatch<LookedUpKey, KeyRow | undefined>({
    run: find,
    itemsMax: LOOKUPS_MAX,
    inFlightMax: LOOKUPS_IN_FLIGHT_MAX,
    waitingMax: LOOKUPS_WAITING_MAX,
  })
  const doubts = createDoubtfulKeys(find, (carried) => usage.recordRefusal(carried, 'bad_key'))

  const recordOutcome = (carried: CarriedKey, refusal: unknown): void => {
    const why = keyRefusalOf(refusal)
    if (why === undefined) {
      if (isAboutKey(refusal)) usage.recordUse(carried)
    } else if (why !== 'bad_key' || usage.isKnown(carried.keyHash)) usage.recordRefusal(carried, why)
    else doubts.check(carried)
  }

  const look = async (carried: CarriedKey, need: KeyNeed): Promise<KeyCaller> => {
    const row = await lookup.add(carried)
    if (row === undefined) throw new Refusal('bad_key')
    const why = refusalOf(row, need)
    if (why !== undefined) {
      if (why === 'suspended') usage.recordUse(carried)
      else usage.recordRefusal(carried, why)
      throw new Refusal(why)
    }
    return { merchantId: row.merchant_id, mode: row.mode, keyHash: carried.keyHash, scope: row.scope }
  }

  return {
    carriedKey: (keyText, address) => toCarriedKey(deps, keyText, address),
    recordOutcome,
    isKnown: usage.isKnown,
    async authenticateKey(keyText, need, address) {
      const carried = toCarriedKey(deps, keyText, address)
      const caller = await look(carried, need)
      usage.recordUse(carried)
      return caller
    },
    async keyCaller(carried) {
      const caller = await look(carried, 'create')
      usage.recordUse(carried)
      return caller
    },
    async recordUsedKeys() {
      await doubts.settled()
      const { uses, refusals } = usage.take()
      if (uses.length > 0) await recordKeyUses(db, uses)
      if (refusals.length > 0) await recordKeyRefusals(db, refusals)
    },
  }
}
