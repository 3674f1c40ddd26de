import { S3mini, S3ServiceError } from 's3mini'
import { fetch as send } from 'undici'
import { waitRealMs } from '../clock.ts'
import { assertFileName, type Chunks, type Files, isFileName } from './files.ts'
import type { S3Location } from './s3-location.ts'

/** A store sees what is sent only whole, and so it waits in memory; the largest file of ours is smaller. */
const FILE_BYTES_MAX = 48 * 1024 * 1024
/** From the first word to the last byte. */
const CALL_MS_MAX = 60_000
const LISTED_AT_ONCE = 1_000
const ATTEMPTS_MAX = 4
const RETRY_MS = 200

/** Who runs Galla has to act: the sentence says what the store answered, never what it was sent. */
export class FilesError extends Error {
  override name = 'FilesError'
}

/** `ENOENT`, as a disk says it. */
class MissingFileError extends Error {
  override name = 'MissingFileError'
  readonly code = 'ENOENT'
}

/** What went wrong on the way tells nothing that the sentence of a FilesError does not. */
class NoAnswerError extends Error {
  override name = 'NoAnswerError'
}

export interface S3Files extends Files {
  /** Throws a FilesError when the store answers that it does not know us, or the bucket; gives false when it does not answer. */
  answers(): Promise<boolean>
}

/** A store that hiccups is asked again; what it refuses is refused. */
const mayPass = (error: unknown): boolean =>
  error instanceof NoAnswerError ||
  (error instanceof S3ServiceError && (error.status >= 500 || error.status === 429))

/** The library's errors carry the URL that was called and what was answered, which no log shall have. */
const told = (error: unknown, what: string): unknown => {
  if (error instanceof S3ServiceError)
    return new FilesError(`The store of FILES_URL answered ${error.status} when ${what}`)
  if (error instanceof NoAnswerError)
    return new FilesError(`The store of FILES_URL did not answer when ${what}`)
  return error
}

const asked = async <T>(what: string, call: () => Promise<T>, retryMs: number): Promise<T> => {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await call()
    } catch (error) {
      if (!mayPass(error) || attempts >= ATTEMPTS_MAX) throw told(error, what)
      await waitRealMs(retryMs * 2 ** (attempts - 1))
    }
  }
}

const gather = async (content: Chunks): Promise<Uint8Array<ArrayBuffer>> => {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of content) {
    bytes += piece.length
    if (bytes > FILE_BYTES_MAX) throw new FilesError(`a file of more than ${FILE_BYTES_MAX} bytes`)
    pieces.push(piece)
  }
  return Uint8Array.from(Buffer.concat(pieces))
}

/** Where a store would lead us to, our signature is of no use, and our files have no business. */
const knock = (url: string, init: object) =>
  send(url, { ...init, redirect: 'manual' }).catch(() => {
    throw new NoAnswerError('no answer')
  })

/**
 * Files in a bucket of an S3-compatible store. A put is whole or not at all by itself: the store is told the length, and shows
 * nothing of what is cut off. The signature covers the call, not the content; that is sealed (sealed-pieces.ts), and what was
 * altered is not opened.
 */
export const createS3Files = (place: S3Location, { retryMs = RETRY_MS } = {}): S3Files => {
  const store = new S3mini({
    accessKeyId: place.accessKeyId,
    secretAccessKey: place.secretAccessKey,
    endpoint: place.bucketUrl,
    region: place.region,
    requestAbortTimeout: CALL_MS_MAX,
    fetch: knock as unknown as typeof globalThis.fetch,
  })
  const keyOf = (name: string): string => {
    assertFileName(name)
    return place.prefix + name
  }
  const page = (prefix: string, limit: number, token: string | undefined) =>
    asked('files were listed', () => store.listObjectsPaged('/', prefix, limit, token), retryMs)

  async function* read(key: string): AsyncGenerator<Uint8Array> {
    const response = await asked('a file was read', () => store.getObjectResponse(key), retryMs)
    if (response === null) throw new MissingFileError('the store has no such file')
    if (response.body === null) return
    yield* response.body
  }

  return {
    async write(name, content) {
      const key = keyOf(name)
      const whole = await gather(content)
      await asked('a file was written', () => store.putObject(key, whole), retryMs)
    },
    read: (name) => read(keyOf(name)),
    async remove(name) {
      const key = keyOf(name)
      await asked('a file was removed', () => store.deleteObject(key), retryMs)
    },
    async *list(folder) {
      const prefix = `${keyOf(folder)}/`
      let token: string | undefined
      do {
        const found = await page(prefix, LISTED_AT_ONCE, token)
        // Null is a bucket that is gone: to say that it is empty would have its rows lose their files in a backup.
        if (!found) throw new FilesError('The store of FILES_URL has no such bucket')
        const names = (found.objects ?? []).map(({ Key }) => Key.slice(place.prefix.length))
        // What somebody else has put there is not ours to name.
        yield* names.filter(isFileName)
        token = found.nextContinuationToken
      } while (token !== undefined)
    },
    async answers() {
      try {
        const found = await store.listObjectsPaged('/', place.prefix, 1)
        if (found) return true
      } catch (error) {
        if (mayPass(error)) return false
        throw told(error, 'it was asked at the start')
      }
      throw new FilesError('The store of FILES_URL has no such bucket')
    },
  }
}
