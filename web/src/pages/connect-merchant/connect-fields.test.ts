import type { MerchantAccount } from '@galla/contract/accounts'
import { expect, test } from 'vitest'
import {
  connectBody,
  connectMessages,
  EMPTY_FIELDS,
  fieldsOf,
  personalHandle,
  replaces,
} from './connect-fields.ts'

const account: MerchantAccount = {
  merchantProvider: 'phonepe',
  merchantName: 'Sharma Tea',
  merchantId: 'M22',
  merchantUpiId: 'sharmatea@examplebank',
  isPersonalUpi: false,
  connectedAt: '2026-11-21T04:00:00.000Z',
}
const full = fieldsOf(account)
const withUpiId = (merchantUpiId: string) => ({ ...full, merchantUpiId })

test('all four fields are required', () => {
  expect(connectMessages(EMPTY_FIELDS)).toEqual({
    merchantProvider: 'Payment provider is required',
    merchantName: 'Merchant name is required',
    merchantId: 'Merchant ID is required',
    merchantUpiId: 'UPI ID is required',
  })
  expect(connectMessages(full)).toEqual({})
})

test('an impossible UPI ID is told, one with spaces around it is taken without them', () => {
  expect(connectMessages(withUpiId('sharma tea'))).toEqual({ merchantUpiId: 'Please enter a valid UPI ID' })
  expect(connectBody({ ...withUpiId(' Sharma@YBL '), isPersonalUpi: 'yes' })).toMatchObject({
    merchantUpiId: 'sharma@ybl',
    isPersonalUpi: true,
  })
})

test.each([
  ['asha@okaxis', '@okaxis'],
  [' Asha@YBL ', '@ybl'],
  ['q123456@ybl', undefined],
  ['sharma@examplebank', undefined],
  ['not yet', undefined],
])('the question about "%s" names %s', (upiId, handle) => {
  expect(personalHandle(withUpiId(upiId))).toBe(handle)
})

test('only another UPI ID replaces the account', () => {
  expect(replaces(null, full)).toBe(false)
  expect(replaces(account, withUpiId(' SHARMATEA@examplebank'))).toBe(false)
  expect(replaces(account, withUpiId('second@ybl'))).toBe(true)
})
