import type { Clock } from '../platform/clock.ts'
import {
  type CachedSnapshot,
  createSnapshotCache,
  lacksNumber,
  type SnapshotCache,
} from './order-snapshot-cache.ts'
import { isOrderId, type KnownVersions, type OrderSnapshot } from './page-status.ts'
import { createOrderReader } from './read-orders.ts'

export interface StatusCacheDeps {
  readonly clock: Clock
  /** Returns the orders whose version is not known or differs from the known one. */
  readonly load: (
    orderIds: readonly string[],
    knownVersions: KnownVersions,
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

const versionsOf = (snapshots: readonly OrderSnapshot[]): KnownVersions =>
  Object.fromEntries(
    snapshots
      .filter((snapshot) => !lacksNumber(snapshot) && snapshot.otherAmount === null)
      .map(({ orderId, version }) => [orderId, version]),
  )

/** Reads the orders whose cached snapshot is not the newest; the others keep theirs. */
const loadNewest = async (
  load: StatusCacheDeps['load'],
  cache: SnapshotCache,
  orderIds: readonly string[],
): Promise<[orderId: string, OrderSnapshot | undefined][]> => {
  const cached = orderIds.map((orderId) => cache.get(orderId)?.snapshot)
  const loaded = await load(orderIds, versionsOf(cached.filter((snapshot) => snapshot !== undefined)))
  const changed = new Map(loaded.map((snapshot) => [snapshot.orderId, snapshot]))
  return orderIds.map((orderId, index) => [orderId, changed.get(orderId) ?? cached[index]])
}

const isUsable = (cached: CachedSnapshot, now: number): boolean => {
  // A snapshot that was not requested was not revalidated either: the next request waits for a new one.
  const isRevalidated = now - cached.requestedMs < FRESH_MS
  return now - cached.loadedMs < (isRevalidated ? STALE_MS_MAX : FRESH_MS)
}

/** Orders to read again: those that were requested since they were read, and those that are watched. */
const outdatedOrders = (cache: SnapshotCache, watched: Iterable<string>, now: number): string[] => [
  ...cache.outdated(now, FRESH_MS),
  ...[...watched].filter((orderId) => now - (cache.get(orderId)?.loadedMs ?? 0) >= FRESH_MS),
]

type Listener = (snapshot: OrderSnapshot) => void

const createWatchers = () => {
  const watchers = new Map<string, Set<Listener>>()
  return {
    has: (orderId: string) => watchers.has(orderId),
    orderIds: () => watchers.keys(),
    notify(snapshot: OrderSnapshot): void {
      for (const listener of watchers.get(snapshot.orderId) ?? []) listener(snapshot)
    },
    /** Returns what ends it. */
    watch(orderId: string, listener: Listener): () => void {
      const listeners = watchers.get(orderId) ?? new Set()
      listeners.add(listener)
      watchers.set(orderId, listeners)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && watchers.get(orderId) === listeners) watchers.delete(orderId)
      }
    },
  }
}

/** Keeps the orders that changed and were not read again yet. */
const createChangedOrders = () => {
  const changeOf = new Map<string, number>()
  let changes = 0
  return {
    has: (orderId: string) => changeOf.has(orderId),
    add(orderId: string): void {
      changes += 1
      changeOf.set(orderId, changes)
    },
    lastChange: () => changes,
    /** Forgets the order, unless it changed after that change: a later one may not be in the result of the query. */
    wasRead(orderId: string, lastChange: number): void {
      if ((changeOf.get(orderId) ?? 0) <= lastChange) changeOf.delete(orderId)
    },
  }
}

export const createStatusCache = ({ clock, load }: StatusCacheDeps): StatusCache => {
  const cache = createSnapshotCache()
  const watchers = createWatchers()
  /** A request for one of these waits for the new snapshot, so that no caller sees older than it knows. */
  const changedOrders = createChangedOrders()
  const nowMs = (): number => clock.now().getTime()

  const reader = createOrderReader(async (orderIds) => {
    const startedMs = nowMs()
    const lastChange = changedOrders.lastChange()
    for (const [orderId, snapshot] of await loadNewest(load, cache, orderIds)) {
      const isNewer = cache.put(orderId, snapshot, startedMs)
      changedOrders.wasRead(orderId, lastChange)
      if (isNewer && snapshot !== undefined) watchers.notify(snapshot)
    }
  })

  const readAgain = (orderId: string): void => {
    changedOrders.add(orderId)
    reader.schedule(orderId)
  }

  const revalidation = clock.every(REVALIDATE_MS, () => {
    for (const orderId of outdatedOrders(cache, watchers.orderIds(), nowMs())) reader.schedule(orderId)
  })

  /** Also marks the order as requested. Undefined if the order has to be read first. */
  const findUsable = (orderId: string): CachedSnapshot | undefined => {
    const cached = cache.get(orderId)
    if (cached === undefined) return undefined
    const now = nowMs()
    const usable = isUsable(cached, now) && !changedOrders.has(orderId)
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
      for (const orderId of watchers.orderIds()) readAgain(orderId)
    },
    watch: watchers.watch,
    close() {
      revalidation.stop()
      reader.close()
    },
  }
}
