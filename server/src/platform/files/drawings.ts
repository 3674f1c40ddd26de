import { availableParallelism } from 'node:os'
import type { Clock } from '../clock.ts'
import { ChildEnded, createChildWorkers } from '../jobs/child-workers.ts'
import { createFairQueue, type FairQueue } from '../jobs/fair-queue.ts'
import { Refusal } from '../refusal.ts'

/** A function of a module that draws a document from content that can be sent to another process. */
export interface Drawing<Content extends readonly unknown[]> {
  readonly module: string
  readonly name: string
  /** Only for the compiler. */
  readonly content?: Content
}

export const drawingOf = <Draw extends (...content: never) => Promise<Uint8Array>>(
  module: URL,
  name: string,
): Drawing<Parameters<Draw>> => ({ module: module.href, name })

/** For whom a document is drawn: merchants take turns, and the strangers who ask for a document of the same merchant among themselves. */
export interface DrawingTurn {
  readonly merchantId: string
  /** Of a stranger. Without it, the merchants ask for themselves, and strangers do not keep them waiting. */
  readonly address?: string
}

/** Draws documents in few separate processes, so that no request waits for the drawing of another. */
export interface Drawings {
  draw<Content extends readonly unknown[]>(
    drawing: Drawing<Content>,
    turn: DrawingTurn,
    ...content: Content
  ): Promise<Buffer>
  stop(): void
}

export interface DrawRequest {
  readonly module: string
  readonly name: string
  readonly content: readonly unknown[]
}
export type DrawAnswer = { readonly bytes: Uint8Array } | { readonly problem: string }

const RETRY_AFTER_SECONDS = 2
/** A document keeps a core busy for about 0.1 s; at least one core is left to the requests. */
const GROUPS = {
  atOnceMax: Math.max(1, Math.min(2, availableParallelism() - 1)),
  atOncePerKeyMax: 1,
  waitingMax: 128,
  waitingPerKeyMax: 1,
  retryAfterSeconds: RETRY_AFTER_SECONDS,
}
const MEMBERS = { atOnceMax: 1, waitingMax: 12, waitingPerKeyMax: 6, retryAfterSeconds: RETRY_AFTER_SECONDS }
/** A process that starts takes a second. */
const ANSWER_MS_MAX = 20_000
const HEAP_MEGABYTES_MAX = 192
const IDLE_MS = 60_000

export const createDrawings = ({ clock }: { readonly clock: Clock }): Drawings => {
  const workers = createChildWorkers({
    clock,
    program: new URL('./draw-program.ts', import.meta.url),
    queue: GROUPS,
    answerMsMax: ANSWER_MS_MAX,
    heapMegabytesMax: HEAP_MEGABYTES_MAX,
    idleMs: IDLE_MS,
  })
  const inTurnOfMember = createMemberTurns()
  return {
    draw: ({ module, name }, { merchantId, address }, ...content) => {
      const group = address === undefined ? merchantId : `strangers of ${merchantId}`
      return inTurnOfMember(group, address ?? merchantId, async () => {
        const request: DrawRequest = { module, name, content }
        const answer = (await workers.ask(group, async () => request).catch(refuse)) as DrawAnswer
        if ('problem' in answer) throw new Error('a document could not be drawn', { cause: answer.problem })
        return Buffer.from(answer.bytes)
      })
    },
    stop: workers.stop,
  }
}

/** A process that took too long was on a machine with too much work. */
const refuse = (cause: unknown): never => {
  if (!(cause instanceof ChildEnded)) throw cause
  throw new Refusal('overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause })
}

/** Keeps a queue for each group with unfinished work: of each, one piece of work at a time waits for a process. */
const createMemberTurns = () => {
  const groups = new Map<string, { readonly queue: FairQueue; unfinished: number }>()
  return async <T>(name: string, member: string, work: () => Promise<T>): Promise<T> => {
    const group = groups.get(name) ?? { queue: createFairQueue(MEMBERS), unfinished: 0 }
    groups.set(name, group)
    group.unfinished += 1
    try {
      return await group.queue.run(member, work)
    } finally {
      group.unfinished -= 1
      if (group.unfinished === 0) groups.delete(name)
    }
  }
}
