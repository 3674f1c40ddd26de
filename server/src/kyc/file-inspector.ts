import { KYC_PICTURE_TYPES, type KycPictureType } from '@galla/contract/kyc/kyc'
import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import { ChildEnded, type ChildWorkers, createChildWorkers } from '../platform/jobs/child-workers.ts'
import { Refusal } from '../platform/refusal.ts'
import { STORED_BYTES_MAX } from './encode-picture.ts'
import { FILE_PROBLEMS, type FileProblem, PASSWORD_PROBLEMS } from './file-problem.ts'
import type { FileToInspect } from './inspect-file.ts'

export interface FileInspector {
  /** Returns the picture that may be stored of a merchant's file, or throws a Refusal that names it. `read` is called when its turn has come. */
  inspect(
    merchantId: string,
    name: string,
    read: () => Promise<FileToInspect>,
    field?: string,
  ): Promise<CleanFile>
  stop(): void
}

export interface CleanFile {
  readonly mediaType: KycPictureType
  readonly bytes: Uint8Array
}

const PROBLEMS = Object.keys({ ...FILE_PROBLEMS, ...PASSWORD_PROBLEMS }) as [FileProblem, ...FileProblem[]]
const answerOf = z.union([
  z.object({ fault: z.enum(PROBLEMS) }),
  z.object({
    mediaType: z.enum(KYC_PICTURE_TYPES),
    bytes: z.instanceof(Uint8Array).refine(({ length }) => length <= STORED_BYTES_MAX),
  }),
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
  async inspect(merchantId, name, read, field = 'documents') {
    const answer = answerOf.parse(await workers.ask(merchantId, read).catch(faultOfChild))
    if ('fault' in answer) throw refusalOf(name, answer.fault, field)
    return answer
  },
  stop: workers.stop,
})

/** A file that crashed its reader, or took too long, is refused. */
const faultOfChild = (error: unknown): { readonly fault: FileProblem } => {
  if (error instanceof ChildEnded) return { fault: 'slow' }
  throw error
}

const refusalOf = (name: string, fault: FileProblem, field: string): Refusal => {
  if (fault === 'locked' || fault === 'wrong_password') {
    const msg = PASSWORD_PROBLEMS[fault]
    return new Refusal('file_refused', { msg, errors: [{ field: 'password', msg }] })
  }
  const msg = `${name} ${FILE_PROBLEMS[fault]}`
  return new Refusal(fault === 'type' || fault === 'no_picture' ? 'unsupported_file' : 'file_refused', {
    msg,
    errors: [{ field, msg }],
  })
}
