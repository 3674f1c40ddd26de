import { describe, expect, test } from 'vitest'
import { codeAt, enrolmentOf, stepOfCode } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')
const at = (seconds: number) => new Date(seconds * 1000)

/** RFC 6238, appendix B, SHA-1; the last six of its eight digits. */
describe('the codes match RFC 6238', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %d', (seconds, code) => {
    expect(codeAt(SECRET, at(seconds))).toBe(code)
  })
})

test('a code is valid at most one step early or late', () => {
  const now = at(1_800_000_000)
  const steps = [-2, -1, 0, 1, 2].map((drift) => {
    const step = stepOfCode(SECRET, codeAt(SECRET, at(1_800_000_000 + drift * 30)), now, 0)
    return step === undefined ? undefined : step - 60_000_000
  })
  expect(steps).toEqual([undefined, -1, 0, 1, undefined])
})

test('a code of a used or earlier step is invalid', () => {
  const now = at(1_800_000_000)
  const code = codeAt(SECRET, now)
  expect(stepOfCode(SECRET, code, now, 59_999_999)).toBe(60_000_000)
  expect(stepOfCode(SECRET, code, now, 60_000_000)).toBeUndefined()
  expect(stepOfCode(SECRET, code, now, 60_000_001)).toBeUndefined()
})

test.each(['', '1', '287082 ', '２８７０８２', '2870821', 'x'.repeat(5000)])('%j is not a code', (code) => {
  expect(stepOfCode(SECRET, code, at(59), 0)).toBeUndefined()
})

test('the link contains the fields that the app needs, for any e-mail address', () => {
  const { secret, uri } = enrolmentOf(SECRET, 'asha+shop&secret=x@example.com')
  expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  const link = new URL(uri)
  expect(link.protocol + link.host).toBe('otpauth:totp')
  expect(decodeURIComponent(link.pathname)).toBe('/Galla:asha+shop&secret=x@example.com')
  expect(Object.fromEntries(link.searchParams)).toMatchObject({
    issuer: 'Galla',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
