import type { ChildProcess } from 'node:child_process'
import type { Clock } from '../clock.ts'
import type { Chunks } from '../files/files.ts'
import { createFairQueue, type FairQueueOptions } from './fair-queue.ts'
import { type LimitedWork, limitWork } from './limit-work.ts'
import { forkSandboxed, type SandboxedProgram } from './sandboxed-program.ts'

/** The program answers each message with one message. */
export interface ChildWorkersOptions extends SandboxedProgram {
  readonly clock: Clock
  readonly queue: FairQueueOptions
  /** For all answers of one piece of work, see `limitWork`; a child that needs longer is killed. Time that the caller takes does not count. */
  readonly answerMsMax: number
  /** A child that is idle for this long is killed, to free its memory. */
  readonly idleMs: number
}

/** The child ended before it answered: it crashed, or took too long. */
export class ChildEnded extends Error {
  override name = 'ChildEnded'
}

export interface ChildWorkers {
  /**
   * Waits for the turn of `key`, then gets `message` (so that waiting work needs no memory) and returns a child's answer to it. Throws
   * ChildEnded if there is no answer.
   */
  ask(key: string, message: () => Promise<unknown>): Promise<unknown>
  /**
   * Waits for the turn of `key`, then sends a request and a file to a child that runs `answerParent`, and passes its answers to `take` one by
   * one. The child continues only while `take` returns true.
   */
  stream(
    key: string,
    request: unknown,
    file: Chunks,
    take: (answer: unknown) => Promise<boolean>,
  ): Promise<void>
  stop(): void
}

/**
 * Runs programs that parse untrusted input in separate processes. These have no secrets, cannot write files, start processes or use the
 * network, and are killed if they take too long.
 */
export const createChildWorkers = (options: ChildWorkersOptions): ChildWorkers => {
  const { clock } = options
  const queue = createFairQueue(options.queue)
  const idle: Child[] = []
  let stopped = false

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

  const converse = async <T>(key: string, work: (ask: Ask) => Promise<T>): Promise<T> => {
    const leave = await queue.enter(key)
    let child: Child | undefined
    let msLeft = options.answerMsMax
    try {
      return await work(async (message) => {
        child ??= takeChild()
        const { answer, usedMs } = await child.answer(message, clock, msLeft)
        msLeft -= usedMs
        return answer
      })
    } finally {
      if (child?.alive === true) rest(child)
      leave()
    }
  }
  const takeChild = (): Child => {
    const known = idle.pop()
    return known?.alive === true ? known : startChild(options)
  }

  return {
    ask: (key, message) => converse(key, async (ask) => ask(await message())),
    stream: (key, request, file, take) =>
      converse(key, async (ask) => {
        await ask({ request } satisfies ParentMessage)
        for await (const piece of file) await ask({ piece } satisfies ParentMessage)
        await takeAnswers(ask, take)
      }),
    stop() {
      stopped = true
      for (const child of idle.splice(0)) child.end()
    },
  }
}

/** The messages to a streaming child, which answers each one with one message. */
export type ParentMessage = { readonly request: unknown } | { readonly piece: Uint8Array } | 'next'
export type ChildMessage = { readonly answer: unknown } | 'end'

type Ask = (message: unknown) => Promise<unknown>

const takeAnswers = async (ask: Ask, take: (answer: unknown) => Promise<boolean>): Promise<void> => {
  let isWanted = true
  while (isWanted) {
    const answer = (await ask('next' satisfies ParentMessage)) as ChildMessage
    isWanted = answer !== 'end' && (await take(answer.answer))
  }
}

interface Answer {
  readonly answer: unknown
  readonly usedMs: number
}

interface Child {
  readonly alive: boolean
  answer(message: unknown, clock: Clock, msMax: number): Promise<Answer>
  endAfter(clock: Clock, ms: number, ended: () => void): void
  end(): void
}

/** Sends a message and waits for its answer. Who ends the process by `limit` ends the waiting. */
const exchange = (process: ChildProcess, message: unknown, limit: LimitedWork): Promise<Answer> => {
  // Keeps this process alive while it waits for an answer.
  process.ref()
  process.channel?.ref()
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      limit.stop()
      process.unref()
      process.channel?.unref()
      process.off('message', onMessage).off('exit', onExit).off('error', onExit)
    }
    const onMessage = (answer: unknown): void => {
      settle()
      resolve({ answer, usedMs: limit.usedMs() })
    }
    const onExit = (): void => {
      settle()
      reject(new ChildEnded('a child ended before it answered'))
    }
    process.once('message', onMessage).once('exit', onExit).once('error', onExit)
    process.send(message as object, (error) => {
      if (error !== null) onExit()
    })
  })
}

const startChild = (options: ChildWorkersOptions): Child => {
  const process = forkSandboxed(options)
  let alive = true
  let resting: { stop(): void } | undefined
  process.once('exit', () => {
    alive = false
  })
  // Without a listener, a child that cannot be started would end this process.
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
      return exchange(process, message, limitWork(clock, process.pid ?? 0, msMax, end))
    },
  }
}
