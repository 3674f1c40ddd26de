import { type ChildProcess, fork } from 'node:child_process'
import type { Clock } from './clock.ts'
import { Refusal } from './refusal.ts'

export interface ChildWorkersOptions {
  readonly clock: Clock
  /** A program that answers each message with one. */
  readonly program: URL
  readonly atOnceMax: number
  /** More than these are refused with `overloaded`. */
  readonly waitingMax: number
  /** A child that takes longer is ended. */
  readonly answerMsMax: number
  /** Of JavaScript alone. */
  readonly heapMegabytesMax: number
  /** A child that has had nothing to do for this long ends, and its memory with it. */
  readonly idleMs: number
}

/** The child has ended before it answered: it broke, or took too long. */
export class ChildEnded extends Error {
  override name = 'ChildEnded'
}

export interface ChildWorkers {
  /**
   * Waits for its turn, then asks `message` (so that what waits holds no memory) and has a child answer it. Throws a ChildEnded
   * when there is no answer.
   */
  ask(message: () => Promise<Uint8Array>): Promise<unknown>
  stop(): void
}

/**
 * Programs for what strangers send: separate processes that know no secret, may neither write, nor start anything, nor reach the
 * network, and are ended when they take too long.
 */
export const createChildWorkers = (options: ChildWorkersOptions): ChildWorkers => {
  const { clock, atOnceMax, waitingMax } = options
  const idle: Child[] = []
  const waiting: (() => void)[] = []
  let working = 0
  let stopped = false

  const turn = async (): Promise<void> => {
    if (working < atOnceMax) {
      working += 1
      return
    }
    if (waiting.length >= waitingMax) throw new Refusal('overloaded', { retryAfterSeconds: 5 })
    // Whoever finishes hands over his place, so that `working` need not change.
    await new Promise<void>((resolve) => void waiting.push(resolve))
  }
  const done = (): void => {
    const next = waiting.shift()
    if (next === undefined) working -= 1
    else next()
  }
  const rest = (child: Child): void => {
    if (stopped) {
      child.end()
      return
    }
    idle.push(child)
    child.endAfter(clock, options.idleMs, () => {
      const at = idle.indexOf(child)
      if (at >= 0) idle.splice(at, 1)
    })
  }

  return {
    async ask(message) {
      await turn()
      try {
        const content = await message()
        const known = idle.pop()
        const child = known?.alive === true ? known : startChild(options)
        const answer = await child.answer(content, clock, options.answerMsMax)
        rest(child)
        return answer
      } finally {
        done()
      }
    },
    stop() {
      stopped = true
      for (const child of idle.splice(0)) child.end()
    },
  }
}

interface Child {
  readonly alive: boolean
  answer(message: Uint8Array, clock: Clock, msMax: number): Promise<unknown>
  endAfter(clock: Clock, ms: number, ended: () => void): void
  end(): void
}

const startChild = ({ program, heapMegabytesMax }: ChildWorkersOptions): Child => {
  const process: ChildProcess = fork(program, [], {
    // Nothing of ours: no setting, no secret, no input, no words.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    execArgv: [
      `--max-old-space-size=${heapMegabytesMax}`,
      '--permission',
      '--allow-fs-read=*',
      '--allow-addons',
      '--disable-warning=SecurityWarning',
    ],
  })
  process.unref()
  process.channel?.unref()
  let alive = true
  let resting: { stop(): void } | undefined
  process.once('exit', () => {
    alive = false
  })
  // Without a listener a child that cannot be started would end us.
  process.on('error', () => {
    alive = false
  })
  const end = (): void => {
    alive = false
    process.kill('SIGKILL')
  }
  return {
    get alive() {
      return alive
    },
    end,
    endAfter(clock, ms, ended) {
      resting = clock.after(ms, () => {
        ended()
        end()
      })
    },
    answer(message, clock, msMax) {
      resting?.stop()
      return new Promise((resolve, reject) => {
        const tooLong = clock.after(msMax, end)
        const settle = (): void => {
          tooLong.stop()
          process.off('message', onMessage).off('exit', onExit).off('error', onExit)
        }
        const onMessage = (answer: unknown): void => {
          settle()
          resolve(answer)
        }
        const onExit = (): void => {
          settle()
          reject(new ChildEnded('a child ended before it answered'))
        }
        process.once('message', onMessage).once('exit', onExit).once('error', onExit)
        process.send(message, (error) => {
          if (error !== null) onExit()
        })
      })
    },
  }
}
