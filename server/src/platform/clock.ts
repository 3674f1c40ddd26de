import { setTimeout as pause } from 'node:timers/promises'

/** A scheduled call that can be cancelled. Stopping it twice is harmless. */
export interface Timer {
  stop(): void
}

/**
 * The only source of time. It is injected, so that a test can set it instead of waiting.
 * Its timers never keep the process alive.
 */
export interface Clock {
  now(): Date
  /** Runs `work` every `ms` milliseconds, the first time after `ms`. */
  every(ms: number, work: () => void): Timer
  /** Runs `work` once, after `ms` milliseconds. */
  after(ms: number, work: () => void): Timer
}

/** Node keeps a delay in 32 bits and fires at once beyond it. */
const DELAY_MS_MAX = 2 ** 31 - 1

const delay = (ms: number): number => Math.min(Math.max(ms, 0), DELAY_MS_MAX)

export const systemClock: Clock = {
  now: () => new Date(),
  every(ms, work) {
    const handle = setInterval(work, delay(ms)).unref()
    return { stop: () => clearInterval(handle) }
  },
  after(ms, work) {
    const handle = setTimeout(work, delay(ms)).unref()
    return { stop: () => clearTimeout(handle) }
  },
}

/**
 * Waits real time, whatever the injected clock says. Only for contention and sockets (the pause before a transaction is
 * tried again, a connection's time-out), which a clock moved by hand cannot hurry.
 */
export const waitRealMs = (ms: number, signal?: AbortSignal): Promise<void> =>
  pause(ms, undefined, signal === undefined ? {} : { signal })

/** Aborts after real time, for sockets too; stopped once what it limits is over, so that thousands do not pile up. */
export const realDeadline = (ms: number): { readonly signal: AbortSignal; stop(): void } => {
  const controller = new AbortController()
  const handle = setTimeout(() => controller.abort(), delay(ms)).unref()
  return { signal: controller.signal, stop: () => clearTimeout(handle) }
}

/** Milliseconds that only grow, for measuring how long something took. */
export const monotonicMs = (): number => performance.now()

/** How far to move a clock; the parts add up. */
export interface Span {
  readonly ms?: number
  readonly seconds?: number
  readonly minutes?: number
  readonly hours?: number
  readonly days?: number
}

export interface ManualClock extends Clock {
  /** Moves the time on and runs the due timers in order, each at its own time. */
  advance(span: Span): void
}

const spanMs = ({ ms = 0, seconds = 0, minutes = 0, hours = 0, days = 0 }: Span): number =>
  ms + 1000 * (seconds + 60 * (minutes + 60 * (hours + 24 * days)))

/** A clock that moves only by `advance`. */
export const manualClock = (start: Date): ManualClock => {
  let nowMs = start.getTime()
  let sequence = 0
  const waiting = new Map<
    Timer,
    { dueMs: number; order: number; everyMs: number | undefined; work: () => void }
  >()

  const schedule = (ms: number, everyMs: number | undefined, work: () => void): Timer => {
    const timer: Timer = { stop: () => void waiting.delete(timer) }
    sequence += 1
    waiting.set(timer, { dueMs: nowMs + Math.max(ms, 0), order: sequence, everyMs, work })
    return timer
  }

  const nextDue = (untilMs: number) => {
    let found:
      | [Timer, { dueMs: number; order: number; everyMs: number | undefined; work: () => void }]
      | undefined
    for (const entry of waiting) {
      const [, { dueMs, order }] = entry
      if (dueMs > untilMs) continue
      if (
        found === undefined ||
        dueMs < found[1].dueMs ||
        (dueMs === found[1].dueMs && order < found[1].order)
      ) {
        found = entry
      }
    }
    return found
  }

  return {
    now: () => new Date(nowMs),
    every: (ms, work) => schedule(ms, Math.max(ms, 1), work),
    after: (ms, work) => schedule(ms, undefined, work),
    advance(span) {
      const untilMs = nowMs + spanMs(span)
      for (let due = nextDue(untilMs); due !== undefined; due = nextDue(untilMs)) {
        const [timer, entry] = due
        nowMs = Math.max(nowMs, entry.dueMs)
        if (entry.everyMs === undefined) waiting.delete(timer)
        else entry.dueMs += entry.everyMs
        entry.work()
      }
      nowMs = untilMs
    },
  }
}
