import type { Endpoint, ReplyOf, Success } from '@galla/contract/endpoint'
import { API_BASE } from '../paths.ts'
import { askToLogInAgain, CallFailure } from './api.ts'

/** An upload has no total timeout, but fails when it makes no progress for this long. */
const STALLED_MS = 120_000

/**
 * Sends a form with files and reports its progress from 0 to 1. Throws a CallFailure like every call; a 401 also ends the session in
 * this browser.
 */
export const sendForm = <E extends Endpoint>(
  endpoint: E,
  form: FormData,
  onProgress: (part: number) => void,
): Promise<ReplyOf<E> & Success> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let timer = window.setTimeout(() => request.abort(), STALLED_MS)
    const end = (outcome: () => void) => {
      window.clearTimeout(timer)
      outcome()
    }
    const lost = () => end(() => reject(new CallFailure(undefined)))
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      window.clearTimeout(timer)
      timer = window.setTimeout(() => request.abort(), STALLED_MS)
      if (lengthComputable) onProgress(loaded / total)
    }
    request.onerror = lost
    request.onabort = lost
    request.onload = () =>
      end(() => {
        const { status } = request
        const reply = parsed(request.responseText)
        if (status >= 200 && status < 300 && reply.success === true) {
          resolve(reply as ReplyOf<E> & Success)
          return
        }
        if (status === 401) askToLogInAgain()
        reject(new CallFailure({ status, failure: reply }))
      })
    request.open(endpoint.method, `${API_BASE}${endpoint.path}`)
    request.send(form)
  })

const parsed = (text: string): Record<string, unknown> => {
  try {
    const reply: unknown = JSON.parse(text)
    return typeof reply === 'object' && reply !== null ? (reply as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
