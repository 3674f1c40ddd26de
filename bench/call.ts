import { request } from 'undici'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** One call that is not measured under load; a failure names the path and what came back. */
export const call = async (
  origin: string,
  path: string,
  options: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> => {
  const { statusCode, headers, body } = await request(`${origin}${path}`, {
    method: options.body === undefined ? 'GET' : 'POST',
    headers: {
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    body: options.body === undefined ? null : JSON.stringify(options.body),
  })
  const bytes = Buffer.from(await body.arrayBuffer())
  if (statusCode >= 400) throw new Error(`${path} answered ${statusCode}: ${bytes.toString('utf8', 0, 500)}`)
  return { status: statusCode, headers, body: bytes }
}

/** The `data` of the envelope; what it holds is the caller's knowledge of the contract. */
export const dataOf = <T>(answer: Answer): T => (JSON.parse(answer.body.toString('utf8')) as { data: T }).data
