import type { Clock } from '../platform/clock.ts'
import { createFactsMemory, type KeptFacts } from './kept-facts.ts'
import { isOrderId, type OrderFacts } from './page-status.ts'
import { createOrderReader } from './read-orders.ts'

export interface StatusCacheDeps {
  readonly clock: Clock
  readonly load: (orderIds: readonly string[]) => Promise<readonly OrderFacts[]>
}

/** What open pages ask, answered from memory. Ten thousand pages that poll every 3 s cost the database a query a second. */
export interface StatusCache {
  /** Undefined for an order that does not exist. Rejects only when it is not known and the database can't be asked. */
  get(orderId: string): Promise<OrderFacts | undefined>
  /** Somebody changed this order: it is read again at once, if anybody here has asked about it. */
  changed(orderId: string): void
  /** News may have been lost (the connection that carries them broke): everything is read again. */
  allMayHaveChanged(): void
  /** `hear` is called with each newer version until the returned function is. */
  watch(orderId: string, hear: (facts: OrderFacts) => void): () => void
  close(): void
}

/** In case a notification is lost: older than this, what is being asked for is read again within the next second. */
const FRESH_MS = 5_000
const REVALIDATE_MS = 1_000
/** Older than this, because the database could not be asked for so long, nothing is told as true. */
const STALE_MS_MAX = 30_000

export const createStatusCache = ({ clock, load }: StatusCacheDeps): StatusCache => {
  const memory = createFactsMemory()
  const watchers = new Map<string, Set<(facts: OrderFacts) => void>>()
  /** Changed, and not read again yet: whoever asks now waits for it, so that nobody reads older than he knows. */
  const dirty = new Map<string, number>()
  let changes = 0
  const nowMs = (): number => clock.now().getTime()

  const reader = createOrderReader(async (orderIds) => {
    const startedMs = nowMs()
    const changesBefore = changes
    const found = new Map((await load(orderIds)).map((facts) => [facts.orderId, facts]))
    for (const orderId of orderIds) {
      const isNews = memory.put(orderId, found.get(orderId), startedMs)
      // A change that came after the query began may not be in its answer.
      if ((dirty.get(orderId) ?? 0) <= changesBefore) dirty.delete(orderId)
      const facts = memory.get(orderId)?.facts
      if (isNews && facts !== undefined) for (const hear of watchers.get(orderId) ?? []) hear(facts)
    }
  })

  const readAgain = (orderId: string): void => {
    changes += 1
    dirty.set(orderId, changes)
    reader.want(orderId)
  }

  const revalidation = clock.every(REVALIDATE_MS, () => {
    const now = nowMs()
    for (const orderId of memory.outdated(now, FRESH_MS)) reader.want(orderId)
    for (const orderId of watchers.keys())
      if (now - (memory.get(orderId)?.loadedMs ?? 0) >= FRESH_MS) reader.want(orderId)
  })

  const mayBeTold = (kept: KeptFacts, now: number): boolean => {
    // What nobody asked for was not revalidated: the first to come back waits for the truth.
    const isTended = now - kept.askedMs < FRESH_MS
    return now - kept.loadedMs < (isTended ? STALE_MS_MAX : FRESH_MS)
  }

  return {
    async get(orderId) {
      if (!isOrderId(orderId)) return undefined
      const now = nowMs()
      const kept = memory.get(orderId)
      const known = kept !== undefined && mayBeTold(kept, now) && !dirty.has(orderId)
      if (kept !== undefined) memory.asked(orderId, kept, now)
      if (known) return kept.facts
      await reader.read(orderId)
      return memory.get(orderId)?.facts
    },
    changed(orderId) {
      if (memory.get(orderId) !== undefined || watchers.has(orderId) || reader.isWaitedFor(orderId))
        readAgain(orderId)
    },
    allMayHaveChanged() {
      memory.forget((orderId) => watchers.has(orderId))
      for (const orderId of watchers.keys()) readAgain(orderId)
    },
    watch(orderId, hear) {
      const hearers = watchers.get(orderId) ?? new Set()
      hearers.add(hear)
      watchers.set(orderId, hearers)
      return () => {
        hearers.delete(hear)
        if (hearers.size === 0 && watchers.get(orderId) === hearers) watchers.delete(orderId)
      }
    },
    close() {
      revalidation.stop()
      reader.close()
    },
  }
}
