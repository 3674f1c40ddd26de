import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { count, instant, orderId } from '../fields.ts'
import { BILLING_CYCLES, PLAN_NAMES } from './plans.ts'

const offer = z.object({
  billingCycle: z.enum(BILLING_CYCLES),
  /** Rupees. */
  price: z.number(),
  qrRequests: count,
})

export const plans = endpoint({
  method: 'GET',
  path: '/plans',
  auth: 'public',
  summary: 'List the plans',
  reply: z.object({ data: z.array(z.object({ planName: z.enum(PLAN_NAMES), offers: z.array(offer) })) }),
})

export const subscriptionRecord = z.object({
  plan: z.enum(PLAN_NAMES),
  planAmount: z.number(),
  planStart: instant,
  planExpiry: instant,
  isActive: z.boolean(),
  /** The last payment that started or extended the plan. */
  orderId,
  /** The quota after the last purchase, and what is left of it. */
  qrLimit: count,
  qrRemaining: count,
  /** The days of the cycle that was bought last. */
  billingCycle: count,
  /** Days until the expiry, rounded up; 0 when it has passed. */
  daysLeft: count,
})
export type SubscriptionRecord = z.output<typeof subscriptionRecord>

/** Extra fields in the 404 of a merchant without a subscription. */
export interface TrialLeft {
  readonly trialLimit: number
  readonly trialRemaining: number
}

export const subscription = endpoint({
  method: 'GET',
  path: '/user/subscription',
  auth: 'session',
  summary: 'Get the subscription; the 404 without one has the remaining free trial',
  reply: z.object({ data: subscriptionRecord }),
  refusals: ['subscription_not_found'],
})

export const PAYMENT_STATUSES = ['success', 'failed', 'pending'] as const

export const subscriptionPayment = z.object({
  orderId,
  plan: z.enum(PLAN_NAMES),
  /** Days. */
  billingCycle: count,
  amount: z.number(),
  paymentMethod: z.string(),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  createdAt: instant,
})
export type SubscriptionPayment = z.output<typeof subscriptionPayment>

/** The newest payments are listed. A merchant has a few a year. */
export const SUBSCRIPTION_HISTORY_MAX = 200

export const subscriptionHistory = endpoint({
  method: 'GET',
  path: '/user/subscription-history',
  auth: 'session',
  summary: 'List the payments for plans, newest first; 404 if there are none',
  reply: z.object({ data: z.array(subscriptionPayment) }),
  refusals: ['no_subscription_payments'],
})

export const newSubscription = endpoint({
  method: 'POST',
  path: '/user/new-subscription',
  auth: 'session',
  summary: 'Buy a plan; send the browser to payment_url, and the plan starts when it is paid',
  body: z.object({
    planData: z.object(
      {
        planName: z.enum(PLAN_NAMES, { error: 'Please choose a plan' }),
        billingCycle: z.enum(BILLING_CYCLES, { error: 'Please choose a billing cycle' }),
      },
      { error: 'Please choose a plan' },
    ),
  }),
  reply: z.object({ data: z.object({ payment_url: z.string(), order_id: orderId }) }),
  refusals: ['suspended', 'platform_not_connected', 'provider_unavailable'],
})
