import { parseStatementTime } from '../statement-values.ts'
import { inColumns } from './pdf-columns.ts'
import type { Heading } from './pdf-headings.ts'
import { type Line, textOf, type Word } from './pdf-lines.ts'

/** A line below the headings. */
export interface TableLine {
  readonly baseline: number
  readonly height: number
  /** The words of each column. */
  readonly cells: readonly (readonly Word[])[]
  /** `dated` starts a row, `figures` has amounts without a date (a total), `text` may continue a row. */
  readonly kind: 'dated' | 'figures' | 'text' | 'outside'
}

/** The largest distance between baselines of one row, in font heights. */
const PITCH_MAX = 1.5
/** A space between two words of a sentence. */
const SPACE_MAX = 0.35
const ALIGNED = 0.2
const AMOUNT_MARK = /^(?:[-–.]+|\(?(?:cr|dr|inr|rs)\.?\)?)$/i
/** Text below the rows of a page that looks like a narration. */
const NO_NARRATION =
  /^(?:page (?:no\b|total|\d)|(?:sub|grand) ?total|(?:carried|brought) forward|(?:opening|closing|ending) balance|statement summary|end of statement|[*=_-]{3}|this is an? (?:computer|system)|cont(?:d|inued)\b)/i

export const isDate = (text: string): boolean =>
  parseStatementTime(text, '', 'dmy') !== undefined || parseStatementTime(text, '', 'mdy') !== undefined

/** A date may be wrapped after any character, or have its time below it. */
export const joinDate = (above: string, below: string): string => {
  if (above === '' || below === '') return above + below
  return isDate(`${above} ${below}`) ? `${above} ${below}` : above + below
}

export const isClose = (upper: { baseline: number }, lower: { baseline: number; height: number }): boolean =>
  upper.baseline - lower.baseline <= PITCH_MAX * lower.height

export const moneyColumnsOf = ({ roles }: Heading): number[] =>
  [roles.credit, roles.debit, roles.amount, roles.balance].filter((column) => column !== undefined)

export const hasFigures = (cells: TableLine['cells'], money: readonly number[]): boolean =>
  money.some((column) => /\d/.test(textOf(cells[column] ?? [])))

/** Classifies the lines of a page's table. */
export const tableLines = (
  lines: readonly Line[],
  heading: Heading,
  ends: readonly number[],
): TableLine[] => {
  const money = moneyColumnsOf(heading)
  const date = heading.roles.date ?? 0
  const cut = lines.map((line) => ({ ...line, cells: inColumns(line.words, ends) }))
  const dates = cut.map(({ cells }) => textOf(cells[date] ?? []))
  /** The last dated line, while its figures may be on a lower line. */
  let waiting: { baseline: number } | undefined
  return cut.map((line, n) => {
    const { baseline, height, cells } = line
    const lineOf = (kind: TableLine['kind']): TableLine => ({ baseline, height, cells, kind })
    const figures = hasFigures(cells, money)
    if (isDate(dates[n] ?? '') || isCutDate(dates[n], dates[n + 1])) {
      waiting = figures ? undefined : line
      return lineOf('dated')
    }
    const isLate = waiting !== undefined && isClose(waiting, line)
    if (isLate && figures) waiting = undefined
    else if (waiting !== undefined) waiting = isLate ? line : undefined
    if (figures) return lineOf(isLate ? 'text' : 'figures')
    const above = dates[n - 1] ?? ''
    const goesOn = (dates[n] === '' || isDate(joinDate(above, dates[n] ?? ''))) && !isOutside(line, money)
    return lineOf(goesOn && !NO_NARRATION.test(textOf(line.words)) ? 'text' : 'outside')
  })
}

const isCutDate = (date = '', below = ''): boolean =>
  date !== '' && below !== '' && !isDate(below) && isDate(joinDate(date, below))

/** Whether a line is a sentence below the table, which runs across the columns. */
const isOutside = (
  { cells, height }: Pick<TableLine, 'cells' | 'height'>,
  money: readonly number[],
): boolean =>
  money.some((column) => (cells[column] ?? []).some(({ text }) => !AMOUNT_MARK.test(text))) ||
  cells.some((words, column) => {
    const [last, next] = [words.at(-1), cells[column + 1]?.[0]]
    return last !== undefined && next !== undefined && next.left - last.right <= SPACE_MAX * height
  })

/** Whether each cell of a line is aligned with its row: left, right or centred. */
export const isAligned = (row: readonly TableLine[], { cells, height }: TableLine): boolean =>
  cells.every((words, column) => {
    const others = row.flatMap((line) => spanOf(line.cells[column]) ?? [])
    const span = spanOf(words)
    return (
      span === undefined ||
      others.length === 0 ||
      others.some(
        (other) =>
          Math.min(
            Math.abs(other.left - span.left),
            Math.abs(other.right - span.right),
            Math.abs(other.left + other.right - span.left - span.right) / 2,
          ) <=
          ALIGNED * height,
      )
    )
  })

const spanOf = (words: readonly Word[] = []): { left: number; right: number } | undefined => {
  const [first] = words
  return first && { left: first.left, right: Math.max(...words.map(({ right }) => right)) }
}
