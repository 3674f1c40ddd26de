import { S3mini } from 's3mini'
import { assertFileName, type Files, isFileName } from './files.ts'
import { createStoreCall, describeStoreError, FilesError, mayPass, sendToStore } from './s3-call.ts'
import type { S3Location } from './s3-location.ts'
import { readObject, writeObject } from './s3-transfer.ts'

/** From the start of the request to the last byte of the response. */
const CALL_MS_MAX = 60_000
const LISTED_AT_ONCE = 1_000
const RETRY_MS = 200

export interface S3Files extends Files {
  /** Throws a FilesError when the store refuses our credentials or the bucket; returns false when it does not reply. */
  answers(): Promise<boolean>
}

export interface S3Options {
  /** The name of the setting, for messages. */
  readonly setting?: string
  readonly retryMs?: number
}

/**
 * Stores files in a bucket of an S3-compatible store. An upload is complete or nothing: the store knows the length, and shows nothing of an
 * interrupted one. The signature covers the request, not the content; that is encrypted, and altered content is refused.
 */
export const createS3Files = (
  location: S3Location,
  { setting = 'FILES_URL', retryMs = RETRY_MS }: S3Options = {},
): S3Files => {
  const store = new S3mini({
    accessKeyId: location.accessKeyId,
    secretAccessKey: location.secretAccessKey,
    endpoint: location.bucketUrl,
    region: location.region,
    requestAbortTimeout: CALL_MS_MAX,
    fetch: sendToStore as unknown as typeof globalThis.fetch,
  })
  const keyOf = (name: string): string => {
    assertFileName(name)
    return location.prefix + name
  }
  const call = createStoreCall(setting, retryMs)
  const deps = { store, call, setting }
  const page = (prefix: string, limit: number, token: string | undefined) =>
    call('files were listed', () => store.listObjectsPaged('/', prefix, limit, token))

  return {
    write: async (name, content) => writeObject(deps, keyOf(name), content),
    read: (name) => readObject(deps, keyOf(name)),
    async remove(name) {
      const key = keyOf(name)
      await call('a file was removed', () => store.deleteObject(key))
    },
    async *list(folder) {
      const prefix = `${keyOf(folder)}/`
      let token: string | undefined
      do {
        const found = await page(prefix, LISTED_AT_ONCE, token)
        // Null means that the bucket is gone: treating it as empty would lose the files in a backup.
        if (!found) throw new FilesError(`The store of ${setting} has no such bucket`)
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
        throw describeStoreError(error, setting, 'it was asked at the start')
      }
      throw new FilesError(`The store of ${setting} has no such bucket`)
    },
  }
}
