import { PAGE_LANGUAGE_CODES, type PageLanguage } from '@galla/contract/orders/page-languages'
import { expect, test } from 'vitest'
import { amountInHindi } from './amount-in-hindi.ts'
import { RECEIPT_LABELS } from './receipt-labels.ts'

const SCRIPTS: Readonly<Record<Exclude<PageLanguage, 'en'>, RegExp>> = {
  hi: /\p{Script=Devanagari}/u,
  bn: /\p{Script=Bengali}/u,
  mr: /\p{Script=Devanagari}/u,
  te: /\p{Script=Telugu}/u,
  ta: /\p{Script=Tamil}/u,
  gu: /\p{Script=Gujarati}/u,
  ur: /\p{Script=Arabic}/u,
  kn: /\p{Script=Kannada}/u,
  or: /\p{Script=Oriya}/u,
  ml: /\p{Script=Malayalam}/u,
  pa: /\p{Script=Gurmukhi}/u,
  as: /\p{Script=Bengali}/u,
}

test.each(PAGE_LANGUAGE_CODES.filter((language) => language !== 'en'))(
  'the labels in %s are in its own script, without digits of their own and letters of other scripts',
  (language) => {
    const { a5, ...labels } = RECEIPT_LABELS[language as keyof typeof SCRIPTS]
    expect(a5).toContain('PDF')
    for (const label of Object.values(labels)) {
      expect(label).toMatch(SCRIPTS[language as keyof typeof SCRIPTS])
      for (const script of Object.values(SCRIPTS))
        if (script.source !== SCRIPTS[language as keyof typeof SCRIPTS].source)
          expect(label).not.toMatch(script)
      expect(label.replace(/\p{ASCII}/gu, '')).not.toMatch(/\p{Nd}/u)
    }
  },
)

test.each([
  [1n, 'शून्य रुपये एक पैसा मात्र'],
  [100n, 'एक रुपया मात्र'],
  [10_100n, 'एक सौ एक रुपये मात्र'],
  [799_900n, 'सात हज़ार नौ सौ निन्यानवे रुपये मात्र'],
  [12_495_050n, 'एक लाख चौबीस हज़ार नौ सौ पचास रुपये पचास पैसे मात्र'],
  [1_000_000_000n, 'एक करोड़ रुपये मात्र'],
  [20_000_000_100n, 'बीस करोड़ एक रुपये मात्र'],
])('%d paise in Hindi words are %s', (paise, words) => {
  expect(amountInHindi(paise)).toBe(words)
})
