import { STATEMENT_ROWS_MAX } from '@galla/contract/bank-statements/statement-limits'
import type { StatementColumns } from '@galla/contract/bank-statements/statements'
import { ZipRefused } from '../platform/files/zip-file.ts'
import { accountHolder } from './account-holder.ts'
import { createDateWatch, type TwoWayDates } from './date-watch.ts'
import { type BalanceFaults, createBalanceWatch } from './running-balance.ts'
import { createLineJoiner, type WholeRow } from './second-lines.ts'
import { findTable, HEADER_ROWS_MAX } from './statement-columns.ts'
import {
  createLineReader,
  createWidthFinder,
  type Delimiter,
  delimiterOf,
  StatementRefused,
} from './statement-lines.ts'
import { directionOf } from './statement-money.ts'
import { xlsxRows } from './xlsx/xlsx-rows.ts'
import { openWorkbook } from './xlsx/xlsx-workbook.ts'
import { XmlRefused } from './xlsx/xml-part.ts'

/** How to read a file. It is detected once, on upload. */
export type StatementFormat = (
  | {
      readonly kind: 'text'
      readonly encoding: Encoding
      readonly delimiter: Delimiter
      /** Cells of a row. A longer row is refused: see createWidthFinder. */
      readonly cells: number
    }
  | { readonly kind: 'xlsx'; readonly sheet: number }
) & {
  readonly balanceFaults?: BalanceFaults
  readonly secondsIn: readonly number[]
  readonly twoHeadingRows?: boolean
}

/** The format before all rows are read. */
type FoundFormat = TextFormat | Pick<Extract<StatementFormat, { kind: 'xlsx' }>, 'kind' | 'sheet'>
type TextFormat = Pick<Extract<StatementFormat, { kind: 'text' }>, 'kind' | 'encoding' | 'delimiter'>

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const SHEETS_MAX = 5
const SAMPLE_CHARACTERS = 64 * 1024
/** Rows in which the table is searched. */
const SAMPLE_ROWS = 400
/** Rows that are stored for the preview. */
const PREVIEW_SAMPLES = 60
const TEXT_PIECE_BYTES = 64 * 1024

const startsWith = (file: Buffer, ...bytes: number[]): boolean =>
  file.subarray(0, bytes.length).equals(Buffer.from(bytes))

const NOT_A_STATEMENT =
  'No table was found: a statement has a row of headings with a date and a credit or an amount'

/** Some banks' servers send a byte order mark or an empty line first. */
export const isPdf = (file: Buffer): boolean =>
  /^[\s\u00ef\u00bb\u00bf]{0,16}%PDF-/.test(file.toString('latin1', 0, 32))

/** Detects the kind by the content, not by the name. */
const kindOf = (file: Buffer): 'text' | 'xlsx' => {
  if (file.length === 0) throw new StatementRefused('The file is empty')
  if (startsWith(file, 0x50, 0x4b, 3, 4)) return 'xlsx'
  if (startsWith(file, 0xd0, 0xcf, 0x11, 0xe0))
    throw new StatementRefused(
      'This is an old or password-protected Excel file. Open it, save it as .xlsx or .csv without a password, and send that.',
    )
  const other = otherFormatOf(file)
  if (other !== undefined)
    throw new StatementRefused(
      `This is a statement in ${other}, which Galla cannot read. Download it from your bank as CSV, Excel (.xlsx) or PDF, and send that.`,
    )
  return 'text'
}

