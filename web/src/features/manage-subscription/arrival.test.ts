import type { SubscriptionPayment } from '@galla/contract/subscriptions/subscriptions'
import { expect, test } from 'vitest'
import type { SubscriptionState } from '../../plans/subscription-query.ts'
import { arrivalOf } from './arrival.ts'

const EARLIER = '01JD8K7Q2M4V6X8Z0B2D4F6H8K'
const LATER = '01JD8K7Q2M4V6X8Z0B2D4F6H9K'

const paid = (orderId: string, paymentStatus: SubscriptionPayment['paymentStatus']): SubscriptionPayment => ({
  orderId,
  plan: 'basic',
  billingCycle: 28,
  amount: 999,
  paymentMethod: 'UPI',
  paymentStatus,
  createdAt: '2026-11-21T04:00:00.000Z',
})

const none: SubscriptionState = { kind: 'none', trial: { trialLimit: 25, trialRemaining: 25 } }
const by = (orderId: string): SubscriptionState => ({
  kind: 'subscribed',
  record: {
    plan: 'basic',
    planAmount: 999,
    planStart: '2026-11-21T04:00:00.000Z',
    planExpiry: '2026-12-19T04:00:00.000Z',
    isActive: true,
    orderId,
    qrLimit: 4999,
    qrRemaining: 4999,
    billingCycle: 28,
    daysLeft: 28,
  },
})

test.each([
  ['paid, and the plan does not run yet', none, 'success', 'starting'],
  ['paid, and the plan before it still runs', by(EARLIER), 'success', 'starting'],
  ['paid, and its plan runs', by(LATER), 'success', 'started'],
  ['not paid yet', none, 'pending', 'unpaid'],
  ['not paid in time', by(EARLIER), 'failed', 'failed'],
] as const)('%s', (_, subscription, status, arrival) => {
  expect(arrivalOf(LATER, subscription, [paid(LATER, status)])).toBe(arrival)
})

test('an earlier payment shows that its plan started, and an unknown one shows nothing', () => {
  expect(arrivalOf(EARLIER, by(LATER), [paid(LATER, 'success'), paid(EARLIER, 'success')])).toBe('started')
  expect(arrivalOf('01JD8K7Q2M4V6X8Z0B2D4F6H7K', by(LATER), [paid(LATER, 'success')])).toBeUndefined()
  expect(arrivalOf(LATER, undefined, [paid(LATER, 'success')])).toBeUndefined()
})
