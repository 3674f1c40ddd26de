import type { FieldError } from '@galla/contract/endpoint'
import { MAX_LENGTH } from '@galla/contract/field-lengths'
import { isHttpUrl } from '@galla/contract/fields'
import {
  EXPIRES_IN_SECONDS_MAX,
  EXPIRES_IN_SECONDS_MIN,
  EXPIRES_IN_SECONDS_MIN_TEST,
  type Mode,
} from '@galla/contract/orders/order-status'
import type { PaymentLinkForm } from '@galla/contract/orders/orders'
import { type Paise, parseRupees } from '@galla/upi/rupees'

/** A body as it was written, see `writtenBody`; only the amount may be a number. Unknown fields are ignored. */
export type Sent = Readonly<Record<string, unknown>>

type Read<Value> = { readonly value: Value } | { readonly wrong: string }

export const INVALID_REDIRECT = 'Invalid redirect URL'
const EMAIL = /^[^\s@]+@[^\s@]+$/
const MOBILE = /^[0-9]{10}$/
/** A smaller difference is a floating-point error. */
const FLOAT_NOISE = 1e-6

/** Whether PostgreSQL can store it. A text that it refuses would also fail the other orders of a batch. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** Reads a single value. An absent one is ''; undefined for lists and objects. */
const textOf = (value: unknown = ''): string | undefined => (typeof value === 'string' ? value : undefined)

/** Reads a descriptive text: shortened and cleaned, never refused. */
const description = (sent: unknown, max: number): string =>
  (textOf(sent) ?? '')
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed()

/** The merchant's own ID of an order; undefined if it is invalid. */
export const readId = (sent: unknown): string | undefined => {
  const text = textOf(sent)?.trim() ?? ''
  const fits = text !== '' && text.length <= MAX_LENGTH.clientTxnId
  return fits && text.isWellFormed() && !/\p{Cc}/u.test(text) ? text : undefined
}

/** Reads "100", "100.5", "1500.00", numbers, and floating-point errors such as 99.98999999999999. */
export const readAmount = (sent: unknown): Paise | undefined => {
  const text = (typeof sent === 'number' ? String(sent) : textOf(sent))?.trim() ?? ''
  if (!/^[0-9]{1,7}\.[0-9]{3,20}$/.test(text)) return parseRupees(text)
  const rounded = Number(text).toFixed(2)
  return Math.abs(Number(text) - Number(rounded)) < FLOAT_NOISE ? parseRupees(rounded) : undefined
}

/** Ten digits, with or without India's prefix. Like an invalid e-mail address, anything else is dropped. */
const readMobile = (sent: unknown): string => {
  const digits = (textOf(sent) ?? '').replaceAll(/[\s()-]/g, '').replace(/^(?:\+?91|0)(?=[0-9]{10}$)/, '')
  return MOBILE.test(digits) ? digits : ''
}

/** Shops send placeholders and typos. Nothing depends on the address, so an invalid one is dropped. */
const readEmail = (sent: unknown): string => {
  const text = textOf(sent)?.trim() ?? ''
  return text.length <= MAX_LENGTH.email && EMAIL.test(text) && isStorable(text) ? text : ''
}

/** A URL, a path on the merchant's website, or empty. */
const readRedirect = (sent: unknown): Read<string> => {
  const text = textOf(sent)?.trim() ?? '?'
  if (!isStorable(text)) return { wrong: INVALID_REDIRECT }
  if (text === '' || isHttpUrl(text)) return { value: text }
  if (/^\/(?![/\\])[^\s\\]*$/.test(text) && text.length <= MAX_LENGTH.url) return { value: text }
  const href = /^https?:\/\//i.test(text) ? (URL.parse(text)?.href ?? '') : ''
  return isHttpUrl(href) ? { value: href } : { wrong: INVALID_REDIRECT }
}

/** Returned to the merchant unchanged, so it is not trimmed or cut. */
const readOwn = (sent: unknown, name: string): Read<string | undefined> => {
  const text = textOf(sent)
  if (text === undefined || text.length > MAX_LENGTH.udf || !isStorable(text))
    return { wrong: `Invalid ${name}` }
  return { value: text === '' ? undefined : text }
}

/** Reads our own optional field. Invalid values are ignored. */
const readWindow = (sent: unknown, mode: Mode): number | undefined => {
  const text = textOf(sent) ?? ''
  const seconds = /^[0-9]{1,7}$/.test(text) ? Number(text) : 0
  const least = mode === 'test' ? EXPIRES_IN_SECONDS_MIN_TEST : EXPIRES_IN_SECONDS_MIN
  return seconds >= least && seconds <= EXPIRES_IN_SECONDS_MAX ? seconds : undefined
}

export type IdField = 'client_txn_id' | 'txn_id'

const sentField = (sent: Sent, [first, ...others]: readonly [IdField, ...IdField[]]): IdField =>
  [first, ...others].find((field) => textOf(sent[field]) !== '') ?? first

/** Converts the form of another gateway's client; or returns the first invalid field. */
export const readLenientForm = (
  sent: Sent,
  idFields: readonly [IdField, ...IdField[]],
  mode: Mode,
): { readonly form: PaymentLinkForm } | { readonly wrong: FieldError } => {
  const wrong = (field: string, msg: string) => ({ wrong: { field, msg } })
  const id = readId(sent[sentField(sent, idFields)])
  if (id === undefined) return wrong(idFields[0], 'Invalid Client Transaction ID')
  const amount = readAmount(sent.amount)
  if (amount === undefined) return wrong('amount', 'Invalid amount')
  const fields = {
    redirect_url: readRedirect(sent.redirect_url),
    udf1: readOwn(sent.udf1, 'udf1'),
    udf2: readOwn(sent.udf2, 'udf2'),
    udf3: readOwn(sent.udf3, 'udf3'),
  }
  for (const [field, read] of Object.entries(fields)) if ('wrong' in read) return wrong(field, read.wrong)
  const text = (read: Read<string | undefined>): string => ('value' in read ? (read.value ?? '') : '')
  const optionalText = (read: Read<string | undefined>) => ('value' in read ? read.value : undefined)
  return {
    form: {
      client_txn_id: id,
      amount,
      p_info: description(sent.p_info, MAX_LENGTH.purpose),
      customer_name: description(sent.customer_name, MAX_LENGTH.name),
      customer_email: readEmail(sent.customer_email),
      customer_mobile: readMobile(sent.customer_mobile),
      redirect_url: text(fields.redirect_url),
      udf1: optionalText(fields.udf1),
      udf2: optionalText(fields.udf2),
      udf3: optionalText(fields.udf3),
      expires_in: readWindow(sent.expires_in, mode),
    },
  }
}
