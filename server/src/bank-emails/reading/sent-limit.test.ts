import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSentLimit } from './sent-limit.ts'

const limitAt = () => {
  let nowMs = 0
  const limit = createSentLimit(() => nowMs)
  return { ...limit, pass: (seconds: number) => (nowMs += seconds * 1_000) }
}

test('a server may send two thousand responses at once, and twenty a second', () => {
  const { take, pass } = limitAt()
  expect(take(Buffer.from('* 1 EXISTS\r\n'.repeat(2_000)))).toBe(true)
  pass(1)
  expect(take(Buffer.from('* 1 EXISTS\r\n'.repeat(20)))).toBe(true)
  expect(take(Buffer.from('* 1 EXISTS\r\n'))).toBe(false)
})

test('what was asked for comes in addition', () => {
  const { take, expect: ask } = limitAt()
  ask({ responses: 800, bytes: 20 * 1024 * 1024 })
  expect(take(Buffer.from('* 1 FETCH (UID 1)\r\n'.repeat(2_800)))).toBe(true)
  expect(take(Buffer.alloc(20 * 1024 * 1024))).toBe(true)
  expect(take(Buffer.alloc(5 * 1024 * 1024))).toBe(false)
})

test('lines of messages do not count, wherever the pieces end', () => {
  const literal = 'line\r\n'.repeat(100)
  const whole = Buffer.from(`* 1 FETCH (BODY[] {${literal.length}}\r\n${literal})\r\n`)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }), (sizes) => {
      const { take } = limitAt()
      let at = 0
      let isAllowed = true
      for (let n = 0; at < whole.length * 900; n += 1) {
        const size = sizes[n % sizes.length] ?? 1
        const from = at % whole.length
        const piece = whole.subarray(from, from + size)
        at += piece.length
        isAllowed &&= take(piece)
      }
      // Two lines each.
      expect(isAllowed).toBe(true)
      expect(take(Buffer.from('x\n'.repeat(201)))).toBe(false)
    }),
    { numRuns: 5 },
  )
})
