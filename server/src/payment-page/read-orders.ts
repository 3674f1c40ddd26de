import { waitRealMs } from '../platform/clock.ts'
import { Refusal } from '../platform/refusal.ts'

export interface OrderReader {
  /** Resolves after a query that started after this call has read the order. Refuses when too many callers wait. */
  read(orderId: string): Promise<void>
  /** Schedules a read that no caller waits for. */
  schedule(orderId: string): void
  isWaitedFor(orderId: string): boolean
  close(): void
}

type LoadOrders = (orderIds: readonly string[]) => Promise<void>

const QUERY_IDS_MAX = 2_000
/** Limits the reader to 50 queries a second. */
const PAUSE_MS = 20
const WAITING_MAX = 20_000

interface Waiting {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** The callers that wait for an order to be read. */
const createWaitingCallers = () => {
  const waiting = new Map<string, Waiting[]>()
  let count = 0
  return {
    isFull: () => count >= WAITING_MAX,
    has: (orderId: string) => waiting.has(orderId),
    orderIds: () => [...waiting.keys()],
    add(orderId: string, caller: Waiting): void {
      const callers = waiting.get(orderId)
      if (callers === undefined) waiting.set(orderId, [caller])
      else callers.push(caller)
      count += 1
    },
    settle(orderIds: Iterable<string>, settleOne: (caller: Waiting) => void): void {
      for (const orderId of orderIds) {
        const callers = waiting.get(orderId) ?? []
        waiting.delete(orderId)
        count -= callers.length
        for (const caller of callers) settleOne(caller)
      }
    },
  }
}

/**
 * Combines concurrent requests into one query, and runs one query after the other. `load` stores what it finds.
 */
export const createOrderReader = (load: LoadOrders): OrderReader => {
  const scheduled = new Set<string>()
  const waiting = createWaitingCallers()
  let reading = false
  let closed = false

  const readBatch = async (): Promise<void> => {
    const orderIds = [...scheduled].slice(0, QUERY_IDS_MAX)
    for (const orderId of orderIds) scheduled.delete(orderId)
    try {
      await load(orderIds)
      // Orders that were scheduled again meanwhile wait for the next query.
      waiting.settle(
        orderIds.filter((orderId) => !scheduled.has(orderId)),
        ({ resolve }) => resolve(),
      )
    } catch (error) {
      waiting.settle(orderIds, ({ reject }) => reject(error))
    }
  }

  const readAll = async (): Promise<void> => {
    if (reading) return
    reading = true
    while (scheduled.size > 0 && !closed) {
      await readBatch()
      // Requests of this pause share the next query.
      await waitRealMs(PAUSE_MS)
    }
    reading = false
  }

  const schedule = (orderId: string): void => {
    scheduled.add(orderId)
    // After the current callbacks, so that requests that arrived together share the first query.
    if (!reading) queueMicrotask(() => void readAll())
  }

  return {
    schedule,
    read(orderId) {
      if (closed || waiting.isFull()) return Promise.reject(new Refusal('overloaded'))
      return new Promise((resolve, reject) => {
        waiting.add(orderId, { resolve, reject })
        schedule(orderId)
      })
    },
    isWaitedFor: waiting.has,
    close() {
      closed = true
      waiting.settle(waiting.orderIds(), ({ reject }) => reject(new Refusal('overloaded')))
    },
  }
}
