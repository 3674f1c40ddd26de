import type { OrderSnapshot } from './page-status.ts'

export interface CachedSnapshot {
  /** Undefined: there is no such order. */
  readonly snapshot: OrderSnapshot | undefined
  loadedMs: number
  requestedMs: number
}

/** Snapshots of orders, and ids that no order has. Bounded: the least recently requested one goes first. */
export interface SnapshotCache {
  get(orderId: string): CachedSnapshot | undefined
  /** Makes it the last to go. */
  touch(orderId: string, cached: CachedSnapshot, nowMs: number): void
  /** Stores the newer of what was cached and what was read; true when that is a newer one. */
  put(orderId: string, snapshot: OrderSnapshot | undefined, loadedMs: number): boolean
  /** Those requested since they were read, when that is at least `ageMs` ago. */
  outdated(nowMs: number, ageMs: number): string[]
  clear(except: (orderId: string) => boolean): void
}

/** About 500 bytes each. */
const KNOWN_MAX = 100_000
/** Stored apart, so that guessed ids push no order out. */
const UNKNOWN_MAX = 10_000

/** A number that is given later does not raise the order's version. */
export const lacksNumber = ({ dialect, orderNumber }: OrderSnapshot): boolean =>
  dialect === 'ekqr' && orderNumber === null

const isNewer = (read: OrderSnapshot | undefined, cached: OrderSnapshot): boolean =>
  read !== undefined &&
  (read.version > cached.version ||
    (read.version === cached.version && lacksNumber(cached) && !lacksNumber(read)))

export const createSnapshotCache = (): SnapshotCache => {
  const known = new Map<string, CachedSnapshot>()
  const unknown = new Map<string, CachedSnapshot>()
  const get = (orderId: string): CachedSnapshot | undefined => known.get(orderId) ?? unknown.get(orderId)

  return {
    get,
    touch(orderId, cached, nowMs) {
      const among = cached.snapshot === undefined ? unknown : known
      among.delete(orderId)
      among.set(orderId, cached)
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
      const [among, max] = snapshot === undefined ? [unknown, UNKNOWN_MAX] : [known, KNOWN_MAX]
      among.set(orderId, { snapshot, loadedMs, requestedMs: before?.requestedMs ?? loadedMs })
      const [oldest] = among.keys()
      if (among.size > max && oldest !== undefined) among.delete(oldest)
      return snapshot !== undefined
    },
    outdated(nowMs, ageMs) {
      const found: string[] = []
      for (const among of [known, unknown]) {
        for (const [orderId, { requestedMs, loadedMs }] of among)
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
