import type { Heading } from './pdf-headings.ts'
import { textOf, type Word } from './pdf-lines.ts'
import type { RowLines } from './pdf-rows.ts'
import { joinDate, moneyColumnsOf } from './pdf-table-lines.ts'

type Part = readonly Word[]

/** If nearly all lines of a column are full, its text is wrapped after any character, not only after words. */
const FULL_SHARE = 0.9
const FULL_LINES_MIN = 3

/** The rows as cells of text. The lines of a cell are joined as they were before they were wrapped. */
export const cellsOfRows = (rows: readonly RowLines[], heading: Heading): string[][] => {
  const money = moneyColumnsOf(heading)
  const joins = heading.cells.map((_cell, column) => {
    if (column === heading.roles.date) return (parts: Part[]) => parts.map(textOf).reduce(joinDate, '')
    if (money.includes(column)) return (parts: Part[]) => parts.map(textOf).join('')
    return createTextJoin(rows.map((row) => partsOf(row, column)))
  })
  return rows.map((row) => joins.map((join, column) => join(partsOf(row, column))))
}

const partsOf = (row: RowLines, column: number): Part[] =>
  row.map(({ cells }) => cells[column] ?? []).filter((part) => part.length > 0)

const createTextJoin = (column: readonly (readonly Part[])[]): ((parts: Part[]) => string) => {
  const right = Math.max(0, ...column.flat().map(rightOf))
  /** The next character would not have fitted. */
  const isFull = (part: Part, next: Part): boolean =>
    right - rightOf(part) < (next[0]?.firstCharacterWidth ?? 0)
  const joints = column.flatMap((parts) => parts.slice(1).map((next, n) => ({ part: parts[n] ?? [], next })))
  const full = joints.filter(({ part, next }) => isFull(part, next)).map(({ part }) => textOf(part))
  // Equal texts end at the same position, which need not be the column's limit.
  const isLimitKnown = new Set(full).size >= FULL_LINES_MIN
  const isCutAnywhere = isLimitKnown && full.length >= joints.length * FULL_SHARE
  /** A full line without a space is wrapped inside a word. */
  const isOneWord = (part: Part, next: Part): boolean => {
    const [last, first] = [part.at(-1), next[0]]
    if (last === undefined || first === undefined || last.spaceBehind || first.spaceBefore) return false
    if (/[/-]$/.test(last.text) || first.text.startsWith('/')) return true
    if (!isFull(part, next)) return false
    return isCutAnywhere || (part.length === 1 && (isLimitKnown || /\d$/.test(last.text)))
  }
  return (parts) => {
    let text = ''
    for (const [n, part] of parts.entries()) {
      const before = parts[n - 1]
      if (before !== undefined && !isOneWord(before, part)) text += ' '
      text += textOf(part)
    }
    return text
  }
}

const rightOf = (part: Part): number => Math.max(...part.map(({ right }) => right))
