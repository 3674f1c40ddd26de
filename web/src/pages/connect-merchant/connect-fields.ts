import {
  connectMerchantForm,
  type MerchantAccount,
  PROVIDER_NAMES,
  PROVIDERS,
} from '@galla/contract/accounts'
import { isLikelyPersonalHandle, parseVpa, type Vpa } from '@galla/upi/vpa'
import { type FieldMessages, messagesOf } from '../../form-errors.ts'

/** Every field as the text that is kept of it; the tick is 'yes' or nothing. */
export interface ConnectFields extends Record<string, string> {
  merchantProvider: string
  merchantName: string
  merchantId: string
  merchantUpiId: string
  isPersonalUpi: string
}

export const EMPTY_FIELDS: ConnectFields = {
  merchantProvider: '',
  merchantName: '',
  merchantId: '',
  merchantUpiId: '',
  isPersonalUpi: '',
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
})

const asSent = (fields: ConnectFields) => ({ ...fields, isPersonalUpi: fields.isPersonalUpi === 'yes' })

export const connectMessages = (fields: ConnectFields): FieldMessages =>
  messagesOf(connectMerchantForm, asSent(fields))

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
