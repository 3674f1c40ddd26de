import {
  connectMerchantForm,
  type MerchantAccount,
  PROVIDER_NAMES,
  PROVIDERS,
} from '@galla/contract/accounts'
import {
  SOURCE_SERVES,
  VERIFICATION_NAMES,
  VERIFICATION_SOURCES,
  type VerificationSource,
} from '@galla/contract/verification'
import { isLikelyPersonalHandle, parseVpa, type Vpa } from '@galla/upi/vpa'
import { type FieldMessages, messagesOf } from '../../form-errors.ts'

/** Every field as the text that is kept of it; the tick is 'yes' or nothing. */
export interface ConnectFields extends Record<string, string> {
  merchantProvider: string
  merchantName: string
  merchantId: string
  merchantUpiId: string
  isPersonalUpi: string
  /** How payments are looked up; '' where nothing is. */
  verificationSource: string
  /** Typed, never shown again, and kept in no draft. */
  merchantKey: string
  /** What the account is connected with already: its key needs no typing again, as long as the UPI ID is the same. */
  keptSource: string
  keptUpiId: string
}

export const EMPTY_FIELDS: ConnectFields = {
  merchantProvider: '',
  merchantName: '',
  merchantId: '',
  merchantUpiId: '',
  isPersonalUpi: '',
  verificationSource: '',
  merchantKey: '',
  keptSource: '',
  keptUpiId: '',
}

export const PROVIDER_CHOICES = [
  { value: '', label: 'Choose your provider', disabled: true },
  ...PROVIDERS.map((value) => ({ value, label: PROVIDER_NAMES[value] })),
]

export const fieldsOf = (account: MerchantAccount): ConnectFields => ({
  merchantProvider: account.merchantProvider,
  merchantName: account.merchantName,
  merchantId: account.merchantId,
  merchantUpiId: account.merchantUpiId,
  isPersonalUpi: account.isPersonalUpi ? 'yes' : '',
  verificationSource: account.verification?.source ?? '',
  merchantKey: '',
  keptSource: account.verification?.source ?? '',
  keptUpiId: account.merchantUpiId,
})

/** What the chosen provider can be asked by. */
export const verificationChoices = (provider: string) => {
  const sources = VERIFICATION_SOURCES.filter((source) => SOURCE_SERVES[source] === provider)
  if (sources.length === 0) return []
  return [
    { value: '', label: 'Not automatically' },
    ...sources.map((value) => ({ value, label: VERIFICATION_NAMES[value] })),
  ]
}

const isSource = (text: string): text is VerificationSource =>
  VERIFICATION_SOURCES.some((each) => each === text)

/** The key that is written already goes on serving. */
export const keepsKey = (fields: ConnectFields): boolean =>
  fields.keptSource === fields.verificationSource &&
  fields.keptSource !== '' &&
  fields.keptUpiId === typedVpa(fields)

const verificationSent = (fields: ConnectFields) => {
  const source = fields.verificationSource
  if (!isSource(source) || SOURCE_SERVES[source] !== fields.merchantProvider) return null
  if (keepsKey(fields) && fields.merchantKey === '') return undefined
  return source === 'paytm-v3' ? { source, credentials: { merchantKey: fields.merchantKey } } : { source }
}

const asSent = (fields: ConnectFields) => ({
  ...fields,
  isPersonalUpi: fields.isPersonalUpi === 'yes',
  verification: verificationSent(fields),
})

/** All that can be wrong with the verification is its key, the one thing about it that is typed. */
export const underFields = (messages: FieldMessages): FieldMessages =>
  Object.fromEntries(
    Object.entries(messages).map(([field, message]) => [
      field.startsWith('verification') ? 'merchantKey' : field,
      message,
    ]),
  )

export const connectMessages = (fields: ConnectFields): FieldMessages =>
  underFields(messagesOf(connectMerchantForm, asSent(fields)))

/** What may wait in the browser's storage: everything but the secret. */
export const keptFields = (fields: ConnectFields): ConnectFields => ({ ...fields, merchantKey: '' })

/** Only of fields without a message. */
export const connectBody = (fields: ConnectFields) => {
  const { success, data } = connectMerchantForm.safeParse(asSent(fields))
  return success ? data : undefined
}

const typedVpa = (fields: ConnectFields): Vpa | undefined => parseVpa(fields.merchantUpiId.trim())

/** The handle that makes it worth asking whether the UPI ID is a person's; undefined for all others. */
export function personalHandle(fields: ConnectFields): string | undefined {
  const vpa = typedVpa(fields)
  if (vpa === undefined || !isLikelyPersonalHandle(vpa)) return undefined
  return vpa.slice(vpa.indexOf('@'))
}

/** Connecting takes live payments away from the account that had them. */
export const replaces = (account: MerchantAccount | null, fields: ConnectFields): boolean =>
  account !== null && account.merchantUpiId !== typedVpa(fields)
