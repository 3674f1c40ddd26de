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
  '%j, which providers send before the bank named the payment, is no reference: all such payments would be one',
  (text) => {
    expect(bankReference(text)).toBeNull()
  },
)
