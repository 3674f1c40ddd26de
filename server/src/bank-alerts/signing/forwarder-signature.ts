import { SIGNATURE_TOLERANCE_SECONDS, type SignatureFault } from '@galla/contract/bank-alerts/alerts'
import { DAY_MS } from '@galla/contract/durations'
import { equalInConstantTime, hmacSha256 } from '../../platform/crypto/crypto.ts'
import { isRecord, parseJson } from '../../platform/json.ts'
import { statedTimes } from '../forwarded-alert.ts'
import { isForwarderPing } from '../forwarder-ping.ts'

/** A forwarder's raw request, with the fields that may contain a signature. */
export interface SignedRequest {
  readonly body: Uint8Array
  /** Decides how the body is read, and is signed by no forwarder. */
  readonly contentType: string
  /** `X-Signature` of SMS Gateway for Android and of Incoming SMS to URL Forwarder. */
  readonly signature: string | undefined
  /** `X-Timestamp` of SMS Gateway for Android. */
  readonly timestamp: string | undefined
  /** The key in the URL of heartbeats, which are not signed. */
  readonly pingKey: string | undefined
}

/** Incoming SMS to URL Forwarder may send late. Repeated messages are recognised for longer than this. */
const DATED_DAYS_MAX = 7
const RULES_SECONDS = 900

/** The verified signature of a request, independent of its encoding. */
export interface Signature {
  readonly bytes: Buffer
  /** True: the body of its first use must be recorded, because the signature would also be valid for another body, or a second time. */
  readonly isForOneBody: boolean
}
export type CheckedSignature = Signature | SignatureFault

/** The two fields that SmsForwarder adds to its JSON or form. */
const signedFields = (body: string): { sign: string; timestamp: string } | undefined => {
  const text = body.trim()
  const fields = text.startsWith('{') ? parseJson(text) : Object.fromEntries(new URLSearchParams(text))
  if (!isRecord(fields)) return undefined
  const { sign, timestamp } = fields
  const isTime = typeof timestamp === 'string' || typeof timestamp === 'number'
  return typeof sign === 'string' && sign !== '' && isTime
    ? { sign, timestamp: String(timestamp) }
    : undefined
}

/** SmsForwarder always URL-encodes its Base64. */
const unescaped = (sign: string): string => {
  try {
    return decodeURIComponent(sign)
  } catch {
    return sign
  }
}

const checkTime = (now: Date, ms: number, bytes: Buffer): CheckedSignature =>
  Math.abs(now.getTime() - ms) <= SIGNATURE_TOLERANCE_SECONDS * 1000 ? { bytes, isForOneBody: true } : 'old'

/**
 * Incoming SMS to URL Forwarder signs only the body, in hex. One of the times in the body must be recent, because an older message could be
 * replayed after its deduplication key was deleted. The phone repeats the same bytes until they are accepted.
 */
const checkBody = (body: Uint8Array, signature: string, secret: string, now: Date): CheckedSignature => {
  const bytes = hmacSha256(secret, body)
  if (!equalInConstantTime(bytes.toString('hex'), signature.toLowerCase())) return 'wrong'
  const ages = statedTimes(Buffer.from(body).toString('utf8')).map((at) => now.getTime() - at.getTime())
  if (ages.length === 0) return 'undated'
  const isRecent = (age: number) =>
    age >= -SIGNATURE_TOLERANCE_SECONDS * 1000 && age <= DATED_DAYS_MAX * DAY_MS
  return ages.some(isRecent) ? { bytes, isForOneBody: false } : 'old'
}

/**
 * Verifies the signature of a request. SMS Gateway for Android signs the body and the time, in hex. SmsForwarder signs only the time, in Base64,
 * which proves that the sender knows the secret, but not the content.
 */
export const checkSignature = (
  { body, signature, timestamp, pingKey: key }: SignedRequest,
  secret: string,
  now: Date,
): CheckedSignature => {
  if (signature !== undefined && signature !== '') {
    if (timestamp === undefined) return checkBody(body, signature, secret, now)
    if (!/^\d{1,12}$/.test(timestamp)) return 'wrong'
    const expected = hmacSha256(secret, Buffer.concat([body, Buffer.from(timestamp)]))
    if (!equalInConstantTime(expected.toString('hex'), signature.toLowerCase())) return 'wrong'
    return checkTime(now, Number(timestamp) * 1000, expected)
  }
  const text = Buffer.from(body).toString('utf8')
  if (key !== undefined && isForwarderPing(text)) {
    const expected = pingKey(secret)
    if (!equalInConstantTime(key, expected)) return 'wrong'
    return { bytes: Buffer.from(expected), isForOneBody: false }
  }
  const fields = signedFields(text)
  if (fields === undefined) return 'unsigned'
  if (!/^\d{1,15}$/.test(fields.timestamp)) return 'wrong'
  const expected = hmacSha256(secret, `${fields.timestamp}\n${secret}`)
  if (!equalInConstantTime(expected.toString('base64'), unescaped(fields.sign).replaceAll(' ', '+')))
    return 'wrong'
  return checkTime(now, Number(fields.timestamp), expected)
}

/** A key for one purpose of our own. Forwarders sign messages with the secret itself, and what we sign must never be a message's signature. */
const ownKey = (secret: string, purpose: string): Buffer => hmacSha256(secret, `galla ${purpose}`)

/** The key in the heartbeat URL of Incoming SMS to URL Forwarder, which signs only messages. A heartbeat reports no payment. */
export const pingKey = (secret: string): string =>
  hmacSha256(ownKey(secret, 'pings'), 'ping').toString('base64url')

const rulesSignature = (secret: string, until: number): string =>
  hmacSha256(ownKey(secret, 'rules'), `rules ${until}`).toString('base64url')

/** A code that opens the rules with the secret for a few minutes. It expires, because URLs end up in logs and histories. */
export const rulesCode = (secret: string, now: Date): string => {
  const until = Math.floor(now.getTime() / 1000) + RULES_SECONDS
  return `${until}-${rulesSignature(secret, until)}`
}

export const isRulesCode = (code: string, secret: string, now: Date): boolean => {
  const [, until = '', signature = ''] = /^(\d{1,12})-([\w-]+)$/.exec(code) ?? []
  return (
    equalInConstantTime(signature, rulesSignature(secret, Number(until))) &&
    now.getTime() <= Number(until) * 1000
  )
}
