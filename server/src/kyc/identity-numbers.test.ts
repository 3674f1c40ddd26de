import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberEnding } from '../../testing/aadhaar-numbers.ts'
import { digitsToMask } from './identity-numbers.ts'

const masked = (text: string): string => {
  const characters = [...text]
  const places = digitsToMask(characters.map((character) => character.codePointAt(0) ?? 0))
  return characters.map((character, index) => (places.has(index) ? '#' : character)).join('')
}

test.each([
  ['9999 4105 7058', '#### #### 7058'],
  ['आधार: 999941057058.', 'आधार: ########7058.'],
  ['9999-4105-7058', '####-####-7058'],
  ['9999\u00a04105\r\n7058', '####\u00a0####\r\n7058'],
  ['9 9 9 9  4 1 0 5  7 0 5 8', '# # # #  # # # #  7 0 5 8'],
  ['९९९९ ४१०५ ७०५८', '#### #### ७०५८'],
  ['১৯৯০ 9999 4105 7058 2026', '১৯৯০ #### #### 7058 2026'],
  ['VID : 9123 4567 8909 2347', 'VID : #### #### #### 2347'],
  ['XXXX XXXX 7058', 'XXXX XXXX 7058'],
])('%s is masked except its last four digits', (text, shown) => {
  expect(masked(text)).toBe(shown)
})

test.each([
  'A/c 999941057059',
  '1999 4105 7058',
  'Enrolment 0000/12345/12345',
  '24/11/2026 10:15:00',
  '+91 98765 43210',
  '99994105705812',
])('%s is no Aadhaar number and stays', (text) => {
  expect(masked(text)).toBe(text)
})

test('every Aadhaar number and virtual ID is masked, whatever stands around it', () => {
  const digits = (length: number) => fc.stringMatching(new RegExp(`^[2-9][0-9]{${length - 1}}$`))
  const number = fc
    .constantFrom(12, 16)
    .chain((length) => digits(length - 5))
    .map((start) => numberEnding(start, '7058'))
  fc.assert(
    fc.property(fc.string(), number, fc.string(), (before, whole, after) => {
      const spaced = whole.replace(/(.{4})(?=.)/g, '$1 ')
      const found = masked(`${before}A${spaced}A${after}`)
      expect(found.slice([...before].join('').length)).toContain(
        `${spaced.slice(0, -4).replace(/\d/g, '#')}7058`,
      )
    }),
  )
})
