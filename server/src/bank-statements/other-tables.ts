import { headingRoles } from './heading-roles.ts'
import type { StatementRow } from './statement-row.ts'

export const SECOND_TABLE = 'This row is in a second table of the file. Send that table as a file of its own.'

const SUMMARY =
  /^(?:opening|closing|total|grand|no of|number of)\b|\b(?:balance|bal|count|totals?|dr|cr|debits?|credits?)$/i
const SUMMARY_CELLS_MIN = 2

const lettersOf = (text = ''): string => text.toLowerCase().replace(/[^a-z]+/g, '')

/**
 * Watches where the table of a file ends. Below other headings, its columns mean nothing: rows with a date are refused, and the figures of a
 * summary are ignored. The table's own headings, which banks repeat on each page, continue it.
 */
export const createTableWatch = (headings: readonly string[]) => {
  let place: 'table' | 'other table' | 'summary' = 'table'
  const own = headings.map(lettersOf)
  const isOwnHeading = (cells: readonly string[]): boolean =>
    cells.every((cell, n) => (own[n] ?? '').includes(lettersOf(cell)))
  const placeBelow = (cells: readonly string[]): typeof place => {
    const filled = cells.filter((cell) => cell.trim() !== '')
    if (filled.length < SUMMARY_CELLS_MIN || cells.some((cell) => /\d/.test(cell))) return place
    if (isOwnHeading(cells)) return 'table'
    if (headingRoles(cells) !== undefined) return 'other table'
    const sums = filled.filter((cell) => SUMMARY.test(cell.trim()))
    return place === 'table' && sums.length >= SUMMARY_CELLS_MIN ? 'summary' : place
  }
  return {
    /** Corrects what the row means by itself. */
    see(cells: readonly string[], row: StatementRow): StatementRow {
      place = placeBelow(cells)
      if (place === 'table' || row.kind === 'ignored') return row
      if (place === 'other table') return { kind: 'error', msg: SECOND_TABLE }
      if (row.kind === 'error') return { kind: 'ignored', why: 'blank' }
      place = 'table'
      return row
    },
  }
}
