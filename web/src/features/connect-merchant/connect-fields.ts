import {
  connectMerchantForm,
  type MerchantAccount,
  PROVIDER_NAMES,
  PROVIDERS,
} from '@galla/contract/payment-accounts/accounts'
import {
  SOURCE_SERVES,
  VERIFICATION_NAMES,
  VERIFICATION_SOURCES,
  type VerificationSource,
} from '@galla/contract/payment-accounts/verification'
import { ACCOUNT_KINDS, type AccountKind } from '@galla/upi/network-rules'
import { isLikelyPersonalHandle, parseVpa, type Vpa } from '@galla/upi/vpa'
import { type FieldMessages, messagesOf } from '../../components/form/form-errors.ts'
import { t, translateServerText } from '../../locales/translate.ts'
import { ALL_CREDENTIAL_INPUTS, CREDENTIAL_FIELDS, credentialInput } from './credential-fields.ts'

/**
 * The form's fields as text for the draft; a checkbox is 'yes' or ''. Inputs of credentials are separate: they are never shown again
 * and never stored in a draft.
 */
export interface ConnectFields extends Record<string, string> {
  merchantProvider: string
  merchantName: string
  merchantId: string
  merchantUpiId: string
  registeredName: string
  kind: string
  uniqueAmounts: string
  hasPrintedQr: string
  /** How payments are verified; '' for not at all. */
  verificationSource: string
  /** The source whose credentials are stored already. They stay valid as long as the UPI ID is the same. */
  keptSource: string
  keptUpiId: string
}

const NO_CREDENTIALS: Readonly<Record<string, string>> = Object.fromEntries(
  ALL_CREDENTIAL_INPUTS.map((input) => [input, '']),
)

export const EMPTY_FIELDS: ConnectFields = {
  ...NO_CREDENTIALS,
  merchantProvider: '',
  merchantName: '',
  merchantId: '',
  merchantUpiId: '',
  registeredName: '',
  kind: 'verified_merchant' satisfies AccountKind,
  uniqueAmounts: '',
  hasPrintedQr: '',
  verificationSource: '',
  keptSource: '',
  keptUpiId: '',
}

export const PROVIDER_CHOICES = [
  { value: '', label: t('Choose your provider'), disabled: true },
  ...PROVIDERS.map((value) => ({ value, label: translateServerText(PROVIDER_NAMES[value]) })),
]

export const fieldsOf = (account: MerchantAccount): ConnectFields => ({
  ...NO_CREDENTIALS,
  merchantProvider: account.merchantProvider,
  merchantName: account.merchantName,
  merchantId: account.merchantId,
  merchantUpiId: account.merchantUpiId,
  registeredName: account.registeredName,
  kind: account.kind,
  uniqueAmounts: account.uniqueAmounts ? 'yes' : '',
  hasPrintedQr: account.hasPrintedQr ? 'yes' : '',
  verificationSource: account.verification?.source ?? '',
  keptSource: account.verification?.source ?? '',
  keptUpiId: account.merchantUpiId,
})

/** The verification sources of a provider. */
export const verificationChoices = (provider: string) => {
  const sources = VERIFICATION_SOURCES.filter((source) => SOURCE_SERVES[source] === provider)
  if (sources.length === 0) return []
  return [
    { value: '', label: t('Not automatically') },
    ...sources.map((value) => ({ value, label: VERIFICATION_NAMES[value] })),
  ]
}

const isSource = (text: string): text is VerificationSource =>
  VERIFICATION_SOURCES.some((each) => each === text)

/** The chosen source, if the chosen provider has it. */
export const chosenSource = ({
  merchantProvider,
  verificationSource,
}: ConnectFields): VerificationSource | undefined =>
  isSource(verificationSource) && SOURCE_SERVES[verificationSource] === merchantProvider
    ? verificationSource
    : undefined

/** True when the stored credentials stay in use. */
export const keepsCredentials = (fields: ConnectFields): boolean =>
  fields.keptSource === fields.verificationSource &&
  fields.keptSource !== '' &&
  fields.keptUpiId === typedVpa(fields)

const typedCredentials = (fields: ConnectFields, source: VerificationSource): Record<string, string> =>
  Object.fromEntries(
    CREDENTIAL_FIELDS[source]
      .map(({ name }) => [name, fields[credentialInput(source, name)] ?? ''] as const)
      .filter(([, typed]) => typed !== ''),
  )

const verificationSent = (fields: ConnectFields) => {
  const source = chosenSource(fields)
  if (source === undefined) return null
  const credentials = typedCredentials(fields, source)
  if (keepsCredentials(fields) && Object.keys(credentials).length === 0) return undefined
  return { source, credentials }
}

const asSent = (fields: ConnectFields) => ({
  ...fields,
  kind: kindOf(fields),
  uniqueAmounts: fields.uniqueAmounts === 'yes',
  hasPrintedQr: fields.hasPrintedQr === 'yes',
  verification: verificationSent(fields),
})

const CREDENTIAL = /^verification\.credentials\.(.+)$/

/** Shows messages about a credential under its input, and other messages about the verification under its source. */
export const underFields = (messages: FieldMessages, fields: ConnectFields): FieldMessages => {
  const inputOf = (field: string): string => {
    const credential = CREDENTIAL.exec(field)?.[1]
    if (credential !== undefined) return credentialInput(fields.verificationSource, credential)
    return field.startsWith('verification') ? 'verificationSource' : field
  }
  return Object.fromEntries(Object.entries(messages).map(([field, message]) => [inputOf(field), message]))
}

export const connectMessages = (fields: ConnectFields): FieldMessages =>
  underFields(messagesOf(connectMerchantForm, asSent(fields)), fields)

/** The fields that a draft may store: all but credentials. */
export const keptFields = (fields: ConnectFields): ConnectFields => ({ ...fields, ...NO_CREDENTIALS })

/** Call it only with valid fields. */
export const connectBody = (fields: ConnectFields) => {
  const { success, data } = connectMerchantForm.safeParse(asSent(fields))
  return success ? data : undefined
}

/** A stored draft may come from an earlier version. */
export const kindOf = ({ kind }: ConnectFields): AccountKind =>
  ACCOUNT_KINDS.find((each) => each === kind) ?? 'verified_merchant'

const typedVpa = (fields: ConnectFields): Vpa | undefined => parseVpa(fields.merchantUpiId.trim())

/** The handle that is typical for personal accounts, so that the form asks for the kind of account; undefined for others. */
export function personalHandle(fields: ConnectFields): string | undefined {
  const vpa = typedVpa(fields)
  if (vpa === undefined || !isLikelyPersonalHandle(vpa)) return undefined
  return vpa.slice(vpa.indexOf('@'))
}

/** True when connecting would move live payments from the current account. */
export const replaces = (account: MerchantAccount | null, fields: ConnectFields): boolean =>
  account !== null && account.merchantUpiId !== typedVpa(fields)
