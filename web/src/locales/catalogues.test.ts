import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'
import { formatMessage, t } from './translate.ts'

/** Of the dashboard, and of the server's e-mails. */
const FOLDERS = ['.', '../../../server/src/platform/mail/'].map((path) => new URL(path, import.meta.url))
const CATALOGUES = FOLDERS.flatMap((folder) => readdirSync(folder).map((name) => new URL(name, folder)))
  .filter(({ pathname }) => pathname.endsWith('.json'))
  .map((file) => ({
    language: basename(file.pathname, '.json'),
    messages: Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>),
  }))

/** The same figures stand in both, so that no amount, limit or count changes with the language. */
const figuresOf = (message: string): string[] => message.match(/\d+(?:[.,:]\d+)*/g)?.sort() ?? []
const valuesOf = (message: string): string[] => [
  ...new Set([...message.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name = '']) => name)),
]
const tagsOf = (message: string): string[] => (message.match(/<\/?\w+>/g) ?? []).sort()

/** The formatter is a part of ICU MessageFormat: for every message it says what the whole of it says. */
const formatted = (message: string, language: string, n: number): [ours: string, icu: string] => {
  const values = Object.fromEntries(valuesOf(message).map((name) => [name, n]))
  const icu = new IntlMessageFormat(message, `${language}-IN-u-nu-latn`, undefined, { ignoreTag: true })
  return [formatMessage(message, values), String(icu.format(values))]
}

test.each(CATALOGUES)(
  'each message in $language has the values, tags and figures of the English one',
  ({ messages }) => {
    for (const [english, translated] of messages) {
      expect(valuesOf(translated).sort(), english).toEqual(valuesOf(english).sort())
      expect(tagsOf(translated), english).toEqual(tagsOf(english))
      if (!english.includes(', plural,')) expect(figuresOf(translated), english).toEqual(figuresOf(english))
    }
  },
)

test.each(CATALOGUES)(
  'each message in the $language catalogue is formatted as by ICU MessageFormat',
  ({ messages }) => {
    for (const message of messages.flat())
      for (const n of [0, 1, 2, 11, 5]) {
        const [ours, icu] = formatted(message, 'en', n)
        expect(ours, message).toBe(icu)
      }
  },
)

test.each(CATALOGUES)('texts in $language use their own script', ({ messages }) => {
  const SAME = /^(?:[A-Z]{2,5}|ClientTxnID|Excel \(XLSX\)|Dr\/Cr|Key ID|UPI ID|WhatsApp)$/
  for (const [english, translated] of messages)
    if (!SAME.test(english)) expect(translated, english).toMatch(/\p{Script=Devanagari}/u)
})

test('without a catalogue a text is shown in English, with its values filled in', () => {
  expect(t('Sign in')).toBe('Sign in')
  expect(t('{what} could not be loaded', { what: '$& {what}' })).toBe('$& {what} could not be loaded')
  expect(t('{count, plural, one {# order} other {# orders}}', { count: 1 })).toBe('1 order')
  expect(t('{count, plural, one {# order} other {# orders}}', { count: 124000 })).toBe('1,24,000 orders')
})

test('two meanings of one English text are separate messages, and both are shown as that text', () => {
  expect(t('State [of India]')).toBe('State')
  expect(t('State')).toBe('State')
})
