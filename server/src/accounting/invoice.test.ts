import { GST_PERCENTS } from '@galla/contract/accounting/accounting'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { financialYearOf, gstIncludedIn, invoiceNumber } from './invoice.ts'

describe('GST in a price', () => {
  const seller = { gstin: '29AAGCB7383J1Z4', stateCode: '29' }

  test('is CGST and SGST in equal halves within a state, and IGST between states', () => {
    expect(gstIncludedIn(118_000n, 18, seller, { stateCode: '29' })).toEqual({
      kind: 'within_state',
      percent: 18,
      taxable: '100000',
      cgst: '9000',
      sgst: '9000',
    })
    expect(gstIncludedIn(118_000n, 18, seller, { stateCode: '27' })).toEqual({
      kind: 'between_states',
      percent: 18,
      taxable: '100000',
      igst: '18000',
    })
    expect(gstIncludedIn(118_000n, 18, seller)).toMatchObject({ kind: 'within_state' })
    expect(gstIncludedIn(118_000n, 18, { gstin: '', stateCode: '29' })).toEqual({ kind: 'none' })
  })

  test('adds up to the price, within a paisa of the rate, whatever the price', () => {
    const prices = fc.bigInt({ min: 1n, max: 100_000_000n })
    fc.assert(
      fc.property(prices, fc.constantFrom(...GST_PERCENTS), fc.boolean(), (price, percent, sameState) => {
        const line = gstIncludedIn(price, percent, seller, { stateCode: sameState ? '29' : '27' })
        if (line.kind === 'none') throw new Error('the seller has a GSTIN')
        const tax = line.kind === 'within_state' ? BigInt(line.cgst) + BigInt(line.sgst) : BigInt(line.igst)
        expect(BigInt(line.taxable) + tax).toBe(price)
        if (line.kind === 'within_state') expect(line.cgst).toBe(line.sgst)
        const rate = BigInt(percent * 100)
        const off = tax * (10_000n + rate) - price * rate
        expect(off < 0n ? -off : off).toBeLessThanOrEqual(10_000n + rate)
      }),
    )
  })
})

test.each([
  ['2027-03-31T18:29:59.999Z', '26-27'],
  ['2027-03-31T18:30:00Z', '27-28'],
  ['2026-11-21T04:00:00Z', '26-27'],
  ['2027-01-01T00:00:00Z', '26-27'],
  ['2099-06-01T00:00:00Z', '99-00'],
])('%s lies in the financial year %s', (at, year) => {
  expect(financialYearOf(new Date(at))).toBe(year)
})

test('invoiceNumber has at most 16 characters, as the CGST Rules require', () => {
  expect(invoiceNumber('GL', '26-27', 1)).toBe('GL/26-27/000001')
  expect(invoiceNumber('GAL', '26-27', 999_999).length).toBeLessThanOrEqual(16)
})
