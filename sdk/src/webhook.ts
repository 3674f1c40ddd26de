import { WebhookVerificationError } from './errors.ts'
import type { OrderEvent, PaymentReversedEvent, SourceEvent, TestPing } from './orders.ts'

export { WebhookVerificationError } from './errors.ts'

type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>

/** `Headers`, or what Node gives as `request.headers`. */
export type WebhookHeaders = Headers | HeaderValues

export interface WebhookOptions {
  /** How old, or how far in the future, a notification may be; five minutes. */
  readonly toleranceSeconds?: number
  /** Milliseconds; for tests. */
  readonly now?: () => number
}

const TOLERANCE_SECONDS = 300
const PREFIX = 'whsec_'
const VERSION = 'v1,'
const SIGNATURES_MAX = 10

/**
 * The event of a notification, if Galla signed exactly this body for one of these secrets within the last five minutes.
 * `body` is the raw request body: parsed and written again it is another text. While a secret is being changed give both.
 * Throws WebhookVerificationError for everything else.
 */
export const verifyWebhook = async (
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options: WebhookOptions = {},
): Promise<OrderEvent | PaymentReversedEvent | SourceEvent | TestPing> => {
  const text = await verifiedText(body, headers, secrets, options)
  try {
    return JSON.parse(text) as OrderEvent | PaymentReversedEvent | SourceEvent | TestPing
  } catch (cause) {
    throw new WebhookVerificationError('The body is no JSON: a form is for verifyWebhookForm', { cause })
  }
}

/**
 * The fields of a notification in the form of another gateway (EKQR, CutePe), if Galla signed exactly this body. `body` is the raw
 * request body, before anything has parsed it. The header `webhook-id` is the same in every attempt. Throws like `verifyWebhook`.
 */
export const verifyWebhookForm = async (
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options: WebhookOptions = {},
): Promise<Readonly<Record<string, string>>> => {
  const text = await verifiedText(body, headers, secrets, options)
  if (text.startsWith('{'))
    throw new WebhookVerificationError('The body is no form: JSON is for verifyWebhook')
  return Object.fromEntries(new URLSearchParams(text))
}

const verifiedText = async (
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now }: WebhookOptions,
): Promise<string> => {
  const keys = (typeof secrets === 'string' ? [secrets] : secrets).map(keyBytesOf)
  if (keys.length === 0) throw new WebhookVerificationError('No signing secret was given')
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  if (!/^[0-9]{1,12}$/.test(timestamp)) throw new WebhookVerificationError('webhook-timestamp is no time')
  if (Math.abs(now() / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError('The notification is too old, or one of the clocks is wrong')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const content = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  const given = signatures.split(' ').slice(0, SIGNATURES_MAX)
  if (!(await anySigned(keys, given, content)))
    throw new WebhookVerificationError('The signature is not of this body and this secret')
  return text
}

/** The headers of a notification as Galla sends it: for tests of your own receiver. */
export const signWebhook = async (
  { id, at, body }: { readonly id: string; readonly at: Date; readonly body: string },
  secret: string,
): Promise<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> => {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  const signature = await crypto.subtle.sign('HMAC', await keyOf(keyBytesOf(secret), 'sign'), content)
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `${VERSION}${btoa(String.fromCharCode(...new Uint8Array(signature)))}`,
  }
}

type Bytes = Uint8Array<ArrayBuffer>

const keyOf = (bytes: Bytes, use: 'sign' | 'verify'): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [use])

/** Uses the platform's own constant-time comparison. */
const anySigned = async (
  keys: readonly Bytes[],
  given: readonly string[],
  content: Bytes,
): Promise<boolean> => {
  let signed = false
  for (const bytes of keys) {
    const key = await keyOf(bytes, 'verify')
    for (const each of given) {
      const signature = each.startsWith(VERSION) ? bytesOf(each.slice(VERSION.length)) : null
      if (signature !== null && (await crypto.subtle.verify('HMAC', key, signature, content))) signed = true
    }
  }
  return signed
}

const bytesOf = (base64: string): Bytes | null => {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

const keyBytesOf = (secret: string): Bytes => {
  const bytes = secret.startsWith(PREFIX) ? bytesOf(secret.slice(PREFIX.length)) : null
  if (bytes === null || bytes.length === 0)
    throw new WebhookVerificationError('The signing secret must be the one that begins with whsec_')
  return bytes
}

const headerOf = (headers: WebhookHeaders, name: string): string => {
  const value =
    typeof headers.get === 'function'
      ? (headers as Headers).get(name)
      : Object.entries(headers as HeaderValues).find(([each]) => each.toLowerCase() === name)?.[1]
  if (typeof value === 'string' && value !== '') return value
  throw new WebhookVerificationError(`The header ${name} is missing`)
}
