import {
  STATEMENT_CELL_CHARACTERS_MAX,
  STATEMENT_COLUMNS_MAX,
} from '@galla/contract/bank-statements/statement-limits'
import { ZipRefused } from '../../platform/files/zip-file.ts'
import { CELL_TOO_LONG, StatementRefused, TOO_MANY_COLUMNS } from '../statement-lines.ts'
import { dateOfSerial } from './xlsx-dates.ts'
import { createTextScope, plainText, readPart, type Workbook } from './xlsx-workbook.ts'
import { walkXml } from './xml-part.ts'

/**
 * Yields the rows of a sheet as text, while only a piece of the sheet is in memory. Nothing for a missing sheet.
 */
export async function* xlsxRows(book: Workbook, sheet: number): AsyncGenerator<string[]> {
  const part = book.sheets[sheet]
  if (part === undefined) return
  const rows: string[][] = []
  for await (const _piece of walkXml(
    readPart(book.zip, part),
    rowHandlers(book, (row) => rows.push(row)),
  )) {
    for (const row of rows) yield row
    rows.length = 0
  }
}

/** A larger gap, such as above a cell that was only formatted, is not filled. */
const LEFT_OUT_ROWS_MAX = 20

/** Adds the empty rows that Excel leaves out, so that row numbers match those in Excel. */
const rowHandlers = (book: Workbook, onRow: (row: string[]) => void) => {
  let row: string[] | undefined
  let number = 0
  let cell: { column: number; type: string; style: number; text: string } | undefined
  let next = 0
  const scope = createTextScope(['v', 't'])
  return {
    open(name: string, { r, t, s }: Readonly<Record<string, string>>): void {
      if (name === 'row') {
        const leftOut = Number(r ?? number + 1) - number - 1
        if (leftOut > 0 && leftOut <= LEFT_OUT_ROWS_MAX) for (let n = 0; n < leftOut; n += 1) onRow([])
        number = Number(r ?? number + 1)
        row = []
        next = 0
      } else if (name === 'c' && row !== undefined) {
        const column = r === undefined ? next : columnOf(r)
        if (column >= STATEMENT_COLUMNS_MAX) throw new StatementRefused(TOO_MANY_COLUMNS)
        cell = { column, type: t ?? 'n', style: Number(s ?? -1), text: '' }
        next = column + 1
      } else scope.open(name)
    },
    text(piece: string): void {
      if (!scope.isText() || cell === undefined) return
      cell.text += piece
      if (cell.text.length > STATEMENT_CELL_CHARACTERS_MAX) throw new StatementRefused(CELL_TOO_LONG)
    },
    close(name: string): void {
      scope.close(name)
      if (name === 'c' && row !== undefined && cell !== undefined) {
        while (row.length < cell.column) row.push('')
        row[cell.column] = cellText(book, cell)
        cell = undefined
      } else if (name === 'row' && row !== undefined) {
        onRow(row)
        row = undefined
      }
    },
  }
}

const LETTERS = /^\$?([A-Za-z]{1,3})\$?\d{1,7}$/

/** The column of a cell reference: 27 for `AB12`. */
const columnOf = (reference: string): number => {
  const letters = LETTERS.exec(reference.slice(0, 12))?.[1]
  if (letters === undefined) throw new ZipRefused('a cell without a place')
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

const cellText = (book: Workbook, { type, style, text }: { type: string; style: number; text: string }) => {
  if (type === 'b') return ''
  if (type === 's') return sharedText(book.strings[Number(text)])
  if (type !== 'n') return plainText(text)
  const value = Number(text)
  if (text.trim() === '') return ''
  if (Number.isNaN(value)) return text
  return book.isDate[style] === true ? dateText(dateOfSerial(value, book.from1904)) : numberText(value)
}

const sharedText = (text = ''): string => {
  if (text.length > STATEMENT_CELL_CHARACTERS_MAX) throw new StatementRefused(CELL_TOO_LONG)
  return text
}

/** The digits in UTC are the bank's local time. */
const dateText = (date: Date): string =>
  Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 19).replace('T', ' ')

/** Numbers of two decimals come as 499.1 or 499.09999999999997; both are amounts. */
const numberText = (value: number): string => {
  if (!Number.isFinite(value)) return ''
  const rounded = Math.round(value * 100) / 100
  return Number.isInteger(value) || Math.abs(rounded - value) > 1e-7 ? String(value) : rounded.toFixed(2)
}
