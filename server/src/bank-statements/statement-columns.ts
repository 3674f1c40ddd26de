import { COLUMN_ROLES, type ColumnRole } from '@galla/contract/bank-statements/statement-limits'
import type { StatementColumns } from '@galla/contract/bank-statements/statements'
import { orderOfDates } from './date-watch.ts'
import { type Roles, withFeeColumns } from './fee-columns.ts'
import { parseStatementAmount, parseStatementTime } from './statement-values.ts'

/** The longest preamble of a bank (address, period, opening balance). */
export const HEADER_ROWS_MAX = 60

/** Known headings, the most certain first, in the form of `headingWords`: "Withdrawal Amt.(INR)" is "withdrawal amt". */
const HEADINGS: Readonly<Record<ColumnRole, readonly RegExp[]>> = {
  date: [
    /^(?:txn|trn|tran|trans|transaction|payment|paid|order)s? (?:date|dt|timestamp)(?: (?:and )?time)?$/,
    /^(?:date|dt|datetime|timestamp|date value date|date (?:and )?time|transaction (?:time|timestamp|created at)|created (?:at|on|date)|paid (?:on|at))$/,
    /^(?:post(?:ed|ing)?|txn posted|entry|book(?:ing)?) (?:date|dt)$/,
    /^value (?:date|dt)$/,
  ],
  time: [/^(?:txn |tran |transaction |posting |payment )?time$/],
  narration: [
    /^(?:narration|(?:account )?description(?: narration)?|particulars?|transaction (?:details?|remarks?|particulars?|description|narration))$/,
    /^(?:remarks?|details|txn (?:details?|remarks?|particulars?|description)|payment details)$/,
    /^(?:notes?|message|comments?)$/,
  ],
  reference: [
    /^(?:rrn|utr|upi (?:rrn|utr|ref|reference)|(?:transaction|payment|customer|bank|npci|upi|rrn) (?:rrn|utr)|utr rrn|rrn utr)(?: (?:no|number|num|id))?$/,
    /^(?:upi|bank|customer|npci|payer) (?:ref|reference|transaction|txn)(?: (?:ref|reference))?(?: (?:no|number|id))?$/,
    /^(?:chq|cheque|chque|inst|instrument).*\b(?:ref|reference)\b|^(?:ref|reference)\b(?: (?:no|number|id|chq|cheque|num))*$/,
    /^(?:transaction|txn|tran|payment)(?: (?:ref|reference))?(?: (?:id|no|number))$/,
  ],
  credit: [
    /^(?:credits?|deposits?|cr|credit (?:amount|amt|cr)|deposit (?:amount|amt|cr)|cr (?:amount|amt)|(?:amount|amt) credited|(?:paid|money) in|receipts?)$/,
  ],
  debit: [
    /^(?:debits?|withdrawa?ls?|withdraws|dr|debit (?:amount|amt|dr)|withdrawa?l (?:amount|amt|dr)|dr (?:amount|amt)|(?:amount|amt) debited|(?:paid|money) out|payments?)$/,
  ],
  amount: [
    /^(?:(?:total )?(?:transaction|txn|tran|payment|order|gross) (?:amount|amt|value)|collected amount)$/,
    /^(?:amount|amt|total amount|amount in|withdrawal dr deposit cr)$/,
  ],
  direction: [
    /^(?:dr cr|cr dr|drcr|crdr|debit credit|credit debit|dr or cr|cr or dr|d c|c d|dr cr (?:indicator|flag))$/,
    /^(?:(?:transaction|txn|tran|entry) type|type|transaction entity|entity type)$/,
  ],
  payer: [
    /^(?:payer|customer|sender|remitter|from|payer upi|customer upi)s? (?:vpa|upi id|upi|handle|virtual address|va)$/,
    /^(?:vpa|upi id)$/,
  ],
  payerName: [/^(?:payer|sender|remitter)s?(?: name)?$/, /^customer name$/],
  status: [/^(?:(?:transaction|txn|payment|order) )?(?:status|state)$/],
  order: [
    /^(?:merchant|client|partner) (?:order|transaction|txn|reference|ref)(?: (?:id|no|number))?$/,
    /^(?:order (?:id|no|number|receipt)|receipt|bill (?:no|number)|external id)$/,
  ],
  // The rows show which amount is before fees: see withFeeColumns.
  gross: [],
  balance: [
    /^(?:closing |running |available |account |ledger |closing)?(?:balance|bal)(?: (?:amount|amt))?$/,
  ],
}

