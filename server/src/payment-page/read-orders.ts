import { waitRealMs } from '../platform/clock.ts'
import { Refusal } from '../platform/refusal.ts'

export interface OrderReader {
  /** Resolves once the order was read by a query that began after this call. Refuses when too many wait. */
  read(orderId: string): Promise<void>
  /** Reads it with the others, and nobody waits. */
  want(orderId: string): void
  isWaitedFor(orderId: string): boolean
  close(): void
}

const QUERY_IDS_MAX = 2_000
/** Together with the queries' own time: at most 50 a second whatever happens. */
const PAUSE_MS = 20
const WAITING_MAX = 20_000

interface Waiting {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Reads what is asked for together in one query at a time. `load` tells its own caller what it found. */
export const createOrderReader = (load: (orderIds: readonly string[]) => Promise<void>): OrderReader => {
  const wanted = new Set<string>()
  const waiting = new Map<string, Waiting[]>()
  let waitingCount = 0
  let reading = false
  let closed = false

  const answer = (orderIds: Iterable<string>, give: (each: Waiting) => void): void => {
    for (const orderId of orderIds) {
      const askers = waiting.get(orderId) ?? []
      waiting.delete(orderId)
      waitingCount -= askers.length
      for (const each of askers) give(each)
    }
  }

  const readBatch = async (): Promise<void> => {
    const orderIds = [...wanted].slice(0, QUERY_IDS_MAX)
    for (const orderId of orderIds) wanted.delete(orderId)
    try {
      await load(orderIds)
      // Who asked again meanwhile, because of a change, waits for the next query.
      answer(
        orderIds.filter((orderId) => !wanted.has(orderId)),
        ({ resolve }) => resolve(),
      )
    } catch (error) {
      answer(orderIds, ({ reject }) => reject(error))
    }
  }

  const readAll = async (): Promise<void> => {
    if (reading) return
    reading = true
    while (wanted.size > 0 && !closed) {
      await readBatch()
      // What comes in this pause shares the next query.
      await waitRealMs(PAUSE_MS)
    }
    reading = false
  }

  const want = (orderId: string): void => {
    wanted.add(orderId)
    // After the present callbacks, so that what arrived together shares the first query too.
    if (!reading) queueMicrotask(() => void readAll())
  }

  return {
    want,
    read(orderId) {
      if (closed || waitingCount >= WAITING_MAX) return Promise.reject(new Refusal('overloaded'))
      return new Promise((resolve, reject) => {
        const askers = waiting.get(orderId)
        if (askers === undefined) waiting.set(orderId, [{ resolve, reject }])
        else askers.push({ resolve, reject })
        waitingCount += 1
        want(orderId)
      })
    },
    isWaitedFor: (orderId) => waiting.has(orderId),
    close() {
      closed = true
      answer([...waiting.keys()], ({ reject }) => reject(new Refusal('overloaded')))
    },
  }
}
