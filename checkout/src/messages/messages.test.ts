import { readFileSync } from 'node:fs'
import { directionOf, PAGE_LANGUAGE_CODES } from '@galla/contract/payment-page/page-languages'
import {
  SCRIPTS,
  strangeIn,
  type TranslatedLanguage,
} from '@galla/contract/payment-page/page-scripts-harness'
import { REFUSALS } from '@galla/contract/refusals'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import { SCRIPT_KEYS } from '../script-messages.ts'
import { MESSAGES, scriptMessagesIn, textIn } from '../text.ts'
import { en, type MessageKey } from './en.ts'

const KEYS = Object.keys(en) as MessageKey[]
const OTHERS = PAGE_LANGUAGE_CODES.filter((language): language is TranslatedLanguage => language !== 'en')

/** What a message is given, without the forms of a plural. */
const placeholders = (text: string): string[] =>
  new IntlMessageFormat(text, 'en')
    .getAst()
    .flatMap((part) => ('value' in part && part.type !== 0 ? [`${part.type} ${part.value}`] : []))
    .sort()

/** Terms that customers know from their UPI app, in Latin letters everywhere. */
const TERMS: readonly MessageKey[] = ['upiId', 'utr']

describe.each(OTHERS)('the messages in %s', (language) => {
  it('have the same keys and placeholders as in English', () => {
    expect(Object.keys(MESSAGES[language]).sort()).toEqual([...KEYS].sort())
    for (const key of KEYS) expect(placeholders(MESSAGES[language][key]), key).toEqual(placeholders(en[key]))
  })

  it('use only their own script, with Latin digits', () => {
    for (const key of KEYS) {
      const text = MESSAGES[language][key]
      if (!TERMS.includes(key)) expect(text, key).toMatch(SCRIPTS[language])
      expect(strangeIn(text, language), key).toEqual([])
    }
  })

  it('keep the figures and terms of the English messages', () => {
    // "1 minute" and the names of what an app shows must survive the translation.
    const marks = (text: string) => (text.match(/\d+|\b(?:UPI|UTR|QR|RRN|Galla)\b/g) ?? []).toSorted()
    for (const key of KEYS)
      for (const mark of new Set(marks(en[key])))
        if (!(key === 'claimArrived' || key === 'days')) expect(MESSAGES[language][key], key).toContain(mark)
  })
})

describe('English', () => {
  it('has the same sentences for refusals as the API', () => {
    // A wrong address has words of its own: its reader is a customer, not an integrator.
    for (const code of ['not_payable', 'too_many_requests', 'provider_unavailable', 'overloaded'] as const)
      expect(en[code]).toBe(REFUSALS[code].msg)
  })
})

describe('a message', () => {
  it('uses Latin digits in every language, even where a language has its own', () => {
    for (const language of PAGE_LANGUAGE_CODES)
      expect(textIn(language)('days', { days: 12 }), language).toMatch(/^12 /)
  })

  it('isolates an amount inside right-to-left text', () => {
    expect(directionOf('ur')).toBe('rtl')
    expect(textIn('ur')('exactNote', { price: '₹499.00', amount: '₹498.63' })).toContain(
      '\u2068₹498.63\u2069',
    )
  })

  it('has the same place in the page and in its script', () => {
    const script = readFileSync(new URL('../browser/messages.ts', import.meta.url), 'utf8')
    expect([...script.matchAll(/^ {2}(\w+),$/gm)].map(([, name]) => name)).toEqual(SCRIPT_KEYS)
  })

  it('takes one line in the page script', () => {
    for (const language of PAGE_LANGUAGE_CODES)
      expect(scriptMessagesIn(textIn(language)).split('\n')).toHaveLength(21)
  })
})
