import type { KeyRefusal } from '../merchants/caller.ts'
import type { Clock } from '../platform/clock.ts'
import type { KeyUse, RefusedKeyUse } from './api-key-store.ts'

/** Counts only real keys, current or ended: invented ones take no memory here. */
const KEYS_KEPT_MAX = 10_000

interface SeenKey {
  readonly keyHash: Buffer
  readonly address: string | null
}

export interface KeyUsage {
  /** True when it was seen here as a real key, current or ended. */
  isKnown(keyHash: Uint8Array): boolean
  recordUse(key: SeenKey): void
  recordRefusal(key: SeenKey, why: KeyRefusal): void
  /** Returns what was recorded since the last call. */
  take(): { readonly uses: readonly KeyUse[]; readonly refusals: readonly RefusedKeyUse[] }
}

/** Keeps, in bounded memory, what this process knows about keys until it is written to the database. */
export const createKeyUsage = (clock: Clock): KeyUsage => {
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
