import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NETWORK_RULES, rulesAt } from './network-rules.ts'
import { MAX_AMOUNT_PAISE, MIN_AMOUNT_PAISE, type Paise, paise } from './rupees.ts'

const TODAY = new Date('2026-11-21T06:00:00Z')
const FREE = { appLinksAllowed: true, warnAboveUsual: false, collectAllowed: false }
const personal = (amount: bigint) => ({ amount: paise(amount), personal: true })
const merchant = (amount: bigint) => ({ amount: paise(amount), personal: false })

describe('in November 2026', () => {
  it.each([
    ['a merchant, ₹2,000.01', merchant(2_000_01n), FREE],
    ['a merchant, ₹1,00,000.00', merchant(1_00_000_00n), FREE],
    [
      'a merchant, ₹1,00,000.01',
      merchant(1_00_000_01n),
      { ...FREE, warnAboveUsual: true, usualLimit: paise(1_00_000_00n) },
    ],
    ['a person, ₹2,000.00', personal(2_000_00n), { ...FREE, appLinksAllowed: false }],
    [
      'a person, ₹2,000.01',
      personal(2_000_01n),
      { ...FREE, appLinksAllowed: false, galleryLimit: paise(2_000_00n) },
    ],
    [
      'a person, ₹1,00,000.01',
      personal(1_00_000_01n),
      {
        appLinksAllowed: false,
        galleryLimit: paise(2_000_00n),
        warnAboveUsual: true,
        usualLimit: paise(1_00_000_00n),
        collectAllowed: false,
      },
    ],
  ])('to %s', (_, payment, expected) => {
    expect(rulesAt(TODAY, payment)).toEqual(expected)
  })

  it('a merchant never loses app links and never has a gallery limit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: MIN_AMOUNT_PAISE, max: MAX_AMOUNT_PAISE }), (amount) => {
        const rules = rulesAt(TODAY, merchant(amount))
        expect(rules.appLinksAllowed).toBe(true)
        expect(rules).not.toHaveProperty('galleryLimit')
      }),
    )
  })
})

describe('a changed rule', () => {
  it('begins at midnight in India, not before', () => {
    const before = rulesAt(new Date('2024-03-31T18:29:59.999Z'), personal(5_000_00n))
    const from = rulesAt(new Date('2024-03-31T18:30:00.000Z'), personal(5_000_00n))
    expect(before).toEqual({ appLinksAllowed: true, warnAboveUsual: false, collectAllowed: true })
    expect(from).toEqual({
      appLinksAllowed: false,
      galleryLimit: 2_000_00n as Paise,
      warnAboveUsual: false,
      collectAllowed: true,
    })
  })

  it('ended collect requests on 28 February 2026', () => {
    expect(rulesAt(new Date('2026-02-27T18:29:59.999Z'), merchant(100n)).collectAllowed).toBe(true)
    expect(rulesAt(new Date('2026-02-27T18:30:00.000Z'), merchant(100n)).collectAllowed).toBe(false)
  })

  it('is in no force before UPI began', () => {
    expect(rulesAt(new Date('2016-01-01T00:00:00Z'), merchant(2_00_000_00n))).toEqual({
      appLinksAllowed: true,
      warnAboveUsual: false,
      collectAllowed: false,
    })
  })
})

it('every row names a real day and its source, and no matter has two rows of one day', () => {
  for (const rule of NETWORK_RULES) {
    expect(new Date(`${rule.since}T00:00:00Z`).toISOString().slice(0, 10)).toBe(rule.since)
    expect(rule.source).not.toBe('')
  }
  const keys = NETWORK_RULES.map((rule) => `${rule.about} ${rule.since}`)
  expect(new Set(keys).size).toBe(keys.length)
})
