import { ALERT_LENGTH_MAX } from '@galla/upi/alert-text'
import { containsOneTimePassword } from '@galla/upi/otp'
import { decodeWords } from 'postal-mime'

/** Texts may be encoded more than once: a form in a JSON member, an encoded subject in JSON. */
const ROUNDS_MAX = 3
const FORMS_MAX = 40

const bytesOf = (text: string, escaped: RegExp): string =>
  Buffer.from(
    text.replace(escaped, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

const LETTERS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }
/** At least twelve characters of Base64. */
const BASE64 = /[A-Za-z0-9+/_-]{12,}={0,2}/g
const fromBase64 = (encoded: string): string => {
  const text = Buffer.from(encoded, 'base64').toString()
  return /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\s]+$/u.test(text) && !text.includes('\ufffd') ? text : encoded
}

/** Decoders for the encodings of forwarders and e-mails. Each leaves other text unchanged. */
const DECODERS: readonly ((text: string) => string)[] = [
  (text) =>
    text.replace(/\\u([0-9a-f]{4})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  (text) => text.replace(/\\([nrt"'\\/])/g, (_all, character: string) => LETTERS[character] ?? character),
  // Closes an encoded word that was cut off.
  (text) => decodeWords(text.replace(/(=\?[\w-]+\?[bq]\?[^? ]*)$/i, '$1?=')),
  (text) =>
    text.replaceAll('+', ' ').replace(/(?:%[0-9a-f]{2})+/gi, (run) => bytesOf(run, /%([0-9a-f]{2})/gi)),
  (text) =>
    text.replaceAll(/=\r?\n/g, '').replace(/(?:=[0-9a-f]{2})+/gi, (run) => bytesOf(run, /=([0-9a-f]{2})/gi)),
  (text) =>
    text
      .replace(/<[^<>]{0,200}>/g, '')
      .replace(/&(?:nbsp|zwnj|zwj|shy|ensp|emsp|thinsp);/gi, ' ')
      .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));?/gi, (all, hex?: string, decimal?: string) => {
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
        return code <= 0x10ffff ? String.fromCodePoint(code) : all
      }),
  (text) => text.replace(BASE64, fromBase64),
]

/** The text and all its decoded forms. */
const formsOf = (text: string): ReadonlySet<string> => {
  const forms = new Set([text])
  for (let round = 0; round < ROUNDS_MAX; round += 1)
    for (const form of [...forms])
      for (const decode of DECODERS) if (forms.size < FORMS_MAX) forms.add(decode(form))
  return forms
}

/** The parts of a long field that may be stored. */
const partsOf = (text: string): string[] =>
  text.length <= ALERT_LENGTH_MAX
    ? [text]
    : [text.slice(0, ALERT_LENGTH_MAX), text.slice(ALERT_LENGTH_MAX / 2, ALERT_LENGTH_MAX * 1.5)]

/** True if a field of a message contains a one-time password, in any encoding. */
export const holdsSecret = (fields: readonly (string | null | undefined)[]): boolean =>
  [...new Set(fields)].some(
    (field) =>
      field != null && partsOf(field).some((part) => [...formsOf(part)].some(containsOneTimePassword)),
  )

/** The word "OTP" may follow the digits at this distance. */
const NAMED_WITHIN_CHARS = 200
/** Replaces a text that contains a one-time password. It must itself be recognized as one. */
const SECRET = 'OTP is 000000'

/** Cuts the subject of an e-mail, and removes a one-time password even if the e-mail reports a payment: no bank needs the subject for that. */
export const subjectText = (text: string, max: number): string =>
  holdsSecret([text.slice(0, max + NAMED_WITHIN_CHARS)]) ? SECRET : cutText(text, max)

/** Cuts a text that is too long to be stored, never inside a character. */
export const cutText = (text: string, max: number): string => {
  if (text.length <= max) return text.toWellFormed()
  return holdsSecret([text.slice(0, max + NAMED_WITHIN_CHARS)]) ? SECRET : text.slice(0, max).toWellFormed()
}
