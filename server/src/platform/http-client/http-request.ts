import type { Client } from 'undici'

export interface HttpRequest {
  readonly path: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
  /** The rest is not read. */
  readonly maxResponseBytes: number
}

export type HttpOutcome =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** In lower case; repeated headers are joined with commas. */
      readonly headers: Readonly<Record<string, string>>
      readonly body: Buffer
      /** True if it was read to its end, so that the connection can be used again. */
      readonly isComplete: boolean
    }
  | {
      readonly kind: 'lost'
      readonly error: unknown
      /** The head of a response had arrived. */
      readonly responseStarted: boolean
    }

/** Sends one request on a connection that carries no other; the signal aborts it. Never throws. */
export const sendHttpRequest = (
  client: Client,
  { path, method, headers, body, maxResponseBytes }: HttpRequest,
  signal: AbortSignal,
): Promise<HttpOutcome> =>
  new Promise((resolve) => {
    const pieces: Buffer[] = []
    let bytes = 0
    let head: { readonly status: number; readonly headers: Readonly<Record<string, string>> } | undefined
    // Aborts in every phase: connecting, waiting and reading.
    const giveUp = (): void => void client.destroy(new Error('the request timed out'))
    const settle = (outcome: HttpOutcome): void => {
      signal.removeEventListener('abort', giveUp)
      resolve(outcome)
    }
    const answered = (isWhole: boolean): void => {
      if (head === undefined)
        settle({ kind: 'lost', error: new Error('a response without a head'), responseStarted: true })
      else
        settle({
          kind: 'answered',
          ...head,
          body: Buffer.concat(pieces).subarray(0, maxResponseBytes),
          isComplete: isWhole,
        })
    }
    signal.addEventListener('abort', giveUp)
    client.dispatch(
      { path, method, headers, body: body ?? null },
      {
        onRequestStart: () => undefined,
        onResponseStart(_controller, status, received) {
          // 1xx: the response is still to come.
          if (status >= 200) head = { status, headers: joined(received) }
        },
        onResponseData(_controller, piece) {
          if (bytes >= maxResponseBytes) return
          pieces.push(piece)
          bytes += piece.length
          if (bytes >= maxResponseBytes) answered(false)
        },
        onResponseEnd: () => answered(true),
        onResponseError: (_controller, error) =>
          settle({ kind: 'lost', error, responseStarted: head !== undefined }),
      },
    )
    if (signal.aborted) giveUp()
  })

const joined = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
