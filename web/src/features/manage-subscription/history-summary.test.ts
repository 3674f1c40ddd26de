import type { SubscriptionPayment } from '@galla/contract/subscriptions/subscriptions'
import { expect, test } from 'vitest'
import { cycleLabel } from './cycle-label.ts'
import { summaryOf } from './history-panel.tsx'

const payment = (over: Partial<SubscriptionPayment>): SubscriptionPayment => ({
  orderId: '01JD8K7Q2M4V6X8Z0B2D4F6H8K',
  plan: 'basic',
  billingCycle: 28,
  amount: 999,
  paymentMethod: 'UPI',
  paymentStatus: 'success',
  createdAt: '2026-11-21T04:00:00.000Z',
  ...over,
})

test('only successful payments are counted and summed, to the paisa, and the first entry is the current plan', () => {
  expect(
    summaryOf([
      payment({ plan: 'premium', amount: 7999, paymentStatus: 'pending' }),
      payment({ amount: 0.1 }),
      payment({ amount: 0.2 }),
      payment({ paymentStatus: 'failed' }),
    ]),
  ).toEqual({ successful: 2, paid: 0.3, currentPlan: 'premium' })
  expect(summaryOf([])).toEqual({ successful: 0, paid: 0, currentPlan: undefined })
})

test.each([
  [30, 'Monthly'],
  [90, 'Quarterly'],
  [365, 'Yearly'],
  [28, '28 days'],
  [168, '168 days'],
])('a cycle of %i days is called %s', (days, label) => {
  expect(cycleLabel(days)).toBe(label)
})
