import { expect, test } from 'vitest'
import { emptyFields, isSameForm, paymentLinkBody, paymentLinkMessages } from './payment-link-form.ts'

const ORDERS = 'http://localhost:3000/dashboard/orders'
const empty = emptyFields(1_700_000_000_000, ORDERS)
const full = {
  ...empty,
  amount: '499',
  p_info: 'Tea',
  customer_name: 'Asha',
  customer_email: 'asha@example.com',
  customer_mobile: '9876543210',
}

test('a new form has a transaction ID and a redirect URL, and requires the other fields', () => {
  expect(empty.client_txn_id).toBe('TXN_1700000000000')
  expect(paymentLinkMessages(empty)).toEqual({
    amount: 'Amount is required',
    p_info: 'Payment purpose is required',
    customer_name: 'Customer name is required',
    customer_email: 'Customer email is required',
    customer_mobile: 'Customer mobile is required',
  })
})

test.each([
  ['client_txn_id', '  ', 'Transaction ID is required'],
  ['amount', '0', 'Please enter a valid amount'],
  ['amount', 'ten', 'Please enter a valid amount'],
  ['customer_email', 'asha@', 'Please enter a valid email address'],
  ['customer_mobile', '98765', 'Please enter a valid 10-digit mobile number'],
  ['redirect_url', '', 'Redirect URL is required'],
  ['redirect_url', 'ftp://x.in', 'Please enter a valid URL starting with http:// or https://'],
])('%s "%s" shows the message "%s"', (field, text, message) => {
  expect(paymentLinkMessages({ ...full, [field]: text })).toEqual({ [field]: message })
})

test('a complete form is valid, and its amount is sent with two decimals', () => {
  expect(paymentLinkMessages(full)).toEqual({})
  expect(paymentLinkBody({ ...full, amount: ' 499.5 ' })).toMatchObject({ amount: '499.50', expires_in: 300 })
})

test('a form with one changed field is a different form', () => {
  expect(isSameForm(full, { ...full })).toBe(true)
  expect(isSameForm(full, { ...full, udf2: 'x' })).toBe(false)
})
