import type { Paise } from '@galla/upi/rupees'

export const PLAN_NAMES = ['basic', 'startup', 'premium'] as const
export type PlanName = (typeof PLAN_NAMES)[number]

export const BILLING_CYCLES = ['28days', '84days', '168days'] as const
export type BillingCycle = (typeof BILLING_CYCLES)[number]

/** The price of a plan for one cycle, and its quota of live QR requests. */
export interface PlanOffer {
  readonly pricePaise: Paise
  readonly qrRequests: number
}

export interface Plan {
  readonly name: PlanName
  /** The shown name. The code of Enterprise is premium. */
  readonly displayName: string
  readonly line: string
  readonly offers: Readonly<Record<BillingCycle, PlanOffer>>
}

const offer = (rupees: bigint, qrRequests: number): PlanOffer => ({
  pricePaise: (rupees * 100n) as Paise,
  qrRequests,
})

/** The first catalogue, in the order in which it is shown; the operator may change prices and quotas later. */
export const PLAN_CATALOGUE: readonly Plan[] = [
  {
    name: 'basic',
    displayName: 'Basic',
    line: 'For your first shop',
    offers: {
      '28days': offer(999n, 4999),
      '84days': offer(2999n, 16_499),
      '168days': offer(17_999n, 17_999),
    },
  },
  {
    name: 'startup',
    displayName: 'Startup',
    line: 'For regular orders',
    offers: {
      '28days': offer(1699n, 8599),
      '84days': offer(5599n, 28_399),
      '168days': offer(26_999n, 26_999),
    },
  },
  {
    name: 'premium',
    displayName: 'Enterprise',
    line: 'For many counters',
    offers: {
      '28days': offer(2399n, 11_999),
      '84days': offer(7999n, 39_599),
      '168days': offer(35_999n, 35_999),
    },
  },
]

/** "Enterprise" for premium. */
export const planTitle = (name: PlanName): string =>
  PLAN_CATALOGUE.find((plan) => plan.name === name)?.displayName ?? name

export const CYCLE_DAYS = {
  '28days': 28,
  '84days': 84,
  '168days': 168,
} as const satisfies Record<BillingCycle, number>

export const MOST_POPULAR_PLAN: PlanName = 'startup'

/** The label of each cycle; the longer ones claim a saving. */
export const CYCLE_LABELS: Readonly<
  Record<BillingCycle, { readonly label: string; readonly saving?: string }>
> = {
  '28days': { label: '28 days' },
  '84days': { label: '84 days', saving: 'Save 15%' },
  '168days': { label: '168 days', saving: 'Save 25%' },
}

/** The pricing page offers these; the longest cycle is for merchants, on New Subscription. */
export const PUBLIC_CYCLES = ['28days', '84days'] as const satisfies readonly BillingCycle[]

export const PLAN_INCLUDES = [
  '0 Transaction Fee*',
  'Realtime Transaction',
  'No Amount Limit',
  'Zero Setup Charge',
  'Migration Assistance',
  '24*7 Whatsapp Support',
  'Remove Branding',
  'Direct Intent *',
  'Incognito Payment URL',
] as const
export const PLAN_EXCLUDES = ['Support Special Merchant'] as const

/** The footnotes of what is included, in its order. */
export const PLAN_FOOTNOTES = [
  {
    of: '0 Transaction Fee*',
    text: 'Galla takes no share of a payment. Your bank or payment provider may charge its own fees.',
  },
  {
    of: 'No Amount Limit',
    text: 'Galla adds no limit of its own. The UPI network carries at most ₹10,00,000 in one payment, and banks and UPI apps allow most customers less.',
  },
  {
    of: 'Direct Intent *',
    text: 'Only for verified merchant accounts. UPI does not allow it for personal and small merchant accounts.',
  },
] as const

/** Free live QR requests of each merchant, once and without an end date; the operator may set another number. */
export const TRIAL_QR_REQUESTS = 25
