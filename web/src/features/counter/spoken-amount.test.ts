import { PAGE_LANGUAGE_CODES } from '@galla/contract/payment-page/page-languages'
import { describe, expect, test } from 'vitest'
import { receivedSentence, summarySentence } from './spoken-amount.ts'

describe('a spoken amount', () => {
  test.each([
    [250, 'two hundred and fifty rupees received'],
    [1, 'one rupee received'],
    [0.5, 'fifty paise received'],
    [12.75, 'twelve rupees and seventy five paise received'],
    [1_000, 'one thousand rupees received'],
    [123_456, 'one lakh twenty three thousand four hundred and fifty six rupees received'],
    [1_000_000, 'ten lakh rupees received'],
  ])('of %d is read in English words', (amount, sentence) => {
    expect(receivedSentence(amount, 'en')).toBe(sentence)
  })

  test.each([
    [250, 'दो सौ पचास रुपये मिले'],
    [99, 'निन्यानवे रुपये मिले'],
    [1_545.25, 'एक हज़ार पाँच सौ पैंतालीस रुपये पच्चीस पैसे मिले'],
  ])('of %d is read in Hindi words', (amount, sentence) => {
    expect(receivedSentence(amount, 'hi')).toBe(sentence)
  })

  test('has a different word for each number below one hundred in Hindi', () => {
    const words = Array.from({ length: 99 }, (_each, n) => receivedSentence(n + 1, 'hi'))
    expect(new Set(words).size).toBe(99)
  })

  test('is given in digits in every other language', () => {
    for (const language of PAGE_LANGUAGE_CODES)
      if (language !== 'en' && language !== 'hi') expect(receivedSentence(250, language)).toMatch(/250/)
  })

  test('of several payments starts with their number', () => {
    expect(summarySentence(7, 1_250, 'en')).toBe(
      'seven earlier payments: one thousand two hundred and fifty rupees received',
    )
  })
})
