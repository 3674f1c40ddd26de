import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { amount, count, instant } from '../fields.ts'
import { BILLING_CYCLES, PLAN_NAMES } from '../subscriptions/plans.ts'
import { rupees } from './operator-fields.ts'

export const QR_REQUESTS_MAX = 10_000_000

const offer = z.object({
  planName: z.enum(PLAN_NAMES),
  billingCycle: z.enum(BILLING_CYCLES),
  price: rupees,
  qrRequests: count,
  validFrom: instant,
})
export type OperatorOffer = z.output<typeof offer>

export const operatorPlans = endpoint({
  method: 'GET',
  path: '/operator/plans',
  auth: 'operator',
  summary: 'List the current plans and how many merchants use each',
  reply: z.object({
    data: z.object({
      offers: z.array(offer),
      running: z.array(z.object({ planName: z.enum(PLAN_NAMES), merchants: count })),
    }),
  }),
})

export const planChange = z.object({
  planName: z.enum(PLAN_NAMES, { error: 'Please choose a plan' }),
  billingCycle: z.enum(BILLING_CYCLES, { error: 'Please choose a billing cycle' }),
  price: amount,
  qrRequests: z
    .number({ error: 'Please enter a whole number of QR requests' })
    .int('Please enter a whole number of QR requests')
    .min(1, 'Please enter at least 1')
    .max(QR_REQUESTS_MAX, 'Please enter at most 1,00,00,000'),
  /** The `validFrom` of the offer that is replaced: what someone else changed meanwhile is not overwritten unseen. */
  replaces: z.iso.datetime({ offset: true, error: 'Please load the plans again' }),
})

export const changePlan = endpoint({
  method: 'PUT',
  path: '/operator/plans',
  auth: 'operator',
  summary: 'Change the price or quota of a plan for future purchases',
  body: planChange,
  reply: z.object({ data: offer.extend({ changed: z.boolean() }) }),
  refusals: ['plan_changed'],
})
