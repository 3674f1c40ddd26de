import type { RefusalCode } from '@galla/contract/refusals'
import { Refusal } from '../platform/refusal.ts'

/** The same refusal of a page's call with another sentence; other errors as they are. */
export const reworded = (error: unknown, sentence: (code: RefusalCode, msg: string) => string): unknown => {
  if (!(error instanceof Refusal)) return error
  const { code, message, retryAfterSeconds } = error
  return new Refusal(code, {
    msg: sentence(code, message),
    cause: error,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })
}
