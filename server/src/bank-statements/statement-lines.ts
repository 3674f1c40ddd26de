import {
  STATEMENT_CELL_CHARACTERS_MAX,
  STATEMENT_COLUMNS_MAX,
} from '@galla/contract/bank-statements/statement-limits'

/** The refusal of a file. The message is for the merchant. */
export class StatementRefused extends Error {
  override name = 'StatementRefused'
  /** The field to correct, if it is not the file. */
  readonly field: 'password' | undefined

  constructor(message: string, { cause, field }: { cause?: unknown; field?: 'password' | undefined } = {}) {
    super(message, cause === undefined ? {} : { cause })
    this.field = field
  }
}

const OPEN_QUOTE =
  'A cell starts with a quotation mark that is never closed, so the rows after it cannot be separated. Save the statement as .xlsx and send that.'
export const TOO_MANY_COLUMNS = `A statement has at most ${STATEMENT_COLUMNS_MAX} columns`
export const CELL_TOO_LONG = `A cell holds more than ${STATEMENT_CELL_CHARACTERS_MAX} characters. Is this a statement?`

const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

const SAMPLE_LINES = 80

/** Finds the character that splits most of the first lines into the same number of cells, at least three. */
export const delimiterOf = (sample: string): Delimiter => {
  const lines = sample.split(/\r\n|\n|\r/).slice(0, SAMPLE_LINES)
  let best: Delimiter = ','
  let bestScore = 0
  for (const delimiter of DELIMITERS) {
    const sizes = new Map<number, number>()
    for (const line of lines) {
      const pieces = line.replace(/"(?:[^"]|"")*"/g, '').split(delimiter).length
      if (pieces >= 3) sizes.set(pieces, (sizes.get(pieces) ?? 0) + 1)
    }
    const score = Math.max(0, ...[...sizes].map(([pieces, count]) => count * Math.min(pieces, 20)))
    if (score > bestScore) [best, bestScore] = [delimiter, score]
  }
  return best
}

/** Some exports write ="612345678901", so that Excel shows all digits. */
const EXCEL_TEXT = /^="([^"]*)"$/

const bounded = (cell: string): string => {
  if (cell.length > STATEMENT_CELL_CHARACTERS_MAX) throw new StatementRefused(CELL_TOO_LONG)
  return cell
}

const endOfPlain = (text: string, from: number, delimiter: Delimiter): number => {
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === delimiter || character === '\n' || character === '\r') return at
  }
  return text.length
}

const endOf = (text: string, from: number, character: string): number => {
  const found = text.indexOf(character, from)
  return found < 0 ? text.length : found
}

/**
 * Reads delimited text piece by piece: quoted fields, doubled quotes, line breaks in quotes, any kind of line end. It is lenient where banks
 * are careless (a quote inside a field is an ordinary character) and strict about size. Runs of ordinary characters are added at once: a
 * string that is built character by character needs thirty times its size.
 */
export const createLineReader = (delimiter: Delimiter) => {
  let cells: string[] = []
  let cell = ''
  let state: 'start' | 'plain' | 'quoted' | 'quote' = 'start'
  let afterReturn = false

  const endCell = (): void => {
    if (cells.length >= STATEMENT_COLUMNS_MAX) throw new StatementRefused(TOO_MANY_COLUMNS)
    cells.push(EXCEL_TEXT.exec(cell)?.[1] ?? cell)
    cell = ''
    state = 'start'
  }
  const add = (text: string): void => {
    cell = bounded(cell + text)
  }
  const endRow = (): string[] => {
    endCell()
    const row = cells
    cells = []
    return row
  }

  return {
    /** Adds a piece of text, and yields the rows that it completes. Take all of them before the next piece. */
    *push(text: string): Generator<string[]> {
      for (let at = 0, next = 0; at < text.length; at = next) {
        const character = text.charAt(at)
        const followsReturn = afterReturn
        afterReturn = false
        next = at + 1
        if (state === 'quoted') {
          if (character === '"') state = 'quote'
          else {
            next = endOf(text, at, '"')
            add(text.slice(at, next))
          }
        } else if (character === '"' && state === 'quote') {
          add('"')
          state = 'quoted'
        } else if (character === delimiter) endCell()
        else if (character === '\n' && followsReturn) continue
        else if (character === '\n' || character === '\r') {
          afterReturn = character === '\r'
          yield endRow()
        } else if (character === '"' && state === 'start') state = 'quoted'
        else if (character === ' ' && state === 'start') add(character)
        else {
          next = endOfPlain(text, at, delimiter)
          add(text.slice(at, next))
          state = 'plain'
        }
      }
    },
    /** Returns the last row, if the file does not end with a line break. */
    end(): string[][] {
      if (state === 'quoted') throw new StatementRefused(OPEN_QUOTE)
      return cells.length > 0 || cell !== '' ? [endRow()] : []
    },
  }
}

/** With fewer rows, their usual number of cells is unknown. */
const ROWS_MIN = 3

/**
 * Finds how many cells a row of a text file has. Banks write names and notes without quotes. A customer who puts the separator into a note
 * shifts the following cells, and could move an amount of their own to the bank's column. Such a row has more cells than the others.
 */
export const createWidthFinder = (headings: number) => {
  const counts = Array.from({ length: STATEMENT_COLUMNS_MAX + 1 }, () => 0)
  let rows = 0
  let plain = headings
  return {
    see(cells: readonly string[]): void {
      rows += 1
      counts[cells.length] = (counts[cells.length] ?? 0) + 1
      // A separator at the end of each row makes an empty cell.
      if (cells.slice(headings).every((cell) => cell.trim() === '')) plain = Math.max(plain, cells.length)
    },
    found: (): number => (rows < ROWS_MIN ? plain : Math.max(headings, counts.indexOf(Math.max(...counts)))),
  }
}
