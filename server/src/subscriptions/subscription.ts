import { DAY_MS } from '@galla/contract/durations'
import type { BillingCycle, PlanName } from '@galla/contract/subscriptions/plans'

/** The running or latest subscription. */
export interface Subscription {
  readonly planName: PlanName
  readonly startedAt: Date
  readonly expiresAt: Date
  readonly qrLeft: number
}

/** The plan that was paid. */
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
  /** QR requests that are carried over. */
  readonly carried: number
  readonly qrLeft: number
}

export const isActive = (subscription: Pick<Subscription, 'expiresAt'>, now: Date): boolean =>
  subscription.expiresAt.getTime() > now.getTime()

const daysAfter = (from: Date, days: number): Date => new Date(from.getTime() + days * DAY_MS)

/**
 * Applies a purchase, which starts a plan at once. Buying the running plan again extends it; another plan replaces it. Both keep the
 * remaining requests, unless the old plan has expired.
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

/** Counts started days: on the last day it is 1. */
export const daysLeft = (expiresAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / DAY_MS))
