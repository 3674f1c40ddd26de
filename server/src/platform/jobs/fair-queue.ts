import { Refusal } from '../refusal.ts'

export interface FairQueueOptions {
  readonly atOnceMax: number
  /** Of one key; without it a key may take all places while nobody else wants one. */
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

/**
 * A few places for what costs much. Keys (an address, a merchant) take turns, so that one which sends a thousand makes another
 * wait for one of them at most. When all places to wait are taken, the key with the longest line loses its last one to the one that
 * has a shorter line: who is refused has sent too many.
 */
export const createFairQueue = (options: FairQueueOptions): FairQueue => {
  const { atOnceMax, atOncePerKeyMax = atOnceMax, waitingMax, waitingPerKeyMax } = options
  /** Of each key that runs or waits; in the order of their turns, which a Map keeps. */
  const lines = new Map<string, Line>()
  let running = 0
  let waiting = 0

  const refusal = (): Refusal => {
    const { msg, retryAfterSeconds } = options
    return new Refusal('overloaded', { retryAfterSeconds, ...(msg === undefined ? {} : { msg }) })
  }

  const lineOf = (key: string): Line => {
    const line = lines.get(key) ?? { running: 0, waiting: [] }
    lines.set(key, line)
    return line
  }

  const start = (key: string, line: Line): void => {
    running += 1
    line.running += 1
    // Its next turn comes after everybody else's.
    lines.delete(key)
    lines.set(key, line)
  }

  const startNext = (): void => {
    if (running >= atOnceMax || waiting === 0) return
    for (const [key, line] of lines) {
      if (line.running >= atOncePerKeyMax) continue
      const next = line.waiting.shift()
      if (next === undefined) continue
      waiting -= 1
      start(key, line)
      next.start()
      return
    }
  }

  const leave = (key: string): void => {
    const line = lineOf(key)
    running -= 1
    line.running -= 1
    if (line.running === 0 && line.waiting.length === 0) lines.delete(key)
    startNext()
  }

  /** False when nobody has a line that is longer than this one would be. */
  const makeRoom = (own: Line): boolean => {
    let longest = own
    for (const line of lines.values()) if (line.waiting.length > longest.waiting.length) longest = line
    if (longest.waiting.length <= own.waiting.length + 1) return false
    waiting -= 1
    longest.waiting.pop()?.refuse(refusal())
    return true
  }

  const wait = (line: Line): Promise<void> => {
    if (line.waiting.length >= waitingPerKeyMax) throw refusal()
    if (waiting >= waitingMax && !makeRoom(line)) throw refusal()
    waiting += 1
    return new Promise((resolve, reject) => void line.waiting.push({ start: resolve, refuse: reject }))
  }

  const enter = async (key: string): Promise<() => void> => {
    const line = lineOf(key)
    if (running < atOnceMax && line.running < atOncePerKeyMax) start(key, line)
    else {
      try {
        await wait(line)
      } catch (refused) {
        if (line.running === 0 && line.waiting.length === 0) lines.delete(key)
        throw refused
      }
    }
    return () => leave(key)
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
