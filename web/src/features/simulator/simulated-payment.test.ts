import { SIMULATOR_OUTCOMES } from '@galla/contract/payment-page/payment-page'
import { expect, test } from 'vitest'
import { OTHER_OUTCOMES, orderIdOf, PAY, readPayLink } from './simulated-payment.ts'

const ORDER = '01JD5K3V9M4T7Q2W8X6Y1Z0ABC'
const link = (reference: string) => `upi://pay?pa=m1@gallatest&pn=Chai&tr=${reference}&am=499.00&cu=INR`
const orderOf = (reference: string) => {
  const payment = readPayLink(`  ${link(reference)}\n`)
  return payment === undefined ? undefined : orderIdOf(payment)
}

test('the order is found from the reference of each attempt', () => {
  expect(orderOf(ORDER)).toBe(ORDER)
  expect(orderOf(`${ORDER}R2`)).toBe(ORDER)
  expect(orderOf('INVOICE7')).toBeUndefined()
})

test('a text that is not a payment link is refused', () => {
  expect(readPayLink('hello')).toBeUndefined()
})

test('each outcome of the contract has a button', () => {
  const offered = [PAY, ...OTHER_OUTCOMES].map(({ outcome }) => outcome)
  expect(offered.toSorted()).toEqual([...SIMULATOR_OUTCOMES].sort())
})
