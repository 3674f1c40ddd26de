/** A bank's reference of one UPI payment (UTR, RRN, "UPI Ref No"): 12 digits, kept as text because zeros may lead. */
export type Utr = string & { readonly brand: 'Utr' }

/** References must fit `tr` of a payment link. Only letters and digits are safe in every UPI app. */
const REFERENCE = /^[A-Za-z0-9]{1,35}$/
const UTR = /^[0-9]{12}$/
/** A possible UTR within a text. */
export const TWELVE_DIGITS = /(?<!\d)\d{12}(?!\d)/

/**
 * The `tr` of an order's n-th attempt, counted from 1: the order's own ID, then ID + "R" + n. A ULID has 26 characters, so
 * eight digits of attempts fit. Throws a RangeError for a reference that does not fit into a link.
 */
export function attemptReference(orderId: string, attempt: number): string {
  if (!Number.isSafeInteger(attempt) || attempt < 1) throw new RangeError(`not an attempt: ${attempt}`)
  const reference = attempt === 1 ? orderId : `${orderId}R${attempt}`
  if (!REFERENCE.test(reference)) throw new RangeError(`not a UPI reference: ${reference}`)
  return reference
}

/** Checks the length only: the first digits are usually year and day, but no document promises that. */
export function isUtr(text: string): text is Utr {
  return UTR.test(text)
}

export function parseUtr(text: string): Utr | undefined {
  return isUtr(text) ? text : undefined
}
