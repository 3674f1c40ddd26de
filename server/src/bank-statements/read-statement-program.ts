import type { StatementColumns } from '@galla/contract/bank-statements/statements'
import { answerParent } from '../platform/jobs/answer-parent.ts'
import { isPdf, type StatementFormat, scanStatement, statementRows } from './read-statement.ts'
import { StatementRefused } from './statement-lines.ts'
import type { NumberedRow } from './statement-reader.ts'
import { createRowReader } from './statement-rows.ts'

// Runs in a separate process, because the files come from strangers: it gets one file at a time and nothing else.

export type ReadRequest =
  | { readonly kind: 'scan'; readonly password: string | undefined }
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
    if (request.kind === 'scan') yield* scan(file, request.password)
    else yield* rowsOf(request, file)
  } catch (error) {
    if (!(error instanceof StatementRefused)) throw error
    yield { refused: error.message, field: error.field }
  }
}

async function* scan(file: Buffer, password: string | undefined): AsyncGenerator<unknown> {
  if (!isPdf(file)) {
    yield { scanned: await scanStatement(file) }
    return
  }
  // Loaded for PDFs only: it takes time.
  const { readPdfStatement, toCsv } = await import('./pdf/pdf-statement.ts')
  const csv = toCsv(await readPdfStatement(file, password))
  yield { scanned: await scanStatement(csv), csv }
}

async function* rowsOf(
  { format, after, only, ...table }: Extract<ReadRequest, { kind: 'rows' }>,
  file: Buffer,
): AsyncGenerator<unknown> {
  const { balanceFaults, secondsIn, twoHeadingRows } = format
  const width = format.kind === 'text' ? format.cells : undefined
  const reader = createRowReader({ ...table, balanceFaults, secondsIn, twoHeadingRows, width })
  let rows: unknown[] = []
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
