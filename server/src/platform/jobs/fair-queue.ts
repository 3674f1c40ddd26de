import { Refusal } from '../refusal.ts'

export interface FairQueueOptions {
  readonly atOnceMax: number
  /** Of one key. Without it, a key may use all slots while no other key waits. */
  readonly atOncePerKeyMax?: number
  readonly waitingMax: number
  /** More than these of one key are refused with `overloaded`, whatever others do. */
  readonly waitingPerKeyMax: number
  readonly retryAfterSeconds: number
  readonly msg?: string
}

export interface FairQueue {
  /** Waits for a place. Gives what leaves it again; to be called once, whatever happens. */
  enter(key: string): Promise<() => void>
  run<T>(key: string, work: () => Promise<T>): Promise<T>
}

interface Waiting {
  readonly start: () => void
  readonly refuse: (refusal: Refusal) => void
}

interface Line {
  running: number
  readonly waiting: Waiting[]
}

/** Keeps a line for each key that runs or waits, in the order of their turns, which a Map keeps. */
const createLines = (runningPerKeyMax: number) => {
  const lines = new Map<string, Line>()
  let running = 0
  let waiting = 0

  const deleteIfEmpty = (key: string, line: Line): void => {
    if (line.running === 0 && line.waiting.length === 0) lines.delete(key)
  }
  const start = (key: string, line: Line): void => {
    running += 1
    line.running += 1
    // Its next turn comes after everyone else's.
    lines.delete(key)
    lines.set(key, line)
  }

  return {
    running: () => running,
    waiting: () => waiting,
    lineOf(key: string): Line {
      const line = lines.get(key) ?? { running: 0, waiting: [] }
      lines.set(key, line)
      return line
    },
    deleteIfEmpty,
    start,
    end(key: string, line: Line): void {
      running -= 1
      line.running -= 1
      deleteIfEmpty(key, line)
    },
    add(line: Line, last: Waiting): void {
      waiting += 1
      line.waiting.push(last)
    },
    /** Starts what waits first in the next line that may run more. */
    startNext(): void {
      if (waiting === 0) return
      for (const [key, line] of lines) {
        const next = line.running < runningPerKeyMax ? line.waiting.shift() : undefined
        if (next === undefined) continue
        waiting -= 1
        start(key, line)
        next.start()
        return
      }
    },
    /** Takes the last item of the longest queue. Undefined if no queue is longer than `own` would be. */
    takeFromLonger(own: Line): Waiting | undefined {
      let longest = own
      for (const line of lines.values()) if (line.waiting.length > longest.waiting.length) longest = line
      if (longest.waiting.length <= own.waiting.length + 1) return undefined
      waiting -= 1
      return longest.waiting.pop()
    },
  }
}

const overloaded = ({ msg, retryAfterSeconds }: FairQueueOptions): Refusal =>
  new Refusal('overloaded', { retryAfterSeconds, ...(msg === undefined ? {} : { msg }) })

/**
 * Limits concurrent expensive work. Keys (an address, a merchant) take turns, so that a key with a thousand requests makes another one
 * wait for at most one of them. When the queue is full, the key with the most waiting requests loses its last one to a key with fewer,
 * so that only a key that sent too many is refused.
 */
export const createFairQueue = (options: FairQueueOptions): FairQueue => {
  const { atOnceMax, atOncePerKeyMax = atOnceMax, waitingMax, waitingPerKeyMax } = options
  const lines = createLines(atOncePerKeyMax)

  const leave = (key: string, line: Line): void => {
    lines.end(key, line)
    if (lines.running() < atOnceMax) lines.startNext()
  }

  const wait = (line: Line): Promise<void> => {
    if (line.waiting.length >= waitingPerKeyMax) throw overloaded(options)
    if (lines.waiting() >= waitingMax) {
      const displaced = lines.takeFromLonger(line)
      if (displaced === undefined) throw overloaded(options)
      displaced.refuse(overloaded(options))
    }
    return new Promise((resolve, reject) => lines.add(line, { start: resolve, refuse: reject }))
  }

  const enter = async (key: string): Promise<() => void> => {
    const line = lines.lineOf(key)
    if (lines.running() < atOnceMax && line.running < atOncePerKeyMax) lines.start(key, line)
    else {
      try {
        await wait(line)
      } catch (refused) {
        lines.deleteIfEmpty(key, line)
        throw refused
      }
    }
    return () => leave(key, line)
  }

  return {
    enter,
    async run(key, work) {
      const done = await enter(key)
      try {
        return await work()
      } finally {
        done()
      }
    },
  }
}
