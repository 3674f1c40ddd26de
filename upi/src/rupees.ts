/**
 * Inside the program, money is integer paise as a bigint. This file converts to and from text and JSON numbers.
 */
export type Paise = bigint & { readonly brand: 'Paise' }

/** The least and the most that one order may ask for: ₹0.01 and ₹10,00,000.00. */
export const MIN_AMOUNT_PAISE = 1n as Paise
export const MAX_AMOUNT_PAISE = 100_000_000n as Paise

/**
 * The largest Paise. Far above the limit of one order, because a bank may report any credit and totals add up. Up to this, a number of rupees
 * has exact decimals, and the value fits PostgreSQL's bigint.
 */
export const HELD_PAISE_MAX = 1_000_000_000_000_000n as Paise

/** Seven digits reach the order limit; the bound also keeps hostile text from becoming a huge bigint. */
const RUPEES_TEXT = /^(0|[1-9][0-9]{0,6})(?:\.([0-9]{1,2}))?$/

/** Throws a RangeError below zero and above HELD_PAISE_MAX: such a value is a bug of the caller, not a refusal. */
export function paise(n: bigint): Paise {
  if (n < 0n || n > HELD_PAISE_MAX) throw new RangeError(`not an amount of paise: ${n}`)
  return n as Paise
}

/**
 * Parses an order's amount: "499", "499.5", "499.50". Undefined for anything else, for zero and outside the limits of an order. Nothing is
 * rounded, trimmed or guessed.
 */
export function parseRupees(text: string): Paise | undefined {
  const match = RUPEES_TEXT.exec(text)
  if (match === null) return undefined
  const [, rupees = '', fraction = ''] = match
  const amount = BigInt(rupees) * 100n + BigInt(fraction.padEnd(2, '0'))
  return amount >= MIN_AMOUNT_PAISE && amount <= MAX_AMOUNT_PAISE ? (amount as Paise) : undefined
}

/**
 * Parses an order's amount from a JSON number by its shortest decimal text: 19.99 is 1,999 paise. Undefined for inexact numbers (0.1 + 0.2) and
 * numbers with an exponent.
 */
export function rupeesFromNumber(n: number): Paise | undefined {
  return parseRupees(String(n))
}

/** "499.00": two decimals, no grouping; the form of UPI links and of our replies' texts. */
export function formatRupees(p: Paise): string {
  return `${p / 100n}.${String(p % 100n).padStart(2, '0')}`
}

/** The number of rupees for a JSON reply. The nearest double has the exact decimals in JSON. */
export function toRupeeNumber(p: Paise): number {
  return Number(p) / 100
}

/** "₹1,23,456.00": the last three digits, then pairs. Not with Intl, because some runtimes lack its en-IN data. */
export function displayRupees(p: Paise): string {
  const rupees = String(p / 100n)
  const front = rupees.slice(0, -3)
  const pairs = front.padStart(front.length + (front.length % 2)).match(/../g) ?? []
  const grouped = [...pairs, rupees.slice(-3)].join(',').trimStart()
  return `₹${grouped}.${String(p % 100n).padStart(2, '0')}`
}
