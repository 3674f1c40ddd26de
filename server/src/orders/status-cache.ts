import { type Clock, waitRealMs } from '../platform/clock.ts'
import { Refusal } from '../platform/refusal.ts'
import { isOrderId, type OrderFacts } from './page-status.ts'

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

/** Known orders kept; the one asked least lately goes first. About 500 bytes each. */
const KNOWN_MAX = 100_000
/** Ids that no order has are kept apart, so that guessing them pushes nothing out. */
const UNKNOWN_MAX = 10_000
/** In case a notification is lost: older than this, an entry is read again within the next second. */
const FRESH_MS = 5_000
const REVALIDATE_MS = 1_000
/** Older than this, because the database could not be asked for so long, an entry is no longer told as true. */
const STALE_MS_MAX = 30_000
const QUERY_IDS_MAX = 2_000
/** Together with the pause, at most 50 queries a second whatever happens. */
const PAUSE_MS = 20
/** Waiting first questions at most; beyond, the asker is told to come again. */
const WAITING_MAX = 20_000

interface Entry {
  facts: OrderFacts | undefined
  loadedMs: number
  askedMs: number
}

interface Waiting {
  resolve(facts: OrderFacts | undefined): void
  reject(error: unknown): void
}

export const createStatusCache = ({ clock, load }: StatusCacheDeps): StatusCache => {
  const known = new Map<string, Entry>()
  const unknown = new Map<string, Entry>()
  const watchers = new Map<string, Set<(facts: OrderFacts) => void>>()
  const waiting = new Map<string, Waiting[]>()
  /** Ids to be read; a change that comes while its id is being read puts it back here, so no read is ever too early. */
  const wanted = new Set<string>()
  /** Changed here and not read again yet: whoever asks now waits for it, so that nobody reads older than he knows. */
  const dirty = new Set<string>()
  let reading = false
  let closed = false
  let waitingCount = 0

  const nowMs = (): number => clock.now().getTime()
  const entryOf = (orderId: string): Entry | undefined => known.get(orderId) ?? unknown.get(orderId)

  const keep = (orderId: string, facts: OrderFacts | undefined, askedMs: number, loadedMs: number): void => {
    const before = entryOf(orderId)?.facts
    const newest =
      before !== undefined && (facts === undefined || facts.version < before.version) ? before : facts
    known.delete(orderId)
    unknown.delete(orderId)
    const [into, max] = newest === undefined ? [unknown, UNKNOWN_MAX] : [known, KNOWN_MAX]
    into.set(orderId, { facts: newest, loadedMs, askedMs })
    for (const oldest of into.keys()) {
      if (into.size <= max) break
      into.delete(oldest)
    }
    if (newest === undefined || newest.version === before?.version) return
    for (const hear of watchers.get(orderId) ?? []) hear(newest)
  }

  const answer = (orderIds: readonly string[], give: (orderId: string, each: Waiting) => void): void => {
    for (const orderId of orderIds) {
      const askers = waiting.get(orderId) ?? []
      waiting.delete(orderId)
      waitingCount -= askers.length
      for (const each of askers) give(orderId, each)
    }
  }

  const readBatch = async (): Promise<void> => {
    const orderIds = [...wanted].slice(0, QUERY_IDS_MAX)
    for (const orderId of orderIds) wanted.delete(orderId)
    const startedMs = nowMs()
    try {
      const found = new Map((await load(orderIds)).map((facts) => [facts.orderId, facts]))
      for (const orderId of orderIds) {
        const asked = entryOf(orderId)?.askedMs ?? startedMs
        keep(orderId, found.get(orderId), asked, startedMs)
        if (!wanted.has(orderId)) dirty.delete(orderId)
      }
      const settled = orderIds.filter((orderId) => !dirty.has(orderId))
      answer(settled, (orderId, { resolve }) => resolve(entryOf(orderId)?.facts))
    } catch (error) {
      // Those who have an older answer keep it for a while; the next round asks again.
      for (const orderId of orderIds) dirty.delete(orderId)
      answer(orderIds, (_orderId, { reject }) => reject(error))
    }
  }

  const read = async (): Promise<void> => {
    if (reading || closed || wanted.size === 0) return
    reading = true
    await readBatch()
    // Whatever happens meanwhile waits for this pause and then shares one query.
    await waitRealMs(PAUSE_MS)
    reading = false
    void read()
  }

  const want = (orderId: string): void => {
    wanted.add(orderId)
    // After the present callbacks: requests that arrived together share the first query too.
    queueMicrotask(() => void read())
  }

  const revalidation = clock.every(REVALIDATE_MS, () => {
    const now = nowMs()
    for (const orderId of watchers.keys()) {
      if (now - (entryOf(orderId)?.loadedMs ?? 0) >= FRESH_MS) wanted.add(orderId)
    }
    // Only what is still being asked for; the most lately asked stand at the end.
    for (const entries of [known, unknown]) {
      for (const [orderId, entry] of entries) {
        if (entry.askedMs > entry.loadedMs && now - entry.loadedMs >= FRESH_MS) wanted.add(orderId)
      }
    }
    void read()
  })

  return {
    get(orderId) {
      if (!isOrderId(orderId)) return Promise.resolve(undefined)
      const now = nowMs()
      const entry = entryOf(orderId)
      if (entry !== undefined) {
        const entries = entry.facts === undefined ? unknown : known
        entries.delete(orderId)
        entries.set(orderId, entry)
        const beforeMs = entry.askedMs
        entry.askedMs = now
        // An entry that nobody asked for was not revalidated; the first to come back waits for the truth.
        const isTended = now - beforeMs < FRESH_MS ? STALE_MS_MAX : FRESH_MS
        if (now - entry.loadedMs < isTended && !dirty.has(orderId)) return Promise.resolve(entry.facts)
      }
      if (closed || waitingCount >= WAITING_MAX) return Promise.reject(new Refusal('overloaded'))
      return new Promise((resolve, reject) => {
        const askers = waiting.get(orderId) ?? []
        askers.push({ resolve, reject })
        waiting.set(orderId, askers)
        waitingCount += 1
        want(orderId)
      })
    },
    changed(orderId) {
      if (entryOf(orderId) === undefined && !watchers.has(orderId) && !waiting.has(orderId)) return
      dirty.add(orderId)
      want(orderId)
    },
    allMayHaveChanged() {
      unknown.clear()
      for (const orderId of [...known.keys()]) if (!watchers.has(orderId)) known.delete(orderId)
      for (const orderId of [...watchers.keys(), ...waiting.keys()]) {
        dirty.add(orderId)
        want(orderId)
      }
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
      closed = true
      revalidation.stop()
      answer([...waiting.keys()], (_orderId, { reject }) => reject(new Refusal('overloaded')))
    },
  }
}
