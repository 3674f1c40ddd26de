import { SIGNATURE_TOLERANCE_SECONDS, type SignatureFault } from '@galla/contract/reconciliation/alerts'
import { equalInConstantTime, hmacSha256 } from '../platform/crypto/crypto.ts'
import { isRecord } from '../platform/json.ts'

/** A forwarder's request, byte for byte, with what may sign it. */
export interface SignedRequest {
  readonly body: Uint8Array
  /** `X-Signature` and `X-Timestamp` of SMS Gateway for Android. */
  readonly signature: string | undefined
  readonly timestamp: string | undefined
}

/** The two fields that SmsForwarder adds to its JSON or form. */
const signedFields = (body: string): { sign: string; timestamp: string } | undefined => {
  const text = body.trim()
  let fields: Record<string, unknown>
  try {
    const json: unknown = text.startsWith('{')
      ? JSON.parse(text)
      : Object.fromEntries(new URLSearchParams(text))
    if (!isRecord(json)) return undefined
    fields = json
  } catch {
    return undefined
  }
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

/** A signature as it was computed, however it was written, or what is wrong with it. */
export type CheckedSignature = Buffer | SignatureFault

const inTime = (now: Date, ms: number, signature: Buffer): CheckedSignature =>
  Math.abs(now.getTime() - ms) <= SIGNATURE_TOLERANCE_SECONDS * 1000 ? signature : 'old'

/**
 * Checks a request's signature. SMS Gateway for Android signs the body and the time, in hex; SmsForwarder signs the time alone, in
 * base64: it proves that the sender knows the secret, not what it wrote.
 */
export const checkSignature = (
  { body, signature, timestamp }: SignedRequest,
  secret: string,
  now: Date,
): CheckedSignature => {
  if (signature !== undefined && signature !== '') {
    if (timestamp === undefined || !/^\d{1,12}$/.test(timestamp)) return 'wrong'
    const expected = hmacSha256(secret, Buffer.concat([body, Buffer.from(timestamp)]))
    if (!equalInConstantTime(expected.toString('hex'), signature.toLowerCase())) return 'wrong'
    return inTime(now, Number(timestamp) * 1000, expected)
  }
  const fields = signedFields(Buffer.from(body).toString('utf8'))
  if (fields === undefined) return 'unsigned'
  if (!/^\d{1,15}$/.test(fields.timestamp)) return 'wrong'
  const expected = hmacSha256(secret, `${fields.timestamp}\n${secret}`)
  if (!equalInConstantTime(expected.toString('base64'), unescaped(fields.sign).replaceAll(' ', '+')))
    return 'wrong'
  return inTime(now, Number(fields.timestamp), expected)
}
