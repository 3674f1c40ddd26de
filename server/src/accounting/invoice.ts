import type { BillingDetails, InvoiceContent, InvoiceParty } from '@galla/contract/accounting/invoices'
import { istWallClock } from '@galla/contract/ist'

/** Returns the Indian financial year, April to March, of an instant: "26-27". */
export const financialYearOf = (at: Date): string => {
  const inIndia = istWallClock(at)
  const first = inIndia.getUTCMonth() >= 3 ? inIndia.getUTCFullYear() : inIndia.getUTCFullYear() - 1
  const short = (year: number): string => String(year % 100).padStart(2, '0')
  return `${short(first)}-${short(first + 1)}`
}

/** Formats an invoice number, at most 16 characters by rule 46(b) of the CGST Rules: "GL/26-27/000001". */
export const invoiceNumber = (prefix: string, financialYear: string, number: number): string =>
  `${prefix}/${financialYear}/${String(number).padStart(6, '0')}`

const rounded = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator)

/**
 * Splits a price into taxable value and tax. Both halves of the tax are equal, the parts add up to the price exactly, and the taxable value
 * takes the rounding difference. A buyer without a known state is taxed in the seller's (IGST Act, section 12(2)(b)(ii)). A seller
 * without a GSTIN may not charge tax.
 */
export const gstIncludedIn = (
  price: bigint,
  percent: number,
  seller: Pick<InvoiceParty, 'gstin' | 'stateCode'>,
  buyer?: { readonly stateCode: string },
): InvoiceContent['gst'] => {
  if (seller.gstin === '') return { kind: 'none' }
  const rate = BigInt(percent * 100)
  const whole = 10_000n + rate
  if (buyer === undefined || buyer.stateCode === seller.stateCode) {
    const half = rounded(price * rate, 2n * whole)
    return {
      kind: 'within_state',
      percent,
      taxable: `${price - 2n * half}`,
      cgst: `${half}`,
      sgst: `${half}`,
    }
  }
  const igst = rounded(price * rate, whole)
  return { kind: 'between_states', percent, taxable: `${price - igst}`, igst: `${igst}` }
}

const INDIAN_DAY = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'Asia/Kolkata',
})

/** "21 Nov 2026", India's day, as invoices print it. */
export const printedDay = (at: Date): string => INDIAN_DAY.format(at)

export interface Invoice {
  /** Printed large at the top. */
  readonly heading?: string
  readonly number: string
  readonly issuedAt: Date
  readonly content: InvoiceContent
}

/** Returns the billing details, or else the account's name. */
export const partyOf = (
  who: { readonly name: string; readonly email: string },
  details: BillingDetails | undefined,
): InvoiceParty => ({
  name: details?.legalName ?? who.name,
  address: details?.address ?? '',
  stateCode: details?.stateCode ?? '',
  gstin: details?.gstin ?? '',
  email: who.email,
})
