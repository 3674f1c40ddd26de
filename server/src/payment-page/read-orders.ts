import { waitRealMs } from '../platform/clock.ts'
import { inEachLane } from '../platform/distributed/merchant-lanes.ts'
import { Refusal } from '../platform/refusal.ts'

export interface OrderReader {
  /** Resolves once the order was read by a query that started after this call. Refuses when too many wait. */
  read(orderId: string): Promise<void>
  /** Reads it together with others, without a caller that waits. */
  want(orderId: string): void
  isWaitedFor(orderId: string): boolean
  close(): void
}

export type ToLanes = (orderIds: readonly string[]) => readonly string[][]
type LoadOrders = (orderIds: readonly string[]) => Promise<void>

const QUERY_IDS_MAX = 2_000
/** Together with the queries' own time: at most 50 a second whatever happens. */
const PAUSE_MS = 20
const LANES_AT_ONCE = 8
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
    settle(orderIds: Iterable<string>, settleOne: (each: Waiting) => void): void {
      for (const orderId of orderIds) {
        const callers = waiting.get(orderId) ?? []
        waiting.delete(orderId)
        count -= callers.length
        for (const each of callers) settleOne(each)
      }
    },
  }
}

/**
 * Reads what is requested at the same time in one query, one query after the other; ids that `toLanes` keeps apart in one query each. `load`
 * stores what it finds.
 */
export const createOrderReader = (toLanes: ToLanes, load: LoadOrders): OrderReader => {
  const wanted = new Set<string>()
  const waiting = createWaitingCallers()
  let reading = false
  let closed = false

  const readLane = async (orderIds: readonly string[]): Promise<void> => {
    try {
      await load(orderIds)
      // A caller that asked again meanwhile, because of a change, waits for the next query.
      waiting.settle(
        orderIds.filter((orderId) => !wanted.has(orderId)),
        ({ resolve }) => resolve(),
      )
    } catch (error) {
      waiting.settle(orderIds, ({ reject }) => reject(error))
    }
  }

  const readBatch = (): Promise<unknown> => {
    const orderIds = [...wanted].slice(0, QUERY_IDS_MAX)
    for (const orderId of orderIds) wanted.delete(orderId)
    return inEachLane(toLanes(orderIds), readLane, { atOnce: LANES_AT_ONCE })
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
      if (closed || waiting.isFull()) return Promise.reject(new Refusal('overloaded'))
      return new Promise((resolve, reject) => {
        waiting.add(orderId, { resolve, reject })
        want(orderId)
      })
    },
    isWaitedFor: waiting.has,
    close() {
      closed = true
      waiting.settle(waiting.orderIds(), ({ reject }) => reject(new Refusal('overloaded')))
    },
  }
}
