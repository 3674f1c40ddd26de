import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLikelyPersonalHandle, parseVpa } from './vpa.ts'

const vpa = (text: string) => {
  const parsed = parseVpa(text)
  if (parsed === undefined) throw new Error(`not a UPI ID: ${text}`)
  return parsed
}

describe('parseVpa', () => {
  it.each([
    ['ab@upi', 'ab@upi'],
    ['9876543210@paytm', '9876543210@paytm'],
    ['Sharma.Traders@OkHdfcBank', 'sharma.traders@okhdfcbank'],
    ['a_b-c.d@fam1', 'a_b-c.d@fam1'],
    ['centralwarehousingco.99331959@hdfcbank', 'centralwarehousingco.99331959@hdfcbank'],
    ['01JD2Z8Q4W3V5X6Y7Z8A9BCDEF@gallatest', '01jd2z8q4w3v5x6y7z8a9bcdef@gallatest'],
    [`${'a'.repeat(256)}@${'b'.repeat(64)}`, `${'a'.repeat(256)}@${'b'.repeat(64)}`],
  ])('parses %j to %j', (text, expected) => {
    expect(parseVpa(text)).toBe(expected)
  })

  it.each([
    '',
    '@',
    'shop',
    'shop@',
    '@upi',
    'a@upi',
    'shop@u',
    'shop@1upi',
    '.shop@upi',
    '-shop@upi',
    '_shop@upi',
    'sh op@upi',
    ' shop@upi',
    'shop@upi ',
    'shop@upi\n',
    'shop@@upi',
    'shop@upi@upi',
    'shop@up.i',
    'shop@up-i',
    'shop%40upi',
    'shop+1@upi',
    'shop&am=1@upi',
    'दुकान@upi',
    'shop@यूपीआई',
    'ſhop@upi',
    'shop@o\u212A',
    `${'a'.repeat(257)}@upi`,
    `shop@${'b'.repeat(65)}`,
  ])('refuses %j', (text) => {
    expect(parseVpa(text)).toBeUndefined()
  })

  it('parses a parsed UPI ID to itself', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{1,20}@[A-Za-z][A-Za-z0-9]{1,10}$/),
        (text) => {
          const parsed = vpa(text)
          expect(parsed).toBe(text.toLowerCase())
          expect(parseVpa(parsed)).toBe(parsed)
        },
      ),
    )
  })
})

describe('isLikelyPersonalHandle', () => {
  it.each([
    '9876543210@ybl',
    'ravi.kumar@ibl',
    'ravi@axl',
    'ravi@okhdfcbank',
    'ravi@okicici',
    'ravi@oksbi',
    'ravi@okaxis',
    '9876543210@paytm',
    '9876543210@ptyes',
    'ravi@pthdfc',
    'ravi@ptaxis',
    'ravi@ptsbi',
    'ravi@upi',
    'Ravi@UPI',
    'quality@ybl',
    'ravi@apl',
    'ravi@waicici',
  ])('is true for %s', (text) => {
    expect(isLikelyPersonalHandle(vpa(text))).toBe(true)
  })

  it.each([
    'q123456789@ybl',
    'Q123456789@ybl',
    'paytmqr281005050101@paytm',
    'paytm.s1abcde@ptyes',
    'paytm-12345678@paytm',
    'shop@okbizaxis',
    'merchant123.augp@aubank',
    'rzr.qrfoodapp54462255833@icic',
    'bharatpe.9000@fbpe',
    'mer1@gallatest',
    'ybl@hdfcbank',
  ])('is false for %s', (text) => {
    expect(isLikelyPersonalHandle(vpa(text))).toBe(false)
  })
})
