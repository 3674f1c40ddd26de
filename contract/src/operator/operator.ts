import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { AMOUNT_WRONG, amount, count, instant, MAX_LENGTH, orderId, requiredText } from '../fields.ts'
import { KYC_STATUSES } from '../kyc/kyc.ts'
import { KYC_DOCUMENT_TYPES } from '../kyc/kyc-number.ts'
import { MODES } from '../orders/order-status.ts'
import { PROVIDERS } from '../payment-accounts/accounts.ts'
import { VERIFICATION_SOURCES } from '../payment-accounts/verification.ts'
import { BILLING_CYCLES, PLAN_NAMES } from '../subscriptions/plans.ts'

/** Rows of one answer; the next ones are asked for with `after`. */
export const OPERATOR_ROWS_MAX = 50
/** The worst jobs first; more than these nobody reads. */
export const JOBS_SHOWN_MAX = 100
/** Up to here things of the whole installation are counted; above it the answer says "more". */
export const COUNTED_MAX = 10_000
export const QR_REQUESTS_MAX = 10_000_000

const merchantId = z.string().regex(/^mer_[0-9a-hjkmnp-tv-z]{26}$/)
const rupees = z.number()
/** Names the last row that was shown. */
const after = z
  .string()
  .regex(/^[0-9A-Za-z_]{1,64}$/)
  .optional()
const next = z.string().nullable()

export const MERCHANT_STATES = ['all', 'suspended'] as const

const merchantSummary = z.object({
  id: merchantId,
  name: z.string(),
  email: z.string(),
  mobileNumber: z.string(),
  websiteName: z.string(),
  role: z.enum(['owner', 'operator']),
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
  summary: 'Merchants, newest first; search finds parts of names, e-mails, websites and ids',
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
  /** What it was done to, in words: a plan and its cycle, a job. */
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
  /** What was sent last; its number and files are asked for apart, where a look is logged. */
  kyc: z
    .object({
      status: z.enum(KYC_STATUSES),
      documentType: z.enum(KYC_DOCUMENT_TYPES),
      submittedAt: instant,
      decidedAt: instant.nullable(),
    })
    .nullable(),
  /** Of a URL only the host: the rest may carry a secret of the merchant. */
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
  summary: 'One merchant, without keys or secrets',
  params: ofMerchant,
  reply: z.object({ data: merchantDetail }),
  refusals: ['not_found'],
})

const suspension = z.object({
  suspendedAt: instant.nullable(),
  suspendedReason: z.string().nullable(),
  /** False when it was so already: nothing was done or written. */
  changed: z.boolean(),
})

export const suspendMerchant = endpoint({
  method: 'POST',
  path: '/operator/merchants/:merchantId/suspend',
  auth: 'operator',
  summary: 'No new orders, accounts and plans; open orders go on being settled',
  params: ofMerchant,
  body: z.object({ reason: requiredText('A reason is required', MAX_LENGTH.note) }),
  reply: z.object({ data: suspension }),
  refusals: ['not_found', 'not_suspendable'],
})

export const resumeMerchant = endpoint({
  method: 'POST',
  path: '/operator/merchants/:merchantId/resume',
  auth: 'operator',
  summary: 'Ends a suspension',
  params: ofMerchant,
  reply: z.object({ data: suspension }),
  refusals: ['not_found', 'not_suspendable'],
})

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
  summary: 'What is sold today, and how many merchants use each plan',
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
  /** The `validFrom` of the offer that is replaced: what somebody else changed meanwhile is not overwritten unseen. */
  replaces: z.iso.datetime({ offset: true, error: 'Please load the plans again' }),
})
export const PRICE_WRONG = AMOUNT_WRONG

export const changePlan = endpoint({
  method: 'PUT',
  path: '/operator/plans',
  auth: 'operator',
  summary: 'Changes a price or quota for what is bought from now on; what was sold stays as it was',
  body: planChange,
  reply: z.object({ data: offer.extend({ changed: z.boolean() }) }),
  refusals: ['plan_changed'],
})

export const OPEN_CREDIT_STATES = ['unmatched', 'ambiguous', 'amount_mismatch', 'duplicate'] as const

