import { CallFailure } from '../../api/api.ts'
import { translateServerText } from '../../locales/translate.ts'

/** The texts for a failed call: one for every failure, or one for an error reply and one for no reply. */
export type FailureTexts = string | { readonly failed: string; readonly unreachable: string }

/** Returns the server's own message, else `failed`, or `unreachable` when there was no reply. */
export function failureMessage(error: unknown, failure: FailureTexts): string {
  const { failed, unreachable } =
    typeof failure === 'string' ? { failed: failure, unreachable: failure } : failure
  if (!(error instanceof CallFailure) || !error.reached) return unreachable
  return error.msg !== undefined && error.msg !== '' ? translateServerText(error.msg) : failed
}

/** The person closed the browser's question for a passkey. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && error.name === 'NotAllowedError'
