import { ACCOUNT_KINDS, type AccountKind } from '@galla/upi/network-rules'
import { parseVpa, type Vpa } from '@galla/upi/vpa'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_LENGTH } from '../field-lengths.ts'
import { instant, requiredText } from '../fields.ts'
import { cleanPayeeName } from './payee-name.ts'
import { connectedVerification, SOURCE_SERVES, VERIFICATION_SOURCES, verification } from './verification.ts'

/** Values of the form's options, in the order in which they are shown. */
export const PROVIDERS = ['paytm', 'phonepe', 'googlepay', 'bharatpe', 'other'] as const
export type Provider = (typeof PROVIDERS)[number]

export const PROVIDER_NAMES = {
  paytm: 'Paytm for Business',
  phonepe: 'PhonePe Business',
  googlepay: 'Google Pay for Business',
  bharatpe: 'BharatPe',
  other: 'Other',
} as const satisfies Record<Provider, string>

export const ACCOUNT_KIND_NAMES = {
  personal: 'Personal',
  small_merchant: 'Small merchant',
  verified_merchant: 'Verified merchant',
} as const satisfies Record<AccountKind, string>

const UPI_ID_WRONG = 'Please enter a valid UPI ID'

/** Normalised to lower case. Only the payee's bank knows whether it exists. */
const upiId = requiredText('UPI ID is required', MAX_LENGTH.upiId).transform((text, context): Vpa => {
  const vpa = parseVpa(text)
  if (vpa !== undefined && !vpa.endsWith('@gallatest')) return vpa
  context.addIssue({ code: 'custom', message: UPI_ID_WRONG })
  return z.NEVER
})

/** Where a suggested name comes from: the heading of a bank statement, or the link that the provider made. */
export const NAME_SOURCES = ['statement', 'provider'] as const
export type NameSource = (typeof NAME_SOURCES)[number]

export const connectMerchantForm = z
  .object({
    merchantProvider: z.enum(PROVIDERS, { error: 'Payment provider is required' }),
    merchantName: requiredText('Merchant name is required', MAX_LENGTH.name),
    merchantId: requiredText('Merchant ID is required', MAX_LENGTH.name),
    merchantUpiId: upiId,
    /** The name of the payee that customers' apps show: the bank's. When absent, it stays as it is for this UPI ID. */
    registeredName: z
      .string()
      .max(MAX_LENGTH.name, `Please use at most ${MAX_LENGTH.name} characters`)
      .transform(cleanPayeeName)
      .optional(),
    /** The rules of the UPI network depend on it: app links and the limits of a payment, a day and a month. */
    kind: z.enum(ACCOUNT_KINDS).optional(),
    /** For clients that do not send `kind`. True: personal; false or left out: a merchant, small if it was small. */
    isPersonalUpi: z.boolean().optional(),
    /** Gives each order a unique amount by lowering it by 1 to 99 paise. When absent, the setting stays as it is. */
    uniqueAmounts: z.boolean().optional(),
    /** Customers pay any amount to a printed QR code of this UPI ID. When absent, the setting stays as it is. */
    hasPrintedQr: z.boolean().optional(),
    /** How payments are looked up at the provider. Left out: as before, if the provider stays; null: no longer. */
    verification: verification.nullable().optional(),
  })
  .superRefine(({ kind, isPersonalUpi }, context) => {
    if (kind === undefined || isPersonalUpi === undefined || isPersonalUpi === (kind === 'personal')) return
    context.addIssue({ code: 'custom', path: ['kind'], message: 'This does not match isPersonalUpi' })
    context.addIssue({ code: 'custom', path: ['isPersonalUpi'], message: 'This does not match the kind' })
  })
  .superRefine((form, context) => {
    if (!form.verification || SOURCE_SERVES[form.verification.source] === form.merchantProvider) return
    const message = 'This verification is for accounts of another provider'
    context.addIssue({ code: 'custom', path: ['verification', 'source'], message })
  })

/** The account of new live orders, as its merchant connected it. Credentials are never part of it. */
export const merchantAccount = z.object({
  merchantProvider: z.enum(PROVIDERS),
  merchantName: z.string(),
  merchantId: z.string(),
  merchantUpiId: z.string(),
  /** Empty: not known. */
  registeredName: z.string(),
  /** Another name that a source reports for the payee, until the merchant accepts or dismisses it. */
  suggestedName: z.object({ name: z.string(), source: z.enum(NAME_SOURCES) }).nullable(),
  kind: z.enum(ACCOUNT_KINDS),
  /** Whether `kind` is `personal`. */
  isPersonalUpi: z.boolean(),
  uniqueAmounts: z.boolean(),
  hasPrintedQr: z.boolean(),
  /** Whether a phone, a mailbox, a statement or the provider has ever reported: until then, Galla sees no payment. */
  isHeard: z.boolean(),
  connectedAt: instant,
  /** Null: payments are recognised by phone alerts, statements or by hand alone. */
  verification: connectedVerification.nullable(),
})
export type MerchantAccount = z.output<typeof merchantAccount>

export const connectMerchant = endpoint({
  method: 'POST',
  path: '/user/connect-merchant',
  auth: 'session',
  needsConfirmation: true,
  summary: 'Connect the UPI account for live payments; the session switches to live mode',
  body: connectMerchantForm,
  reply: z.object({ data: merchantAccount }),
  refusals: ['suspended'],
})

export const getMerchant = endpoint({
  method: 'POST',
  path: '/user/get-merchant',
  auth: 'session',
  summary: 'Get the connected account; 404 `no_account` if there is none',
  reply: z.object({ data: merchantAccount }),
  refusals: ['account_not_found'],
})

export const decideSuggestedName = endpoint({
  method: 'POST',
  path: '/user/suggested-name',
  auth: 'session',
  summary: 'Accept or dismiss the suggested payee name; changes nothing if it is no longer suggested',
  body: z.object({ name: z.string().max(MAX_LENGTH.name), accept: z.boolean() }),
  reply: z.object({ data: merchantAccount }),
  refusals: ['suspended', 'account_not_found'],
})

export const receiveNotification = endpoint({
  method: 'POST',
  path: '/notifications/:noticeId',
  auth: 'public',
  summary: "Receive a provider's signed notification of a payment; a repeated one also returns 200",
  params: z.object({ noticeId: z.string().max(100) }),
  requestContent: 'anything',
  refusals: ['too_many_requests', 'not_found', 'bad_signature'],
})

export const testConnection = endpoint({
  method: 'POST',
  path: '/user/test-connection',
  auth: 'session',
  summary:
    "Test the credentials of the connected account's provider; 404 `no_verification` if there are none",
  reply: z.object({
    data: z.object({
      source: z.enum(VERIFICATION_SOURCES),
      works: z.boolean(),
      /** What works, or the provider's message; a sentence. */
      detail: z.string(),
    }),
  }),
  refusals: ['too_many_requests', 'account_not_found', 'no_verification'],
})
