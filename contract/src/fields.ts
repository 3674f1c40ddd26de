import { MAX_AMOUNT_PAISE, type Paise, parseRupees, rupeesFromNumber } from '@galla/upi/rupees'
import { z } from 'zod'
import { MAX_LENGTH } from './field-lengths.ts'

export const PASSWORD_LENGTH_MIN = 8
export const MOBILE_DIGITS = 10

export const CONTROL_CHARACTER = 'This contains a control character, such as a tab or a line break'
const NO_TEXT = 'Please send one text, not a list or an object'

// PostgreSQL can store neither U+0000 nor a lone surrogate; control characters have no place in a one-line text.
const storable = (text: string): boolean => {
  if (!text.isWellFormed()) return false
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code < 0x20 || code === 0x7f) return false
  }
  return true
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null

/** What is said about a value of the wrong type: `error` if there is none. */
const absentOr = (error: string, wrong: string) => ({
  error: ({ input }: { readonly input?: unknown }) => (isAbsent(input) ? error : wrong),
})

const oneLine = (error: string) =>
  z.string(absentOr(error, NO_TEXT)).trim().refine(storable, CONTROL_CHARACTER)

const LINE_BREAKS_AND_TABS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g

/** Shops copy titles and addresses with line breaks, which a line of a list or a receipt has no room for. */
const joinedLine = (error: string) =>
  z
    .string(absentOr(error, NO_TEXT))
    .overwrite((text) => text.replaceAll(LINE_BREAKS_AND_TABS, ' '))
    .trim()
    .refine(storable, CONTROL_CHARACTER)

const tooLong = (max: number) => `Please use at most ${max} characters`

/** A text that must not be blank; `error` is the sentence under the field. */
export const requiredText = (error: string, max: number) =>
  joinedLine(error).min(1, error).max(max, tooLong(max))

/** A merchant's own ID, which is never changed. */
export const requiredId = (error: string, max: number) => oneLine(error).min(1, error).max(max, tooLong(max))

export const optionalText = (max: number) =>
  joinedLine(NO_TEXT)
    .max(max, tooLong(max))
    .transform((text) => (text === '' ? undefined : text))
    .optional()

const EMAIL = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/
const MOBILE = /^[0-9]{10}$/
const HTTP_URL = /^https?:\/\/[^\s]+$/i

// One issue a field: the required message must not be followed by the shape's.
const shaped = (required: string, max: number, shape: (text: string) => boolean, wrong: string) =>
  oneLine(required)
    .min(1, { error: required, abort: true })
    .max(max, { error: tooLong(max), abort: true })
    .refine(shape, wrong)

export const email = (required: string) =>
  shaped(required, MAX_LENGTH.email, (text) => EMAIL.test(text), 'Please enter a valid email address').meta({
    format: 'email',
  })

export const mobile = (required: string, wrong: string) =>
  shaped(required, 32, (text) => MOBILE.test(text), wrong).meta({ pattern: MOBILE.source })

const parsesAsHttpUrl = (text: string): boolean =>
  HTTP_URL.test(text) && z.url({ protocol: /^https?$/ }).safeParse(text).success

export const httpUrl = (required: string, wrong: string) =>
  shaped(required, MAX_LENGTH.url, parsesAsHttpUrl, wrong).meta({
    format: 'uri',
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
  })

export const isHttpUrl = (text: string): boolean => text.length <= MAX_LENGTH.url && parsesAsHttpUrl(text)

export const AMOUNT_REQUIRED = 'Amount is required'
export const AMOUNT_WRONG = 'Please enter a valid amount'

/** Rupees as text or as a JSON number with at most two decimals; 0.01 to 10,00,000.00. Comes out as paise. */
export const amount = z
  .union([z.string(), z.number()], absentOr(AMOUNT_REQUIRED, AMOUNT_WRONG))
  .transform((value, context): Paise => {
    const paise = typeof value === 'number' ? rupeesFromNumber(value) : parseRupees(value)
    if (paise !== undefined) return paise
    context.addIssue({ code: 'custom', message: value === '' ? AMOUNT_REQUIRED : AMOUNT_WRONG })
    return z.NEVER
  })
  .meta({ description: 'Rupees with at most 2 decimals, as text or as a number: 0.01 to 1000000.00.' })

export const AMOUNT_RUPEES_MAX = Number(MAX_AMOUNT_PAISE / 100n)

export const orderId = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/)

/** An instant on the wire: ISO 8601. */
export const instant = z.iso.datetime({ offset: true })

/** A day in Asia/Kolkata: YYYY-MM-DD. */
export const istDate = z.iso.date()

/** A month in Asia/Kolkata: YYYY-MM. */
export const istMonth = z
  .string('Please choose a month')
  .regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/, 'Please choose a month')

export const count = z.number().int().min(0)

export const ROWS_LIMIT_MAX = 500
export const ROWS_LIMIT_ALL = 1000

const CURSOR_WRONG = 'Please send `next` from the previous reply, unchanged'
const ROWS_BY_KEY_MAX = 100

/** The page of a list that programs read: the first, or the one after `next` of another page. New rows move nothing. */
export const pageByCursor = {
  cursor: z.string().max(200, CURSOR_WRONG).optional(),
  limit: z.coerce.number().int().min(1).max(ROWS_BY_KEY_MAX).default(25),
}

/** The cursor of the next page; null at the end. */
export const nextCursor = z.string().nullable()

/** How many rows a page of a list has: a number, or `all`, which has an end too. */
export const rowsLimit = z.union([
  z.literal('all').transform(() => ROWS_LIMIT_ALL),
  z.coerce.number().int().min(1).max(ROWS_LIMIT_MAX),
])
