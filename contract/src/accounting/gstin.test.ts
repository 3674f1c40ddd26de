import { expect, test } from 'vitest'
import { isGstin } from './gstin.ts'
import { billingDetails } from './invoices.ts'

// Published as examples by the tax authorities and by companies on their own invoices.
const VALID = ['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '24AAACC1206D1ZM']

test.each(VALID)('%s is a GSTIN', (text) => {
  expect(isGstin(text)).toBe(true)
})

test.each([
  '',
  '27AAPFU0939F1ZW',
  '27AAPFU0939F1Z',
  '27aapfu0939f1zv',
  '99AAPFU0939F1ZV',
  '27AAPFU0939F1YV',
  ' 27AAPFU0939F1ZV',
])('%j is not a GSTIN', (text) => {
  expect(isGstin(text)).toBe(false)
})

test('the GSTIN check finds any single wrong character', () => {
  for (const gstin of VALID)
    for (let index = 0; index < 14; index += 1)
      for (const other of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
        if (other === gstin.charAt(index)) continue
        expect(isGstin(gstin.slice(0, index) + other + gstin.slice(index + 1))).toBe(false)
      }
})

test.each(['27', 'constructor', ''])('billing details accept the state %j or refuse it', (stateCode) => {
  const details = { legalName: 'Asha Stores', address: '1 MG Road, Pune', stateCode, gstin: '' }
  expect(billingDetails.safeParse(details).success).toBe(stateCode === '27')
})
