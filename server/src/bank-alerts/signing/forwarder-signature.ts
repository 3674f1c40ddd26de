import { SIGNATURE_TOLERANCE_SECONDS, type SignatureFault } from '@galla/contract/bank-alerts/alerts'
import { equalInConstantTime, hmacSha256 } from '../../platform/crypto/crypto.ts'
import { isRecord, parseJson } from '../../platform/json.ts'
import { statedTimes } from '../forwarded-alert.ts'
import { isForwarderPing } from '../forwarder-ping.ts'

/** A forwarder's request, byte for byte, with what may sign it. */
export interface SignedRequest {
  readonly body: Uint8Array
  /** `X-Signature` of SMS Gateway for Android and of Incoming SMS to URL Forwarder. */
  readonly signature: string | undefined
  /** `X-Timestamp` of SMS Gateway for Android. */
  readonly timestamp: string | undefined
  /** From the address of pings that nothing signs. */
  readonly pingKey: string | undefined
}

/** A message that Incoming SMS to URL Forwarder could not send earlier. Messages are known again for longer than this. */
const DATED_DAYS_MAX = 7
const DAY_MS = 86_400_000
const RULES_SECONDS = 900

/** What authenticates a request, as it was computed, however it was written. */
export interface Signature {
  readonly bytes: Buffer
  /** Which body it came with has to be noted: it would be valid with another one too, or with the same one again. */
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

/** SmsForwarder writes its base64 as it stands in a URL, whatever it is sent in. */
const unescaped = (sign: string): string => {
  try {
    return decodeURIComponent(sign)
  } catch {
    return sign
  }
}

const inTime = (now: Date, ms: number, bytes: Buffer): CheckedSignature =>
  Math.abs(now.getTime() - ms) <= SIGNATURE_TOLERANCE_SECONDS * 1000 ? { bytes, isForOneBody: true } : 'old'

/**
 * Incoming SMS to URL Forwarder signs the body alone, in hex. The times in the body are signed with it, and one of them has to be of
 * the last days: an older message could be sent again when nobody knows it any more. The phone sends the same bytes until they are taken.
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
 * Checks what signs a request. SMS Gateway for Android signs the body and the time, in hex; SmsForwarder signs the time alone, in
 * base64: it proves that the sender knows the secret, not what it wrote.
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
    return inTime(now, Number(timestamp) * 1000, expected)
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
  return inTime(now, Number(fields.timestamp), expected)
}

/** Stands in the address of the heartbeat of Incoming SMS to URL Forwarder, which signs only messages. It reports no payment. */
export const pingKey = (secret: string): string => hmacSha256(secret, 'ping').toString('base64url')

const rulesSignature = (secret: string, until: number): string =>
  hmacSha256(secret, `rules ${until}`).toString('base64url')

/** Opens the rules with the secret in them, for as long as a phone is set up: addresses are found in logs and histories later. */
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
