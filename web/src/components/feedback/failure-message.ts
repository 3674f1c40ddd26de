import { CallFailure } from '../../api/api.ts'
import { translateServerText } from '../../locales/translate.ts'

/** The two sentences an area has ready: the server answered without one, or did not answer. */
export interface FailureWords {
  readonly failed: string
  readonly unreachable: string
}

/** A reply's own msg is shown; without one the area's "failed" words; without a reply its "request error" words. */
export function failureMessage(error: unknown, words: FailureWords): string {
  if (!(error instanceof CallFailure)) return words.unreachable
  if (!error.reached) return words.unreachable
  return error.msg !== undefined && error.msg !== '' ? translateServerText(error.msg) : words.failed
}
