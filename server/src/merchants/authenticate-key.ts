import type { Mode } from '@galla/contract/order-status'
import type { Clock } from '../platform/clock.ts'
import type { Secrets } from '../platform/crypto.ts'
import type { Database } from '../platform/database.ts'
import { createMicroBatch } from '../platform/micro-batch.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Settings } from '../platform/settings.ts'
import { findKeys, type KeyRow, type KeyUse, recordKeyUses } from './api-key-store.ts'
import { type KeyCaller, type KeyNeed, SCOPE_ALLOWS } from './caller.ts'
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
}

export interface KeyAuthentication {
  /** Throws 401 for what can't be a key of ours; whether it is one, the database knows. */
  carriedKey(keyText: string | undefined): CarriedKey
  /** Throws 401 for what is no key of ours, 403 for a suspended merchant or a key that may not do this. */
  authenticateKey(keyText: string | undefined, need: KeyNeed): Promise<KeyCaller>
  /** Writes down when keys were last used, for many at once: to be called every half minute and at the end. */
  noteUsedKeys(): Promise<void>
}

const LOOKUPS_MAX = 64
const LOOKUPS_IN_FLIGHT_MAX = 2
const LOOKUPS_WAITING_MAX = 5_000
const USES_KEPT_MAX = 10_000

/** Look-ups of many requests share a round trip; the time of last use is written later, so it costs no request anything. */
export const createKeyAuthentication = (deps: AuthenticateKeyDeps): KeyAuthentication => {
  const { db, clock, secrets, settings } = deps
  let uses = new Map<string, KeyUse>()
  const lookup = createMicroBatch<Buffer, KeyRow | undefined>({
    run: async (hashes) => {
      const found = new Map((await findKeys(db, hashes)).map((row) => [row.key_hash.toString('hex'), row]))
      return hashes.map((hash) => found.get(hash.toString('hex')))
    },
    itemsMax: LOOKUPS_MAX,
    inFlightMax: LOOKUPS_IN_FLIGHT_MAX,
    waitingMax: LOOKUPS_WAITING_MAX,
  })
  const carriedKey = (keyText: string | undefined): CarriedKey => {
    const mode = keyText === undefined ? undefined : modeOfKeyText(keyText)
    if (keyText === undefined || mode === undefined || (mode === 'test' && !settings.sandbox))
      throw new Refusal('bad_key')
    const hash = keyHashOf(secrets, keyText)
    const name = hash.toString('hex')
    if (uses.size < USES_KEPT_MAX || uses.has(name)) uses.set(name, { keyHash: hash, at: clock.now() })
    return { keyHash: hash, mode }
  }
  return {
    carriedKey,
    async authenticateKey(keyText, need) {
      const { keyHash: hash } = carriedKey(keyText)
      const row = await lookup.add(hash)
      if (row === undefined) throw new Refusal('bad_key')
      if (row.suspended) throw new Refusal('suspended')
      if (!SCOPE_ALLOWS[row.scope][need]) throw new Refusal('forbidden')
      return { merchantId: row.merchant_id, mode: row.mode, keyHash: hash, scope: row.scope }
    },
    async noteUsedKeys() {
      const noted = [...uses.values()]
      uses = new Map()
      if (noted.length > 0) await recordKeyUses(db, noted)
    },
  }
}
