import { lostConnection } from '../../../../api/api.ts'

const TIMEOUT_MS = 20_000

/** An answer as a program gets it. */
export interface PlainReply {
  readonly status: number
  readonly statusText: string
  readonly headers: Headers
  readonly text: string
  readonly durationMs: number
}

/**
 * A call as an integrator's server makes it: with a key, without the session, and with whatever was typed as its body. Any status
 * is an answer; a CallFailure is thrown only when there was none.
 */
export async function callWithKey(url: string, key: string | undefined, body: string): Promise<PlainReply> {
  const startedMs = performance.now()
  try {
    const response = await fetch(url, {
      method: 'POST',
      credentials: 'omit',
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        'content-type': 'application/json',
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { status, statusText, headers } = response
    const text = await response.text()
    return { status, statusText, headers, text, durationMs: Math.round(performance.now() - startedMs) }
  } catch (cause) {
    throw lostConnection(cause, undefined)
  }
}
