import type { ColumnRole } from '@galla/contract/bank-statements/statements'
import { FEE_COLUMNS_MAX } from '@galla/contract/bank-statements/statements'
import { parseStatementAmount } from './statement-values.ts'

/** The column of each role, and the columns of fees. */
export type Roles = Partial<Record<ColumnRole, number>> & { fees?: number[] }

const OF_WHOM = `(?:(?:total|platform|pg|payment|gateway|processing|service|settlement|merchant|transaction|txn|bank|razorpay|paytm|phonepe|cashfree) )*`
const FEE = new RegExp(
  `^${OF_WHOM}(?:fees?|charges?|mdr|commission)(?: (?:amount|amt|charged|deducted|value|(?:exclusive|excl|excluding|inclusive|incl|including|with)(?: of)? (?:tax|gst)))*$`,
)
const TAX = new RegExp(
  `^${OF_WHOM}(?:tax|[icsu]?gst|utgst)(?: (?:amount|amt))?(?: on (?:the )?${OF_WHOM}(?:fees?|charges?|mdr|commission))?$|^(?:fees?|charges?|mdr|commission) (?:gst|tax)$`,
)
const WITH_TAX = /\b(?:inclusive|incl|including|with)\b/
/** What is left of a payment after fees. */
const NET =
  /^(?:(?:event )?(?:net|settled|settlement|payout) (?:settle(?:d|ment) )?(?:amount|amt|credit|value)|net (?:payable|credited)|net|(?:amount|amt) (?:settled|after (?:fees?|charges?|deductions?)))$/

type Rows = readonly (readonly string[])[]

const columnsLike = (words: readonly string[], pattern: RegExp): number[] =>
  words.flatMap((each, column) => (pattern.test(each) ? [column] : []))

const paiseOf = (row: readonly string[], column: number): bigint =>
  parseStatementAmount(row[column] ?? '')?.amount ?? 0n

/** Rows whose amount before fees is the amount after them and these fees. */
const fitting = (rows: Rows, gross: number, net: number, fees: readonly number[]): number =>
  rows.filter((row) => {
    const left = paiseOf(row, net)
    return left > 0n && fees.reduce((sum, fee) => sum + paiseOf(row, fee), left) === paiseOf(row, gross)
  }).length

/**
 * Finds the columns of fees, and which amount is before and which after them. Headings say little ("fee" may hold the tax that
 * stands beside it), so where both amounts are there the rows decide. A settlement's amount that no row bears out is that of
 * many payments together.
 */
export const withFeeColumns = (roles: Roles, words: readonly string[], rows: Rows): Roles => {
  const charges = columnsLike(words, FEE)
  if (charges.length === 0) return roles
  const all = [...charges, ...columnsLike(words, TAX)].toSorted((a, b) => a - b).slice(0, FEE_COLUMNS_MAX)
  const { amount, ...others } = roles
  const [net = roles.credit] = columnsLike(words, NET)
  if (amount === undefined) {
    if (roles.credit !== undefined) return { ...roles, fees: unchecked(all, charges, words) }
    return net === undefined ? roles : { ...others, amount: net, fees: unchecked(all, charges, words) }
  }
  const fees = net === undefined ? undefined : checked(all, charges, rows, amount, net)
  if (net === undefined || fees === undefined)
    return roles.credit === undefined
      ? { ...others, gross: amount, fees: unchecked(all, charges, words) }
      : roles
  return net === roles.credit
    ? { ...others, gross: amount, fees }
    : { ...others, gross: amount, amount: net, fees }
}

/** GST on the charges for payments, in percent. */
const TAX_PERCENT = 18n

/**
 * Whether these fees of a row are all that was kept: nothing was, the heading says that the tax is in it, or the taxes are those of the
 * charges. Another set of columns would make another amount before fees.
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

/** The columns that make one amount of the other in the most rows. */
const checked = (
  all: readonly number[],
  charges: readonly number[],
  rows: Rows,
  gross: number,
  net: number,
): number[] | undefined => {
  const sets = [all, charges, ...charges.map((each) => [each])]
  const [best] = sets
    .map((set) => ({ set, fits: fitting(rows, gross, net, set) }))
    .toSorted((a, b) => b.fits - a.fits)
  return best === undefined || best.fits === 0 ? undefined : [...best.set]
}

/** Where one amount alone is there: a fee that says so holds its tax, and so does one that is only called "fee" beside a "tax". */
const unchecked = (
  all: readonly number[],
  charges: readonly number[],
  words: readonly string[],
): number[] => {
  const whole = charges.find((each) => WITH_TAX.test(words[each] ?? ''))
  if (whole !== undefined) return [whole]
  const [only] = charges
  return charges.length === 1 && words[only ?? -1] === 'fee' && words.includes('tax')
    ? [...charges]
    : [...all]
}
