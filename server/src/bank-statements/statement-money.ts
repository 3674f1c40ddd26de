import { ROW_FAULTS } from '@galla/contract/bank-statements/row-texts'
import type { StatementColumns } from '@galla/contract/bank-statements/statements'
import { formatRupees, HELD_PAISE_MAX, type Paise } from '@galla/upi/rupees'
import { areAllFees, isNetHeading } from './fee-columns.ts'
import { headingWords } from './heading-roles.ts'
import { parseStatementAmount, type StatementAmount } from './statement-values.ts'

/** The money of a row. A credit's amount is what the customer paid, before the fee that was kept of it. */
export type RowMoney =
  | {
      readonly kind: 'credit'
      readonly amount: Paise
      readonly fee: Paise | null
      /** False where the amount is a net amount plus fees that no other column confirms. */
      readonly isSure: boolean
    }
  | { readonly kind: 'debit'; readonly amount: Paise | null }
  | { readonly kind: 'blank' }
  | { readonly kind: 'error'; readonly msg: string }

/** The cells of a row by column. */
export interface RowCells {
  readonly columns: StatementColumns
  readonly cellOf: (column: number | undefined) => string
  /** The heading of a column. */
  readonly headingOf: (column: number) => string
  /** The running balances follow if amounts without a sign are money that came in. */
  readonly areUnsignedCredits?: boolean
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
    return /\b(?:refund|revers(?:al|ed)|charge ?back)/.test(word) ? 'debit' : 'credit'
  if (
    /^(?:d|dr|debit(?:ed)?|withdrawal|refund|settlement|payout|charges?|fee|fees|tax|paid|sent|reversal|chargeback|cancel(?:led)?|adjustment|dispute)\b/.test(
      word,
    )
  )
    return 'debit'
  return undefined
}

export const moneyOf = (row: RowCells): RowMoney => {
  const money = row.columns.credit === undefined ? amountColumn(row) : creditColumn(row)
  return money.kind === 'credit' ? withFee(row, money.amount) : money
}

const blank: RowMoney = { kind: 'blank' }
const error = (msg: string): RowMoney => ({ kind: 'error', msg })
const credit = (amount: Paise, fee: Paise | null = null, isSure = true): RowMoney => ({
  kind: 'credit',
  amount,
  fee,
  isSure,
})

const creditColumn = ({ columns, cellOf }: RowCells): RowMoney => {
  const text = cellOf(columns.credit)
  const parsed = parseStatementAmount(text)
  if (parsed === undefined && text !== '' && /\d/.test(text)) return unreadable(text)
  if (parsed === undefined || parsed.amount === 0n) {
    const debit = filled(cellOf(columns.debit))
    return debit === null ? blank : { kind: 'debit', amount: debit }
  }
  return parsed.sign === 'debit' ? { kind: 'debit', amount: parsed.amount } : credit(parsed.amount)
}

const amountColumn = ({ columns, cellOf, areUnsignedCredits }: RowCells): RowMoney => {
  const text = cellOf(columns.amount ?? columns.gross)
  const debitText = cellOf(columns.debit)
  const debit = filled(debitText)
  if (text === '') return debit === null ? blank : { kind: 'debit', amount: debit }
  if (/\d/.test(debitText) && parseStatementAmount(debitText) === undefined) return unreadable(debitText)
  const parsed = parseStatementAmount(text)
  if (parsed === undefined) return unreadable(text)
  const direction =
    parsed.sign ?? (columns.direction === undefined ? undefined : directionOf(cellOf(columns.direction)))
  // A filled debit column means that this amount went out.
  if (direction === 'debit' || debit !== null)
    return { kind: 'debit', amount: debit ?? (parsed.amount === 0n ? null : parsed.amount) }
  const isOpen = direction === undefined && !(areUnsignedCredits && columns.direction === undefined)
  if (isOpen && !amountsAreCredits(columns)) return error(ROW_FAULTS.direction)
  return parsed.amount === 0n ? blank : credit(parsed.amount)
}

/** The amount of a cell; null where it is empty, zero or unreadable. */
const filled = (text: string): Paise | null => {
  const parsed = parseStatementAmount(text)
  return parsed === undefined || parsed.amount === 0n ? null : parsed.amount
}

/** Headings that are repeated on each page, and sentences below the table, have no digits. */
const unreadable = (text: string): RowMoney =>
  /\d/.test(text) ? error(`${ROW_FAULTS.amount}: ${shortened(text)}`) : blank

