import { ConnectionError, errorOf, type FieldError, type Refusal } from './errors.ts'

export interface Connection {
  readonly apiKey: string
  readonly origin: URL
  readonly fetch: typeof fetch
  /** For each attempt. */
  readonly timeoutMs: number
  /** Retries after the first attempt. */
  readonly retries: number
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000
/** A longer wait is not waited: the error reports it to the caller. */
const RETRY_AFTER_SECONDS_MAX = 30
const RETRYABLE = new Set([408, 429, 500, 502, 503, 504])

type Sent = { readonly reply: unknown } | { readonly failure: Error; readonly waitMs: number | null }

/**
 * Sends a request, and again after no reply, 429 or 5xx, with waits that double and vary. Only for calls that may be done twice:
 * reads, and calls with an idempotency key.
 * Throws RefusedError, ConnectionError, or the signal's reason.
 */
export const sendRequest = async (connection: Connection, request: Request): Promise<unknown> => {
  for (let attempt = 0; ; attempt += 1) {
    const sent = await sendOnce(connection, request)
    if ('reply' in sent) return sent.reply
    if (sent.waitMs === null || attempt >= connection.retries) throw sent.failure
    const growing = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS) * (0.5 + chance() / 2)
    await connection.wait(Math.max(growing, sent.waitMs), request.signal)
  }
}

/** From 0 to below 1, so that clients that failed together do not retry together. */
const chance = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32

const sendOnce = async (connection: Connection, request: Request): Promise<Sent> => {
  const { signal } = request
  signal?.throwIfAborted()
  const timeout = AbortSignal.timeout(connection.timeoutMs)
  let response: Response
  let text: string
  try {
    response = await connection.fetch(urlOf(connection, request), {
      method: request.method,
      headers: {
        authorization: `Bearer ${connection.apiKey}`,
        accept: 'application/json',
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      // Not 'error', which some edge runtimes don't know. A redirect is never followed: the key would go along.
      redirect: 'manual',
    })
    text = await response.text()
  } catch (cause) {
    signal?.throwIfAborted()
    const what = timeout.aborted ? `did not respond in ${connection.timeoutMs} ms` : 'could not be reached'
    return { failure: new ConnectionError(`${connection.origin.host} ${what}`, { cause }), waitMs: 0 }
  }
  return readResponse(connection, response, text)
}

const readResponse = ({ origin }: Connection, response: Response, text: string): Sent => {
  if (isRedirect(response)) return { failure: redirected(origin, response), waitMs: null }
  const reply = objectIn(text)
  if (response.ok && reply !== null) return { reply }
  if (response.ok)
    return { failure: new ConnectionError(`${origin.host} answered something that is no reply`), waitMs: 0 }
  const refusal = refusalOf(response, reply)
  const asked = refusal.retryAfterSeconds ?? 0
  const again = RETRYABLE.has(response.status) && asked <= RETRY_AFTER_SECONDS_MAX
  return { failure: errorOf(refusal), waitMs: again ? asked * 1000 : null }
}

/** Browsers hide the address and even the status. */
const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400)

const redirected = (origin: URL, { status, headers }: Response): ConnectionError => {
  const to = headers.get('location')
  const where = to === null ? '' : ` (HTTP ${status} to ${to})`
  return new ConnectionError(
    `${origin.host} leads elsewhere${where}. Is baseUrl the address of Galla itself?`,
  )
}

const urlOf = ({ origin }: Connection, { path, query = {} }: Request): URL => {
  const url = new URL(`/api/v1${path}`, origin)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value))
  return url
}

const objectIn = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

const textOr = <Other>(value: unknown, other: Other): string | Other =>
  typeof value === 'string' ? value : other

/** A proxy's page instead of our reply is a refusal too, with fewer details. */
const refusalOf = (response: Response, reply: Record<string, unknown> | null): Refusal => ({
  status: response.status,
  code: textOr(reply?.code, 'unknown'),
  msg: textOr(reply?.msg, 'The server refused the call without a message'),
  errors: Array.isArray(reply?.errors) ? (reply.errors as FieldError[]) : [],
  requestId: textOr(reply?.requestId, response.headers.get('x-request-id')),
  retryAfterSeconds: secondsIn(response.headers.get('retry-after')),
  orderId: textOr(reply?.order_id, null),
  paymentUrl: textOr(reply?.payment_url, null),
})

const secondsIn = (text: string | null): number | null =>
  text !== null && /^[0-9]{1,6}$/.test(text) ? Number(text) : null
