import { expect, test } from 'vitest'
import { bankReference } from './connector.ts'

test('a bank reference is the same however its letters are written', () => {
  expect(bankReference('612345678901')).toBe('612345678901')
  expect(bankReference('axisn12345678901')).toBe('AXISN12345678901')
})

test.each([
  'PENDING',
  'NOTAVAILABLE',
  'undefined',
  '000000000000',
  'NA',
  '',
  '12345',
  '6123 45678901',
  'x'.repeat(36),
])(
  'what stands where no bank has named the payment yet is no reference, or all such payments would be one: %j',
  (text) => {
    expect(bankReference(text)).toBeNull()
  },
)
