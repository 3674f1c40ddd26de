import type { OperatorOffer } from '@galla/contract/operator/operator-plans'
import { expect, test } from 'vitest'
import { savingContradictionText } from './plan-offers.ts'

const offer = (billingCycle: OperatorOffer['billingCycle'], price: number): OperatorOffer => ({
  planName: 'basic',
  billingCycle,
  price,
  qrRequests: 1,
  validFrom: '2026-11-21T04:00:00Z',
})
const long = { planName: 'basic', billingCycle: '84days' } as const
const offers = [offer('28days', 999), offer('84days', 2999)]

test.each([
  [
    299_900n,
    "The label says 'Save 15%', but this costs ₹2.00 more than the same days at 28-day prices (₹2,997.00). ₹2,547.00 would fit the label.",
  ],
  [
    299_700n,
    "The label says 'Save 15%', but this costs the same as the same days at 28-day prices (₹2,997.00). ₹2,547.00 would fit the label.",
  ],
  [
    269_730n,
    "The label says 'Save 15%', but this saves 10 % of the same days at 28-day prices (₹2,997.00). ₹2,547.00 would fit the label.",
  ],
  [254_700n, undefined],
])('a contradiction between the label and the price of 84 days at %d paise is described', (price, words) => {
  expect(savingContradictionText(long, price, offers)).toBe(words)
})

test('a cycle without a savings label has no contradiction', () => {
  expect(savingContradictionText({ planName: 'basic', billingCycle: '28days' }, 1n, offers)).toBeUndefined()
})
