import { ACCOUNT_KINDS } from '@galla/upi/network-rules'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_LENGTH } from '../field-lengths.ts'
import { count, instant, orderId, requiredText } from '../fields.ts'
import { KYC_STATUSES } from '../kyc/kyc.ts'
import { KYC_DOCUMENT_TYPES } from '../kyc/kyc-number.ts'
import { MODES } from '../orders/order-status.ts'
import { PROVIDERS } from '../payment-accounts/accounts.ts'
import { WAITING_STATES } from '../reconciliation/credits.ts'
import { PLAN_NAMES } from '../subscriptions/plans.ts'
import { after, merchantId, next, rupees } from './operator-fields.ts'

export const MERCHANT_STATES = ['all', 'suspended'] as const

const merchantSummary = z.object({
  id: merchantId,
  name: z.string(),
  email: z.string(),
  mobileNumber: z.string(),
  websiteName: z.string(),
  role: z.enum(['owner', 'operator', 'guest']),
  plan: z.enum(PLAN_NAMES).nullable(),
  planActive: z.boolean(),
  suspendedAt: instant.nullable(),
  createdAt: instant,
})
export type MerchantSummary = z.output<typeof merchantSummary>

export const listMerchants = endpoint({
  method: 'GET',
  path: '/operator/merchants',
  auth: 'operator',
  summary: 'List merchants, newest first; search by parts of names, e-mails, websites and ids',
  query: z.object({
    search: z.string().trim().max(MAX_LENGTH.email).optional(),
    state: z.enum(MERCHANT_STATES).default('all'),
    after,
  }),
  reply: z.object({ data: z.array(merchantSummary), next }),
})

export const OPERATOR_ACTS = [
  'merchant.suspend',
  'merchant.resume',
  'plan.change',
  'hosting.choose',
  'job.retry',
  'kyc.approve',
  'kyc.reject',
  'kyc.view',
] as const
export type OperatorActName = (typeof OPERATOR_ACTS)[number]

const act = z.object({
  id: z.string(),
  at: instant,
  act: z.enum(OPERATOR_ACTS),
  operator: z.string(),
  merchantId: merchantId.nullable(),
  merchantName: z.string().nullable(),
  /** What was changed, in words: a plan and its cycle, or a job. */
  subject: z.string(),
  reason: z.string().nullable(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
})
export type OperatorActRow = z.output<typeof act>

const merchantDetail = merchantSummary.extend({
  websiteUrl: z.string(),
  supportEmail: z.string(),
  supportPhone: z.string(),
  suspendedReason: z.string().nullable(),
  lastSeenAt: instant.nullable(),
  accounts: z.array(
    z.object({
      mode: z.enum(MODES),
      provider: z.enum([...PROVIDERS, 'simulator']),
      merchantName: z.string(),
      upiId: z.string(),
      kind: z.enum(ACCOUNT_KINDS),
      isPersonalUpi: z.boolean(),
      isCurrent: z.boolean(),
      connectedAt: instant,
    }),
  ),
  subscription: z
    .object({
      plan: z.enum(PLAN_NAMES),
      amount: rupees,
      billingCycle: count,
      startedAt: instant,
      expiresAt: instant,
      isActive: z.boolean(),
      qrLimit: count,
      qrRemaining: count,
    })
    .nullable(),
  trial: z.object({ limit: count, remaining: count }),
  totals: z.array(
    z.object({
      mode: z.enum(MODES),
      orders: count,
      succeeded: count,
      failed: count,
      collected: rupees,
    }),
  ),
  openCredits: count,
  /** The latest submission. Its number and files have separate calls, which record each view. */
  kyc: z
    .object({
      status: z.enum(KYC_STATUSES),
      documentType: z.enum(KYC_DOCUMENT_TYPES),
      submittedAt: instant,
      decidedAt: instant.nullable(),
    })
    .nullable(),
  /** Only the host of each URL, because the rest may contain a secret of the merchant. */
  webhooks: z.array(
    z.object({
      mode: z.enum(MODES),
      host: z.string().nullable(),
      state: z.enum(['none', 'working', 'failing', 'paused']),
      since: instant.nullable(),
      waiting: count,
    }),
  ),
  acts: z.array(act),
})
export type MerchantDetail = z.output<typeof merchantDetail>

const ofMerchant = z.object({ merchantId })

export const readMerchantDetail = endpoint({
  method: 'GET',
  path: '/operator/merchants/:merchantId',
  auth: 'operator',
  summary: 'Get a merchant, without keys and secrets',
  params: ofMerchant,
  reply: z.object({ data: merchantDetail }),
  refusals: ['not_found'],
})

const suspension = z.object({
  suspendedAt: instant.nullable(),
  suspendedReason: z.string().nullable(),
  /** False if it was already in this state: nothing was changed or recorded. */
  changed: z.boolean(),
})

export const suspendMerchant = endpoint({
  method: 'POST',
  path: '/operator/merchants/:merchantId/suspend',
  auth: 'operator',
  summary: 'Suspend a merchant: no new orders, accounts or plans; open orders can still be paid',
  params: ofMerchant,
  body: z.object({ reason: requiredText('A reason is required', MAX_LENGTH.note) }),
  reply: z.object({ data: suspension }),
  refusals: ['not_found', 'not_suspendable'],
})

export const resumeMerchant = endpoint({
  method: 'POST',
  path: '/operator/merchants/:merchantId/resume',
  auth: 'operator',
  summary: 'End the suspension of a merchant',
  params: ofMerchant,
  reply: z.object({ data: suspension }),
  refusals: ['not_found', 'not_suspendable'],
})

export const audit = endpoint({
  method: 'GET',
  path: '/operator/audit',
  auth: 'operator',
  summary: 'List the actions of operators, newest first',
  query: z.object({ merchantId: merchantId.optional(), after }),
  reply: z.object({ data: z.array(act), next }),
})

const openCredit = z.object({
  id: z.string(),
  merchantId,
  merchantName: z.string(),
  mode: z.enum(MODES),
  state: z.enum(WAITING_STATES),
  amount: rupees,
  /** The amount of its order, if it names one. */
  orderAmount: rupees.nullable(),
  orderId: orderId.nullable(),
  utr: z.string().nullable(),
  payerName: z.string().nullable(),
  receivedAt: instant,
})
export type OpenCredit = z.output<typeof openCredit>

export const attention = endpoint({
  method: 'GET',
  path: '/operator/attention',
  auth: 'operator',
  summary: 'List the payments that match no order, newest first',
  query: z.object({ mode: z.enum(['all', ...MODES]).default('live'), after }),
  reply: z.object({ data: z.array(openCredit), next }),
})

/** A UPI ID that several merchants have as their own now: one person with two accounts, or a stolen identity. */
const sharedUpiId = z.object({
  upiId: z.string(),
  merchants: z.array(z.object({ merchantId, merchantName: z.string() })),
})
export type SharedUpiId = z.output<typeof sharedUpiId>
/** Of the UPI IDs, and of the merchants of each. */
export const SHARED_UPI_IDS_MAX = 50

export const sharedUpiIds = endpoint({
  method: 'GET',
  path: '/operator/shared-upi-ids',
  auth: 'operator',
  summary: 'List the UPI IDs that several merchants have connected',
  reply: z.object({ data: z.array(sharedUpiId) }),
})
