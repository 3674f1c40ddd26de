import { CallFailure } from '../../api/api.ts'
import { translateServerText } from '../../locales/translate.ts'

/** What to show when a call fails: one text, or one for a failed reply and one for no reply. */
export type FailureTexts = string | { readonly failed: string; readonly unreachable: string }

/** The server's own message; without one `failed`; without a reply `unreachable`. */
export function failureMessage(error: unknown, failure: FailureTexts): string {
  const { failed, unreachable } =
    typeof failure === 'string' ? { failed: failure, unreachable: failure } : failure
  if (!(error instanceof CallFailure) || !error.reached) return unreachable
  return error.msg !== undefined && error.msg !== '' ? translateServerText(error.msg) : failed
}
