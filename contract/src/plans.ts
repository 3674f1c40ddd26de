import { z } from 'zod'

export const PLAN_CODES = ['basic', 'startup', 'premium'] as const
export type PlanCode = (typeof PLAN_CODES)[number]

/** What people read; the codes stay what they are. */
export const PLAN_NAMES = {
  basic: 'Basic',
  startup: 'Startup',
  premium: 'Enterprise',
} as const satisfies Record<PlanCode, string>

export const BILLING_CYCLES = ['28days', '84days', '168days'] as const
export type BillingCycle = (typeof BILLING_CYCLES)[number]

export const CYCLE_DAYS = {
  '28days': 28,
  '84days': 84,
  '168days': 168,
} as const satisfies Record<BillingCycle, number>

/** What the cycle's label claims, in percent of as many days bought 28 at a time; the prices are not derived from it. */
export const CYCLE_SAVES_PERCENT = {
  '28days': 0,
  '84days': 15,
  '168days': 25,
} as const satisfies Record<BillingCycle, number>

/** One thing to buy. Whole rupees; a QR request is one live order. */
export const planOffer = z.object({
  price: z.number().int().min(1).max(1_000_000),
  qrRequests: z.number().int().min(1).max(10_000_000),
})
export type PlanOffer = z.output<typeof planOffer>

export const planCatalogue = z.record(z.enum(PLAN_CODES), z.record(z.enum(BILLING_CYCLES), planOffer))
export type PlanCatalogue = z.output<typeof planCatalogue>

/** What a new installation sells; its operator may change what is sold later on. */
export const FIRST_CATALOGUE: PlanCatalogue = {
  basic: {
    '28days': { price: 999, qrRequests: 4999 },
    '84days': { price: 2999, qrRequests: 16499 },
    '168days': { price: 17999, qrRequests: 17999 },
  },
  startup: {
    '28days': { price: 1699, qrRequests: 8599 },
    '84days': { price: 5599, qrRequests: 28399 },
    '168days': { price: 26999, qrRequests: 26999 },
  },
  premium: {
    '28days': { price: 2399, qrRequests: 11999 },
    '84days': { price: 7999, qrRequests: 39599 },
    '168days': { price: 35999, qrRequests: 35999 },
  },
}
