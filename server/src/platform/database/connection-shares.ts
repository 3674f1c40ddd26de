import { AsyncLocalStorage } from 'node:async_hooks'
import type { FairQueue } from '../jobs/fair-queue.ts'

/** Whose turn the connections of some work are taken in. */
interface Share {
  readonly queue: FairQueue
  readonly key: string
  ended: boolean
}

const current = new AsyncLocalStorage<Share | undefined>()

/**
 * Runs `work`, whose statements and transactions each wait in `queue` for their turn of `key` before they take a connection. Between them, while
 * the work waits for a slow client or another server, it holds no turn.
 */
export const withinShare = async <T>(queue: FairQueue, key: string, work: () => Promise<T>): Promise<T> => {
  const share: Share = { queue, key, ended: false }
  try {
    return await current.run(share, work)
  } finally {
    // What the work has started goes on as work of the program, such as a sweep.
    share.ended = true
  }
}

/** Runs `work` that others share, so that it does not wait in the turns of the call that happened to start it. */
export const outOfShare = <T>(work: () => T): T => current.run(undefined, work)

/** Waits for the turn to take a connection, and returns the function that ends the turn. */
export const enterShare = async (): Promise<(() => void) | undefined> => {
  const share = current.getStore()
  return share === undefined || share.ended ? undefined : share.queue.enter(share.key)
}