/** A "Settlement UTR" belongs to many payments. Read as the payments' own, it would make them one credit. */
const NOT_OF_A_PAYMENT = /settle|payout|fee|tax|gst|commission|refund|reversal|net amount/

/** "TransactionUTR" is "Transaction UTR". */
const withSpaces = (heading: string): string =>
  /\s/.test(heading)
    ? heading
    : heading.replace('PhonePe', 'Phonepe').replace(/([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$2 ')

export const headingWords = (cell: string): string =>
  withSpaces(cell.trim())
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\b(?:in )?(?:inr|rs|rupees|ist)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const rankOf = (role: ColumnRole, words: string): number =>
  HEADINGS[role].findIndex((heading) => heading.test(words))

const rolesOf = (cells: readonly string[]): Roles => {
  const words = cells.map(headingWords)
  const roles: Roles = {}
  for (const role of COLUMN_ROLES) {
    let best = Number.POSITIVE_INFINITY
    words.forEach((each, column) => {
      if (each === '' || each.length > 60 || NOT_OF_A_PAYMENT.test(each)) return
      const rank = rankOf(role, each)
      if (rank < 0 || rank >= best) return
      best = rank
      roles[role] = column
    })
  }
  return roles
}

const isTable = (roles: Roles): boolean =>
  roles.date !== undefined && (roles.credit ?? roles.amount ?? roles.gross) !== undefined

/** The meaning of a row of headings; undefined if it does not head a table. */
export const headingRoles = (cells: readonly string[]): Roles | undefined => {
  const roles = rolesOf(cells)
  return isTable(roles) ? roles : undefined
}

/** Reads a cell such as "Cr" or "Refund". */
export const directionOf = (text: string): 'credit' | 'debit' | undefined => {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()
  if (
    /^(?:c|cr|credit(?:ed)?|deposit|received|receipt|payment|sale|acquiring|collect(?:ion)?|in|paid in|money received|upi payment|p2m|forward)\b/.test(
      word,
    )
  )
    return 'credit'
  if (
    /^(?:d|dr|debit(?:ed)?|withdrawal|refund|settlement|payout|charges?|fee|fees|tax|paid|sent|reversal|chargeback|cancel(?:led)?|adjustment|dispute)\b/.test(
      word,
    )
  )
    return 'debit'
  return undefined
}

export interface FoundTable {
  /** The row of the headings. Above it is the bank's preamble. */
  readonly header: number
  readonly headings: readonly string[]
  readonly columns: StatementColumns
  /** A column of types, which is a direction if any row of the file has one. */
  readonly maybeDirection: number | undefined
}

/** Finds where the table begins and what its columns mean; undefined if no row looks like the head of a statement. */
export const findTable = (rows: readonly (readonly string[])[]): FoundTable | undefined => {
  for (const [header, cells] of rows.slice(0, HEADER_ROWS_MAX).entries()) {
    const samples = rows.slice(header + 1)
    const roles = withFeeColumns(rolesOf(cells), cells.map(headingWords), samples)
    if (!isTable(roles)) continue
    const columns = withSampledRoles(roles, samples)
    return { header, headings: cells, columns, maybeDirection: roles.direction }
  }
  return undefined
}

/** Adds what the rows show: the order of dates, and whether a type is a direction. */
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
  return { ...kept, dateOrder: orderOfDates(cellsOf(kept.date)) }
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
  const filled = samples.filter((row) => (row[money] ?? '').trim() !== '' && (row[date] ?? '').trim() !== '')
  return filled.length > 0 && readable.length === 0
    ? 'No row has a readable date and amount in these columns'
    : undefined
}
