import { CallFailure } from '../../api/api.ts'
import { translateServerText } from '../../locales/translate.ts'

/** The sentences that an area has ready: one, or two where it differs whether the server answered without one, or did not answer. */
export type FailureWords = string | { readonly failed: string; readonly unreachable: string }

/** A reply's own msg is shown; without one the area's "failed" words; without a reply its "unreachable" words. */
export function failureMessage(error: unknown, words: FailureWords): string {
  const { failed, unreachable } = typeof words === 'string' ? { failed: words, unreachable: words } : words
  if (!(error instanceof CallFailure) || !error.reached) return unreachable
  return error.msg !== undefined && error.msg !== '' ? translateServerText(error.msg) : failed
}