/** Whether every amount came in: a list of received payments has neither a balance nor a direction, which a bank's ledger needs. */
const amountsAreCredits = (columns: StatementColumns): boolean =>
  columns.direction === undefined && columns.balance === undefined

export const shortened = (text: string): string =>
  text.length > 40 ? `${text.slice(0, 40).toWellFormed()}...` : text

interface Fees {
  readonly total: Paise
  /** Written as deductions: "-2.36". */
  readonly isMinus: boolean
  readonly names: string
}

/**
 * The amount that the customer paid, computed from the amount after fees. If the row has the amount before fees too, all three must
 * agree: an amount that only one column confirms settles nothing.
 */
const withFee = (row: RowCells, amount: Paise): RowMoney => {
  const { columns, cellOf, headingOf } = row
  const fees = feesOf(row)
  if (typeof fees === 'string') return error(fees)
  if (columns.gross === undefined)
    return fees === null ? withoutFees(row, amount) : addFees(row, amount, fees)
  if ((columns.credit ?? columns.amount) === undefined)
    return fees === null ? credit(amount) : ofGross(amount, fees)
  const text = cellOf(columns.gross)
  const gross = parseStatementAmount(text)
  const name = headingOf(columns.gross)
  if (text === '') return fees === null ? credit(amount) : addFees(row, amount, fees)
  if (gross === undefined || gross.sign === 'debit')
    return error(`${name} cannot be read as the amount before fees: ${shortened(text)}`)
  const fee = gross.amount - amount
  if (fee < 0n)
    return error(`${name} is ${formatRupees(gross.amount)}, less than the ${formatRupees(amount)} after fees`)
  if (fees !== null && fees.total !== fee)
    return error(
      `${name} is ${formatRupees(gross.amount)}, but ${formatRupees(amount)} and ${fees.names} make ` +
        formatRupees((amount + fees.total) as Paise),
    )
  return ofGross(gross.amount, { total: fee as Paise, isMinus: true, names: name })
}

/** Without fees, nobody knows what the customer paid before a net amount. */
const withoutFees = ({ columns, headingOf }: RowCells, amount: Paise): RowMoney =>
  credit(
    amount,
    null,
    columns.fees !== undefined ||
      !isNetHeading(headingWords(headingOf(columns.credit ?? columns.amount ?? 0))),
  )

const addFees = (
  { columns, cellOf, headingOf }: RowCells,
  net: Paise,
  { total, isMinus, names }: Fees,
): RowMoney => {
  if (isMinus) return error(`${names} is negative, and no column has the amount before fees`)
  if (total > net) return error(`${names} is more than the amount: ${formatRupees(total)}`)
  const gross = (net + total) as Paise
  return gross > HELD_PAISE_MAX
    ? error(`${names} cannot be a fee: ${formatRupees(total)}`)
    : credit(
        gross,
        total,
        areAllFees(
          (columns.fees ?? []).map((each) => [headingWords(headingOf(each)), filled(cellOf(each)) ?? 0n]),
        ),
      )
}

const ofGross = (gross: Paise, { total, names }: Fees): RowMoney =>
  total > gross ? error(`${names} is more than the amount: ${formatRupees(total)}`) : credit(gross, total)

/** The sum of the fees; null where no fee is filled in, and the reason where a cell cannot be a fee. */
const feesOf = ({ columns, cellOf, headingOf }: RowCells): Fees | null | string => {
  let total = 0n
  let minus: boolean | undefined
  const names: string[] = []
  for (const column of columns.fees ?? []) {
    const text = cellOf(column)
    if (!/\d/.test(text)) continue
    const parsed = parseStatementAmount(text)
    if (parsed === undefined) return `${headingOf(column)} cannot be read as a fee: ${shortened(text)}`
    names.push(headingOf(column))
    if (parsed.amount === 0n) continue
    const isMinus = isNegative(text, parsed)
    if (minus !== undefined && minus !== isMinus)
      return `${headingOf(column)} has a different sign from the other fees`
    minus = isMinus
    total += parsed.amount
  }
  return names.length === 0
    ? null
    : { total: total as Paise, isMinus: minus === true, names: names.join(' + ') }
}

/** "2.36 Dr" is a charged fee; "-2.36" may be a returned one. */
const isNegative = (text: string, { sign }: StatementAmount): boolean =>
  sign === 'debit' ? !/[dD][rR]?\.?\)?$/.test(text) : sign === 'credit' && /[cC][rR]?\.?\)?$/.test(text)
