import { request } from 'undici'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** Makes one call outside the measured load; an error names the path and the reply. */
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

/** Returns the `data` of the reply, in the type that the caller expects. */
export const dataOf = <T>(answer: Answer): T => (JSON.parse(answer.body.toString('utf8')) as { data: T }).data
