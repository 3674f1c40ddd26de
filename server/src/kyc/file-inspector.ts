import { KYC_FILE_BYTES_MAX, KYC_MEDIA_TYPES, type KycMediaType } from '@galla/contract/kyc/kyc'
import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import { ChildEnded, type ChildWorkers, createChildWorkers } from '../platform/jobs/child-workers.ts'
import { Refusal } from '../platform/refusal.ts'
import { FILE_PROBLEMS, type FileProblem } from './file-problem.ts'

export interface FileInspector {
  /** Returns what may be stored of a merchant's file, or throws a Refusal that names it. `read` is called when its turn has come. */
  inspect(merchantId: string, name: string, read: () => Promise<Uint8Array>): Promise<CleanFile>
  stop(): void
}

export interface CleanFile {
  readonly mediaType: KycMediaType
  readonly bytes: Uint8Array
}

const answerOf = z.union([
  z.object({ fault: z.enum(Object.keys(FILE_PROBLEMS) as [FileProblem, ...FileProblem[]]) }),
  z.object({ mediaType: z.enum(KYC_MEDIA_TYPES), bytes: z.instanceof(Uint8Array) }),
])

/**
 * Inspects a merchant's files one after the other, so that a file that takes all of its time leaves a process to the others. Decoding keeps
 * a core busy, at a lower priority than the payments.
 */
const QUEUE = {
  atOnceMax: 2,
  atOncePerKeyMax: 1,
  waitingMax: 48,
  waitingPerKeyMax: 6,
  retryAfterSeconds: 5,
}
const ANSWER_MS_MAX = 30_000
const HEAP_MEGABYTES_MAX = 256
const IDLE_MS = 60_000
const DRAWN_BYTES_MAX = 6 * KYC_FILE_BYTES_MAX

export const createFileInspector = ({ clock }: { readonly clock: Clock }): FileInspector =>
  inspectorWith(
    createChildWorkers({
      clock,
      program: new URL('./inspect-file-program.ts', import.meta.url),
      queue: QUEUE,
      answerMsMax: ANSWER_MS_MAX,
      heapMegabytesMax: HEAP_MEGABYTES_MAX,
      idleMs: IDLE_MS,
    }),
  )

const inspectorWith = (workers: ChildWorkers): FileInspector => ({
  async inspect(merchantId, name, read) {
    const answer = answerOf.parse(await workers.ask(merchantId, read).catch(faultOfChild))
    if ('fault' in answer) throw refusalOf(name, answer.fault)
    if (answer.bytes.length > DRAWN_BYTES_MAX) throw refusalOf(name, 'pixels')
    return answer
  },
  stop: workers.stop,
})

/** A file that crashed its reader, or took too long, is refused. */
const faultOfChild = (error: unknown): { readonly fault: FileProblem } => {
  if (error instanceof ChildEnded) return { fault: 'slow' }
  throw error
}

const refusalOf = (name: string, fault: FileProblem): Refusal => {
  const msg = `${name} ${FILE_PROBLEMS[fault]}`
  return new Refusal(fault === 'type' ? 'unsupported_file' : 'file_refused', {
    msg,
    errors: [{ field: 'documents', msg }],
  })
}
