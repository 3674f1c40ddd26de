import type { StatementColumns } from '@galla/contract/bank-statements/statements'
import { isKnownHandle } from '@galla/upi/vpa'

export interface WholeRow {
  /** The number of its first line. */
  readonly number: number
  readonly cells: readonly string[]
}

/** Banks wrap a narration into two or three lines. */
const SECOND_LINES_MAX = 4
/** Lines below a table: summaries, notes and page numbers. */
const NOT_OF_A_ROW =
  /\b(?:totals?|balance|opening|closing|brought|carried|[bc]\/f|forward|summary|statement|page|computer|generated|regards|note|legends?|disclaimer|helpline)\b/i

/**
 * Puts the lines of a row together: a line below a payment that has text only, neither a date nor money, continues the row above. Push the
 * lines in their order; a row is complete when the next one begins.
 */
export const createLineJoiner = (columns: StatementColumns) => {
  const texts = [columns.narration, columns.reference, columns.payer, columns.payerName, columns.order]
  const others = [
    columns.date,
    columns.time,
    columns.credit,
    columns.debit,
    columns.amount,
    columns.gross,
    columns.balance,
    columns.status,
    ...(columns.fees ?? []),
  ]
  const isFilled = (cells: readonly string[], column: number | undefined): boolean =>
    column !== undefined && (cells[column] ?? '').trim() !== ''
  let row: { readonly number: number; cells: readonly string[]; lines: number } | undefined
  const isSecondLine = (cells: readonly string[]): boolean =>
    row !== undefined &&
    row.lines < SECOND_LINES_MAX &&
    /\d/.test(row.cells[columns.date ?? -1] ?? '') &&
    !others.some((column) => isFilled(cells, column)) &&
    texts.some((column) => isFilled(cells, column)) &&
    !NOT_OF_A_ROW.test(cells.join(' '))
  return {
    push(number: number, cells: readonly string[]): WholeRow | undefined {
      if (row !== undefined && isSecondLine(cells)) {
        const width = Math.max(row.cells.length, cells.length)
        const above = row.cells
        row.cells = Array.from({ length: width }, (_, n) => joinLines(above[n] ?? '', cells[n] ?? ''))
        row.lines += 1
        return undefined
      }
      const before: WholeRow | undefined = row
      row = { number, cells, lines: 1 }
      return before
    },
    end(): WholeRow | undefined {
      const last: WholeRow | undefined = row
      row = undefined
      return last
    },
  }
}

const DIGITS_AT_END = /\d{1,24}$/
const DIGITS_AT_START = /^\d{1,24}/
/** A UTR, with the zeros that some banks put before it. */
const WHOLE_UTR = /^0*\d{12}$/
const BEGUN_ADDRESS = /[\w.-]@([a-z0-9]{0,63})$/i
const BEGUN_NAME = /[/:][a-z0-9._-]{1,99}$/
const REST_OF_ADDRESS = /^[a-z0-9._-]{0,99}@[a-z]/

/** Joins two lines of a cell as they were before they were wrapped: inside a reference or a UPI ID without a space. */
export const joinLines = (above: string, below: string): string => {
  const [upper, lower] = [above.trimEnd(), below.trimStart()]
  if (upper === '' || lower === '') return upper + lower
  return upper + (isOneWord(upper, lower) ? '' : ' ') + lower
}

const isOneWord = (upper: string, lower: string): boolean => {
  if (/[/-]$/.test(upper) || lower.startsWith('/')) return true
  const [begun = ''] = DIGITS_AT_END.exec(upper) ?? []
  const [rest = ''] = DIGITS_AT_START.exec(lower) ?? []
  if (begun !== '' && rest !== '') return begun.length < 12 && WHOLE_UTR.test(begun + rest)
  const handle = BEGUN_ADDRESS.exec(upper.slice(-100))?.[1]
  if (handle !== undefined) {
    const [more = ''] = /^[a-z0-9]{1,63}/i.exec(lower) ?? []
    return handle === '' || (more !== '' && isKnownHandle(handle + more))
  }
  return BEGUN_NAME.test(upper.slice(-100)) && REST_OF_ADDRESS.test(lower)
}
