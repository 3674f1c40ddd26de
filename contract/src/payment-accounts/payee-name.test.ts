import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanPayeeName, isSameName } from './payee-name.ts'

test.each([
  ['  RAVI   KUMAR ', 'RAVI KUMAR'],
  ['RAVI\r\n\tKUMAR\u0000', 'RAVI KUMAR'],
  ['\u202eRAMUK IVAR\u202c', 'RAMUK IVAR'],
  ['RA\u200bVI\u2066 KUMAR\u2069\ufeff', 'RAVI KUMAR'],
  ['रवि कुमार', 'रवि कुमार'],
  [`R${'\u0301'.repeat(40)}avi`, 'Ŕ\u0301\u0301\u0301avi'],
  ['\ud800RAVI', 'RAVI'],
  ['RAVI\u0000\u{10cbfa}\u0000KUMAR', 'RAVI KUMAR'],
  ['12345 -- 6', ''],
  ['\u202e\u200b', ''],
  ['', ''],
])('a payee name is one line of visible text: %j', (text, clean) => {
  expect(cleanPayeeName(text)).toBe(clean)
})

test('a cleaned payee name is short and stays the same when it is cleaned again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const clean = cleanPayeeName(text)
      expect(clean.length).toBeLessThanOrEqual(100)
      expect(clean).not.toMatch(/[\p{C}]/u)
      expect(cleanPayeeName(clean)).toBe(clean)
    }),
  )
})

test('a payee name whose first letter comes after a hundred other characters is empty', () => {
  expect(cleanPayeeName(`${'1'.repeat(100)}A`)).toBe('')
})

test.each([
  ['RAVI KUMAR', 'Ravi Kumar', true],
  ['MR. RAVI KUMAR', 'ravi kumar', true],
  ['M/S SHARMA TEA', 'Sharma Tea', true],
  ['FoodApp', 'Food App', true],
  ['Sharma Tea House', 'RAVI KUMAR', false],
  ['Mr Tea', 'Tea', true],
  ['Mrinal', 'inal', false],
])('%j and %j are the same name: %j', (one, other, same) => {
  expect(isSameName(one, other)).toBe(same)
})
