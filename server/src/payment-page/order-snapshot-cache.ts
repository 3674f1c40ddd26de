import type { OrderSnapshot } from './page-status.ts'

export interface CachedSnapshot {
  /** Undefined: there is no such order. */
  readonly snapshot: OrderSnapshot | undefined
  loadedMs: number
  requestedMs: number
}

/** Caches snapshots of orders, and ids that no order has. The least recently requested ones are evicted first. */
export interface SnapshotCache {
  get(orderId: string): CachedSnapshot | undefined
  /** Marks it as just requested. */
  touch(orderId: string, cached: CachedSnapshot, nowMs: number): void
  /** Keeps the newer of the cached and the loaded snapshot. Returns whether the loaded one is newer. */
  put(orderId: string, snapshot: OrderSnapshot | undefined, loadedMs: number): boolean
  /** Lists the orders that were requested after they were loaded, at least `ageMs` ago. */
  outdated(nowMs: number, ageMs: number): string[]
  clear(except: (orderId: string) => boolean): void
}

/** About 500 bytes each. */
const KNOWN_MAX = 100_000
/** Limited separately, so that guessed ids evict no orders. */
const UNKNOWN_MAX = 10_000

/** An order number may be added later, without a new version. */
export const lacksNumber = ({ dialect, orderNumber }: OrderSnapshot): boolean =>
  dialect === 'ekqr' && orderNumber === null

const isNewer = (read: OrderSnapshot | undefined, cached: OrderSnapshot): boolean =>
  read !== undefined &&
  (read.version > cached.version ||
    (read.version === cached.version &&
      ((lacksNumber(cached) && !lacksNumber(read)) || read.otherAmount !== cached.otherAmount)))

export const createSnapshotCache = (): SnapshotCache => {
  const known = new Map<string, CachedSnapshot>()
  const unknown = new Map<string, CachedSnapshot>()
  const get = (orderId: string): CachedSnapshot | undefined => known.get(orderId) ?? unknown.get(orderId)

  return {
    get,
    touch(orderId, cached, nowMs) {
      const entries = cached.snapshot === undefined ? unknown : known
      entries.delete(orderId)
      entries.set(orderId, cached)
      cached.requestedMs = nowMs
    },
    put(orderId, snapshot, loadedMs) {
      const before = get(orderId)
      const older = before?.snapshot
      if (before !== undefined && older !== undefined && !isNewer(snapshot, older)) {
        before.loadedMs = loadedMs
        return false
      }
      unknown.delete(orderId)
      const [entries, max] = snapshot === undefined ? [unknown, UNKNOWN_MAX] : [known, KNOWN_MAX]
      entries.set(orderId, { snapshot, loadedMs, requestedMs: before?.requestedMs ?? loadedMs })
      const [oldest] = entries.keys()
      if (entries.size > max && oldest !== undefined) entries.delete(oldest)
      return snapshot !== undefined
    },
    outdated(nowMs, ageMs) {
      const found: string[] = []
      for (const entries of [known, unknown]) {
        for (const [orderId, { requestedMs, loadedMs }] of entries)
          if (requestedMs > loadedMs && nowMs - loadedMs >= ageMs) found.push(orderId)
      }
      return found
    },
    clear(except) {
      unknown.clear()
      for (const orderId of [...known.keys()]) if (!except(orderId)) known.delete(orderId)
    },
  }
}
