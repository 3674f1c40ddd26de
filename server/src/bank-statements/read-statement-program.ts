import type { StatementColumns, StatementRecord } from '@galla/contract/bank-statements/statements'
import { istDayOf } from '@galla/contract/ist'
import { formatRupees, type Paise } from '@galla/upi/rupees'
import { answerParent } from '../platform/jobs/answer-parent.ts'
import { orderOfPast } from './date-watch.ts'
import {
  isPdf,
  type ScannedStatement,
  type StatementFormat,
  scanStatement,
  statementRows,
} from './read-statement.ts'
import { StatementRefused } from './statement-lines.ts'
import type { NumberedRow } from './statement-reader.ts'
import { isFutureRow } from './statement-row.ts'
import { createRowReader } from './statement-rows.ts'

// Runs in a separate process, because the files come from strangers: it gets one file at a time and nothing else.

export type ReadRequest =
  | { readonly kind: 'scan'; readonly password: string | undefined; readonly tally: TallyOptions }
  | {
      readonly kind: 'rows'
      readonly format: StatementFormat
      readonly header: number
      readonly columns: StatementColumns
      /** Rows to skip: they were read before. */
      readonly after: number
      readonly only?: 'reversal'
    }

/** Rows that are sent together and recorded in one transaction. */
const BATCH_ROWS = 200

async function* read(request: ReadRequest, file: Buffer): AsyncGenerator<unknown> {
  try {
    if (request.kind === 'scan') yield* scan(file, request)
    else yield* rowsOf(request, file)
  } catch (error) {
    if (!(error instanceof StatementRefused)) throw error
    yield { refused: error.message, field: error.field }
  }
}

async function* scan(
  file: Buffer,
  { password, tally }: Extract<ReadRequest, { kind: 'scan' }>,
): AsyncGenerator<unknown> {
  if (!isPdf(file)) {
    yield await scanAndTally(file, tally)
    return
  }
  // Loaded for PDFs only: it takes time.
  const { readPdfStatement, toCsv } = await import('./pdf/pdf-statement.ts')
  const csv = toCsv(await readPdfStatement(file, password))
  yield { ...(await scanAndTally(csv, tally)), csv }
}

/** A second pass, because only the first one knows how the file's dates and directions are to be read. */
const scanAndTally = async (file: Buffer, options: TallyOptions) => {
  const scanned = await scanStatement(file)
  const { format, header } = scanned
  const { columns, tally } = tallyOf(scanned, options)
  for await (const { rows } of rowsOf({ format, header, columns, after: 0 }, file)) tally.add(rows)
  return { scanned, found: tally.found() }
}

interface TallyOptions {
  readonly now: Date
  /** Whether the account's payments that are not UPI are imported, too. */
  readonly keepsOtherRails: boolean
}

/** Counts what an import of all rows with the detected columns would do with them. */
const tallyOf = (
  { columns, twoWayDates }: Pick<ScannedStatement, 'columns' | 'twoWayDates'>,
  { now, keepsOtherRails }: TallyOptions,
) => {
  const decided = twoWayDates && orderOfPast(twoWayDates, now)
  const isAsked = twoWayDates !== undefined && decided === undefined
  // Where both orders are possible for every row, either one counts the same.
  const readWith: StatementColumns = twoWayDates ? { ...columns, dateOrder: decided ?? 'dmy' } : columns
  let payments = 0
  let sum = 0n
  let debits = 0
  let reversals = 0
  let others = 0
  let unreadable = 0
  let from: Date | undefined
  let to: Date | undefined
  const add = (row: NumberedRow): void => {
    if (row.kind === 'error' || (!isAsked && isFutureRow(row, now))) unreadable += 1
    else if (row.kind === 'ignored' && row.why === 'debit') debits += 1
    else if (row.kind === 'credit' || (row.kind === 'other_rail' && keepsOtherRails)) {
      const { amount, at } = row.credit
      payments += 1
      sum += amount
      if (from === undefined || at < from) from = at
      if (to === undefined || at > to) to = at
    } else if (row.kind === 'reversal') reversals += 1
    else others += 1
  }
  return {
    columns: readWith,
    tally: {
      add: (rows: readonly NumberedRow[]) => rows.forEach(add),
      found: (): NonNullable<StatementRecord['found']> => ({
        payments,
        amount: formatRupees(sum as Paise),
        days: isAsked || !from || !to ? null : { from: istDayOf(from), to: istDayOf(to) },
        debits,
        reversals,
        others,
        unreadable,
      }),
    },
  }
}

async function* rowsOf(
  { format, after, only, ...table }: Omit<Extract<ReadRequest, { kind: 'rows' }>, 'kind'>,
  file: Buffer,
): AsyncGenerator<{ readonly rows: readonly NumberedRow[] }> {
  const { balanceFaults, secondsIn, twoHeadingRows } = format
  const width = format.kind === 'text' ? format.cells : undefined
  const reader = createRowReader({ ...table, balanceFaults, secondsIn, twoHeadingRows, width })
  let rows: NumberedRow[] = []
  let seen = 0
  const take = (row: NumberedRow | undefined): void => {
    if (row === undefined) return
    seen += 1
    if (seen > after && (only === undefined || row.kind === only)) rows.push(row)
  }
  for await (const cells of statementRows(file, format)) {
    take(reader.push(cells))
    if (rows.length < BATCH_ROWS) continue
    yield { rows }
    rows = []
  }
  take(reader.end())
  if (rows.length > 0) yield { rows }
}

answerParent((request, file) => read(request as ReadRequest, file))
