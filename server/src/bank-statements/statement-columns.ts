import type { StatementColumns } from '@galla/contract/bank-statements/statements'
import { type Roles, withFeeColumns } from './fee-columns.ts'
import { headingWords, isTable, rolesOf } from './heading-roles.ts'
import { COLUMNS_SWAPPED, createBalanceWatch } from './running-balance.ts'
import { directionOf } from './statement-money.ts'
import { parseStatementAmount, parseStatementTime } from './statement-values.ts'

/** The longest preamble of a bank (address, period, opening balance). */
export const HEADER_ROWS_MAX = 60

/** Joins two rows of headings: "Withdrawal" above "Amt.", or "Debit" below "Amount". */
export const stackHeadings = (upper: readonly string[], lower: readonly string[]): string[] =>
  Array.from({ length: Math.max(upper.length, lower.length) }, (_, n) =>
    `${upper[n] ?? ''} ${lower[n] ?? ''}`.trim(),
  )

const countColumns = (cells: readonly string[]): number => {
  const roles = rolesOf(cells)
  return isTable(roles) ? Object.keys(roles).length : 0
}

/** The headings of two rows, if they name more columns together than each row alone. */
const headingsOfTwo = (upper: readonly string[], lower: readonly string[] = []): string[] | undefined => {
  if (lower.some((cell) => /\d/.test(cell))) return undefined
  const both = stackHeadings(upper, lower)
  const counts = [upper, lower].map(countColumns)
  return countColumns(both) > Math.max(...counts) ? both : undefined
}

export interface FoundTable {
  /** The row of the headings, the second one of two. Above it is the bank's preamble. */
  readonly header: number
  readonly headings: readonly string[]
  readonly twoHeadingRows: boolean
  readonly columns: StatementColumns
  /** A column of types, which is a direction if any row of the file has one. */
  readonly maybeDirection: number | undefined
}

/** Finds where the table begins and what its columns mean; undefined if no row looks like the head of a statement. */
export const findTable = (rows: readonly (readonly string[])[]): FoundTable | undefined => {
  for (const [first, cells] of rows.slice(0, HEADER_ROWS_MAX).entries()) {
    const both = headingsOfTwo(cells, rows[first + 1])
    const headings = both ?? cells
    const header = both === undefined ? first : first + 1
    const samples = rows.slice(header + 1)
    const roles = withFeeColumns(rolesOf(headings), headings.map(headingWords), samples)
    if (!isTable(roles)) continue
    const columns = withSampledRoles(roles, samples)
    const twoHeadingRows = both !== undefined
    return { header, headings, twoHeadingRows, columns, maybeDirection: roles.direction }
  }
  return undefined
}

/** Leaves out what the rows show to be none: a type that is no direction, an amount that repeats. */
const withSampledRoles = (roles: Roles, samples: readonly (readonly string[])[]): StatementColumns => {
  const cellsOf = (column: number | undefined): string[] =>
    column === undefined ? [] : samples.map((row) => row[column] ?? '').filter((cell) => cell.trim() !== '')
  const kept: Roles = { ...roles }
  // A type that is never "credit" or "debit" (UPI, QR, TRANSFER) is no direction.
  if (
    kept.direction !== undefined &&
    !cellsOf(kept.direction).some((cell) => directionOf(cell) !== undefined)
  )
    delete kept.direction
  // An amount column next to credit and debit columns repeats them.
  if (kept.credit !== undefined) delete kept.amount
  return kept
}

/** Why the columns cannot be used, for the merchant who chose them; undefined if they can. */
export const columnProblem = (
  columns: StatementColumns,
  samples: readonly (readonly string[])[],
): string | undefined => {
  if (columns.date === undefined) return 'Choose the column with the date'
  const { date, dateOrder, gross, fees = [] } = columns
  const money = columns.credit ?? columns.amount ?? gross
  if (money === undefined) return 'Choose the column with the credit or the amount'
  if (
    fees.includes(money) ||
    (gross !== undefined && fees.includes(gross)) ||
    new Set(fees).size < fees.length
  )
    return 'Choose another column for the fees'
  if (gross !== undefined && (gross === columns.credit || gross === columns.amount))
    return 'Choose another column for the amount before fees'
  const readable = samples.filter(
    (row) =>
      parseStatementTime(row[date] ?? '', '', dateOrder) !== undefined &&
      parseStatementAmount(row[money] ?? '') !== undefined,
  )
  const balances = createBalanceWatch(columns)
  for (const [n, row] of samples.entries()) balances.see(n, row)
  if (balances.found().areSwapped) return COLUMNS_SWAPPED
  const filled = samples.filter((row) => (row[money] ?? '').trim() !== '' && (row[date] ?? '').trim() !== '')
  if (filled.length > 0 && readable.length === 0)
    return 'No row has a readable date and amount in these columns'
  return needsNarration(columns) ? NO_NARRATION : undefined
}

const NO_NARRATION = 'Choose the column with the narration. It says which rows are payments by UPI.'

/** In a bank's ledger only the narration tells a customer's payment from other money. A list of payments may have references instead. */
const needsNarration = ({
  narration,
  payer,
  order,
  status,
  reference,
  credit,
  debit,
  direction,
  balance,
}: StatementColumns): boolean =>
  [narration, payer, order, status].every((column) => column === undefined) &&
  (reference === undefined || [credit, debit, direction, balance].some((column) => column !== undefined))
