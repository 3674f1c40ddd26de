import { S3ServiceError } from 's3mini'
import { fetch as send } from 'undici'
import { waitRealMs } from '../clock.ts'

const ATTEMPTS_MAX = 4

/** An error that the operator has to fix; the message says what the store replied, never what it was sent. */
export class FilesError extends Error {
  override name = 'FilesError'
}

/** A network error, without details that the FilesError's message already gives. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'
}

/** Retries temporary errors of the store; a refusal is final. */
export const mayPass = (error: unknown): boolean =>
  error instanceof NoAnswerError ||
  (error instanceof S3ServiceError && (error.status >= 500 || error.status === 429))

/** The library's errors contain the called URL and the response, which no log may have. */
export const describeStoreError = (error: unknown, setting: string, what: string): unknown => {
  if (error instanceof S3ServiceError)
    return new FilesError(`The store of ${setting} answered ${error.status} when ${what}`)
  if (error instanceof NoAnswerError)
    return new FilesError(`The store of ${setting} did not answer when ${what}`)
  return error
}

/** A redirect is refused: our signature is not valid there, and our files do not belong there. */
export const sendToStore = (url: string, init: object) =>
  send(url, { ...init, redirect: 'manual' }).catch(() => {
    throw new NoAnswerError('no answer')
  })

/** Repeats a call to the store while its error is temporary. */
export type StoreCall = <T>(what: string, call: () => Promise<T>) => Promise<T>

export const createStoreCall =
  (setting: string, retryMs: number): StoreCall =>
  async (what, call) => {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await call()
      } catch (error) {
        if (!mayPass(error) || attempts >= ATTEMPTS_MAX) throw describeStoreError(error, setting, what)
        await waitRealMs(retryMs * 2 ** (attempts - 1))
      }
    }
  }
