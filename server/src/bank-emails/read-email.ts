import { DAY_MS } from '@galla/contract/durations'
import { decodeWords } from 'postal-mime'
import type { EmailOrigin } from '../bank-alerts/email-alert.ts'
import { SENDER_CHARS_MAX, TITLE_CHARS_MAX } from '../bank-alerts/forwarded-alert.ts'
import { cutText, subjectText } from '../bank-alerts/one-time-password.ts'
import { sha256 } from '../platform/crypto/crypto.ts'
import { type CheckedEmail, checkSignature, UncheckedSignatureError } from './check-signature.ts'
import type { FindTxt } from './dns-keys.ts'
import { type HeaderField, valuesOf } from './email-header.ts'
import { emailText } from './email-text.ts'

/** Alerts are smaller. */
export const EMAIL_BYTES_MAX = 256 * 1024
const DAYS_MAX = 7
/** A bank's clock may be ahead of ours. */
const AHEAD_MS_MAX = 10 * 60_000

/** An e-mail in a bank's name, as it is stored. */
export interface ReadEmail {
  readonly text: string
  readonly subject: string
  readonly sender: string | null
  readonly origin: EmailOrigin
  /** When the bank wrote it; null if the time is unknown or not credible. */
  readonly writtenAt: Date | null
  /** The same for the same e-mail, from either channel. */
  readonly identity: readonly string[]
}

export interface ReadEmailDeps {
  readonly findTxt: FindTxt
  readonly now: Date
  /** The addresses that the bank writes to, in lower case. */
  readonly recipients: readonly string[]
  readonly onError?: (error: unknown) => void
}

/**
 * Reads an e-mail in a bank's name. Of one that the bank did not sign, only subject and sender are stored; its body is not parsed. Throws if the
 * signature cannot be verified now.
 */
export const readEmail = async (raw: Uint8Array, deps: ReadEmailDeps): Promise<ReadEmail> => {
  const checked = await checkSignature(raw, deps).catch((error: unknown): CheckedEmail => {
    if (error instanceof UncheckedSignatureError) throw error
    // An e-mail that makes a library fail must not block the next ones.
    deps.onError?.(error)
    return { refusal: 'unreadable', from: null, fields: [] }
  })
  const sender = checked.from === null ? null : cutText(checked.from, SENDER_CHARS_MAX)
  const kept = {
    text: '',
    subject: plainSubject(checked.fields),
    sender,
    writtenAt: null,
    identity: ['refused', ...valuesOf(checked.fields, 'message-id'), sha256(raw).toString('hex')],
  }
  if ('refusal' in checked) return { ...kept, origin: { refusal: checked.refusal } }
  const { bank, from, fields, bodyHash, messageId } = checked
  const writtenAt = new Date(valuesOf(fields, 'date')[0] ?? '')
  const age = deps.now.getTime() - writtenAt.getTime()
  if (!(age <= DAYS_MAX * DAY_MS && age >= -AHEAD_MS_MAX)) return { ...kept, origin: { refusal: 'too_old' } }
  const read = await emailText(raw).catch(() => undefined)
  if (read === undefined) return { ...kept, origin: { refusal: 'unreadable' } }
  if (!read.to.some((address) => deps.recipients.includes(address)))
    return { ...kept, origin: { refusal: 'not_to_you' } }
  return {
    text: read.text,
    subject: subjectText(read.subject, TITLE_CHARS_MAX),
    sender,
    origin: { bankId: bank.bankId },
    writtenAt: age < 0 ? null : writtenAt,
    identity: ['signed', from, writtenAt.toISOString(), messageId, bodyHash],
  }
}

/** The subject of an unverified e-mail, without control characters. */
const plainSubject = (fields: readonly HeaderField[]): string =>
  subjectText(
    decodeWords(Buffer.from(valuesOf(fields, 'subject')[0] ?? '', 'latin1').toString()).replaceAll(
      /\p{C}/gu,
      ' ',
    ),
    TITLE_CHARS_MAX,
  )
