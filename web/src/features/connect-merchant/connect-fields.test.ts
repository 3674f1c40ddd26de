import type { MerchantAccount } from '@galla/contract/payment-accounts/accounts'
import { expect, test } from 'vitest'
import {
  connectBody,
  connectMessages,
  EMPTY_FIELDS,
  fieldsOf,
  keptFields,
  personalHandle,
  replaces,
  verificationChoices,
} from './connect-fields.ts'

const account: MerchantAccount = {
  merchantProvider: 'phonepe',
  merchantName: 'Sharma Tea',
  merchantId: 'M22',
  merchantUpiId: 'sharmatea@examplebank',
  kind: 'verified_merchant',
  isPersonalUpi: false,
  registeredName: '',
  suggestedName: null,
  uniqueAmounts: false,
  hasPrintedQr: false,
  isHeard: false,
  connectedAt: '2026-11-21T04:00:00.000Z',
  verification: null,
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

test('an invalid UPI ID is refused, and spaces around a valid one are removed', () => {
  expect(connectMessages(withUpiId('sharma tea'))).toEqual({ merchantUpiId: 'Please enter a valid UPI ID' })
  expect(connectBody({ ...withUpiId(' Sharma@YBL '), kind: 'personal' })).toMatchObject({
    merchantUpiId: 'sharma@ybl',
    kind: 'personal',
  })
})

test.each([
  ['asha@okaxis', '@okaxis'],
  [' Asha@YBL ', '@ybl'],
  ['q123456@ybl', undefined],
  ['sharma@examplebank', undefined],
  ['not yet', undefined],
])('the question about the personal UPI ID "%s" names %s', (upiId, handle) => {
  expect(personalHandle(withUpiId(upiId))).toBe(handle)
})

test('the unique amounts option is off by default, and its checkbox turns it on and off', () => {
  expect(connectBody(full)?.uniqueAmounts).toBe(false)
  const apart = fieldsOf({ ...account, uniqueAmounts: true })
  expect(connectBody(apart)?.uniqueAmounts).toBe(true)
  expect(connectBody({ ...apart, uniqueAmounts: '' })?.uniqueAmounts).toBe(false)
})

test('only another UPI ID replaces the account', () => {
  expect(replaces(null, full)).toBe(false)
  expect(replaces(account, withUpiId(' SHARMATEA@examplebank'))).toBe(false)
  expect(replaces(account, withUpiId('second@ybl'))).toBe(true)
})

const WITH_KEY: MerchantAccount = {
  ...account,
  merchantProvider: 'paytm',
  verification: {
    source: 'paytm-v3',
    health: { state: 'working', detail: '', lastWorkedAt: null, lastFailedAt: null, asked: 1 },
    notificationUrl: null,
  },
}

test('a saved key is not required again for the same account, but for another one', () => {
  const again = fieldsOf(WITH_KEY)
  expect(connectMessages(again)).toEqual({})
  expect(connectBody(again)?.verification).toBeUndefined()
  expect(connectMessages({ ...again, merchantUpiId: 'second@paytm' })).toEqual({
    'paytm-v3:merchantKey': 'Merchant key is required',
  })
  expect(connectMessages({ ...again, 'paytm-v3:merchantKey': 'short' })).toEqual({
    'paytm-v3:merchantKey': 'A Paytm merchant key has 16 characters',
  })
  expect(connectBody({ ...again, 'paytm-v3:merchantKey': 'kbzk1DSbJiV_O3p5' })?.verification).toEqual({
    source: 'paytm-v3',
    credentials: { merchantKey: 'kbzk1DSbJiV_O3p5' },
  })
})

test('removing the source or changing the provider removes the connection', () => {
  expect(connectBody({ ...fieldsOf(WITH_KEY), verificationSource: '' })?.verification).toBeNull()
  expect(connectBody({ ...fieldsOf(WITH_KEY), merchantProvider: 'other' })?.verification).toBeNull()
})

test('an API key is not kept in a draft', () => {
  expect(JSON.stringify(keptFields({ ...full, 'paytm-v3:merchantKey': 'kbzk1DSbJiV_O3p5' }))).not.toContain(
    'kbzk',
  )
})

test('only providers with a supported API offer automatic verification', () => {
  expect(verificationChoices('paytm').map(({ value }) => value)).toEqual(['', 'paytm-v3', 'paytm-keyless'])
  expect(verificationChoices('phonepe').map(({ value }) => value)).toEqual(['', 'phonepe-v2'])
  expect(verificationChoices('other').map(({ value }) => value)).toContain('cashfree')
  expect(verificationChoices('googlepay')).toEqual([])
})

const PHONEPE = {
  ...full,
  merchantProvider: 'phonepe',
  verificationSource: 'phonepe-v2',
  'phonepe-v2:clientId': 'SU2611210912345678',
  'phonepe-v2:clientSecret': '5f2c8e1a-70c4-4b0e-9d3c-6a1f0e7b2d94',
}

test('an invalid credential is reported at its own field, and only the chosen source is validated', () => {
  expect(connectMessages(PHONEPE)).toEqual({})
  expect(connectBody(PHONEPE)?.verification).toEqual({
    source: 'phonepe-v2',
    credentials: { clientId: 'SU2611210912345678', clientSecret: '5f2c8e1a-70c4-4b0e-9d3c-6a1f0e7b2d94' },
  })
  expect(connectMessages({ ...PHONEPE, 'phonepe-v2:clientVersion': 'v1' })).toEqual({
    'phonepe-v2:clientVersion': 'A PhonePe client version is a whole number',
  })
  expect(connectMessages({ ...PHONEPE, 'phonepe-v2:webhookUsername': 'sharma_tea' })).toEqual({
    'phonepe-v2:webhookPassword': 'Enter both for PhonePe, or neither',
  })
  // What was typed for PhonePe is nothing that Cashfree is given.
  expect(connectMessages({ ...PHONEPE, merchantProvider: 'other', verificationSource: 'cashfree' })).toEqual({
    'cashfree:clientId': 'Client ID is required',
    'cashfree:clientSecret': 'Client secret is required',
  })
})
