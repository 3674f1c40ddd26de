import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomIds, ulidFrom } from './ids.ts'

test('a ULID matches the specification for a known time and randomness', () => {
  expect(ulidFrom(new Date(1469918176385), new Uint8Array(10))).toBe('01ARYZ6S410000000000000000')
  expect(ulidFrom(new Date(0), new Uint8Array(10).fill(255))).toBe('0000000000ZZZZZZZZZZZZZZZZ')
})

test('ULIDs sort by time', () => {
  const time = fc.integer({ min: 0, max: 2 ** 48 - 1 })
  fc.assert(
    fc.property(time, time, (one, other) => {
      const [a, b] = [randomIds.ulid(new Date(one)), randomIds.ulid(new Date(other))]
      expect(a).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
      if (one !== other) expect(a < b).toBe(one < other)
    }),
  )
})

test('ULIDs of one millisecond, and tokens, are unique', () => {
  const at = new Date('2026-11-21T06:00:00Z')
  const made = Array.from({ length: 10_000 }, () => randomIds.ulid(at))
  expect(new Set(made).size).toBe(made.length)
  expect(randomIds.token()).toMatch(/^[\w-]{43}$/)
  expect(randomIds.token()).not.toBe(randomIds.token())
  expect(randomIds.bytes(5)).toHaveLength(5)
})

test('a time that a ULID cannot hold is refused', () => {
  expect(() => randomIds.ulid(new Date(-1))).toThrow(RangeError)
  expect(() => randomIds.ulid(new Date(Number.NaN))).toThrow(RangeError)
})
