import { StatementRefused } from '../statement-lines.ts'
import { cellsOfRows } from './pdf-cells.ts'
import { columnEnds } from './pdf-columns.ts'
import { type Heading, headingAt, liesInOneColumn } from './pdf-headings.ts'
import { type Line, linesOf } from './pdf-lines.ts'
import { readPdfPages } from './pdf-pages.ts'
import { groupRows } from './pdf-rows.ts'
import { tableLines } from './pdf-table-lines.ts'

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
