import { expect, test } from 'vitest'
import { counterTexts } from './counter-texts.ts'

test.each([
  ['en', '₹498.00 came, the order is ₹499.00.', '₹499.00 came in parts. The shop confirms it.'],
  ['hi', '₹498.00 आए, ऑर्डर ₹499.00 का है।', '₹499.00 अलग-अलग भुगतान में आए। दुकान पुष्टि करेगी।'],
] as const)('a counter in %s calls parts that make the whole no other amount', (language, other, whole) => {
  const { otherAmount } = counterTexts(language)
  expect(otherAmount('₹498.00', '₹499.00')).toBe(other)
  expect(otherAmount('₹499.00', '₹499.00')).toBe(whole)
})
