import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { financialYearOf, invoiceNumber } from './invoice.ts'
import { gstIncludedIn } from './issue-invoice.ts'

describe('GST in a price', () => {
  const seller = { gstin: '29AAGCB7383J1Z4', stateCode: '29' }

  test('is CGST and SGST in equal halves within a state, and IGST between states', () => {
    expect(gstIncludedIn(118_000n, seller, { stateCode: '29' })).toEqual({
      kind: 'within_state',
      taxable: 100_000n,
      cgst: 9_000n,
      sgst: 9_000n,
    })
    expect(gstIncludedIn(118_000n, seller, { stateCode: '27' })).toEqual({
      kind: 'between_states',
      taxable: 100_000n,
      igst: 18_000n,
    })
    expect(gstIncludedIn(118_000n, seller, undefined)).toMatchObject({ kind: 'within_state' })
    expect(gstIncludedIn(118_000n, { gstin: '', stateCode: '29' }, undefined)).toEqual({ kind: 'none' })
  })

  test('adds up to the price, within a paisa of 18 %, whatever the price', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 100_000_000n }), fc.boolean(), (price, sameState) => {
        const line = gstIncludedIn(price, seller, { stateCode: sameState ? '29' : '27' })
        if (line.kind === 'none') throw new Error('the seller has a GSTIN')
        const tax = line.kind === 'within_state' ? line.cgst + line.sgst : line.igst
        expect(line.taxable + tax).toBe(price)
        if (line.kind === 'within_state') expect(line.cgst).toBe(line.sgst)
        const off = tax * 118n - price * 18n
        expect(off < 0n ? -off : off).toBeLessThanOrEqual(118n)
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
  expect(invoiceNumber('26-27', 1)).toBe('GL/26-27/000001')
  expect(invoiceNumber('26-27', 999_999).length).toBeLessThanOrEqual(16)
})