/** Formats for accounting programs. */
const otherFormatOf = (file: Buffer): string | undefined => {
  const head = file.toString('latin1', 0, 4_096).replaceAll('\0', '')
  const [, camt] = /\b(camt\.05[2-4])\b/.exec(head) ?? []
  if (camt !== undefined && head.includes('<')) return `the ISO 20022 format ${camt}`
  if (/^\s{0,16}(?:\{1:F01|:20:)/.test(head)) return 'the SWIFT format MT940'
  return /^\s{0,16}(?:OFXHEADER:|<\?OFX )|<OFX>/.test(head) ? 'the format OFX' : undefined
}

const encodingOf = (file: Buffer): Encoding => {
  if (startsWith(file, 0xef, 0xbb, 0xbf)) return 'utf-8'
  if (startsWith(file, 0xff, 0xfe)) return 'utf-16le'
  if (startsWith(file, 0xfe, 0xff)) return 'utf-16be'
  const head = file.subarray(0, 2_000)
  const zeros = (from: number): number => head.filter((byte, at) => byte === 0 && at % 2 === from).length
  if (zeros(1) > head.length / 4 && zeros(0) === 0) return 'utf-16le'
  if (zeros(0) > head.length / 4 && zeros(1) === 0) return 'utf-16be'
  if (file.includes(0)) throw new StatementRefused('This is neither CSV nor Excel (.xlsx)')
  return isUtf8(file) ? 'utf-8' : 'windows-1252'
}

const isUtf8 = (file: Buffer): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(file)
    return true
  } catch {
    return false
  }
}

/** The rows of a file as text, within all limits. Throws StatementRefused. */
export const statementRows = (file: Buffer, format: FoundFormat): AsyncGenerator<string[]> =>
  withLimits(format.kind === 'text' ? textRows(file, format) : sheetRows(file, format.sheet))

async function* sheetRows(file: Buffer, sheet: number): AsyncGenerator<string[]> {
  yield* xlsxRows(await openWorkbook(file), sheet)
}

async function* withLimits(rows: AsyncGenerator<string[]>): AsyncGenerator<string[]> {
  let count = 0
  try {
    for await (const row of rows) {
      count += 1
      if (count > STATEMENT_ROWS_MAX + HEADER_ROWS_MAX)
        throw new StatementRefused(
          `A statement holds at most ${STATEMENT_ROWS_MAX.toLocaleString('en-IN')} rows. Send it in parts.`,
        )
      yield row
    }
  } catch (error) {
    throw refusalOf(error)
  }
}

const DAMAGED = 'The Excel file is damaged'
const TOO_LONG = 'The Excel file is too large once it is unpacked'
const ZIP64 =
  'The Excel file is packed in a way that is not supported (ZIP64). Open it in Excel, save it, and send that.'

const refusalOf = (cause: unknown): unknown => {
  if (cause instanceof XmlRefused) return new StatementRefused(DAMAGED, { cause })
  if (!(cause instanceof ZipRefused)) return cause
  if (cause.message === 'ZIP64') return new StatementRefused(ZIP64, { cause })
  return new StatementRefused(cause.message.startsWith('too ') ? TOO_LONG : DAMAGED, { cause })
}

async function* textRows(file: Buffer, { encoding, delimiter }: TextFormat): AsyncGenerator<string[]> {
  const decoder = new TextDecoder(encoding)
  const reader = createLineReader(delimiter)
  for (let at = 0; at < file.length; at += TEXT_PIECE_BYTES)
    yield* reader.push(decoder.decode(file.subarray(at, at + TEXT_PIECE_BYTES), { stream: true }))
  yield* reader.push(decoder.decode())
  yield* reader.end()
}

export interface ScannedStatement {
  readonly format: StatementFormat
  /** The row of the headings, counted from 0. */
  readonly header: number
  readonly headings: readonly string[]
  /** The name of the account's holder, from above the table. */
  readonly accountHolder: string | null
  /** The first rows of the table. */
  readonly samples: readonly (readonly string[])[]
  /** Their numbers, counted from 1 as a spreadsheet does. */
  readonly sampleNumbers: readonly number[]
  readonly columns: StatementColumns
  /** Rows of the table. */
  readonly rows: number
  readonly twoWayDates?: TwoWayDates | undefined
}

export const isEmptyRow = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === '')

