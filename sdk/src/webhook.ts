import { WebhookVerificationError } from './errors.ts'
import type { MerchantEvent, OrderEvent, PaymentReversedEvent, SourceEvent, TestPing } from './orders.ts'

export { WebhookVerificationError } from './errors.ts'

type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>

/** `Headers`, or Node's `request.headers`. */
export type WebhookHeaders = Headers | HeaderValues

export interface WebhookOptions {
  /** How far the timestamp may be from the current time. Default: five minutes. */
  readonly toleranceSeconds?: number
  /** The current time in milliseconds, for tests. */
  readonly now?: () => number
}

type EventOfUrl = OrderEvent | PaymentReversedEvent | SourceEvent | TestPing

const TOLERANCE_SECONDS = 300
const PREFIX = 'whsec_'
const VERSION = 'v1,'
const SIGNATURES_MAX = 10

/**
 * Returns the event if Galla signed exactly this body with one of these secrets in the last five minutes, and throws a
 * WebhookVerificationError otherwise. `body` is the raw request body, because a parsed and serialised body can have other bytes.
 * While you rotate the secret, pass both. For an endpoint that gets more than orders, name its events: `verifyWebhook<OrderEvent | MerchantEvent>`.
 */
export const verifyWebhook = async <Event extends EventOfUrl | MerchantEvent = EventOfUrl>(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options: WebhookOptions = {},
): Promise<Event> => {
  const text = await verifiedText(body, headers, secrets, options)
  try {
    return JSON.parse(text) as Event
  } catch (cause) {
    throw new WebhookVerificationError('The body is not JSON. For forms, use verifyWebhookForm', { cause })
  }
}

/**
 * Returns the fields of a notification in the format of another gateway (EKQR, CutePe) if Galla signed exactly this body. Throws like
 * `verifyWebhook`. `body` is the raw request body. To detect duplicates, use the header `webhook-id`.
 */
export const verifyWebhookForm = async (
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options: WebhookOptions = {},
): Promise<Readonly<Record<string, string>>> => {
  const text = await verifiedText(body, headers, secrets, options)
  if (text.startsWith('{'))
    throw new WebhookVerificationError('The body is not a form. For JSON, use verifyWebhook')
  return Object.fromEntries(new URLSearchParams(text))
}

const verifiedText = async (
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now }: WebhookOptions,
): Promise<string> => {
  const keys = (typeof secrets === 'string' ? [secrets] : secrets).map(keyBytesOf)
  if (keys.length === 0) throw new WebhookVerificationError('The signing secret is missing')
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  if (!/^[0-9]{1,12}$/.test(timestamp))
    throw new WebhookVerificationError('The header webhook-timestamp is not a Unix time')
  if (Math.abs(now() / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError(
      'The timestamp is too far from the current time. The notification is old, or a clock is wrong',
    )
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const content = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  const given = signatures.split(' ').slice(0, SIGNATURES_MAX)
  if (!(await anySigned(keys, given, content)))
    throw new WebhookVerificationError('The signature does not match this body and secret')
  return text
}

/** Returns the headers that Galla sends with a notification. Use it to test your receiver. */
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

/** Compares in constant time, with the platform's own function. */
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
    throw new WebhookVerificationError('The signing secret must start with whsec_')
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
