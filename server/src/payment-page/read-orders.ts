import { waitRealMs } from '../platform/clock.ts'
import { Refusal } from '../platform/refusal.ts'

export interface OrderReader {
  /** Resolves once the order was read by a query that started after this call. Refuses when too many wait. */
  read(orderId: string): Promise<void>
  /** Reads it together with others, without a caller that waits. */
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

/** Reads what is requested at the same time in one query, one query after the other. `load` stores what it finds. */
export const createOrderReader = (load: (orderIds: readonly string[]) => Promise<void>): OrderReader => {
  const wanted = new Set<string>()
  const waiting = new Map<string, Waiting[]>()
  let waitingCount = 0
  let reading = false
  let closed = false

  const settle = (orderIds: Iterable<string>, settleOne: (each: Waiting) => void): void => {
    for (const orderId of orderIds) {
      const callers = waiting.get(orderId) ?? []
      waiting.delete(orderId)
      waitingCount -= callers.length
      for (const each of callers) settleOne(each)
    }
  }

  const readBatch = async (): Promise<void> => {
    const orderIds = [...wanted].slice(0, QUERY_IDS_MAX)
    for (const orderId of orderIds) wanted.delete(orderId)
    try {
      await load(orderIds)
      // A caller that asked again meanwhile, because of a change, waits for the next query.
      settle(
        orderIds.filter((orderId) => !wanted.has(orderId)),
        ({ resolve }) => resolve(),
      )
    } catch (error) {
      settle(orderIds, ({ reject }) => reject(error))
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
        const callers = waiting.get(orderId)
        if (callers === undefined) waiting.set(orderId, [{ resolve, reject }])
        else callers.push({ resolve, reject })
        waitingCount += 1
        want(orderId)
      })
    },
    isWaitedFor: (orderId) => waiting.has(orderId),
    close() {
      closed = true
      settle([...waiting.keys()], ({ reject }) => reject(new Refusal('overloaded')))
    },
  }
}
