import { ALERT_LENGTH_MAX } from '@galla/upi/alert-text'
import { holdsOneTimePassword } from '@galla/upi/otp'
import { decodeWords } from 'postal-mime'

/** A text can be packed more than once: a JSON member that is a form, an encoded subject in JSON. */
const ROUNDS_MAX = 3
const FORMS_MAX = 40

const bytesOf = (text: string, escaped: RegExp): string =>
  Buffer.from(
    text.replace(escaped, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

const LETTERS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }
/** At least twelve letters of Base64, of which printable text comes. */
const BASE64 = /[A-Za-z0-9+/_-]{12,}={0,2}/g
const fromBase64 = (packed: string): string => {
  const text = Buffer.from(packed, 'base64').toString()
  return /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\s]+$/u.test(text) && !text.includes('\ufffd') ? text : packed
}

/** How forwarders' templates and e-mails pack a text. Each leaves what is not packed so as it is. */
const UNPACKERS: readonly ((text: string) => string)[] = [
  (text) =>
    text.replace(/\\u([0-9a-f]{4})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  (text) => text.replace(/\\([nrt"'\\/])/g, (_all, sign: string) => LETTERS[sign] ?? sign),
  // A word that was cut has no end.
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

/** The text, and what comes out of it, whichever way it was packed. */
const formsOf = (text: string): ReadonlySet<string> => {
  const forms = new Set([text])
  for (let round = 0; round < ROUNDS_MAX; round += 1)
    for (const form of [...forms])
      for (const unpack of UNPACKERS) if (forms.size < FORMS_MAX) forms.add(unpack(form))
  return forms
}

/** A longer field is checked as far as it is stored. */
const partsOf = (text: string): string[] =>
  text.length <= ALERT_LENGTH_MAX
    ? [text]
    : [text.slice(0, ALERT_LENGTH_MAX), text.slice(ALERT_LENGTH_MAX / 2, ALERT_LENGTH_MAX * 1.5)]

/** Whether one of the fields of a message holds a one-time password, however it is packed. */
export const holdsSecret = (fields: readonly (string | null | undefined)[]): boolean =>
  [...new Set(fields)].some(
    (field) => field != null && partsOf(field).some((part) => [...formsOf(part)].some(holdsOneTimePassword)),
  )

/** How far behind its figures a password may be named. */
const NAMED_WITHIN_CHARS = 200
/** Stands for a text that holds one or would lose the words that name it. It is read as one as well. */
const SECRET = 'OTP is 000000'

/** The subject of an e-mail: no bank needs it to report a payment, so its secret is left out of a payment, too. */
export const subjectText = (text: string, max: number): string =>
  holdsSecret([text.slice(0, max + NAMED_WITHIN_CHARS)]) ? SECRET : cutText(text, max)

/** Cuts a text that is too long to be stored. Half a letter is never kept. */
export const cutText = (text: string, max: number): string => {
  if (text.length <= max) return text.toWellFormed()
  return holdsSecret([text.slice(0, max + NAMED_WITHIN_CHARS)]) ? SECRET : text.slice(0, max).toWellFormed()
}
