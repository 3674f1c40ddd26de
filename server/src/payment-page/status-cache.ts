import type { Clock } from '../platform/clock.ts'
import { type CachedSnapshot, createSnapshotCache, lacksNumber } from './order-snapshot-cache.ts'
import { isOrderId, type OrderSnapshot } from './page-status.ts'
import { createOrderReader } from './read-orders.ts'

export interface StatusCacheDeps {
  readonly clock: Clock
  /** Returns those of the orders whose version is not the known one; 0 stands for an order that has to be read anyway. */
  readonly load: (
    orderIds: readonly string[],
    knownVersions: readonly number[],
  ) => Promise<readonly OrderSnapshot[]>
}

/** The status of orders for open pages, from cache. Ten thousand pages that poll every 3 s cost the database a query a second. */
export interface StatusCache {
  /** The snapshot, where it can be returned without reading the order. */
  cached(orderId: string): OrderSnapshot | undefined
  /** Undefined for an order that does not exist. Rejects only when the order is not cached and the database cannot be reached. */
  get(orderId: string): Promise<OrderSnapshot | undefined>
  /** The order changed: it is read again at once, if this process has it cached. */
  changed(orderId: string): void
  /** Notifications may have been lost, because their connection broke: everything is read again. */
  allMayHaveChanged(): void
  /** `listener` is called with each newer version until the returned function is. */
  watch(orderId: string, listener: (snapshot: OrderSnapshot) => void): () => void
  close(): void
}

/** In case a notification is lost: an older snapshot that is still requested is read again within the next second. */
const FRESH_MS = 5_000
const REVALIDATE_MS = 1_000
/** The oldest snapshot that is returned while the database cannot be reached. */
const STALE_MS_MAX = 30_000

export const createStatusCache = ({ clock, load }: StatusCacheDeps): StatusCache => {
  const cache = createSnapshotCache()
  const watchers = new Map<string, Set<(snapshot: OrderSnapshot) => void>>()
  /** Changed, and not read again yet: a request waits for the new snapshot, so that no caller sees older than it knows. */
  const dirty = new Map<string, number>()
  let changes = 0
  const nowMs = (): number => clock.now().getTime()

  const reader = createOrderReader(async (orderIds) => {
    const startedMs = nowMs()
    const changesBefore = changes
    const known = orderIds.map((orderId) => cache.get(orderId)?.snapshot)
    const versions = known.map((snapshot) =>
      snapshot === undefined || lacksNumber(snapshot) ? 0 : snapshot.version,
    )
    const changed = new Map((await load(orderIds, versions)).map((snapshot) => [snapshot.orderId, snapshot]))
    for (const [index, orderId] of orderIds.entries()) {
      const snapshot = changed.get(orderId) ?? known[index]
      const isNewer = cache.put(orderId, snapshot, startedMs)
      // A change that came after the query began may not be in its result.
      if ((dirty.get(orderId) ?? 0) <= changesBefore) dirty.delete(orderId)
      if (isNewer && snapshot !== undefined)
        for (const listener of watchers.get(orderId) ?? []) listener(snapshot)
    }
  })

  const readAgain = (orderId: string): void => {
    changes += 1
    dirty.set(orderId, changes)
    reader.want(orderId)
  }

  const revalidation = clock.every(REVALIDATE_MS, () => {
    const now = nowMs()
    for (const orderId of cache.outdated(now, FRESH_MS)) reader.want(orderId)
    for (const orderId of watchers.keys())
      if (now - (cache.get(orderId)?.loadedMs ?? 0) >= FRESH_MS) reader.want(orderId)
  })

  const isUsable = (cached: CachedSnapshot, now: number): boolean => {
    // A snapshot that was not requested was not revalidated either: the next request waits for a new one.
    const isRevalidated = now - cached.requestedMs < FRESH_MS
    return now - cached.loadedMs < (isRevalidated ? STALE_MS_MAX : FRESH_MS)
  }

  /** Counts as a request. Undefined when the order has to be read first. */
  const findUsable = (orderId: string): CachedSnapshot | undefined => {
    const cached = cache.get(orderId)
    if (cached === undefined) return undefined
    const now = nowMs()
    const usable = isUsable(cached, now) && !dirty.has(orderId)
    cache.touch(orderId, cached, now)
    return usable ? cached : undefined
  }

  return {
    cached: (orderId) => findUsable(orderId)?.snapshot,
    async get(orderId) {
      if (!isOrderId(orderId)) return undefined
      const usable = findUsable(orderId)
      if (usable !== undefined) return usable.snapshot
      await reader.read(orderId)
      return cache.get(orderId)?.snapshot
    },
    changed(orderId) {
      if (cache.get(orderId) !== undefined || watchers.has(orderId) || reader.isWaitedFor(orderId))
        readAgain(orderId)
    },
    allMayHaveChanged() {
      cache.clear((orderId) => watchers.has(orderId))
      for (const orderId of watchers.keys()) readAgain(orderId)
    },
    watch(orderId, listener) {
      const listeners = watchers.get(orderId) ?? new Set()
      listeners.add(listener)
      watchers.set(orderId, listeners)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && watchers.get(orderId) === listeners) watchers.delete(orderId)
      }
    },
    close() {
      revalidation.stop()
      reader.close()
    },
  }
}
