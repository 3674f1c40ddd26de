import { StatementRefused } from '../statement-lines.ts'
import { columnEnds } from './pdf-columns.ts'
import { type Heading, headingAt, liesInOneColumn } from './pdf-headings.ts'
import { type Line, linesOf, textOf, type Word } from './pdf-lines.ts'
import { readPdfPages } from './pdf-pages.ts'
import { groupRows, type RowLines } from './pdf-rows.ts'
import { joinDate, moneyColumnsOf, tableLines } from './pdf-table-lines.ts'

/** The lines below one row of headings, up to the next headings or the end of the page. */
interface Section {
  readonly heading: Heading
  readonly lines: Line[]
}

const NO_TABLE =
  'No table was found in this PDF: a statement has a row of headings with a date and a credit or an amount'

/** The largest table of a PDF as rows of cells, its headings first. Throws StatementRefused. */
export const readPdfStatement = async (
  file: Uint8Array,
  password: string | undefined,
): Promise<string[][]> => {
  const pages = await readPdfPages(file, password)
  const sections = largestTable(sectionsOf(pages.map(linesOf)))
  const [first] = sections
  if (first === undefined) throw new StatementRefused(NO_TABLE)
  const ends = endsOf(sections)
  const lines = sections.map((section) => tableLines(section.lines, section.heading, ends(section)))
  return [first.heading.cells.map(({ text }) => text), ...cellsOfRows(groupRows(lines), first.heading)]
}

/** A page without headings continues the table of the previous page. */
const sectionsOf = (pages: readonly (readonly Line[])[]): Section[] => {
  const sections: Section[] = []
  for (const lines of pages) {
    let section: Section | undefined
    for (let at = 0; at < lines.length; at += 1) {
      const heading = headingAt(lines, at)
      const above = sections.at(-1)?.heading
      if (heading !== undefined && (above === undefined || !liesInOneColumn(heading, above))) {
        section = { heading, lines: [] }
        sections.push(section)
        at += heading.lines - 1
        continue
      }
      const before = sections.at(-1)
      if (section === undefined && before !== undefined) {
        section = { heading: before.heading, lines: [] }
        sections.push(section)
      }
      const line = lines[at]
      if (line !== undefined) section?.lines.push(line)
    }
  }
  return sections
}

/** A statement may have tables of deposits or sums besides its transactions. */
const largestTable = (sections: readonly Section[]): Section[] => {
  const tables = Object.values(Object.groupBy(sections, ({ heading }) => heading.key))
  const sizeOf = (table: readonly Section[] = []): number =>
    table.reduce((sum, { lines }) => sum + lines.length, 0)
  return tables.sort((a, b) => sizeOf(b) - sizeOf(a))[0] ?? []
}

/** Pages whose headings have the same positions share their columns. */
const endsOf = (sections: readonly Section[]): ((section: Section) => number[]) => {
  const headingPositions = ({ heading }: Section): string =>
    heading.cells.map(({ left }) => Math.round(left)).join()
  const ends = new Map<string, number[]>()
  for (const [positions, same = []] of Object.entries(Object.groupBy(sections, headingPositions)))
    ends.set(
      positions,
      columnEnds(
        same[0]?.heading.cells ?? [],
        same.flatMap(({ lines }) => lines),
      ),
    )
  return (section) => ends.get(headingPositions(section)) ?? []
}

/** The rows as CSV, which is stored and read instead of the PDF: neither the PDF nor its password is needed again. */
export const toCsv = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join(''))

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

type Part = readonly Word[]

/** If nearly all lines of a column are full, its text is wrapped after any character, not only after words. */
const FULL_SHARE = 0.9
const FULL_LINES_MIN = 3

/** The rows as cells of text. The lines of a cell are joined as they were before they were wrapped. */
const cellsOfRows = (rows: readonly RowLines[], heading: Heading): string[][] => {
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
