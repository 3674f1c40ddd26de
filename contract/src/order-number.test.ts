import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderNumberOf } from './order-number.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const timePart = (ms: number): string => {
  let text = ''
  for (let rest = ms, i = 0; i < 10; i += 1, rest = Math.floor(rest / 32))
    text = ALPHABET.charAt(rest % 32) + text
  return text
}
const random = fc.string({ unit: fc.constantFrom(...ALPHABET), minLength: 16, maxLength: 16 })

test('is a positive integer that a double, a Java long and a Dart int hold exactly, until 2088', () => {
  const ms = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2087, 11, 31) })
  fc.assert(
    fc.property(ms, random, (at, rest) => {
      const number = orderNumberOf(timePart(at) + rest)
      expect(Number.isSafeInteger(number)).toBe(true)
      expect(number).toBeGreaterThan(0)
      expect(JSON.parse(JSON.stringify(number))).toBe(number)
    }),
  )
})

test('grows from second to second, and two orders of one second differ by what is random in their ids', () => {
  const at = Date.UTC(2026, 10, 21)
  const first = orderNumberOf(`${timePart(at)}ZZZZZZZZZZZZZZZZ`)
  expect(orderNumberOf(`${timePart(at + 1000)}0000000000000000`)).toBeGreaterThan(first)
  expect(orderNumberOf(`${timePart(at)}ZZZZZZZZZZZZZZZY`)).not.toBe(first)
  expect(orderNumberOf(`${timePart(at)}ZZZZZZZZZZZZZZZZ`)).toBe(first)
})
