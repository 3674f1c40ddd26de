import { formatRupees, MAX_AMOUNT_PAISE, MIN_AMOUNT_PAISE, type Paise, parseRupees } from './rupees.ts'
import { LINK_STARTS, UPI_LINK_START } from './upi-apps.ts'
import { parseVpa, type Vpa } from './vpa.ts'

/** `upi://pay?…` as the UPI linking specification (1.6, section 1.2) describes it. Always plain ASCII. */
export type UpiLink = string & { readonly brand: 'UpiLink' }

export const PAYEE_NAME_CHARS_MAX = 50
export const NOTE_CHARS_MAX = 50
export const REFERENCE_CHARS_MAX = 35

/** Longer text is not parsed. The longest link that we write has 1,610 characters, an intent a few more. */
export const LINK_CHARS_MAX = 4_096

/** The specification allows 35 characters. PhonePe and other apps refuse special characters except `_` and `-`. */
const REFERENCE = /^[A-Za-z0-9]{1,35}$/
const MERCHANT_CODE = /^[0-9]{4}$/
const INTENT_START = 'intent://'

export interface Payment {
  readonly payeeVpa: Vpa
  readonly payeeName: string
  /** `tr`, by which a credit is matched with its order. */
  readonly reference: string
  readonly note?: string | undefined
  readonly amount: Paise
}

export interface PaymentRequest extends Payment {
  /** `mc`, four digits, only where the merchant's bank gave one: an invented code makes apps refuse the payment. */
  readonly merchantCode?: string | undefined
}

/**
 * Builds the link of the QR code and the app buttons, without tags that only a bank or provider may set (tid, sign, mode, orgid) and without
 * empty tags. `@` is not encoded, because several apps show `%40` as text; a space is `%20`. Throws a RangeError for a reference, amount or
 * merchant code that no UPI app accepts.
 */
export function payLink(request: PaymentRequest): UpiLink {
  const { payeeVpa, reference, amount, merchantCode } = request
  if (!REFERENCE.test(reference)) throw new RangeError(`not a UPI reference: ${reference}`)
  if (amount < MIN_AMOUNT_PAISE || amount > MAX_AMOUNT_PAISE)
    throw new RangeError(`not payable by UPI: ${amount} paise`)
  if (merchantCode !== undefined && !MERCHANT_CODE.test(merchantCode))
    throw new RangeError(`not a merchant category code: ${merchantCode}`)

  const note = plainText(request.note ?? '', NOTE_CHARS_MAX)
  const tags = [
    `pa=${payeeVpa}`,
    `pn=${encodeURIComponent(payeeNameFor(request))}`,
    `tr=${reference}`,
    ...(note === '' ? [] : [`tn=${encodeURIComponent(note)}`]),
    `am=${formatRupees(amount)}`,
    'cu=INR',
    ...(merchantCode === undefined ? [] : [`mc=${merchantCode}`]),
  ]
  return (UPI_LINK_START + tags.join('&')) as UpiLink
}

/**
 * Builds a link to the payee without a reference, and without an amount unless one is asked: for the printed QR code of a counter, and to show the name that the payee's bank
 * has. A payment by it belongs to no order until a person decides. Customers can change the note, so it decides nothing.
 */
export function payeeLink(
  payee: Pick<Payment, 'payeeVpa' | 'payeeName' | 'note'> & { readonly amount?: Paise },
): UpiLink {
  const note = plainText(payee.note ?? '', NOTE_CHARS_MAX)
  const tags = [
    `pa=${payee.payeeVpa}`,
    `pn=${encodeURIComponent(payeeNameFor(payee))}`,
    ...(note === '' ? [] : [`tn=${encodeURIComponent(note)}`]),
    ...(payee.amount === undefined ? [] : [`am=${formatRupees(payee.amount)}`]),
    'cu=INR',
  ]
  return (UPI_LINK_START + tags.join('&')) as UpiLink
}

/** `pn` is mandatory: if no character of the name is left, the name in the UPI ID is used. */
function payeeNameFor({ payeeName, payeeVpa }: Pick<Payment, 'payeeName' | 'payeeVpa'>): string {
  const name = plainText(payeeName, PAYEE_NAME_CHARS_MAX)
  return name === '' ? plainText(payeeVpa.slice(0, payeeVpa.indexOf('@')), PAYEE_NAME_CHARS_MAX) : name
}

/**
 * Keeps what every app can show: letters, marks and digits of any script, space, `.` and `-`. An ampersand becomes "and", because some apps
 * split the link there even when it is encoded. Apostrophes and invisible characters are removed; other characters become spaces, so that
 * "Tea/Coffee" remains two words.
 */
