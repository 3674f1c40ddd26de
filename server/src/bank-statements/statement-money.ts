import type { StatementColumns } from '@galla/contract/bank-statements/statements'
import { formatRupees, HELD_PAISE_MAX, type Paise } from '@galla/upi/rupees'
import { areAllFees } from './fee-columns.ts'
import { directionOf, headingWords } from './statement-columns.ts'
import { parseStatementAmount, type StatementAmount } from './statement-values.ts'

/** The money of a row. A credit's amount is what the customer paid, before the fee that was kept of it. */
export type RowMoney =
  | {
      readonly kind: 'credit'
      readonly amount: Paise
      readonly fee: Paise | null
      /** False where the amount is the sum of what was left and of fees that nothing else bears out. */
      readonly isSure: boolean
    }
  | { readonly kind: 'debit'; readonly amount: Paise | null }
  | { readonly kind: 'blank' }
  | { readonly kind: 'error'; readonly msg: string }

/** A row as its columns name it. */
export interface RowCells {
  readonly columns: StatementColumns
  readonly of: (column: number | undefined) => string
  /** The heading of a column. */
  readonly nameOf: (column: number) => string
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

const creditColumn = ({ columns, of }: RowCells): RowMoney => {
  const text = of(columns.credit)
  const parsed = parseStatementAmount(text)
  if (parsed === undefined && text !== '' && /\d/.test(text)) return unreadable(text)
  if (parsed === undefined || parsed.amount === 0n) {
    const debit = filled(of(columns.debit))
    return debit === null ? blank : { kind: 'debit', amount: debit }
  }
  return parsed.sign === 'debit' ? { kind: 'debit', amount: parsed.amount } : credit(parsed.amount)
}

const amountColumn = ({ columns, of }: RowCells): RowMoney => {
  const text = of(columns.amount ?? columns.gross)
  const debitText = of(columns.debit)
  const debit = filled(debitText)
  if (text === '') return debit === null ? blank : { kind: 'debit', amount: debit }
  if (/\d/.test(debitText) && parseStatementAmount(debitText) === undefined) return unreadable(debitText)
  const parsed = parseStatementAmount(text)
  if (parsed === undefined) return unreadable(text)
  const direction =
    parsed.sign ?? (columns.direction === undefined ? undefined : directionOf(of(columns.direction)))
  // A ledger's own debit column, filled, says that this amount went out.
  if (direction === 'debit' || debit !== null)
    return { kind: 'debit', amount: debit ?? (parsed.amount === 0n ? null : parsed.amount) }
  if (direction === undefined && !amountsAreCredits(columns))
    return error('Nothing says whether this amount came in or went out')
  return parsed.amount === 0n ? blank : credit(parsed.amount)
}

/** The amount of a cell that has one. */
const filled = (text: string): Paise | null => {
  const parsed = parseStatementAmount(text)
  return parsed === undefined || parsed.amount === 0n ? null : parsed.amount
}

/** Headings that come again on each page, and sentences below the table, hold no digits. */
const unreadable = (text: string): RowMoney =>
  /\d/.test(text) ? error(`The amount cannot be read: ${shortened(text)}`) : blank

/** A list of received payments is known by its columns; a bank's ledger has a balance and needs a direction. */
const amountsAreCredits = (columns: StatementColumns): boolean =>
  columns.direction === undefined && columns.balance === undefined

export const shortened = (text: string): string =>
  text.length > 40 ? `${text.slice(0, 40).toWellFormed()}...` : text

/** What stands in the columns of fees. */
interface Fees {
  readonly total: Paise
  /** Written as deductions: "-2.36". */
  readonly isMinus: boolean
  readonly names: string
}

/**
 * What the customer paid, from what was left of it after fees. Where the row has the amount before fees too, all three have to
 * agree: an amount that only one column bears out settles nothing.
 */
const withFee = (row: RowCells, amount: Paise): RowMoney => {
  const { columns, of, nameOf } = row
  const fees = feesOf(row)
  if (typeof fees === 'string') return error(fees)
  if (columns.gross === undefined) return fees === null ? credit(amount) : addFees(row, amount, fees)
  if ((columns.credit ?? columns.amount) === undefined)
    return fees === null ? credit(amount) : ofGross(amount, fees)
  const text = of(columns.gross)
  const gross = parseStatementAmount(text)
  const name = nameOf(columns.gross)
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

const addFees = (
  { columns, of, nameOf }: RowCells,
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
        areAllFees((columns.fees ?? []).map((each) => [headingWords(nameOf(each)), filled(of(each)) ?? 0n])),
      )
}

const ofGross = (gross: Paise, { total, names }: Fees): RowMoney =>
  total > gross ? error(`${names} is more than the amount: ${formatRupees(total)}`) : credit(gross, total)

/** The sum of the fees; null where no column of them is filled, and a sentence where they cannot be fees. */
const feesOf = ({ columns, of, nameOf }: RowCells): Fees | null | string => {
  let total = 0n
  let minus: boolean | undefined
  const names: string[] = []
  for (const column of columns.fees ?? []) {
    const text = of(column)
    if (!/\d/.test(text)) continue
    const parsed = parseStatementAmount(text)
    if (parsed === undefined) return `${nameOf(column)} cannot be read as a fee: ${shortened(text)}`
    names.push(nameOf(column))
    if (parsed.amount === 0n) continue
    const isMinus = isNegative(text, parsed)
    if (minus !== undefined && minus !== isMinus)
      return `${nameOf(column)} has another sign than the other fees`
    minus = isMinus
    total += parsed.amount
  }
  return names.length === 0
    ? null
    : { total: total as Paise, isMinus: minus === true, names: names.join(' + ') }
}

/** "2.36 Dr" is a fee that was charged, "-2.36" may be one that came back. */
const isNegative = (text: string, { sign }: StatementAmount): boolean =>
  sign === 'debit' ? !/[dD][rR]?\.?\)?$/.test(text) : sign === 'credit' && /[cC][rR]?\.?\)?$/.test(text)
