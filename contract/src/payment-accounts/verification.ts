import { z } from 'zod'
import { MAX_LENGTH } from '../field-lengths.ts'
import { instant } from '../fields.ts'

/** The providers' APIs that report the state of a payment. Alerts, statements and the merchant's own entries need no credentials. */
export const VERIFICATION_SOURCES = [
  'paytm-v3',
  'paytm-keyless',
  'phonepe-v2',
  'razorpay-qr',
  'cashfree',
] as const
export type VerificationSource = (typeof VERIFICATION_SOURCES)[number]

/** The least that a provider's API refunds, in paise. Null where it refunds nothing. */
export const REFUND_MIN = {
  'paytm-v3': 100n,
  'paytm-keyless': null,
  'phonepe-v2': 100n,
  'razorpay-qr': 1n,
  cashfree: 1n,
} as const satisfies Record<VerificationSource, bigint | null>

export const VERIFICATION_NAMES = {
  'paytm-v3': 'Paytm order status',
  'paytm-keyless': 'Paytm order status without a key (unofficial)',
  'phonepe-v2': 'PhonePe Payment Gateway',
  'razorpay-qr': 'Razorpay QR Codes',
  cashfree: 'Cashfree Payments',
} as const satisfies Record<VerificationSource, string>

/** The account types that a source can report on; the values of the form's provider. */
export const SOURCE_SERVES = {
  'paytm-v3': 'paytm',
  'paytm-keyless': 'paytm',
  'phonepe-v2': 'phonepe',
  'razorpay-qr': 'other',
  cashfree: 'other',
} as const satisfies Record<VerificationSource, string>

/** The sources whose provider creates the QR of each attempt, so that creating an order calls it first. */
export const MAKES_QR = {
  'paytm-v3': false,
  'paytm-keyless': false,
  'phonepe-v2': true,
  'razorpay-qr': true,
  cashfree: true,
} as const satisfies Record<VerificationSource, boolean>

/** The sources whose provider can notify Galla, at the address that the account shows. */
export const NOTIFIES = {
  'paytm-v3': false,
  'paytm-keyless': false,
  'phonepe-v2': true,
  'razorpay-qr': true,
  cashfree: true,
} as const satisfies Record<VerificationSource, boolean>

const secret = (required: string, pattern: RegExp, wrong: string) =>
  z
    .string({ error: required })
    .trim()
    .refine((text) => text !== '', { error: required, abort: true })
    .refine((text) => pattern.test(text), { error: wrong })

/** Paytm's own alphabet of merchant IDs; without one the account's merchant ID is meant. */
const paytmMerchantId = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9@_.-]{1,20}$/, 'Please enter a valid Paytm merchant ID')

/**
 * PhonePe's own rules for the two that its notifications are signed with; the merchant chooses them when setting one up there.
 * https://developer.phonepe.com/payment-gateway/website-integration/standard-checkout/api-integration/api-reference/webhook
 */
const phonePeCredentials = z
  .object({
    clientId: secret(
      'Client ID is required',
      /^[A-Za-z0-9_-]{3,100}$/,
      'Please enter a valid PhonePe client ID',
    ),
    clientSecret: secret(
      'Client secret is required',
      /^[\x21-\x7e]{8,200}$/,
      'Please enter a valid PhonePe client secret',
    ),
    /** Left out: 1, which PhonePe gives everyone at first. */
    clientVersion: z
      .string()
      .trim()
      .regex(/^[1-9]\d{0,5}$/, 'A PhonePe client version is a whole number')
      .optional(),
    /** Without these two, notifications are refused and payments are found by asking alone. */
    webhookUsername: z
      .string()
      .trim()
      .regex(/^\w{5,20}$/, 'A PhonePe webhook username has 5 to 20 letters, digits and underscores')
      .optional(),
    webhookPassword: z
      .string()
      .regex(
        /^(?=.*[A-Za-z])(?=.*\d)[\x21-\x7e]{8,20}$/,
        'A PhonePe webhook password has 8 to 20 characters, letters and digits among them',
      )
      .optional(),
  })
  .superRefine(({ webhookUsername, webhookPassword }, context) => {
    if ((webhookUsername === undefined) === (webhookPassword === undefined)) return
    const missing = webhookUsername === undefined ? 'webhookUsername' : 'webhookPassword'
    context.addIssue({ code: 'custom', path: [missing], message: 'Enter both for PhonePe, or neither' })
  })

/** The credentials of each source. They are stored encrypted, and never shown again. */
export const verification = z.discriminatedUnion(
  'source',
  [
    z.object({
      source: z.literal('paytm-v3'),
      credentials: z.object({
        merchantId: paytmMerchantId.optional(),
        merchantKey: secret(
          'Merchant key is required',
          /^[\x21-\x7e]{16}$/,
          'A Paytm merchant key has 16 characters',
        ),
      }),
    }),
    z.object({
      source: z.literal('paytm-keyless'),
      credentials: z.object({ merchantId: paytmMerchantId.optional() }).optional(),
    }),
    z.object({ source: z.literal('phonepe-v2'), credentials: phonePeCredentials }),
    z.object({
      source: z.literal('razorpay-qr'),
      credentials: z.object({
        keyId: secret(
          'Key ID is required',
          /^rzp_live_[A-Za-z0-9]{6,40}$/,
          'Please enter a live Razorpay key ID; it starts with rzp_live_',
        ),
        keySecret: secret(
          'Key secret is required',
          /^[\x21-\x7e]{8,100}$/,
          'Please enter a valid Razorpay key secret',
        ),
        /** Without it, notifications are refused and payments are found by asking alone. */
        webhookSecret: z
          .string()
          .trim()
          .regex(/^[\x21-\x7e]{8,100}$/, 'A webhook secret has 8 to 100 characters without spaces')
          .optional(),
      }),
    }),
    z.object({
      source: z.literal('cashfree'),
      credentials: z.object({
        clientId: secret(
          'Client ID is required',
          /^[A-Za-z0-9_-]{6,100}$/,
          'Please enter a valid Cashfree client ID',
        ),
        clientSecret: secret(
          'Client secret is required',
          /^[\x21-\x7e]{16,200}$/,
          'Please enter a valid Cashfree client secret',
        ),
      }),
    }),
  ],
  { error: 'Please choose how payments are verified' },
)
export type VerificationForm = z.output<typeof verification>

/** `untested` until it first answered; `paused` while its provider fails or asked us to wait. */
export const SOURCE_HEALTHS = ['untested', 'working', 'failing', 'paused'] as const

export const sourceHealth = z.object({
  state: z.enum(SOURCE_HEALTHS),
  /** The provider's last message or error; a sentence. */
  detail: z.string().max(MAX_LENGTH.note),
  lastWorkedAt: instant.nullable(),
  lastFailedAt: instant.nullable(),
  /** Questions that the account has cost in all. */
  asked: z.number().int(),
})

export const connectedVerification = z.object({
  source: z.enum(VERIFICATION_SOURCES),
  health: sourceHealth,
  /** The URL that the merchant enters at the provider to receive its payment notifications; null where it sends none. */
  notificationUrl: z.url().nullable(),
})
