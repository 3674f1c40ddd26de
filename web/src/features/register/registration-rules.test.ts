import { expect, test } from 'vitest'
import { registrationMessages } from './register-page.tsx'

const full = {
  name: 'Chai Corner',
  email: 'asha@example.com',
  mobileNumber: '9876543210',
  password: 'long enough',
  confirmPassword: 'long enough',
  terms: true,
}

test('an empty form shows the specified message under every field', () => {
  const empty = { name: ' ', email: '', mobileNumber: '', password: '', confirmPassword: '', terms: false }
  expect(registrationMessages(empty)).toEqual({
    name: 'Business name is required',
    email: 'Email is required',
    mobileNumber: 'Phone number is required',
    password: 'Password is required',
    confirmPassword: 'Please confirm your password',
    terms: 'Please accept the terms to create an account',
  })
})

test.each([
  [{ email: 'asha@example' }, { email: 'Please enter a valid email address' }],
  [{ mobileNumber: '98765' }, { mobileNumber: 'Phone number must be 10 digits' }],
  [{ password: 'short', confirmPassword: 'short' }, { password: 'Password must be at least 8 characters' }],
  [{ confirmPassword: 'long enougH' }, { confirmPassword: 'Passwords do not match' }],
])('%o shows the messages %o', (wrong, messages) => {
  expect(registrationMessages({ ...full, ...wrong })).toEqual(messages)
})

test('a complete form is valid', () => {
  expect(registrationMessages(full)).toEqual({})
})
