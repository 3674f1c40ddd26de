import type { SubscriptionRecord } from '@galla/contract/subscriptions/subscriptions'
import { expect, test } from 'vitest'
import { cycleOfDays, planChange } from './plan-change.ts'

const running: SubscriptionRecord = {
  plan: 'basic',
  planAmount: 999,
  planStart: '2026-11-01T04:00:00.000Z',
  planExpiry: '2026-11-29T04:00:00.000Z',
  isActive: true,
  orderId: '01JD8K7Q2M4V6X8Z0B2D4F6H8K',
  qrLimit: 4999,
  qrRemaining: 1200,
  billingCycle: 28,
  daysLeft: 8,
}
const wanted = { plan: 'basic', cycle: '84days', qrRequests: 16_499 } as const

test('buying the same plan extends it and adds its requests', () => {
  expect(planChange(running, wanted)).toEqual({
    kind: 'renews',
    until: '2027-02-21T04:00:00.000Z',
    daysLeft: 8,
    qrRemaining: 1200,
    qrAfterwards: 17_699,
  })
})

test('buying another plan replaces it, carries over the requests and drops the remaining days', () => {
  expect(planChange(running, { ...wanted, plan: 'premium' })).toEqual({
    kind: 'replaces',
    days: 84,
    runningPlan: 'basic',
    daysLost: 8,
    qrRemaining: 1200,
    qrAfterwards: 17_699,
  })
})

test('a plan starts normally if there is none or the last one has ended', () => {
  expect(planChange(undefined, wanted)).toEqual({ kind: 'starts', days: 84 })
  expect(planChange({ ...running, isActive: false, daysLeft: 0 }, wanted)).toEqual({
    kind: 'starts',
    days: 84,
  })
})

test.each([
  [28, '28days'],
  [84, '84days'],
  [168, '168days'],
  [30, undefined],
])('%i days are the cycle %s', (days, cycle) => {
  expect(cycleOfDays(days)).toBe(cycle)
})
