import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextOrderNumber, ORDER_NUMBER_MAX, proposedOrderNumber } from './order-number.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const timePart = (ms: number): string => {
  let text = ''
  for (let rest = ms, i = 0; i < 10; i += 1, rest = Math.floor(rest / 32))
    text = ALPHABET.charAt(rest % 32) + text
  return text
}
const random = fc.string({ unit: fc.constantFrom(...ALPHABET), minLength: 16, maxLength: 16 })

const at = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2100, 0) })
const fitsAnInt = (number: number): boolean =>
  Number.isInteger(number) && number >= 1 && number <= 2_147_483_647

test('an order number and every number after it fit a signed 32-bit integer', () => {
  fc.assert(
    fc.property(at, random, (ms, rest) => {
      const number = proposedOrderNumber(timePart(ms) + rest)
      expect(fitsAnInt(number)).toBe(true)
      expect(fitsAnInt(nextOrderNumber(number))).toBe(true)
      expect(nextOrderNumber(number)).not.toBe(number)
    }),
  )
  expect(nextOrderNumber(ORDER_NUMBER_MAX)).toBe(1)
})

test('the numbers of a hundred thousand orders are spread over the whole range', () => {
  const draw = fc.sample(random, { numRuns: 100_000, seed: 7 })
  const numbers = draw.map((rest) => proposedOrderNumber(timePart(0) + rest))
  // Two in 2.3 are expected to share one; a narrower range would make hundreds.
  expect(numbers.length - new Set(numbers).size).toBeLessThan(20)
  expect(Math.max(...numbers)).toBeGreaterThan(0.99 * ORDER_NUMBER_MAX)
})
