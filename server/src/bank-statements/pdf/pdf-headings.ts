import { headingRoles } from '../heading-roles.ts'
import { type Line, textOf, type Word } from './pdf-lines.ts'

export interface HeadingCell {
  readonly text: string
  readonly left: number
  readonly right: number
}

export interface Heading {
  readonly cells: readonly HeadingCell[]
  readonly roles: NonNullable<ReturnType<typeof headingRoles>>
  /** The number of lines on the page. */
  readonly lines: number
  /** Equal for equal headings of different pages. */
  readonly key: string
}

/** The heading of a narrow column may take several lines. */
const LINES_MAX = 3
const LINE_PITCH_MAX = 1.8
/** Gaps between two headings, in font heights. A space is about 0.24. */
const GAPS = [1, 0.6, 0.4] as const
/** At least three columns, because a letterhead may have a date and an amount too. */
const ROLES_MIN = 3
const CHARACTERS_MAX = 300
const MAY_HEAD = /date|\bdt\b|time/i
/** A date, a time or an amount, with Cr or Dr. */
const VALUE = /^[\d.,:/-]{1,30}(?: ?[CD]r)?$/i

/** Reads a row of headings that starts at a line: tries each number of lines and each gap, and keeps the reading with the most columns. */
export const headingAt = (lines: readonly Line[], at: number): Heading | undefined => {
  let best: Heading | undefined
  let bestCount = ROLES_MIN - 1
  for (let size = 1; size <= LINES_MAX && isStacked(lines, at, size); size += 1) {
    const stack = lines.slice(at, at + size)
    const text = stack.map(({ words }) => textOf(words)).join(' ')
    if (text.length > CHARACTERS_MAX) break
    if (!MAY_HEAD.test(text)) continue
    for (const gap of GAPS) {
      const cells = stackedCells(stack, gap)
      // This is a row of the table, not a heading.
      if (cells.some((cell) => VALUE.test(cell.text))) continue
      const roles = headingRoles(cells.map((cell) => cell.text))
      const count = roles === undefined ? 0 : Object.keys(roles).length
      if (roles === undefined || count < bestCount || (count === bestCount && !addsText(best, cells)))
        continue
      bestCount = count
      best = { cells, roles, lines: size, key: cells.map((cell) => cell.text).join('|') }
    }
  }
  return best
}

/** True if `heading` lies within one column of the table above it: then it is a narration that looks like headings. */
export const liesInOneColumn = (heading: Heading, { cells }: Heading): boolean => {
  const [left, right] = [heading.cells[0]?.left ?? 0, heading.cells.at(-1)?.right ?? 0]
  return cells.some(
    (_, n) => left > (cells[n - 1]?.right ?? -Infinity) && right < (cells[n + 1]?.left ?? Infinity),
  )
}

/** True if a further line adds text to the headings but no column. */
const addsText = (best: Heading | undefined, cells: readonly HeadingCell[]): boolean =>
  best !== undefined &&
  cells.length === best.cells.length &&
  cells.some(({ text }, n) => text.length > (best.cells[n]?.text.length ?? 0))

/** True if the last of the `size` lines that start at `at` is close to the line above it. */
const isStacked = (lines: readonly Line[], at: number, size: number): boolean => {
  const [last, before] = [lines[at + size - 1], lines[at + size - 2]]
  if (last === undefined) return false
  return size === 1 || (before?.baseline ?? 0) - last.baseline <= LINE_PITCH_MAX * last.height
}

const stackedCells = (stack: readonly Line[], gap: number): HeadingCell[] => {
  const cells: { text: string; left: number; right: number }[] = []
  for (const line of stack)
    for (const cell of cellsOf(line, gap)) {
      const above = cells.find(({ left, right }) => cell.left < right && left < cell.right)
      if (above === undefined) cells.push(cell)
      else {
        above.text += ` ${cell.text}`
        above.left = Math.min(above.left, cell.left)
        above.right = Math.max(above.right, cell.right)
      }
    }
  return cells.sort((a, b) => a.left - b.left)
}

const cellsOf = ({ words, height }: Line, gap: number): HeadingCell[] => {
  const groups: Word[][] = []
  for (const word of words) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group !== undefined && last !== undefined && word.left - last.right <= gap * height) group.push(word)
    else groups.push([word])
  }
  return groups.map((group) => ({
    text: textOf(group),
    left: group[0]?.left ?? 0,
    right: Math.max(...group.map(({ right }) => right)),
  }))
}
