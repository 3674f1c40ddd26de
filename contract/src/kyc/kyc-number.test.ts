import { describe, expect, test } from 'vitest'
import { kycFields } from './kyc.ts'
import { checkDocumentNumber, type KycDocumentType, keptNumber } from './kyc-number.ts'

describe('a number is checked by its document type', () => {
  test.each<[KycDocumentType, string, string]>([
    ['panCard', 'abcpe1234f', 'ABCPE1234F'],
    ['panCard', ' AAACB 1234 C ', 'AAACB1234C'],
    ['aadharCard', '9999 4105 7058', '999941057058'],
    ['aadharCard', '2363-4567-8904', '236345678904'],
    ['passport', 'j8369854', 'J8369854'],
    ['passport', 'AB123456', 'AB123456'],
    ['voterId', 'ABC 1234567', 'ABC1234567'],
    ['voterId', 'UP/12/345/678901', 'UP/12/345/678901'],
    ['drivingLincense', 'MH14 20110062821', 'MH1420110062821'],
    ['drivingLincense', 'DL-0420110149646', 'DL0420110149646'],
    ['other', ' Shop  Act 12/345-A ', 'Shop Act 12/345-A'],
  ])('%s accepts %j', (type, typed, number) => {
    expect(checkDocumentNumber(type, typed)).toEqual({ number })
  })

  test.each<[KycDocumentType, string]>([
    ['panCard', 'ABCDE1234F'],
    ['panCard', 'ABCPE12345'],
    ['panCard', '999941057058'],
    ['aadharCard', '999941057059'],
    ['aadharCard', '099941057058'],
    ['aadharCard', '99994105705'],
    ['aadharCard', 'XXXX XXXX 7058'],
    ['passport', '12345678'],
    ['voterId', 'AB1234567'],
    ['drivingLincense', 'MH1418110062821'],
    ['drivingLincense', 'MH14'],
    ['other', 'ab'],
    ['other', '<script>'],
    ['other', 'x'.repeat(51)],
  ])('%s refuses %j', (type, typed) => {
    expect(checkDocumentNumber(type, typed)).toHaveProperty('wrong')
  })
})

test('the Verhoeff check finds every wrong digit and every pair of swapped neighbours', () => {
  const right = '999941057058'
  for (let at = 0; at < right.length; at += 1) {
    for (const digit of '0123456789') {
      const wrong = right.slice(0, at) + digit + right.slice(at + 1)
      if (wrong !== right) expect(checkDocumentNumber('aadharCard', wrong)).toHaveProperty('wrong')
    }
    const swapped = right.slice(0, at) + (right[at + 1] ?? '') + (right[at] ?? '') + right.slice(at + 2)
    if (swapped !== right) expect(checkDocumentNumber('aadharCard', swapped)).toHaveProperty('wrong')
  }
})

test('only the last four digits of an Aadhaar number are stored, and none under another document type', () => {
  expect(keptNumber('aadharCard', '999941057058')).toBe('XXXX XXXX 7058')
  expect(keptNumber('panCard', 'ABCPE1234F')).toBe('ABCPE1234F')
  for (const typed of ['999941057058', '9999 4105 7058', 'Aadhaar 9999/4105/7058'])
    expect(checkDocumentNumber('other', typed)).toEqual({
      wrong: 'This is an Aadhaar number. Please choose Aadhaar Card as the document type.',
    })
})

test('a number with missing digits gets one message', () => {
  for (const fields of [
    {},
    { documentType: '', documentNumber: '' },
    { documentType: 'panCard', documentNumber: ' ' },
  ])
    expect(kycFields.safeParse(fields).error?.issues.map(({ message }) => message)).toContain(
      'Document type and number are required',
    )
})
