import type { OrderFacts } from './page-status.ts'

export interface KeptFacts {
  /** Undefined: there is no such order. */
  readonly facts: OrderFacts | undefined
  readonly loadedMs: number
  askedMs: number
}

/** What is remembered of orders, and of ids that no order has: bounded, the one asked least lately goes first. */
export interface FactsMemory {
  get(orderId: string): KeptFacts | undefined
  /** Somebody asked: it is now the last to go. */
  asked(orderId: string, kept: KeptFacts, nowMs: number): void
  /** Keeps the newer of what was known and what was read; true when that is news. */
  put(orderId: string, facts: OrderFacts | undefined, loadedMs: number): boolean
  /** Those asked for since they were read, when that is at least `ageMs` ago. */
  outdated(nowMs: number, ageMs: number): string[]
  forget(except: (orderId: string) => boolean): void
}

/** About 500 bytes each. */
const KNOWN_MAX = 100_000
/** Kept apart, so that guessing ids pushes no order out. */
const UNKNOWN_MAX = 10_000

export const createFactsMemory = (): FactsMemory => {
  const known = new Map<string, KeptFacts>()
  const unknown = new Map<string, KeptFacts>()
  const get = (orderId: string): KeptFacts | undefined => known.get(orderId) ?? unknown.get(orderId)

  return {
    get,
    asked(orderId, kept, nowMs) {
      const among = kept.facts === undefined ? unknown : known
      among.delete(orderId)
      among.set(orderId, kept)
      kept.askedMs = nowMs
    },
    put(orderId, facts, loadedMs) {
      const before = get(orderId)
      const older = before?.facts
      const newest = older !== undefined && (facts?.version ?? 0) < older.version ? older : facts
      known.delete(orderId)
      unknown.delete(orderId)
      const [among, max] = newest === undefined ? [unknown, UNKNOWN_MAX] : [known, KNOWN_MAX]
      among.set(orderId, { facts: newest, loadedMs, askedMs: before?.askedMs ?? loadedMs })
      const [oldest] = among.keys()
      if (among.size > max && oldest !== undefined) among.delete(oldest)
      return newest !== undefined && newest.version !== older?.version
    },
    outdated(nowMs, ageMs) {
      const found: string[] = []
      for (const among of [known, unknown]) {
        for (const [orderId, { askedMs, loadedMs }] of among)
          if (askedMs > loadedMs && nowMs - loadedMs >= ageMs) found.push(orderId)
      }
      return found
    },
    forget(except) {
      unknown.clear()
      for (const orderId of [...known.keys()]) if (!except(orderId)) known.delete(orderId)
    },
  }
}
