import { amount } from '@galla/contract/fields'
import { paymentLinkForm } from '@galla/contract/orders/orders'
import { formatRupees, type Paise } from '@galla/upi/rupees'
import { type FieldMessages, messagesOf } from '../../components/form/form-errors.ts'
import { t } from '../../locales/translate.ts'

/** The form's values as text. */
export interface PaymentLinkFields extends Record<string, string> {
  client_txn_id: string
  amount: string
  p_info: string
  customer_name: string
  customer_email: string
  customer_mobile: string
  redirect_url: string
  udf1: string
  udf2: string
  udf3: string
  expires_in: string
}

export const EXPIRES_IN = [
  { value: '300', label: t('5 minutes') },
  { value: '86400', label: t('1 day, for WhatsApp') },
  { value: '900', label: t('15 minutes') },
  { value: '3600', label: t('1 hour') },
  { value: '604800', label: t('7 days') },
] as const

export const newTransactionId = (nowMs: number): string => `TXN_${nowMs}`

export const emptyFields = (nowMs: number, ordersUrl: string): PaymentLinkFields => ({
  client_txn_id: newTransactionId(nowMs),
  amount: '',
  p_info: '',
  customer_name: '',
  customer_email: '',
  customer_mobile: '',
  redirect_url: ordersUrl,
  udf1: '',
  udf2: '',
  udf3: '',
  expires_in: '300',
})

const trimmed = (fields: PaymentLinkFields) => ({ ...fields, amount: fields.amount.trim() })

export const paymentLinkMessages = (fields: PaymentLinkFields): FieldMessages =>
  messagesOf(paymentLinkForm, trimmed(fields))

/** The typed amount, if it is valid for an order. */
export const amountOf = (text: string): Paise | undefined => amount.safeParse(text.trim()).data

/** The request body: the amount with two decimals, the seconds as a number. */
export function paymentLinkBody(fields: PaymentLinkFields) {
  const paise = amountOf(fields.amount)
  return {
    ...fields,
    amount: paise === undefined ? fields.amount : formatRupees(paise),
    expires_in: Number(fields.expires_in),
  }
}

/** True when both forms would create the same order. */
export const isSameForm = (a: PaymentLinkFields, b: PaymentLinkFields): boolean =>
  Object.keys(a).every((name) => a[name] === b[name])
