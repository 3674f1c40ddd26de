import { retryAfterSeconds } from '../platform/http/retry-after.ts'
import { type OutgoingError, type OutgoingRequest, sendHttp } from '../platform/http-client/outgoing-http.ts'
import type { Ids } from '../platform/ids.ts'
import type { Answer, Made, Trouble } from './connector.ts'

/** How providers are reached. The limits are settings of a test, not of an operator. */
export interface ProviderNetwork {
  readonly totalTimeoutMs: number
  /** The operator named the host himself: a provider's sandbox, or one on his own network. */
  readonly allowPrivate: boolean
  /** Randomness, for what a protocol wants salted. */
  readonly bytes: Ids['bytes']
  /** For waits that end at a time of day. */
  readonly now: () => Date
}

export interface ProviderRequest extends Pick<OutgoingRequest, 'url' | 'method'> {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Instead of ANSWER_BYTES_MAX, for lists. */
  readonly answerBytesMax?: number
}

export type ProviderReply =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly text: string
      readonly json: Readonly<Record<string, unknown>> | readonly unknown[]
    }
  | {
      readonly kind: 'trouble'
      readonly trouble: Trouble
      readonly said: string
      /** None where nothing was answered. */
      readonly status: number | null
    }

/** The longest documented answers have 4 kB. */
export const ANSWER_BYTES_MAX = 64 * 1024
const CONNECT_TIMEOUT_MS = 3_000
export const TOTAL_TIMEOUT_MS = 8_000
const RETRY_AFTER_SECONDS_MAX = 3_600
const HTTP_TOO_MANY = 429
const HTTP_SERVER_ERROR = 500

const WORDS: Readonly<Record<OutgoingError, string>> = {
  bad_url: 'The address of the provider is not usable',
  private_address: 'The address of the provider is a private one',
  dns_failed: 'The name of the provider could not be found',
  connect_failed: 'The provider could not be reached',
  tls_failed: 'The connection to the provider is not secure',
  timed_out: 'The provider did not answer in time',
  connection_lost: 'The provider broke the connection off',
  busy: 'Too many connections are open; asked again later',
}

const trouble = (
  kind: Trouble['kind'],
  said: string,
  status: number | null,
  retryAfterSeconds: number | null = null,
): ProviderReply => ({ kind: 'trouble', trouble: { kind, retryAfterSeconds }, said, status })

/** One question to a provider. What comes back is JSON that was read to its end, or a word for what went wrong. */
export const callProvider = async (
  network: ProviderNetwork,
  { url, method, headers = {}, body, answerBytesMax = ANSWER_BYTES_MAX }: ProviderRequest,
): Promise<ProviderReply> => {
  const reply = await sendHttp({
    url,
    method,
    headers: { accept: 'application/json', 'user-agent': 'Galla/1.0', ...headers },
    ...(body === undefined ? {} : { body }),
    connectTimeoutMs: Math.min(CONNECT_TIMEOUT_MS, network.totalTimeoutMs),
    totalTimeoutMs: network.totalTimeoutMs,
    maxResponseBytes: answerBytesMax,
    allowPrivate: network.allowPrivate,
  })
  if (reply.error !== undefined)
    return trouble(reply.error === 'busy' ? 'ours' : 'down', WORDS[reply.error], null)
  const { status } = reply
  if (status === HTTP_TOO_MANY || status >= HTTP_SERVER_ERROR)
    return trouble(
      'down',
      `The provider answered HTTP ${status}`,
      status,
      retryAfterSeconds(reply.headers['retry-after'], network.now(), RETRY_AFTER_SECONDS_MAX) ?? null,
    )
  if (status === 401 || status === 403)
    return trouble('credentials', `The provider refused the credentials (HTTP ${status})`, status)
  if (reply.body.length >= answerBytesMax)
    return trouble('nonsense', 'The provider sent more than any documented answer', status)
  const text = reply.body.toString('utf8')
  const json = parsed(text)
  if (json === undefined) return trouble('nonsense', 'The provider sent what is no complete JSON', status)
  return { kind: 'answered', status, text, json }
}

const parsed = (text: string): Record<string, unknown> | unknown[] | undefined => {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

export const unanswered = ({ trouble: why, said }: ProviderReply & { kind: 'trouble' }): Answer => ({
  kind: 'unknown',
  said,
  trouble: why,
})

/** Of a question to make a QR: only what was refused before it was looked at has surely made none. */
export const unmade = ({ trouble: why, said, status }: ProviderReply & { kind: 'trouble' }): Made => {
  const wasRefused = why.kind === 'ours' || (status !== null && status >= 400 && status < HTTP_SERVER_ERROR)
  return { kind: wasRefused ? 'refused' : 'unknown', said, trouble: why }
}
