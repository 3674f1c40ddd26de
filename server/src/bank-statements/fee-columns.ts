import type { ColumnRole } from '@galla/contract/bank-statements/statement-limits'
import { FEE_COLUMNS_MAX } from '@galla/contract/bank-statements/statement-limits'
import { parseStatementAmount } from './statement-values.ts'

/** The column of each role, and the columns of fees. */
export type Roles = Partial<Record<ColumnRole, number>> & { fees?: number[] }

const PREFIX = `(?:(?:total|platform|pg|payment|gateway|processing|service|settlement|merchant|transaction|txn|bank|razorpay|paytm|phonepe|cashfree) )*`
const FEE = new RegExp(
  `^${PREFIX}(?:fees?|charges?|mdr|commission)(?: (?:amount|amt|charged|deducted|value|(?:exclusive|excl|excluding|inclusive|incl|including|with)(?: of)? (?:tax|gst)))*$`,
)
const TAX = new RegExp(
  `^${PREFIX}(?:tax|[icsu]?gst|utgst)(?: (?:amount|amt))?(?: on (?:the )?${PREFIX}(?:fees?|charges?|mdr|commission))?$|^(?:fees?|charges?|mdr|commission) (?:gst|tax)$`,
)
const WITH_TAX = /\b(?:inclusive|incl|including|with)\b/
/** The amount after fees. */
const NET =
  /^(?:(?:event )?(?:net|settled|settlement|payout) (?:settle(?:d|ment) )?(?:amount|amt|credit|value)|net (?:payable|credited)|net|(?:amount|amt) (?:settled|after (?:fees?|charges?|deductions?)))$/

/** It may be the sum of many payments. */
const OF_MANY = /\b(?:settlement|payout)\b/

/** Whether a column has the amount after fees of each payment. */
export const isNetHeading = (words: string): boolean => NET.test(words) && !OF_MANY.test(words)

type Rows = readonly (readonly string[])[]

const columnsLike = (headings: readonly string[], pattern: RegExp): number[] =>
  headings.flatMap((each, column) => (pattern.test(each) ? [column] : []))

const paiseOf = (row: readonly string[], column: number): bigint =>
  parseStatementAmount(row[column] ?? '')?.amount ?? 0n

/** Counts rows in which the amount after fees plus these fees is the amount before fees. */
const countFittingRows = (rows: Rows, gross: number, net: number, fees: readonly number[]): number =>
  rows.filter((row) => {
    const left = paiseOf(row, net)
    return left > 0n && fees.reduce((sum, fee) => sum + paiseOf(row, fee), left) === paiseOf(row, gross)
  }).length

/**
 * Finds the columns of fees, and which amount is before and which is after them. Headings are unclear ("fee" may include the tax in the
 * next column), so if both amounts are there, the rows decide which fees were deducted; a row that disagrees is refused. A settlement amount
 * that no row confirms is the sum of many payments.
 */
export const withFeeColumns = (roles: Roles, headings: readonly string[], rows: Rows): Roles => {
  const { amount, ...others } = roles
  const charges = columnsLike(headings, FEE)
  const all = [...charges, ...columnsLike(headings, TAX)].toSorted((a, b) => a - b).slice(0, FEE_COLUMNS_MAX)
  const named = charges.length === 0 ? undefined : feesByHeadings(all, charges, headings)
  const [net = charges.length === 0 ? undefined : roles.credit] = columnsLike(headings, NET)
  const isOfEach = net !== undefined && (net === roles.credit || isNetHeading(headings[net] ?? ''))
  if (amount === undefined) {
    if (roles.credit !== undefined) return { ...roles, ...(named && { fees: named }) }
    return net === undefined || (named === undefined && !isOfEach)
      ? roles
      : { ...others, amount: net, ...(named && { fees: named }) }
  }
  const confirmed = net === undefined ? undefined : feesConfirmedByRows(all, charges, rows, amount, net)
  if (net === undefined || (confirmed === undefined && !isOfEach))
    return roles.credit === undefined && named !== undefined
      ? { ...others, gross: amount, fees: named }
      : roles
  const fees = confirmed ?? named
  const both = { ...others, gross: amount, ...(fees && { fees }) }
  return net === roles.credit ? both : { ...both, amount: net }
}

/** GST on the charges for payments, in percent. */
const TAX_PERCENT = 18n

/**
 * True if these are all fees of a row: they are zero, the heading says that tax is included, or the taxes match the charges. If one is
 * missing, the calculated amount before fees is wrong.
 */
export const areAllFees = (fees: readonly (readonly [heading: string, paise: bigint])[]): boolean => {
  const sumOf = (each: typeof fees): bigint => each.reduce((sum, [, paise]) => sum + paise, 0n)
  const taxes = fees.filter(([heading]) => TAX.test(heading))
  const charges = fees.filter((fee) => !taxes.includes(fee))
  if (sumOf(fees) === 0n) return true
  if (taxes.length === 0) return charges.length === 1 && WITH_TAX.test(charges[0]?.[0] ?? '')
  // Each tax is rounded to the paisa.
  const difference = sumOf(charges) * TAX_PERCENT - sumOf(taxes) * 100n
  const most = BigInt(taxes.length) * 100n
  return sumOf(taxes) > 0n && difference <= most && -difference <= most
}

/** Finds the fee columns that explain the difference of the two amounts in the most rows. */
const feesConfirmedByRows = (
  all: readonly number[],
  charges: readonly number[],
  rows: Rows,
  gross: number,
  net: number,
): number[] | undefined => {
  if (charges.length === 0) return undefined
  const sets = [all, charges, ...charges.map((each) => [each])]
  const [best] = sets
    .map((set) => ({ set, fits: countFittingRows(rows, gross, net, set) }))
    .toSorted((a, b) => b.fits - a.fits)
  return best === undefined || best.fits === 0 ? undefined : [...best.set]
}

/** With a single amount: a fee includes its tax if its heading says so, or if it is called "fee" next to a column "tax". */
const feesByHeadings = (
  all: readonly number[],
  charges: readonly number[],
  headings: readonly string[],
): number[] => {
  const whole = charges.find((each) => WITH_TAX.test(headings[each] ?? ''))
  if (whole !== undefined) return [whole]
  const [only] = charges
  return charges.length === 1 && headings[only ?? -1] === 'fee' && headings.includes('tax')
    ? [...charges]
    : [...all]
}
