import { SIMULATOR_OUTCOMES } from '@galla/contract/payment-page/payment-page'
import { expect, test } from 'vitest'
import { OTHER_OUTCOMES, orderIdOf, PAY, readPayLink } from './simulated-payment.ts'

const ORDER = '01JD5K3V9M4T7Q2W8X6Y1Z0ABC'
const link = (reference: string) => `upi://pay?pa=m1@gallatest&pn=Chai&tr=${reference}&am=499.00&cu=INR`
const orderOf = (reference: string) => {
  const payment = readPayLink(`  ${link(reference)}\n`)
  return payment === undefined ? undefined : orderIdOf(payment)
}

test('the order is found behind the reference of every attempt', () => {
  expect(orderOf(ORDER)).toBe(ORDER)
  expect(orderOf(`${ORDER}R2`)).toBe(ORDER)
  expect(orderOf('INVOICE7')).toBeUndefined()
})

test('a text that is no payment link is not read', () => {
  expect(readPayLink('hello')).toBeUndefined()
})

test('every outcome of the contract has its button', () => {
  const offered = [PAY, ...OTHER_OUTCOMES].map(({ outcome }) => outcome)
  expect(offered.toSorted()).toEqual([...SIMULATOR_OUTCOMES].sort())
})
