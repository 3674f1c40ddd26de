import { PAGE_LANGUAGE_CODES, type PageLanguage } from '@galla/contract/payment-page/page-languages'
import {
  SCRIPTS,
  strangeIn,
  type TranslatedLanguage,
} from '@galla/contract/payment-page/page-scripts-harness'
import { expect, test } from 'vitest'
import { RECEIPT_LABELS } from './receipt-labels.ts'
import { amountInLanguage } from './receipt-numerals.ts'

const ONLY_LETTERS = {
  hi: /^\p{Script=Devanagari}+$/u,
  mr: /^\p{Script=Devanagari}+$/u,
  bn: /^\p{Script=Bengali}+$/u,
  gu: /^\p{Script=Gujarati}+$/u,
  ur: /^\p{Script=Arabic}+$/u,
}

test.each(PAGE_LANGUAGE_CODES.filter((language): language is TranslatedLanguage => language !== 'en'))(
  'the labels in %s are in its own script, without digits of their own and letters of other scripts',
  (language) => {
    const { a5, ...labels } = RECEIPT_LABELS[language]
    expect(a5).toContain('PDF')
    for (const label of Object.values(labels)) {
      expect(label).toMatch(SCRIPTS[language])
      expect(strangeIn(label, language)).toEqual([])
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
  expect(amountInLanguage(paise, 'hi')).toBe(words)
})

const IN_WORDS: Partial<Record<PageLanguage, readonly string[]>> = {
  bn: ['একশত এক টাকা মাত্র', 'এক লাখ চব্বিশ হাজার নয়শত পঞ্চাশ টাকা পঞ্চাশ পয়সা মাত্র'],
  mr: ['एकशे एक रुपये फक्त', 'एक लाख चोवीस हजार नऊशे पन्नास रुपये पन्नास पैसे फक्त'],
  gu: ['એકસો એક રૂપિયા માત્ર', 'એક લાખ ચોવીસ હજાર નવસો પચાસ રૂપિયા પચાસ પૈસા માત્ર'],
  ur: ['ایک سو ایک روپے صرف', 'ایک لاکھ چوبیس ہزار نو سو پچاس روپے پچاس پیسے صرف'],
}

test('amounts have words in Bengali, Marathi, Gujarati and Urdu', () => {
  for (const [language, words] of Object.entries(IN_WORDS))
    expect([10_100n, 12_495_050n].map((paise) => amountInLanguage(paise, language as PageLanguage))).toEqual(
      words,
    )
})

test('exactly a hundred has a word of its own in Marathi', () => {
  expect(amountInLanguage(10_000n, 'mr')).toBe('शंभर रुपये फक्त')
  expect(amountInLanguage(110_000n, 'mr')).toBe('एक हजार शंभर रुपये फक्त')
})

test('each number below a thousand has words of its own, in the script of its language', () => {
  for (const language of ['hi', 'bn', 'mr', 'gu', 'ur'] as const) {
    const words = Array.from({ length: 1_000 }, (_each, n) => amountInLanguage(BigInt(n) * 100n, language))
    expect(new Set(words).size).toBe(1_000)
    for (const each of words) expect(each?.replaceAll(' ', '')).toMatch(ONLY_LETTERS[language])
  }
})

test.each(['te', 'ta', 'kn', 'or', 'ml', 'pa', 'as'] as const)(
  'amounts in %s have figures alone, because nobody has checked its number words',
  (language) => {
    expect(amountInLanguage(10_100n, language)).toBeNull()
  },
)
