import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  displayRupees,
  formatRupees,
  HELD_PAISE_MAX,
  MAX_AMOUNT_PAISE,
  MIN_AMOUNT_PAISE,
  paise,
  parseRupees,
  rupeesFromNumber,
  toRupeeNumber,
} from './rupees.ts'

const orderAmounts = fc.bigInt({ min: MIN_AMOUNT_PAISE, max: MAX_AMOUNT_PAISE }).map(paise)
const heldAmounts = fc.bigInt({ min: 0n, max: HELD_PAISE_MAX }).map(paise)

describe('parseRupees', () => {
  it.each([
    ['0.01', 1n],
    ['0.1', 10n],
    ['0.10', 10n],
    ['1', 100n],
    ['499', 49_900n],
    ['499.5', 49_950n],
    ['499.50', 49_950n],
    ['1000000', 100_000_000n],
    ['1000000.00', 100_000_000n],
  ])('reads %j as %s paise', (text, expected) => {
    expect(parseRupees(text)).toBe(expected)
  })

  it.each([
    '',
    '0',
    '0.0',
    '0.00',
    '-0',
    '00',
    '01',
    '00.10',
    '-5',
    '+5',
    '.5',
    '5.',
    '.',
    '1.234',
    '1.230',
    '1e3',
    '1E3',
    '0x10',
    'NaN',
    'Infinity',
    ' 5',
    '5 ',
    ' 5 ',
    '5\n',
    '1,000',
    '1,00,000',
    '1_000',
    '५',
    '٥',
    '５',
    '₹5',
    'Rs 5',
    '1.2.3',
    '1/2',
    '1000000.01',
    '1000001',
    '9999999.99',
    '10000000',
    '9'.repeat(10_000),
  ])('refuses %j', (text) => {
    expect(parseRupees(text)).toBeUndefined()
  })

  it('parses every amount that formatRupees wrote', () => {
    fc.assert(
      fc.property(orderAmounts, (amount) => {
        expect(parseRupees(formatRupees(amount))).toBe(amount)
      }),
    )
  })

  it('turns any text into a payable amount or undefined, and accepts only spellings of that amount', () => {
    const nearlyAmounts = fc.stringMatching(/^[-+ ]?[0-9]{0,9}[.,e]?[0-9]{0,4}$/)
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), nearlyAmounts), (text) => {
        const amount = parseRupees(text)
        if (amount === undefined) return
        expect(amount).toBeGreaterThanOrEqual(MIN_AMOUNT_PAISE)
        expect(amount).toBeLessThanOrEqual(MAX_AMOUNT_PAISE)
        expect([
          formatRupees(amount),
          formatRupees(amount).replace(/0$/, ''),
          formatRupees(amount).replace(/\.00$/, ''),
        ]).toContain(text)
      }),
    )
  })
})

describe('rupeesFromNumber', () => {
  it.each([
    [0.01, 1n],
    [0.1, 10n],
    [1, 100n],
    [19.99, 1_999n],
    [1.1, 110n],
    [1e3, 100_000n],
    [999999.99, 99_999_999n],
    [1_000_000, 100_000_000n],
  ])('converts %d to %s paise', (n, expected) => {
    expect(rupeesFromNumber(n)).toBe(expected)
  })

  it.each([
    0,
    -0,
    -5,
    0.001,
    1.234,
    0.1 + 0.2,
    1e-7,
    1e21,
    1_000_000.01,
    Number.NaN,
    Infinity,
    -Infinity,
    2 ** 53,
  ])('refuses %d', (n) => {
    expect(rupeesFromNumber(n)).toBeUndefined()
  })

  it('converts each result of toRupeeNumber back', () => {
    fc.assert(
      fc.property(orderAmounts, (amount) => {
        expect(rupeesFromNumber(toRupeeNumber(amount))).toBe(amount)
      }),
    )
  })
})

describe('toRupeeNumber', () => {
  it('keeps both decimals in JSON, up to the largest amount', () => {
    fc.assert(
      fc.property(heldAmounts, (amount) => {
        expect(Number(JSON.stringify(toRupeeNumber(amount))).toFixed(2)).toBe(formatRupees(amount))
      }),
    )
  })
})

describe('formatRupees', () => {
  it.each([
    [0n, '0.00'],
    [1n, '0.01'],
    [10n, '0.10'],
    [49_900n, '499.00'],
    [12_345_605n, '123456.05'],
    [100_000_000n, '1000000.00'],
  ])('writes %s paise as %j', (amount, expected) => {
    expect(formatRupees(paise(amount))).toBe(expected)
  })
})

describe('displayRupees', () => {
  it.each([
    [0n, '₹0.00'],
    [1n, '₹0.01'],
    [99_999n, '₹999.99'],
    [100_000n, '₹1,000.00'],
    [9_999_900n, '₹99,999.00'],
    [12_345_600n, '₹1,23,456.00'],
    [100_000_000n, '₹10,00,000.00'],
    [1_000_000_000n, '₹1,00,00,000.00'],
  ])('shows %s paise as %j', (amount, expected) => {
    expect(displayRupees(paise(amount))).toBe(expected)
  })

  it('groups as Intl does for en-IN', () => {
    const intl = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
    fc.assert(
      fc.property(heldAmounts, (amount) => {
        expect(displayRupees(amount)).toBe(intl.format(toRupeeNumber(amount)))
      }),
    )
  })
})

describe('paise', () => {
  it('holds everything from zero to its limit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: HELD_PAISE_MAX }), (n) => {
        expect(paise(n)).toBe(n)
      }),
    )
  })

  it.each([-1n, HELD_PAISE_MAX + 1n, -(10n ** 30n), 10n ** 30n])('throws at %s', (n) => {
    expect(() => paise(n)).toThrow(RangeError)
  })
})
