import { S3mini, S3ServiceError } from 's3mini'
import { fetch as send } from 'undici'
import { waitRealMs } from '../clock.ts'
import { assertFileName, type Chunks, type Files, isFileName } from './files.ts'
import type { S3Location } from './s3-location.ts'

/** An upload waits in memory because a store accepts it only as a whole; our largest file is smaller. */
const FILE_BYTES_MAX = 48 * 1024 * 1024
/** From the start of the request to the last byte of the response. */
const CALL_MS_MAX = 60_000
const LISTED_AT_ONCE = 1_000
const ATTEMPTS_MAX = 4
const RETRY_MS = 200

/** An error that the operator has to fix; the message says what the store replied, never what it was sent. */
export class FilesError extends Error {
  override name = 'FilesError'
}

/** An `ENOENT` error like that of a disk. */
class MissingFileError extends Error {
  override name = 'MissingFileError'
  readonly code = 'ENOENT'
}

/** A network error, without details that the FilesError's message already gives. */
class NoAnswerError extends Error {
  override name = 'NoAnswerError'
}

export interface S3Files extends Files {
  /** Throws a FilesError when the store refuses our credentials or the bucket; returns false when it does not reply. */
  answers(): Promise<boolean>
}

/** Retries temporary errors of the store; a refusal is final. */
const mayPass = (error: unknown): boolean =>
  error instanceof NoAnswerError ||
  (error instanceof S3ServiceError && (error.status >= 500 || error.status === 429))

/** The library's errors contain the called URL and the response, which no log may have. */
const describeStoreError = (error: unknown, what: string): unknown => {
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
      if (!mayPass(error) || attempts >= ATTEMPTS_MAX) throw describeStoreError(error, what)
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

/** A redirect is refused: our signature is not valid there, and our files do not belong there. */
const knock = (url: string, init: object) =>
  send(url, { ...init, redirect: 'manual' }).catch(() => {
    throw new NoAnswerError('no answer')
  })

/**
 * Stores files in a bucket of an S3-compatible store. An upload is complete or nothing: the store knows the length, and shows nothing of an
 * interrupted one. The signature covers the request, not the content; that is encrypted (chunked-encryption.ts), and altered content is
 * refused.
 */
export const createS3Files = (location: S3Location, { retryMs = RETRY_MS } = {}): S3Files => {
  const store = new S3mini({
    accessKeyId: location.accessKeyId,
    secretAccessKey: location.secretAccessKey,
    endpoint: location.bucketUrl,
    region: location.region,
    requestAbortTimeout: CALL_MS_MAX,
    fetch: knock as unknown as typeof globalThis.fetch,
  })
  const keyOf = (name: string): string => {
    assertFileName(name)
    return location.prefix + name
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
        // Null means that the bucket is gone: treating it as empty would lose the files in a backup.
        if (!found) throw new FilesError('The store of FILES_URL has no such bucket')
        const names = (found.objects ?? []).map(({ Key }) => Key.slice(location.prefix.length))
        // Ignore files that other programs put there.
        yield* names.filter(isFileName)
        token = found.nextContinuationToken
      } while (token !== undefined)
    },
    async answers() {
      try {
        const found = await store.listObjectsPaged('/', location.prefix, 1)
        if (found) return true
      } catch (error) {
        if (mayPass(error)) return false
        throw describeStoreError(error, 'it was asked at the start')
      }
      throw new FilesError('The store of FILES_URL has no such bucket')
    },
  }
}
