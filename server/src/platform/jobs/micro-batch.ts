import { outOfShare } from '../database/connection-shares.ts'
import {
  isDatabaseSilent,
  isOtherServerAway,
  wasCutOff,
  wasNotExecuted,
} from '../database/database-errors.ts'
import { Refusal } from '../refusal.ts'

const mayHaveHappened = (error: unknown): boolean =>
  isOtherServerAway(error) || (wasCutOff(error) && !wasNotExecuted(error))

export interface MicroBatch<Item, Result> {
  /** Resolves with the result of this item. Rejects with `overloaded` if too many items wait already. */
  add(item: Item): Promise<Result>
}

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/** Runs a batch and settles its items. If the database does not respond, `failQueue` fails the waiting items too. */
const createBatchRunner = <Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  failQueue: (error: unknown) => void,
) => {
  const settle = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    const results = await run(batch.map(({ item }) => item))
    if (results.length !== batch.length) throw new RangeError('a batch must give one result for each item')
    results.forEach((result, index) => {
      batch[index]?.resolve(result)
    })
  }

  const failAll = (batch: readonly Waiting<Item, Result>[], error: unknown): void => {
    for (const waiting of batch) waiting.reject(error)
    failQueue(error)
  }

  const runOneByOne = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    for (const [index, waiting] of batch.entries()) {
      try {
        await settle([waiting])
      } catch (error) {
        if (isDatabaseSilent(error)) return failAll(batch.slice(index), error)
        waiting.reject(error)
      }
    }
  }

  return async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      await settle(batch)
    } catch (error) {
      if (isDatabaseSilent(error)) failAll(batch, error)
      else if (batch.length === 1 || mayHaveHappened(error)) for (const { reject } of batch) reject(error)
      else await runOneByOne(batch)
    }
  }
}

/** Keeps the waiting items in order, and the keys of the running batches. */
const createWaitingItems = <Item, Result>(
  itemsMax: number,
  keyOf: (item: Item) => string | undefined,
  groupOf: (item: Item) => string,
) => {
  let queue: Waiting<Item, Result>[] = []
  const busyKeys = new Set<string>()

  /** Locks the keys of a batch, and returns a function that unlocks them. */
  const lockKeys = (batch: readonly Waiting<Item, Result>[]): (() => void) => {
    const keys = [...new Set(batch.map(({ item }) => keyOf(item)))].filter((key) => key !== undefined)
    for (const key of keys) busyKeys.add(key)
    return () => {
      for (const key of keys) busyKeys.delete(key)
    }
  }

  return {
    count: () => queue.length,
    add: (waiting: Waiting<Item, Result>) => void queue.push(waiting),
    failAll(error: unknown): void {
      for (const waiting of queue.splice(0)) waiting.reject(error)
    },
    /** Takes the next items in order, without those whose key is in a running batch. */
    takeBatch() {
      const batch: Waiting<Item, Result>[] = []
      const rest: Waiting<Item, Result>[] = []
      let group: string | undefined
      for (const waiting of queue) {
        const key = keyOf(waiting.item)
        const isOfGroup = group === undefined || groupOf(waiting.item) === group
        const isTaken = batch.length < itemsMax && isOfGroup && (key === undefined || !busyKeys.has(key))
        if (isTaken) group ??= groupOf(waiting.item)
        ;(isTaken ? batch : rest).push(waiting)
      }
      queue = rest
      return { batch, unlockKeys: lockKeys(batch) }
    },
  }
}

/**
 * Combines concurrent calls into batches. While fewer than `inFlightMax` batches run, an item starts at once. Items that arrive later wait,
 * and share the next batch. There is no timer, so no item waits for others.
 * If a batch fails, each of its items is tried again alone, so that one bad item does not fail the others. If the database does not respond,
 * the batch and all waiting items fail, because trying them one by one would take minutes. If the connection was lost before the response,
 * the batch may have been committed, so nothing is tried again.
 */
export const createMicroBatch = <Item, Result>(options: {
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>
  readonly itemsMax: number
  readonly inFlightMax: number
  readonly waitingMax: number
  /** Two running batches never have items with the same key, because these would wait for the same row. Undefined: no key. */
  readonly keyOf?: (item: Item) => string | undefined
  /** All items of a batch have the same group. */
  readonly groupOf?: (item: Item) => string
}): MicroBatch<Item, Result> => {
  const { run, itemsMax, inFlightMax, waitingMax, keyOf = () => undefined, groupOf = () => '' } = options
  const waiting = createWaitingItems<Item, Result>(itemsMax, keyOf, groupOf)
  const runBatch = createBatchRunner(run, waiting.failAll)
  let inFlight = 0

  const startBatches = (): void => {
    while (inFlight < inFlightMax && waiting.count() > 0) {
      const { batch, unlockKeys } = waiting.takeBatch()
      if (batch.length === 0) return
      inFlight += 1
      void runBatch(batch).finally(() => {
        inFlight -= 1
        unlockKeys()
        startBatches()
      })
    }
  }

  // Requests that were parsed in the same turn of the event loop share a batch.
  let startPending = false
  const startSoon = (): void => {
    if (startPending) return
    startPending = true
    outOfShare(() =>
      setImmediate(() => {
        startPending = false
        startBatches()
      }),
    )
  }

  return {
    add(item) {
      if (waiting.count() >= waitingMax)
        return Promise.reject(new Refusal('overloaded', { retryAfterSeconds: 1 }))
      return new Promise<Result>((resolve, reject) => {
        waiting.add({ item, resolve, reject })
        startSoon()
      })
    },
  }
}
