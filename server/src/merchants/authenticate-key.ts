import type { Mode } from '@galla/contract/order-status'
import type { Clock } from '../platform/clock.ts'
import type { Secrets } from '../platform/crypto.ts'
import type { Database } from '../platform/database.ts'
import { createMicroBatch } from '../platform/micro-batch.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Settings } from '../platform/settings.ts'
import {
  findKeys,
  type KeyRow,
  type KeyUse,
  type LookedUpKey,
  type RefusedKeyUse,
  recordKeyRefusals,
  recordKeyUses,
} from './api-key-store.ts'
import { type KeyCaller, type KeyNeed, type KeyRefusal, SCOPE_ALLOWS } from './caller.ts'
import { modeOfKeyText } from './key-text.ts'
import { keyHashOf } from './main-keys.ts'

export interface AuthenticateKeyDeps {
  readonly db: Database
  readonly clock: Clock
  readonly secrets: Secrets
  readonly settings: Pick<Settings, 'sandbox'>
}

/** The hash to look a key up by, and the mode that its text tells. */
export interface CarriedKey {
  readonly keyHash: Buffer
  readonly mode: Mode
  /** From where: an IP address, or none that could be told. */
  readonly address: string | null
}

export interface KeyAuthentication {
  /** Throws 401 for what can't be a key of ours; whether it is one, the database knows. */
  carriedKey(keyText: string | undefined, address: string | null): CarriedKey
  /** Throws 401 for what is no key of ours, 403 for a suspended merchant or a key that may not do this. */
  authenticateKey(keyText: string | undefined, need: KeyNeed, address: string | null): Promise<KeyCaller>
  /** What became of a key that somebody else looked up: it was used, or refused. */
  noteOutcome(carried: CarriedKey, refusal: unknown): void
  /** Writes down when keys were last used, and what was refused to them, for many at once: to be called every half minute and at the end. */
  noteUsedKeys(): Promise<void>
}

const LOOKUPS_MAX = 64
const LOOKUPS_IN_FLIGHT_MAX = 2
const LOOKUPS_WAITING_MAX = 5_000
const USES_KEPT_MAX = 10_000

const KEY_REFUSALS: ReadonlySet<unknown> = new Set<KeyRefusal>([
  'bad_key',
  'forbidden',
  'address_not_allowed',
])

/** Why a key was refused; undefined when the key itself was well. */
const keyRefusalOf = (refusal: unknown): KeyRefusal | undefined =>
  refusal instanceof Refusal && KEY_REFUSALS.has(refusal.code) ? (refusal.code as KeyRefusal) : undefined

/** Look-ups of many requests share a round trip; the time of last use is written later, so it costs no request anything. */
export const createKeyAuthentication = (deps: AuthenticateKeyDeps): KeyAuthentication => {
  const { db, clock, secrets, settings } = deps
  let uses = new Map<string, KeyUse>()
  let refused = new Map<string, RefusedKeyUse>()
  const lookup = createMicroBatch<LookedUpKey, KeyRow | undefined>({
    run: async (keys) => {
      const found = new Map((await findKeys(db, keys, clock.now())).map((row) => [row.n, row]))
      return keys.map((_key, n) => found.get(n))
    },
    itemsMax: LOOKUPS_MAX,
    inFlightMax: LOOKUPS_IN_FLIGHT_MAX,
    waitingMax: LOOKUPS_WAITING_MAX,
  })

  const noteOutcome = ({ keyHash, address }: CarriedKey, refusal: unknown): void => {
    const name = keyHash.toString('hex')
    const why = keyRefusalOf(refusal)
    const at = clock.now()
    if (why === undefined) {
      if (uses.size < USES_KEPT_MAX || uses.has(name)) uses.set(name, { keyHash, at })
      return
    }
    const before = refused.get(name)
    if (before !== undefined || refused.size < USES_KEPT_MAX)
      refused.set(name, { keyHash, at, why, from: address, count: (before?.count ?? 0) + 1 })
  }

  const carriedKey = (keyText: string | undefined, address: string | null): CarriedKey => {
    const mode = keyText === undefined ? undefined : modeOfKeyText(keyText)
    if (keyText === undefined || mode === undefined || (mode === 'test' && !settings.sandbox))
      throw new Refusal('bad_key')
    return { keyHash: keyHashOf(secrets, keyText), mode, address }
  }

  const look = async (carried: CarriedKey, need: KeyNeed): Promise<KeyCaller> => {
    const row = await lookup.add(carried)
    if (row === undefined) throw new Refusal('bad_key')
    if (!row.address_allowed) throw new Refusal('address_not_allowed')
    if (row.suspended) throw new Refusal('suspended')
    if (!SCOPE_ALLOWS[row.scope][need]) throw new Refusal('forbidden')
    return { merchantId: row.merchant_id, mode: row.mode, keyHash: carried.keyHash, scope: row.scope }
  }

  return {
    carriedKey,
    noteOutcome,
    async authenticateKey(keyText, need, address) {
      const carried = carriedKey(keyText, address)
      try {
        const caller = await look(carried, need)
        noteOutcome(carried, undefined)
        return caller
      } catch (refusal) {
        noteOutcome(carried, refusal)
        throw refusal
      }
    },
    async noteUsedKeys() {
      const [noted, rejected] = [[...uses.values()], [...refused.values()]]
      uses = new Map()
      refused = new Map()
      if (noted.length > 0) await recordKeyUses(db, noted)
      if (rejected.length > 0) await recordKeyRefusals(db, rejected)
    },
  }
}
