import { fuzzRuns } from '@galla/upi/fuzz-harness'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readForwarded } from './forwarded-alert.ts'
import { readAlert } from './read-alert.ts'
import { timeOf, toStoredAlert } from './stored-alert.ts'

const encoded = (text: string, letter: 'B' | 'Q') =>
  letter === 'B'
    ? Buffer.from(text).toString('base64')
    : [...Buffer.from(text)].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
const words = (text: string, letter: 'B' | 'Q', size: number): string =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, n) => text.slice(n * size, (n + 1) * size))
    .map((part) => `=?utf-8?${letter}?${encoded(part, letter)}?=`)
    .join(' ')

/** How templates and e-mails pack a text. */
const PACKINGS: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'a word of Base64': (text) => words(text, 'B', 200),
  'split words of Base64': (text) => words(text, 'B', 6),
  'split words of quoted-printable': (text) => words(text, 'Q', 5),
  'folded words': (text) => words(text, 'B', 9).replaceAll(' ', '\r\n '),
  'a word without its end': (text) => words(text, 'B', 200).slice(0, -2),
  'quoted-printable': (text) => encoded(text, 'Q').replace(/.{60}/g, '$&=\r\n'),
  'percent signs': (text) => encodeURIComponent(text),
  'a form': (text) => new URLSearchParams({ x: text }).toString(),
  'JSON escapes': (text) =>
    [...text].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  'JSON in JSON': (text) => JSON.stringify({ x: JSON.stringify({ y: text }) }),
  'HTML entities': (text) => [...text].map((sign) => `&#${sign.codePointAt(0)};`).join(''),
  'HTML entities in hex': (text) =>
    [...text].map((sign) => `&#x${sign.codePointAt(0)?.toString(16)};`).join(''),
  'HTML tags': (text) => [...text].map((sign) => `<i>${sign}</i>`).join(''),
  Base64: (text) => Buffer.from(text).toString('base64'),
  'Base64 in percent signs': (text) => encodeURIComponent(Buffer.from(text).toString('base64')),
  'zero-width signs': (text) => [...text].join('\u200b'),
}

/** Where a forwarder may put it. */
const PLACES: Readonly<Record<string, (text: string) => object>> = {
  text: (text) => ({ text, from: 'VM-HDFCBK-S' }),
  title: (title) => ({ title, text: 'Tap to see', from: 'com.whatsapp' }),
  sender: (from) => ({ from, text: 'Hello' }),
  device: (device) => ({ device, messageId: '1', text: 'Hello', from: 'VM-HDFCBK-S' }),
  'a number of the phone': (messageId) => ({ device: 'phone', messageId, text: 'Hello' }),
  'a field that nobody knows': (note) => ({ note }),
  'a field one level down': (message) => ({ payload: { message } }),
}

const SENTENCES = [
  (code: string) => `Your OTP is ${code}`,
  (code: string) => `${code} is your OTP for login. Do not share`,
  (code: string) => `आपका ओटीपी ${code} है`,
  (code: string) => `Dear Customer, use OTP ${code} for the transaction of Rs 499.00`,
]

const stored = (form: object): string =>
  readForwarded(JSON.stringify(form), 'application/json')
    .map((message) => {
      const read = readAlert(message)
      const time = timeOf(read, { times: message.times, arrivedAt: new Date(0) })
      return JSON.stringify(toStoredAlert(read, message, time), (_key, value) =>
        typeof value === 'bigint' ? String(value) : value,
      )
    })
    .join()

const code = fc.integer({ min: 100_000, max: 999_999 }).map(String)

test.each(Object.keys(PACKINGS))('a one-time password in any field is not stored, encoded as %s', (name) => {
  const pack = PACKINGS[name] ?? String
  fc.assert(
    fc.property(
      code,
      fc.constantFrom(...SENTENCES),
      fc.constantFrom(...Object.keys(PLACES)),
      (figures, sentence, place) => {
        const packed = pack(sentence(figures))
        const kept = stored(PLACES[place]?.(packed) ?? {})
        expect(kept).toBe('{"text":"","title":null,"sender":null,"isSecret":true}')
      },
    ),
    { numRuns: fuzzRuns(60) },
  )
})

test('the title and the text are searched together, and separately if they are long', () => {
  expect(stored({ title: 'One-time password', text: '445566', from: 'x' })).not.toContain('445566')
  const long = 'x'.repeat(3_900)
  expect(stored({ title: 'y'.repeat(400), text: `${long} OTP is 445566`, from: 'x' })).not.toContain('445566')
})

test("a payment in a known sentence is stored even if its payer's text looks like a one-time password", () => {
  const text =
    'INR 499.00 credited to A/c no. XX1234 on 21-11-26. Info- UPI/P2A/612345678901/ASHA RAO/HDFC/asha@okaxis/OTP 445566'
  expect(stored({ text, from: 'AX-AXISBK-S' })).toContain('612345678901')
})
