import { isAligned, isClose, type TableLine } from './pdf-table-lines.ts'

/** The lines of one row, from top to bottom. */
export type RowLines = readonly TableLine[]

/** The gap between rows is larger than between the lines of a row by at least this factor. */
const CLEAR_GAP = 1.15

/**
 * Groups the lines of all pages into rows. A row has one dated line. Its narration may continue below it, also on the next page, or
 * surround it where cells are centred.
 */
export const groupRows = (pages: readonly (readonly TableLine[])[]): RowLines[] => {
  const rows: TableLine[][] = []
  const centred = isCentred(pages)
  for (const page of pages) {
    let upper: TableLine[] | undefined
    let between: TableLine[] = []
    let above = 0
    for (const line of page) {
      if (line.kind === 'text') between.push(line)
      else if (line.kind === 'dated') {
        const before = upper ?? (centred ? undefined : rows.at(-1))
        const cut = cutBetween(upper?.at(-1), between, line, centred ? above : undefined)
        const [below, over] = [between.slice(0, cut), between.slice(cut)]
        above = over.length
        if (before !== undefined) append(before, below, upper === undefined)
        upper = [...closeAbove(line, over), line]
        rows.push(upper)
        between = []
      } else {
        if (upper !== undefined) append(upper, between, false)
        between = []
        // Figures without a date are a separate row; text outside the table is dropped.
        upper = undefined
        if (line.kind === 'figures') rows.push([line])
      }
    }
    if (upper !== undefined) append(upper, between, false)
  }
  return rows
}

/** Cells are centred if text is directly above the first date. */
const isCentred = ([first = []]: readonly (readonly TableLine[])[]): boolean => {
  const at = first.findIndex(({ kind }) => kind === 'dated')
  const [text, dated] = [first[at - 1], first[at]]
  return text?.kind === 'text' && dated !== undefined && isClose(text, dated)
}

/** How many of the lines between two rows belong to the upper row: those above the widest gap. */
const cutBetween = (
  upper: TableLine | undefined,
  between: readonly TableLine[],
  lower: TableLine,
  aboveUpper: number | undefined,
): number => {
  if (upper === undefined) return aboveUpper === undefined ? between.length : 0
  const chain = [upper, ...between, lower]
  const gaps = chain.slice(1).map((line, n) => (chain[n]?.baseline ?? 0) - line.baseline)
  const widest = Math.max(...gaps)
  if (gaps.filter((gap) => gap * CLEAR_GAP > widest).length === 1) return gaps.indexOf(widest)
  // With equal gaps, a centred row has as many lines below its date as above it.
  return aboveUpper === undefined ? between.length : Math.min(aboveUpper, between.length)
}

const append = (row: TableLine[], lines: readonly TableLine[], isNextPage: boolean): void => {
  for (const [n, line] of lines.entries()) {
    const last = row.at(-1)
    if (last === undefined || (!(isNextPage && n === 0) && !isClose(last, line))) return
    if (!isAligned(row, line)) return
    row.push(line)
  }
}

const closeAbove = (dated: TableLine, lines: readonly TableLine[]): TableLine[] => {
  const taken: TableLine[] = []
  for (const line of lines.toReversed()) {
    if (!isClose(line, taken[0] ?? dated) || !isAligned([dated, ...taken], line)) break
    taken.unshift(line)
  }
  return taken
}
