import { istWallClock } from '@galla/contract/ist'
import type { BillingDetails, InvoiceContent, InvoiceParty } from '@galla/contract/subscriptions/billing'

/** Returns the Indian financial year, April to March, of an instant: "26-27". */
export const financialYearOf = (at: Date): string => {
  const inIndia = istWallClock(at)
  const first = inIndia.getUTCMonth() >= 3 ? inIndia.getUTCFullYear() : inIndia.getUTCFullYear() - 1
  const short = (year: number): string => String(year % 100).padStart(2, '0')
  return `${short(first)}-${short(first + 1)}`
}

/** Formats an invoice number, at most 16 characters by rule 46(b) of the CGST Rules: "GL/26-27/000001". */
export const invoiceNumber = (financialYear: string, number: number): string =>
  `GL/${financialYear}/${String(number).padStart(6, '0')}`

export interface Invoice {
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