const openCredit = z.object({
  id: z.string(),
  merchantId,
  merchantName: z.string(),
  mode: z.enum(MODES),
  state: z.enum(OPEN_CREDIT_STATES),
  amount: rupees,
  /** What its order asked for, when it names one. */
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
  summary: 'Money that came and that no order could be given to by rule, newest first',
  query: z.object({ mode: z.enum(['all', ...MODES]).default('live'), after }),
  reply: z.object({ data: z.array(openCredit), next }),
})

const health = z.object({
  merchantId,
  merchantName: z.string(),
  mode: z.enum(MODES),
  host: z.string(),
  state: z.enum(['failing', 'paused']),
  reason: z.enum(['gone', 'failing']).nullable(),
  since: instant,
  waiting: count,
})
export type UnhealthyEndpoint = z.output<typeof health>

export const deliveryHealth = endpoint({
  method: 'GET',
  path: '/operator/webhooks',
  auth: 'operator',
  summary: 'Webhook endpoints that fail or are paused, and which providers merchants use',
  reply: z.object({
    data: z.object({
      endpoints: count,
      failing: count,
      paused: count,
      /** Deliveries that wait for their time, counted to COUNTED_MAX. */
      waiting: count,
      oldestDueAt: instant.nullable(),
      unhealthy: z.array(health),
      providers: z.array(z.object({ provider: z.enum(PROVIDERS), accounts: count })),
      /** How the providers' APIs fare, over the accounts of all merchants. */
      sources: z.array(
        z.object({
          source: z.enum(VERIFICATION_SOURCES),
          accounts: count,
          untested: count,
          working: count,
          failing: count,
          paused: count,
          lastWorkedAt: instant.nullable(),
          lastFailedAt: instant.nullable(),
        }),
      ),
    }),
  }),
})

export const JOB_STATES = ['waiting', 'running', 'failing', 'given_up'] as const
export type JobState = (typeof JOB_STATES)[number]

const job = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(JOB_STATES),
  attempts: count,
  attemptsMax: count,
  lastError: z.string().nullable(),
  runAt: instant,
  createdAt: instant,
})
export type QueuedJob = z.output<typeof job>

export const jobs = endpoint({
  method: 'GET',
  path: '/operator/jobs',
  auth: 'operator',
  summary: 'The queue: what failed first',
  reply: z.object({
    data: z.object({ counts: z.record(z.enum(JOB_STATES), count), jobs: z.array(job) }),
  }),
})

export const retryJob = endpoint({
  method: 'POST',
  path: '/operator/jobs/:jobId/retry',
  auth: 'operator',
  summary: 'Tries a waiting or failed job at once',
  params: z.object({ jobId: z.string().regex(/^[0-9]{1,18}$/) }),
  refusals: ['job_not_waiting'],
})

export const audit = endpoint({
  method: 'GET',
  path: '/operator/audit',
  auth: 'operator',
  summary: 'Every act of an operator, newest first',
  query: z.object({ merchantId: merchantId.optional(), after }),
  reply: z.object({ data: z.array(act), next }),
})

export const system = endpoint({
  method: 'GET',
  path: '/operator/system',
  auth: 'operator',
  summary: 'How the installation is',
  reply: z.object({
    data: z.object({
      version: z.string(),
      node: z.string(),
      startedAt: instant,
      role: z.enum(['web', 'worker', 'all']),
      production: z.boolean(),
      sandbox: z.boolean(),
      mail: z.enum(['smtp', 'files']),
      database: z.object({
        kind: z.enum(['embedded', 'external']),
        version: z.string(),
        bytes: z.number(),
        connections: count,
        connectionsMax: count,
      }),
      queue: z.object({ waiting: count, failing: count, givenUp: count, oldestRunAt: instant.nullable() }),
      deliveries: z.object({ waiting: count, oldestDueAt: instant.nullable() }),
      /** Where the data folder lies. */
      disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }),
      migrations: z.object({ count, last: z.string(), ranAt: instant }),
      lastBackupAt: instant.nullable(),
      lastBackup: z.object({ file: z.string(), bytes: count, withKey: z.boolean() }).nullable(),
      merchants: count,
      /** The last check of the ledger, by night or by hand; null before the first. */
      ledger: z
        .object({
          checkedAt: instant,
          tookMs: count,
          orders: count,
          credits: count,
          faults: count,
          /** The promises that were broken, in words. */
          broken: z.array(z.object({ promise: z.string(), faults: count })),
        })
        .nullable(),
    }),
  }),
})
export type SystemStatus = ReturnType<typeof system.reply.parse>['data']
