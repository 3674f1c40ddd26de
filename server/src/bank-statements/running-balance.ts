import type { StatementColumns } from '@galla/contract/bank-statements/statements'
import { directionOf, moneyOf } from './statement-money.ts'
import { parseStatementAmount } from './statement-values.ts'

/**
 * Rows whose balance is not the previous balance plus their own amount, numbered from 1 as in a spreadsheet. A file without such rows is
 * complete from its first row to its last.
 */
export interface BalanceFaults {
  readonly rows: readonly number[]
  /** The columns that were added up. Nothing is known about other columns. */
  readonly columns: string
}

export const COLUMNS_SWAPPED =
  'The columns of money in and money out stand the wrong way round: the balance falls where this file says that money came in. Choose them again.'
/** A file with more of them computes its balances in an unknown way. */
const FAULTS_MAX = 1_000

interface Movement {
  /** A row without a date is a total, or a payment whose date is missing. */
  readonly isDated: boolean
  readonly number: number
  readonly balance: bigint
  /** Below zero for money that went out. */
  readonly change: bigint
}

/** Checks the balances of a file row by row, whether the oldest or the newest row is first. */
export const createBalanceWatch = (columns: StatementColumns) => {
  let last: Movement | undefined
  let pairs = 0
  let hasDebit = false
  const faults: Record<'oldestFirst' | 'newestFirst', number[]> = { oldestFirst: [], newestFirst: [] }
  /** Balances that do not follow if money in and money out were swapped. */
  const swapped = { oldestFirst: 0, newestFirst: 0 }
  const note = (list: number[], number: number): void => {
    if (list.length <= FAULTS_MAX) list.push(number)
  }
  const follows = ({ balance, change }: Movement): boolean =>
    last !== undefined && (last.balance + change === balance || balance + last.change === last.balance)
  return {
    see(number: number, cells: readonly string[]): void {
      const row = movementOf(number, cells, columns)
      if (row === undefined || (!row.isDated && !follows(row))) return
      if (row.change < 0n) hasDebit = true
      if (last !== undefined) {
        pairs += 1
        if (last.balance + row.change !== row.balance) note(faults.oldestFirst, number)
        if (row.balance + last.change !== last.balance) note(faults.newestFirst, last.number)
        if (last.balance - row.change !== row.balance) swapped.oldestFirst += 1
        if (row.balance - last.change !== last.balance) swapped.newestFirst += 1
      }
      last = row
    },
    found(): { readonly faults?: BalanceFaults; readonly areSwapped: boolean } {
      const { oldestFirst, newestFirst } = faults
      const rows = newestFirst.length < oldestFirst.length ? newestFirst : oldestFirst
      // In a bank's ledger most balances follow. A list of credits leaves out the debits between them.
      const isLedger = hasDebit && rows.length * 2 < pairs && rows.length <= FAULTS_MAX
      const isWhole = pairs > 0 && rows.length === 0
      const ifSwapped = Math.min(swapped.oldestFirst, swapped.newestFirst)
      const areSwapped = ifSwapped * 2 < pairs && ifSwapped * 4 < rows.length
      return isLedger || isWhole
        ? { faults: { rows, columns: addedUp(columns) }, areSwapped }
        : { areSwapped }
    },
  }
}

/** Whether the balances follow from the amounts as these columns are read, except in single rows. */
export const confirmsColumns = (faults: BalanceFaults | undefined, columns: StatementColumns): boolean =>
  faults?.columns === addedUp(columns)

/** Whether the balances prove that no row is missing. */
export const isWholeLedger = (faults: BalanceFaults | undefined, columns: StatementColumns): boolean =>
  confirmsColumns(faults, columns) && faults?.rows.length === 0

/** The faulty rows, if the same columns are read. */
export const faultyRows = (
  faults: BalanceFaults | undefined,
  columns: StatementColumns,
): ReadonlySet<number> => new Set(confirmsColumns(faults, columns) ? faults?.rows : [])

const addedUp = ({ credit, debit, amount, direction, balance, balanceSign }: StatementColumns): string =>
  [credit, debit, amount, direction, balance, balanceSign].join()

/** Undefined for a row without a balance or a plain amount: headings, some totals, and amounts after fees. */
const movementOf = (
  number: number,
  cells: readonly string[],
  columns: StatementColumns,
): Movement | undefined => {
  const cellOf = (column: number | undefined): string =>
    column === undefined ? '' : (cells[column] ?? '').trim()
  if (columns.balance === undefined || columns.gross !== undefined || columns.fees !== undefined)
    return undefined
  const written = parseStatementAmount(cellOf(columns.balance))
  if (written === undefined) return undefined
  // If amounts without a sign are no credits, the balances do not follow.
  const money = moneyOf({ columns, cellOf, headingOf: () => '', areUnsignedCredits: true })
  if (money.kind === 'error') return undefined
  const isDated = /\d/.test(cellOf(columns.date))
  if (!isDated && money.kind === 'blank') return undefined
  const isOverdrawn = (directionOf(cellOf(columns.balanceSign)) ?? written.sign) === 'debit'
  const amount = money.kind === 'blank' ? 0n : (money.amount ?? 0n)
  return {
    number,
    isDated,
    balance: isOverdrawn ? -written.amount : written.amount,
    change: money.kind === 'debit' ? -amount : amount,
  }
}