function plainText(text: string, charsMax: number): string {
  const plain = text
    .normalize('NFC')
    .replace(/[&＆]/gu, ' and ')
    .replace(/['’‘`\p{Cf}]/gu, '')
    .replace(/[^\p{L}\p{M}\p{Nd}.-]+/gu, ' ')
    .trim()
  return Array.from(plain).slice(0, charsMax).join('').trim()
}

/**
 * Parses a payment link in any form that we write: `upi://`, an app's own scheme, Android's `intent://`. Undefined for what a careful UPI
 * app would not pay: a missing payee, reference or amount, another currency, a repeated tag (two parsers could take different ones), broken
 * encoding. Never throws.
 */
export function parsePayLink(text: string): Payment | undefined {
  const tags = readTags(text)
  const reference = tags?.get('tr') ?? ''
  if (tags === undefined || reference === '' || reference.length > REFERENCE_CHARS_MAX) return undefined
  const payment = readPayment(tags)
  return payment && { ...payment, reference }
}

/** Parses a link without a reference: a printed QR code, with the amount that the customer typed. */
export function parsePayeeLink(text: string): Omit<Payment, 'reference'> | undefined {
  const tags = readTags(text)
  return tags === undefined || tags.has('tr') ? undefined : readPayment(tags)
}

/** What a shop's own QR code says of its account. */
export interface ShopQr {
  readonly payeeVpa: Vpa
  /** Empty if the code names nobody. */
  readonly payeeName: string
  /** `mc`, which a bank gives to merchants that it has verified. */
  readonly merchantCode?: string
  /** The provider's number of the shop. */
  readonly merchantId?: string
  readonly hasAmount: boolean
}

/** Reads the QR code on a shop's counter. Undefined if it is none of UPI. */
export function parseShopQr(text: string): ShopQr | undefined {
  const tags = readTags(text.trim())
  const payeeVpa = parseVpa(tags?.get('pa') ?? '')
  if (tags === undefined || payeeVpa === undefined) return undefined
  const [merchantCode = '', merchantId = ''] = [tags.get('mc'), tags.get('mid')]
  return {
    payeeVpa,
    payeeName: (tags.get('pn') ?? '').trim(),
    ...(MERCHANT_CODE.test(merchantCode) && merchantCode !== '0000' && { merchantCode }),
    ...(merchantId.trim() !== '' && { merchantId: merchantId.trim() }),
    hasAmount: parseRupees(tags.get('am') ?? '') !== undefined,
  }
}

function readPayment(tags: ReadonlyMap<string, string>): Omit<Payment, 'reference'> | undefined {
  const payeeVpa = parseVpa(tags.get('pa') ?? '')
  const amount = parseRupees(tags.get('am') ?? '')
  if (payeeVpa === undefined || amount === undefined) return undefined
  if ((tags.get('cu') ?? 'INR') !== 'INR') return undefined
  const note = tags.get('tn')
  return { payeeVpa, payeeName: tags.get('pn') ?? '', amount, ...(note ? { note } : {}) }
}

function readTags(text: string): Map<string, string> | undefined {
  if (text.length > LINK_CHARS_MAX) return undefined
  const query = queryOf(text)
  if (query === undefined) return undefined
  const tags = new Map<string, string>()
  const seen = new Set<string>()
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=')
    if (equals < 1) return undefined
    const key = pair.slice(0, equals)
    const value = decoded(pair.slice(equals + 1))
    if (value === undefined || seen.has(key.toLowerCase())) return undefined
    seen.add(key.toLowerCase())
    tags.set(key, value)
  }
  return tags
}

/** The part after `?`. An `intent:` link is first converted to the link that it contains. */
function queryOf(text: string): string | undefined {
  const link = text.slice(0, INTENT_START.length).toLowerCase() === INTENT_START ? fromIntent(text) : text
  const start = LINK_STARTS.find((known) => link?.slice(0, known.length).toLowerCase() === known)
  if (link === undefined || start === undefined || link.includes('#')) return undefined
  return link.slice(start.length)
}

/** Converts `intent://pay?…#Intent;scheme=upi;…;end` to `upi://pay?…`. The other fields choose the app. */
function fromIntent(text: string): string | undefined {
  const [address = '', fragment = '', ...more] = text.slice(INTENT_START.length).split('#')
  const fields = fragment.split(';')
  const schemes = fields.filter((field) => field.startsWith('scheme='))
  const [scheme] = schemes
  if (more.length > 0 || fields[0] !== 'Intent' || fields.at(-1) !== 'end') return undefined
  if (scheme === undefined || schemes.length > 1) return undefined
  return `${scheme.slice('scheme='.length)}://${address}`
}

/** A `+` is a plus here (RFC 3986), not a space. Control characters are refused: no name or note has any. */
function decoded(value: string): string | undefined {
  try {
    const text = decodeURIComponent(value)
    return /\p{Cc}/u.test(text) ? undefined : text
  } catch {
    return undefined
  }
}
