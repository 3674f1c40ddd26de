import { expect, test } from 'vitest'
import { HELD_PAISE_MAX, paise } from '../rupees.ts'
import { invoiceWords, rupeesInWords } from './rupees-in-words.ts'

test.each([
  [0n, 'zero rupees'],
  [1n, 'one paisa'],
  [50n, 'fifty paise'],
  [1_00n, 'one rupee'],
  [19_00n, 'nineteen rupees'],
  [20_00n, 'twenty rupees'],
  [21_01n, 'twenty-one rupees and one paisa'],
  [100_00n, 'one hundred rupees'],
  [1_23_456_50n, 'one lakh twenty-three thousand four hundred fifty-six rupees and fifty paise'],
  [10_00_000_00n, 'ten lakh rupees'],
  [1_00_00_000_00n, 'one crore rupees'],
])('%d paise are "%s"', (amount, words) => {
  expect(rupeesInWords(paise(amount))).toBe(words)
})

test('every amount has words', () => {
  expect(rupeesInWords(HELD_PAISE_MAX)).toBe('ten lakh crore rupees')
})

test.each([
  [99_900n, 'Rupees Nine Hundred Ninety Nine Only'],
  [799_900n, 'Rupees Seven Thousand Nine Hundred Ninety Nine Only'],
  [1_799_900n, 'Rupees Seventeen Thousand Nine Hundred Ninety Nine Only'],
  [1n, 'Rupees Zero and One Paise Only'],
  [10_050n, 'Rupees One Hundred and Fifty Paise Only'],
  [10_000_000n, 'Rupees One Lakh Only'],
  [
    12_345_678_90n,
    'Rupees One Crore Twenty Three Lakh Forty Five Thousand Six Hundred Seventy Eight and Ninety Paise Only',
  ],
  [100_000_000_000n, 'Rupees One Hundred Crore Only'],
])('%d paise on an invoice are "%s"', (amount, words) => {
  expect(invoiceWords(amount)).toBe(words)
})
