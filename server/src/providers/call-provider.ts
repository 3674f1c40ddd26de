import { retryAfterSeconds } from '../platform/http/retry-after.ts'
import { type OutgoingError, type OutgoingRequest, sendHttp } from '../platform/http-client/outgoing-http.ts'
import type { Ids } from '../platform/ids.ts'
import { isRecord, parseJson } from '../platform/json.ts'
import type { CreateQrResult, ProviderError } from './connector.ts'

/** How providers are reached. Only tests change the limits. */
export interface ProviderNetwork {
  readonly totalTimeoutMs: number
  /** True where the operator set the host: a sandbox, or a host in their own network. */
  readonly allowPrivate: boolean
  /** Random bytes for salts. */
  readonly bytes: Ids['bytes']
  /** For a Retry-After that names a date. */
  readonly now: () => Date
}

export interface ProviderRequest extends Pick<OutgoingRequest, 'url' | 'method'> {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Replaces RESPONSE_BYTES_MAX for lists. */
  readonly responseBytesMax?: number
}

export type ProviderReply =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly text: string
      readonly json: Readonly<Record<string, unknown>> | readonly unknown[]
    }
  | {
      readonly kind: 'failed'
      readonly error: ProviderError
      readonly message: string
      /** Null where no response came. */
      readonly status: number | null
    }

/** The longest documented responses have 4 kB. */
export const RESPONSE_BYTES_MAX = 64 * 1024
const CONNECT_TIMEOUT_MS = 3_000
export const TOTAL_TIMEOUT_MS = 8_000
const RETRY_AFTER_SECONDS_MAX = 3_600
const HTTP_TOO_MANY = 429
const HTTP_SERVER_ERROR = 500

const MESSAGES: Readonly<Record<OutgoingError, string>> = {
  bad_url: 'The address of the provider is not usable',
  private_address: 'The address of the provider is a private one',
  dns_failed: 'The name of the provider could not be found',
  connect_failed: 'The provider could not be reached',
  tls_failed: 'The connection to the provider is not secure',
  timed_out: 'The provider did not answer in time',
  connection_lost: 'The provider closed the connection',
  busy: 'Too many connections are open; Galla will try again',
}

const failedReply = (
  kind: ProviderError['kind'],
  message: string,
  status: number | null,
  retryAfterSeconds: number | null = null,
): ProviderReply => ({ kind: 'failed', error: { kind, retryAfterSeconds }, message, status })

/** Sends one request to a provider. Returns complete JSON, or why there is none. */
export const callProvider = async (
  network: ProviderNetwork,
  {
    url,
    method,
    headers = {},
    body,
    responseBytesMax: maxResponseBytes = RESPONSE_BYTES_MAX,
  }: ProviderRequest,
): Promise<ProviderReply> => {
  const reply = await sendHttp({
    url,
    method,
    headers: { accept: 'application/json', 'user-agent': 'Galla/1.0', ...headers },
    ...(body === undefined ? {} : { body }),
    connectTimeoutMs: Math.min(CONNECT_TIMEOUT_MS, network.totalTimeoutMs),
    totalTimeoutMs: network.totalTimeoutMs,
    maxResponseBytes: maxResponseBytes,
    allowPrivate: network.allowPrivate,
  })
  if (reply.error !== undefined)
    return failedReply(reply.error === 'busy' ? 'not_sent' : 'down', MESSAGES[reply.error], null)
  const { status } = reply
  if (status === HTTP_TOO_MANY || status >= HTTP_SERVER_ERROR)
    return failedReply(
      'down',
      `The provider answered HTTP ${status}`,
      status,
      retryAfterSeconds(reply.headers['retry-after'], network.now(), RETRY_AFTER_SECONDS_MAX) ?? null,
    )
  if (status === 401 || status === 403)
    return failedReply('credentials', `The provider refused the credentials (HTTP ${status})`, status)
  if (reply.body.length >= maxResponseBytes)
    return failedReply('invalid_response', 'The provider sent a longer response than it documents', status)
  const text = reply.body.toString('utf8')
  const json = parseJson(text)
  if (!isRecord(json) && !Array.isArray(json))
    return failedReply('invalid_response', 'The provider sent incomplete or invalid JSON', status)
  return { kind: 'answered', status, text, json }
}

export const withoutTrailingSlash = (url: string): string => url.replace(/(?<!\/)\/+$/, '')

export const toUnknown = ({ error, message }: ProviderReply & { kind: 'failed' }) =>
  ({ kind: 'unknown', message, error }) as const

/** Only a request that was never sent or was refused as invalid certainly created no QR. */
export const toCreateQrFailure = ({
  error,
  message,
  status,
}: ProviderReply & { kind: 'failed' }): CreateQrResult => {
  const wasRefused =
    error.kind === 'not_sent' || (status !== null && status >= 400 && status < HTTP_SERVER_ERROR)
  return { kind: wasRefused ? 'refused' : 'unknown', message, error }
}
