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
  /** Resolves with the item's own result. Rejects with `overloaded` when too many wait already. */
  add(item: Item): Promise<Result>
}

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/** Runs a batch and settles its items; `failQueue` fails what waits behind it when the database does not answer. */
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

  const oneByOne = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
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
      else await oneByOne(batch)
    }
  }
}

/** Keeps the items that wait, in their order, and the keys of the batches that are under way. */
const createWaitingItems = <Item, Result>(
  itemsMax: number,
  keyOf: (item: Item) => string | undefined,
  groupOf: (item: Item) => string,
) => {
  let queue: Waiting<Item, Result>[] = []
  const busyKeys = new Set<string>()

  /** Returns what is to be called when the batch has ended. */
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
    /** Takes the next ones in their order, except those whose key is under way. */
    takeBatch() {
      const batch: Waiting<Item, Result>[] = []
      const rest: Waiting<Item, Result>[] = []
      let group: string | undefined
      for (const waiting of queue) {
        const key = keyOf(waiting.item)
        const ofGroup = group === undefined || groupOf(waiting.item) === group
        const mayGo = batch.length < itemsMax && ofGroup && (key === undefined || !busyKeys.has(key))
        if (mayGo) group ??= groupOf(waiting.item)
        ;(mayGo ? batch : rest).push(waiting)
      }
      queue = rest
      return { batch, unlockKeys: lockKeys(batch) }
    },
  }
}

/**
 * Turns many concurrent calls into few: an item that comes while no batch is under way goes at once and alone; those that come
 * while `inFlightMax` batches are under way go together in the next one. There is no timer, so no item waits for others.
 * When a batch fails, each of its items is tried once more alone, so that one bad item fails no other. When it fails because the
 * database does not answer, its items and those that wait behind them fail with it: one after the other they would take minutes.
 * When the connection broke before the answer came, the batch may have been committed, so nothing of it is tried again.
 */
export const createMicroBatch = <Item, Result>(options: {
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>
  readonly itemsMax: number
  readonly inFlightMax: number
  readonly waitingMax: number
  /** Items of one key are never in two batches at once: they would wait for the same row. Undefined: of none. */
  readonly keyOf?: (item: Item) => string | undefined
  /** Only items of one group go together in a batch. */
  readonly groupOf?: (item: Item) => string
}): MicroBatch<Item, Result> => {
  const { run, itemsMax, inFlightMax, waitingMax, keyOf = () => undefined, groupOf = () => '' } = options
  const waiting = createWaitingItems<Item, Result>(itemsMax, keyOf, groupOf)
  const together = createBatchRunner(run, waiting.failAll)
  let inFlight = 0

  const pump = (): void => {
    while (inFlight < inFlightMax && waiting.count() > 0) {
      const { batch, unlockKeys } = waiting.takeBatch()
      if (batch.length === 0) return
      inFlight += 1
      void together(batch).finally(() => {
        inFlight -= 1
        unlockKeys()
        pump()
      })
    }
  }

  // Requests that were parsed in the same turn of the event loop go together.
  let pumpPending = false
  const pumpSoon = (): void => {
    if (pumpPending) return
    pumpPending = true
    setImmediate(() => {
      pumpPending = false
      pump()
    })
  }

  return {
    add(item) {
      if (waiting.count() >= waitingMax)
        return Promise.reject(new Refusal('overloaded', { retryAfterSeconds: 1 }))
      return new Promise<Result>((resolve, reject) => {
        waiting.add({ item, resolve, reject })
        pumpSoon()
      })
    },
  }
}
