import type { BillingCycle, PlanName } from '@galla/contract/plans'

const DAY_MS = 86_400_000

/** What runs, or ran last. */
export interface Subscription {
  readonly planName: PlanName
  readonly startedAt: Date
  readonly expiresAt: Date
  readonly qrLeft: number
}

/** What was paid for. */
export interface PlanPurchase {
  readonly planName: PlanName
  readonly billingCycle: BillingCycle
  readonly cycleDays: number
  readonly pricePaise: bigint
  readonly qrRequests: number
}

export interface Started {
  readonly change: 'started' | 'renewed' | 'replaced'
  readonly startedAt: Date
  readonly expiresAt: Date
  /** QR requests that were left and go on. */
  readonly carried: number
  readonly qrLeft: number
}

export const isActive = (subscription: Pick<Subscription, 'expiresAt'>, now: Date): boolean =>
  subscription.expiresAt.getTime() > now.getTime()

const daysAfter = (from: Date, days: number): Date => new Date(from.getTime() + days * DAY_MS)

/**
 * A purchase starts a plan at once. The running plan bought again goes on for as many days longer; another one takes its
 * place; both keep what was left. What was left of an expired plan is gone.
 */
export const afterPurchase = (
  last: Subscription | undefined,
  purchase: Pick<PlanPurchase, 'planName' | 'cycleDays' | 'qrRequests'>,
  now: Date,
): Started => {
  const { cycleDays, qrRequests } = purchase
  if (last === undefined || !isActive(last, now))
    return {
      change: 'started',
      startedAt: now,
      expiresAt: daysAfter(now, cycleDays),
      carried: 0,
      qrLeft: qrRequests,
    }
  const carried = last.qrLeft
  const qrLeft = carried + qrRequests
  if (last.planName === purchase.planName)
    return {
      change: 'renewed',
      startedAt: last.startedAt,
      expiresAt: daysAfter(last.expiresAt, cycleDays),
      carried,
      qrLeft,
    }
  return { change: 'replaced', startedAt: now, expiresAt: daysAfter(now, cycleDays), carried, qrLeft }
}

/** Begun days: on the last day it is 1. */
export const daysLeft = (expiresAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / DAY_MS))