/** Reads a whole file once, and finds its table. Throws StatementRefused with a sentence for the sender. */
export const scanStatement = async (file: Buffer): Promise<ScannedStatement> => {
  if (kindOf(file) === 'text') {
    const encoding = encodingOf(file)
    const sample = new TextDecoder(encoding).decode(file.subarray(0, SAMPLE_CHARACTERS))
    if (/^\s*<(?:!doctype|html|\?xml|table|meta)/i.test(sample))
      throw new StatementRefused(
        'This is a web page, whatever its name says. Save it as .xlsx or .csv and send that.',
      )
    const format = { kind: 'text', encoding, delimiter: delimiterOf(sample) } as const
    const scanned = await scanTable(statementRows(file, format), format)
    if (scanned === undefined) throw new StatementRefused(NOT_A_STATEMENT)
    return scanned
  }
  const book = await openWorkbook(file).catch((error: unknown) => {
    throw refusalOf(error)
  })
  for (const sheet of book.sheets.slice(0, SHEETS_MAX).keys()) {
    const scanned = await scanTable(withLimits(xlsxRows(book, sheet)), { kind: 'xlsx', sheet })
    if (scanned !== undefined) return scanned
  }
  throw new StatementRefused(NOT_A_STATEMENT)
}

/** Finds the table, and what only all of its rows together show: date order, direction, width and balances. */
const createTableFinder = (first: readonly string[][], isSheet: boolean) => {
  const table = findTable(first)
  if (table === undefined) return undefined
  const { columns, header, headings, twoHeadingRows, maybeDirection = -1 } = table
  const dates = createDateWatch(columns)
  const widths = createWidthFinder(headings.length)
  let hasDirection = columns.direction !== undefined
  const balances = createBalanceWatch(columns)
  const joiner = createLineJoiner(columns)
  let number = header + 1
  let rows = 0
  const count = (whole: WholeRow | undefined): void => {
    if (whole !== undefined && !isEmptyRow(whole.cells)) rows += 1
  }
  const take = (row: string[]): void => {
    number += 1
    count(joiner.push(number, row))
    if (isEmptyRow(row)) return
    balances.see(number, row)
    dates.see(row)
    if (!/\d/.test(row[columns.date ?? -1] ?? '')) return
    widths.see(row)
    // The first refund may be far below the first rows.
    hasDirection ||= directionOf(row[maybeDirection] ?? '') !== undefined
  }
  first.slice(header + 1).forEach(take)
  return {
    take,
    found: () => {
      count(joiner.end())
      if (isSheet) dates.assertUnchanged()
      const { dateOrder, twoWayDates, secondsIn } = dates.found()
      const { faults: balanceFaults } = balances.found()
      const { direction: _, ...rest } = columns
      // Behind the balance, only balances that follow show that it is the direction of the amounts.
      const isBalances = maybeDirection === (columns.balance ?? -2) + 1 && balanceFaults === undefined
      return {
        header,
        headings,
        rows,
        secondsIn,
        twoHeadingRows,
        twoWayDates,
        cells: widths.found(),
        balanceFaults,
        columns: {
          ...rest,
          ...(hasDirection && !isBalances && { direction: maybeDirection }),
          ...(dateOrder && { dateOrder }),
        },
      }
    },
  }
}

const scanTable = async (
  rows: AsyncGenerator<string[]>,
  format: FoundFormat,
): Promise<ScannedStatement | undefined> => {
  const first: string[][] = []
  let finder: ReturnType<typeof createTableFinder>
  for await (const row of rows) {
    if (finder !== undefined) finder.take(row)
    else {
      first.push(row)
      if (first.length === SAMPLE_ROWS) {
        finder = createTableFinder(first, format.kind === 'xlsx')
        if (finder === undefined) return undefined
      }
    }
  }
  finder ??= createTableFinder(first, format.kind === 'xlsx')
  if (finder === undefined) return undefined
  const { cells, balanceFaults, secondsIn, twoHeadingRows, ...table } = finder.found()
  const samples = first
    .map((row, n) => ({ row, number: n + 1 }))
    .slice(table.header + 1)
    .filter(({ row }) => !isEmptyRow(row))
    .slice(0, PREVIEW_SAMPLES)
  return {
    ...table,
    format: {
      ...(format.kind === 'text' ? { ...format, cells } : format),
      secondsIn,
      ...(twoHeadingRows && { twoHeadingRows }),
      ...(balanceFaults && { balanceFaults }),
    },
    accountHolder: accountHolder(first.slice(0, table.header)),
    samples: samples.map(({ row }) => row),
    sampleNumbers: samples.map(({ number }) => number),
  }
}
