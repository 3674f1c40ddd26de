import type { KeyRefusal } from '../merchants/caller.ts'
import type { Clock } from '../platform/clock.ts'
import type { KeyUse, RefusedKeyUse } from './api-key-store.ts'

/** Of keys that somebody has or had only: made-up ones take no room here. */
const KEYS_KEPT_MAX = 10_000

interface MetKey {
  readonly keyHash: Buffer
  readonly address: string | null
}

export interface KeyLedger {
  /** Whether it was met here as a key that somebody has or had. */
  isKnown(keyHash: Uint8Array): boolean
  used(key: MetKey): void
  refused(key: MetKey, why: KeyRefusal): void
  /** What was noted since this was last asked. */
  take(): { readonly uses: readonly KeyUse[]; readonly refusals: readonly RefusedKeyUse[] }
}

/** What this process knows of keys, in bounded memory, until it is written down. */
export const createKeyLedger = (clock: Clock): KeyLedger => {
  let uses = new Map<string, KeyUse>()
  let refusals = new Map<string, RefusedKeyUse>()
  /** In the order in which they were last met, which a Set keeps. */
  const known = new Set<string>()

  const meet = (keyHash: Buffer): string => {
    const name = keyHash.toString('hex')
    known.delete(name)
    known.add(name)
    const [oldest] = known
    if (known.size > KEYS_KEPT_MAX && oldest !== undefined) known.delete(oldest)
    return name
  }

  return {
    isKnown: (keyHash) => known.has(Buffer.from(keyHash).toString('hex')),
    used({ keyHash }) {
      const name = meet(keyHash)
      if (uses.size < KEYS_KEPT_MAX || uses.has(name)) uses.set(name, { keyHash, at: clock.now() })
    },
    refused({ keyHash, address }, why) {
      const name = meet(keyHash)
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
