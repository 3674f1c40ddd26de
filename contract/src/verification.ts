import { z } from 'zod'
import { instant, MAX_LENGTH } from './fields.ts'

/** The providers' APIs that tell what became of a payment. Alerts, statements and the merchant himself need no credentials. */
export const VERIFICATION_SOURCES = ['paytm-v3', 'paytm-keyless'] as const
export type VerificationSource = (typeof VERIFICATION_SOURCES)[number]

export const VERIFICATION_NAMES = {
  'paytm-v3': 'Paytm order status',
  'paytm-keyless': 'Paytm order status without a key (unofficial)',
} as const satisfies Record<VerificationSource, string>

/** Whose accounts a source can tell about; the values of the form's provider. */
export const SOURCE_SERVES = {
  'paytm-v3': 'paytm',
  'paytm-keyless': 'paytm',
} as const satisfies Record<VerificationSource, string>

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

/** What each source needs to be asked. It is written once, kept encrypted, and never shown again. */
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
  ],
  { error: 'Please choose how payments are verified' },
)
export type VerificationForm = z.output<typeof verification>

/** `untested` until it first answered; `paused` while its provider fails or asked us to wait. */
export const SOURCE_HEALTHS = ['untested', 'working', 'failing', 'paused'] as const

export const sourceHealth = z.object({
  state: z.enum(SOURCE_HEALTHS),
  /** What the provider last said or did wrong; a sentence. */
  detail: z.string().max(MAX_LENGTH.note),
  lastWorkedAt: instant.nullable(),
  lastFailedAt: instant.nullable(),
  /** Questions that the account has cost in all. */
  asked: z.number().int(),
})

export const connectedVerification = z.object({
  source: z.enum(VERIFICATION_SOURCES),
  health: sourceHealth,
})
