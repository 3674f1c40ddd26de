import { Refusal } from '../refusal.ts'

export interface FairQueueOptions {
  readonly atOnceMax: number
  /** Without it, one key may use all slots while no other key waits. */
  readonly atOncePerKeyMax?: number
  readonly waitingMax: number
  /** Further requests of the key are refused with `overloaded`, even while the queue has room. */
  readonly waitingPerKeyMax: number
  readonly retryAfterSeconds: number
  readonly msg?: string
}

export interface FairQueue {
  /** Waits for a slot. The caller must call the returned function exactly once, to free the slot. */
  enter(key: string): Promise<() => void>
  run<T>(key: string, work: () => Promise<T>): Promise<T>
}

interface WaitingRequest {
  readonly start: () => void
  readonly refuse: (refusal: Refusal) => void
}

/** The requests of one key. */
interface KeyQueue {
  running: number
  readonly waiting: WaitingRequest[]
}

/** Keeps a queue for each key that runs or waits. The order of the Map is the order of their turns. */
const createKeyQueues = (runningPerKeyMax: number) => {
  const queues = new Map<string, KeyQueue>()
  let running = 0
  let waiting = 0

  const deleteIfEmpty = (key: string, queue: KeyQueue): void => {
    if (queue.running === 0 && queue.waiting.length === 0) queues.delete(key)
  }
  const start = (key: string, queue: KeyQueue): void => {
    running += 1
    queue.running += 1
    // Moves the key to the end, so that its next turn comes after those of all other keys.
    queues.delete(key)
    queues.set(key, queue)
  }

  return {
    running: () => running,
    waiting: () => waiting,
    queueOf(key: string): KeyQueue {
      const queue = queues.get(key) ?? { running: 0, waiting: [] }
      queues.set(key, queue)
      return queue
    },
    deleteIfEmpty,
    start,
    end(key: string, queue: KeyQueue): void {
      running -= 1
      queue.running -= 1
      deleteIfEmpty(key, queue)
    },
    add(queue: KeyQueue, request: WaitingRequest): void {
      waiting += 1
      queue.waiting.push(request)
    },
    /** Starts the first waiting request of the next key that is below its limit. */
    startNext(): void {
      if (waiting === 0) return
      for (const [key, queue] of queues) {
        const next = queue.running < runningPerKeyMax ? queue.waiting.shift() : undefined
        if (next === undefined) continue
        waiting -= 1
        start(key, queue)
        next.start()
        return
      }
    },
    /** Removes the last request of the longest queue; undefined if no queue is longer than `own` would become. */
    removeFromLonger(own: KeyQueue): WaitingRequest | undefined {
      let longest = own
      for (const queue of queues.values()) if (queue.waiting.length > longest.waiting.length) longest = queue
      if (longest.waiting.length <= own.waiting.length + 1) return undefined
      waiting -= 1
      return longest.waiting.pop()
    },
  }
}

const overloaded = ({ msg, retryAfterSeconds }: FairQueueOptions): Refusal =>
  new Refusal('overloaded', { retryAfterSeconds, ...(msg === undefined ? {} : { msg }) })

/**
 * Limits concurrent expensive work. Keys (an address, a merchant) take turns, so that a key with a thousand requests makes another key
 * wait for at most one of them. When the queue is full, the key with the most waiting requests loses its last one to a key with fewer,
 * so that only a key that sent too many is refused.
 */
export const createFairQueue = (options: FairQueueOptions): FairQueue => {
  const { atOnceMax, atOncePerKeyMax = atOnceMax, waitingMax, waitingPerKeyMax } = options
  const queues = createKeyQueues(atOncePerKeyMax)

  const free = (key: string, queue: KeyQueue): void => {
    queues.end(key, queue)
    if (queues.running() < atOnceMax) queues.startNext()
  }
  // Work that never waits for anything would otherwise run one piece after the other without a turn of the event loop. Until then the
  // slot stays taken, so that no later request gets it.
  const leave = (key: string, queue: KeyQueue): void => {
    if (queues.waiting() === 0) free(key, queue)
    else setImmediate(free, key, queue)
  }

  const wait = (queue: KeyQueue): Promise<void> => {
    if (queue.waiting.length >= waitingPerKeyMax) throw overloaded(options)
    if (queues.waiting() >= waitingMax) {
      const displaced = queues.removeFromLonger(queue)
      if (displaced === undefined) throw overloaded(options)
      displaced.refuse(overloaded(options))
    }
    return new Promise((resolve, reject) => queues.add(queue, { start: resolve, refuse: reject }))
  }

  const enter = async (key: string): Promise<() => void> => {
    const queue = queues.queueOf(key)
    if (queues.running() < atOnceMax && queue.running < atOncePerKeyMax) queues.start(key, queue)
    else {
      try {
        await wait(queue)
      } catch (refusal) {
        queues.deleteIfEmpty(key, queue)
        throw refusal
      }
    }
    return () => leave(key, queue)
  }

  return {
    enter,
    async run(key, work) {
      const leaveQueue = await enter(key)
      try {
        return await work()
      } finally {
        leaveQueue()
      }
    },
  }
}
