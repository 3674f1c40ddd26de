import type { ChildProcess } from 'node:child_process'
import { monotonicMs, systemClock, type Timer } from '../clock.ts'
import { limitWork } from './limit-work.ts'
import { forkSandboxed, type SandboxedProgram } from './sandboxed-program.ts'

/** The program calls `serveGuests`. */
export interface SharedChildOptions extends SandboxedProgram {
  /** The longest turn, see `limitWork`. The child is killed with whatever it was doing. */
  readonly turnMsMax: number
  /** What a guest may use at once, in processor time. */
  readonly burstMs?: number
  readonly onError: (error: unknown) => void
}

/** Why a guest's place ended: by its own message, or because the child ended for another reason. */
export type GuestEnd = 'own_fault' | 'restarted'

export interface GuestEvents {
  readonly take: (message: unknown) => void
  readonly ended: (why: GuestEnd) => void
}

/** One of those whose data the child handles. */
export interface Guest {
  /** Waits for its turn. Resolves when the child has handled the message, or has ended. */
  send(message: unknown): Promise<void>
  leave(): void
}

export interface SharedChild {
  join(events: GuestEvents): Guest
  stop(): void
}

export type ToGuest = { readonly guest: number; readonly message: unknown } | { readonly left: number }
export type FromGuest =
  | 'ready'
  /** The end of a turn, with the processor time that it used. */
  | { readonly turnedMs: number }
  | { readonly guest: number; readonly message: unknown }

/** A guest may use a tenth of a processor, and this much at once. */
const SHARE = 10
const BURST_MS = 5_000
const START_MS_MAX = 120_000
const IDLE_MS = 30_000

interface Seat extends GuestEvents {
  readonly id: number
  readonly waiting: { readonly message: unknown; readonly done: () => void }[]
  /** When its past turns are paid for, at its share of the time. Who has used least is next. */
  paidAtMs: number
}

/**
 * One sandboxed process for many guests, whose data it parses in turns, one at a time: so it is known whose data is being parsed when a turn
 * takes too long or ends the process. The others lose their place too, but may join the next process at once.
 */
export const createSharedChild = (options: SharedChildOptions): SharedChild => {
  let nextGuest = 0
  let house: House | undefined
  return {
    join(events) {
      if (house?.isOpen !== true) house = new House(options)
      nextGuest += 1
      return house.join({ ...events, id: nextGuest, waiting: [], paidAtMs: 0 })
    },
    stop: () => house?.end(undefined),
  }
}

/** One process and its guests. Real time only: a clock that is moved by hand says nothing about a process. */
class House {
  readonly #options: SharedChildOptions
  readonly #child: ChildProcess
  readonly #seats = new Map<number, Seat>()
  isOpen = true
  #isReady = false
  #turn: { readonly seat: Seat; readonly done: () => void } | undefined
  #watchdog: Timer
  #pacing: Timer | undefined
  #idle: Timer | undefined

  constructor(options: SharedChildOptions) {
    this.#options = options
    this.#child = forkSandboxed(options)
    this.#watchdog = systemClock.after(START_MS_MAX, () => this.end(undefined, 'it did not start'))
    this.#child.on('message', (message: FromGuest) => {
      if (message === 'ready') this.#finishTurn(0)
      else if ('turnedMs' in message) this.#finishTurn(message.turnedMs)
      else this.#seats.get(message.guest)?.take(message.message)
    })
    this.#child.once('exit', () => this.end(this.#turn?.seat, 'it crashed'))
    // Without a listener, a child that cannot be started would end this process.
    this.#child.on('error', (error) => this.end(this.#turn?.seat, error.message))
  }

  join(seat: Seat): Guest {
    this.#idle?.stop()
    this.#seats.set(seat.id, seat)
    return {
      send: (message) =>
        new Promise((done) => {
          if (!this.#seats.has(seat.id)) return done()
          seat.waiting.push({ message, done })
          this.#nextTurn()
        }),
      leave: () => this.#leave(seat),
    }
  }

  /** Ends the process and the places of all guests. */
  end(culprit: Seat | undefined, why?: string): void {
    if (!this.isOpen) return
    this.isOpen = false
    for (const timer of [this.#watchdog, this.#pacing, this.#idle]) timer?.stop()
    this.#child.kill('SIGKILL')
    if (why !== undefined && culprit === undefined)
      this.#options.onError(new Error(`a process for reading ended: ${why}`))
    this.#turn?.done()
    for (const seat of this.#seats.values()) {
      seat.ended(seat === culprit ? 'own_fault' : 'restarted')
      for (const { done } of seat.waiting.splice(0)) done()
    }
    this.#seats.clear()
  }

  #leave(seat: Seat): void {
    if (!this.#seats.delete(seat.id)) return
    for (const { done } of seat.waiting.splice(0)) done()
    this.#tell({ left: seat.id })
    if (this.#seats.size === 0) this.#idle = systemClock.after(IDLE_MS, () => this.end(undefined))
  }

  #nextTurn(): void {
    if (!this.isOpen || !this.#isReady || this.#turn !== undefined) return
    this.#pacing?.stop()
    const seat = leastServed(this.#seats.values())
    if (seat === undefined) return
    const nowMs = monotonicMs()
    const { burstMs = BURST_MS } = this.#options
    const waitMs = seat.paidAtMs - burstMs * SHARE - nowMs
    if (waitMs > 0) {
      this.#pacing = systemClock.after(waitMs, () => this.#nextTurn())
      return
    }
    const { message, done } = seat.waiting.shift() as Seat['waiting'][number]
    this.#turn = { seat, done }
    const { turnMsMax } = this.#options
    this.#watchdog = limitWork(systemClock, this.#child.pid ?? 0, turnMsMax, () =>
      this.end(seat, 'a turn took too long'),
    )
    this.#tell({ guest: seat.id, message })
  }

  #finishTurn(usedMs: number): void {
    this.#watchdog.stop()
    this.#isReady = true
    if (this.#turn !== undefined) {
      const { seat, done } = this.#turn
      seat.paidAtMs = Math.max(seat.paidAtMs, monotonicMs()) + usedMs * SHARE
      this.#turn = undefined
      done()
    }
    this.#nextTurn()
  }

  /** A child that has just ended is noticed by its `exit`. */
  #tell(message: ToGuest): void {
    if (this.#child.connected) this.#child.send(message, () => undefined)
  }
}

const leastServed = (seats: Iterable<Seat>): Seat | undefined => {
  let least: Seat | undefined
  for (const seat of seats)
    if (seat.waiting.length > 0 && (least === undefined || seat.paidAtMs < least.paidAtMs)) least = seat
  return least
}
