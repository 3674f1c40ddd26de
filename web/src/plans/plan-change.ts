import { DAY_MS } from '@galla/contract/durations'
import { type BillingCycle, CYCLE_DAYS, type PlanName } from '@galla/contract/subscriptions/plans'
import type { SubscriptionRecord } from '@galla/contract/subscriptions/subscriptions'

/** The effect of a purchase on the current subscription. */
export type PlanChange =
  | { readonly kind: 'starts'; readonly days: number }
  | {
      readonly kind: 'renews'
      readonly until: string
      readonly daysLeft: number
      readonly qrRemaining: number
      readonly qrAfterwards: number
    }
  | {
      readonly kind: 'replaces'
      readonly days: number
      readonly runningPlan: PlanName
      readonly daysLost: number
      readonly qrRemaining: number
      readonly qrAfterwards: number
    }

/** `running` is the latest subscription, if any; nothing is carried over from an expired one. */
export const planChange = (
  running: SubscriptionRecord | undefined,
  wanted: { readonly plan: PlanName; readonly cycle: BillingCycle; readonly qrRequests: number },
): PlanChange => {
  const days = CYCLE_DAYS[wanted.cycle]
  if (running?.isActive !== true) return { kind: 'starts', days }
  const { qrRemaining, daysLeft } = running
  const qrAfterwards = qrRemaining + wanted.qrRequests
  if (running.plan === wanted.plan) {
    const until = new Date(Date.parse(running.planExpiry) + days * DAY_MS).toISOString()
    return { kind: 'renews', until, daysLeft, qrRemaining, qrAfterwards }
  }
  return {
    kind: 'replaces',
    days,
    runningPlan: running.plan,
    daysLost: daysLeft,
    qrRemaining,
    qrAfterwards,
  }
}

/** The cycle with this number of days, if it is on sale. */
export const cycleOfDays = (days: number): BillingCycle | undefined =>
  (Object.keys(CYCLE_DAYS) as BillingCycle[]).find((cycle) => CYCLE_DAYS[cycle] === days)
