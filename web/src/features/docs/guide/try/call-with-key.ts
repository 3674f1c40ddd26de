import { lostConnection } from '../../../../api/api.ts'

const TIMEOUT_MS = 20_000

/** A reply as a program receives it. */
export interface PlainReply {
  readonly status: number
  readonly statusText: string
  readonly headers: Headers
  readonly text: string
  readonly durationMs: number
}

/**
 * Sends a call as an integrator's server does: with a key, without the session, and with the typed text as its body. Returns replies
 * of any status, and throws a CallFailure only if there was no reply.
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
