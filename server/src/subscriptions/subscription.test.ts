import { describe, expect, test } from 'vitest'
import { afterPurchase, daysLeft, isActive } from './subscription.ts'

const NOW = new Date('2026-11-21T04:00:00Z')
const at = (days: number) => new Date(NOW.getTime() + days * 86_400_000)
const basic = { planName: 'basic', cycleDays: 28, qrRequests: 4999 } as const
const running = { planName: 'basic', startedAt: at(-20), expiresAt: at(8), qrLeft: 12 } as const

describe('a purchase', () => {
  test('starts the first plan at once', () => {
    expect(afterPurchase(undefined, basic, NOW)).toEqual({
      change: 'started',
      startedAt: NOW,
      expiresAt: at(28),
      carried: 0,
      qrLeft: 4999,
    })
  })

  test('of the running plan extends it and adds to what is left', () => {
    expect(afterPurchase(running, basic, NOW)).toEqual({
      change: 'renewed',
      startedAt: at(-20),
      expiresAt: at(36),
      carried: 12,
      qrLeft: 5011,
    })
  })

  test('of another plan replaces it at once and keeps what is left', () => {
    expect(afterPurchase(running, { ...basic, planName: 'premium' }, NOW)).toEqual({
      change: 'replaced',
      startedAt: NOW,
      expiresAt: at(28),
      carried: 12,
      qrLeft: 5011,
    })
  })

  test('after the expiry, to the millisecond, starts from zero', () => {
    expect(afterPurchase({ ...running, expiresAt: NOW }, basic, NOW)).toMatchObject({
      change: 'started',
      carried: 0,
      qrLeft: 4999,
    })
    expect(isActive({ expiresAt: NOW }, NOW)).toBe(false)
    expect(isActive({ expiresAt: new Date(NOW.getTime() + 1) }, NOW)).toBe(true)
  })
})

test.each([
  [28, 28],
  [7.01, 8],
  [7, 7],
  [0.001, 1],
  [0, 0],
  [-3, 0],
])('%d days before the expiry %i days are left', (days, left) => {
  expect(daysLeft(at(days), NOW)).toBe(left)
})
