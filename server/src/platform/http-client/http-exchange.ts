import type { Client } from 'undici'

export interface HttpQuestion {
  readonly path: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
  /** What is beyond is not read. */
  readonly maxResponseBytes: number
}

export type HttpOutcome =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** In lower case; a header that came twice is joined with commas. */
      readonly headers: Readonly<Record<string, string>>
      readonly body: Buffer
      /** It was read to its end, so its connection may be used again. */
      readonly isWhole: boolean
    }
  | {
      readonly kind: 'lost'
      readonly error: unknown
      /** Something of an answer came before. */
      readonly heard: boolean
    }

/** A question and its answer on a connection that carries nothing else; the signal ends both. Never throws. */
export const exchangeHttp = (
  client: Client,
  { path, method, headers, body, maxResponseBytes }: HttpQuestion,
  signal: AbortSignal,
): Promise<HttpOutcome> =>
  new Promise((resolve) => {
    const pieces: Buffer[] = []
    let bytes = 0
    let head: { readonly status: number; readonly headers: Readonly<Record<string, string>> } | undefined
    // Whatever it waits for: a connection, an answer, the end of one.
    const giveUp = (): void => void client.destroy(new Error('it took too long'))
    const settle = (outcome: HttpOutcome): void => {
      signal.removeEventListener('abort', giveUp)
      resolve(outcome)
    }
    const answered = (isWhole: boolean): void => {
      if (head === undefined)
        settle({ kind: 'lost', error: new Error('an answer without a head'), heard: true })
      else
        settle({
          kind: 'answered',
          ...head,
          body: Buffer.concat(pieces).subarray(0, maxResponseBytes),
          isWhole,
        })
    }
    signal.addEventListener('abort', giveUp)
    client.dispatch(
      { path, method, headers, body: body ?? null },
      {
        onRequestStart: () => undefined,
        onResponseStart(_controller, status, received) {
          // 100 and its like: the answer is yet to come.
          if (status >= 200) head = { status, headers: joined(received) }
        },
        onResponseData(_controller, piece) {
          if (bytes >= maxResponseBytes) return
          pieces.push(piece)
          bytes += piece.length
          if (bytes >= maxResponseBytes) answered(false)
        },
        onResponseEnd: () => answered(true),
        onResponseError: (_controller, error) => settle({ kind: 'lost', error, heard: head !== undefined }),
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
