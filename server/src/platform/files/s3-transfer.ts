import { type S3mini, S3ServiceError, type UploadPart } from 's3mini'
import type { Chunks } from './files.ts'
import { FilesError, NoAnswerError, type StoreCall } from './s3-call.ts'

/** What is in memory at once: a smaller file is uploaded as a whole, a larger one in parts, and both are read in ranges. */
const PART_BYTES = 8 * 1024 * 1024
/** A store takes no more parts of a file. */
const PARTS_MAX = 10_000

/** An `ENOENT` error like that of a disk. */
class MissingFileError extends Error {
  override name = 'MissingFileError'
  readonly code = 'ENOENT'
}

export interface TransferDeps {
  readonly store: S3mini
  readonly call: StoreCall
  readonly setting: string
}

/** Joins chunks of any size into parts of PART_BYTES; the last one is shorter, and an empty file has one empty part. */
async function* partsOf(content: Chunks): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of content) {
    pieces.push(piece)
    bytes += piece.length
    while (bytes > PART_BYTES) {
      const whole = Buffer.concat(pieces)
      yield Uint8Array.from(whole.subarray(0, PART_BYTES))
      pieces = [whole.subarray(PART_BYTES)]
      bytes -= PART_BYTES
    }
  }
  yield Uint8Array.from(Buffer.concat(pieces))
}

/** Reads an object range by range, so that a cut connection costs one range. */
export async function* readObject(deps: TransferDeps, key: string): AsyncGenerator<Uint8Array> {
  for (let from = 0; ; from += PART_BYTES) {
    const range = await readRange(deps, key, from)
    yield range
    if (range.length < PART_BYTES) return
  }
}

const readRange = ({ store, call }: TransferDeps, key: string, from: number): Promise<Uint8Array> =>
  call('a file was read', async () => {
    try {
      return await (await store.getObjectRaw(key, false, from, from + PART_BYTES)).bytes()
    } catch (error) {
      if (!(error instanceof S3ServiceError)) throw error
      if (error.status === 404) throw new MissingFileError('the store has no such file')
      // Beyond the end: of an empty file, or after a last range of exactly PART_BYTES.
      if (error.status === 416) return new Uint8Array()
      throw error
    }
  })

/** Uploads an object, which becomes visible when it is complete. */
export const writeObject = async (deps: TransferDeps, key: string, content: Chunks): Promise<void> => {
  const parts = partsOf(content)
  const first = (await parts.next()).value ?? new Uint8Array()
  const second = await parts.next()
  if (second.done) await deps.call('a file was written', () => deps.store.putObject(key, first))
  else await writeParts(deps, key, chained([first, second.value], parts))
}

async function* chained<T>(first: readonly T[], rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* first
  yield* rest
}

const writeParts = async (
  deps: TransferDeps,
  key: string,
  parts: AsyncIterable<Uint8Array<ArrayBuffer>>,
): Promise<void> => {
  const { store, call, setting } = deps
  const uploadId = await call('a file was started', () => store.getMultipartUploadId(key))
  const uploaded: UploadPart[] = []
  try {
    for await (const part of parts) {
      const number = uploaded.length + 1
      if (number > PARTS_MAX) throw new FilesError(`The store of ${setting} takes files of 80 GB at most`)
      uploaded.push(await call('a file was written', () => store.uploadPart(key, uploadId, part, number)))
    }
    await call('a file was completed', () => complete(store, key, uploadId, uploaded))
  } catch (error) {
    // Invisible parts cost money until they are removed.
    await call('an upload was given up', () => store.abortMultipartUpload(key, uploadId)).catch(() => {})
    throw error
  }
}

const complete = async (
  store: S3mini,
  key: string,
  uploadId: string,
  uploaded: UploadPart[],
): Promise<void> => {
  try {
    const { etag } = await store.completeMultipartUpload(key, uploadId, uploaded)
    // A store may begin its reply with 200 and fail afterwards.
    if (!etag) throw new NoAnswerError('no answer')
  } catch (error) {
    // An attempt whose reply was lost has completed it.
    const isUnknown = error instanceof S3ServiceError && error.status === 404
    if (!isUnknown || (await store.objectExists(key)) !== true) throw error
  }
}
