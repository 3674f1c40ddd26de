import { S3ServiceError } from 's3mini'
import { Response, fetch as send } from 'undici'
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

interface StoreRequest {
  readonly method: string
}

/**
 * Resolves to a reply that is here completely: one that is cut off confirms nothing, and the call is repeated. A redirect is refused: our
 * signature is not valid there, and our files do not belong there.
 */
export const sendToStore = async (url: string, init: StoreRequest): Promise<Response> => {
  try {
    const reply = await send(url, { ...init, redirect: 'manual' })
    const bytes = await reply.bytes()
    const length = reply.headers.get('content-length')
    if (init.method !== 'HEAD' && length !== null && Number(length) !== bytes.length)
      throw new NoAnswerError('no answer')
    return new Response(bytes.length === 0 ? null : bytes, { status: reply.status, headers: reply.headers })
  } catch {
    throw new NoAnswerError('no answer')
  }
}

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
