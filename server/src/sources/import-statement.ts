import { STATEMENT_ERRORS_SHOWN } from '@galla/contract/statements'
import { z } from 'zod'
import type { ReportedCredit } from '../credits/credit.ts'
import { recordCreditsWithin } from '../credits/record-credit.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import { sha256, UnsealError } from '../platform/crypto.ts'
import { isEmptyRow, type StatementFormat, statementRows } from './read-statement.ts'
import { readStatementFile, type StatementFileDeps, statementPlace } from './statement-file.ts'
import { StatementRefused } from './statement-lines.ts'
import { readStatementRow, rowFacts, type StatementRow } from './statement-row.ts'
import { finishImport, holdImport, type ImportRow, keepProgress } from './statement-store.ts'

export interface ImportDeps extends StatementFileDeps {
  readonly orders: OrderDeps
}

/** Rows that are recorded, and counted, in one transaction. */
const BATCH = 40
/** After that many tries something is wrong with more than a moment. */
const TRIES_MAX = 5

const asked = z.object({ merchantId: z.string(), statementId: z.string() })

interface NumberedRow {
  /** As a spreadsheet numbers it, from 1, headings and preamble included. */
  readonly number: number
  readonly row: StatementRow
  /** Which of several equal rows it is. */
  readonly nth: number
}

/**
 * Imports a confirmed statement batch by batch: the credits of a batch and the count of its rows are committed together, so an
 * import that was cut off goes on exactly where it was. When it is done, or can never be, the file is deleted.
 */
export const importStatement = async (
  deps: ImportDeps,
  payload: unknown,
  { attempt }: { readonly attempt: number },
): Promise<void> => {
  const { merchantId, statementId } = asked.parse(payload)
  const place = statementPlace(merchantId, statementId)
  const { db, clock } = deps.orders
  const begun = await db.transaction((tx) => holdImport(tx, merchantId, statementId))
  if (begun === undefined) return
  let failure: string | null = null
  try {
    const isWhole = await importRows(deps, begun, await readStatementFile(deps, place))
    // Another worker has gone on with it meanwhile, and ends it.
    if (!isWhole) return
  } catch (error) {
    failure = failureOf(error)
    if (failure === null && attempt < TRIES_MAX) throw error
    failure ??= 'The import failed on our side. Please send the file again: what was imported is not doubled.'
  }
  await finishImport(db, merchantId, statementId, failure, clock.now())
  await deps.files.remove(place)
}

const failureOf = (error: unknown): string | null => {
  if (error instanceof StatementRefused) return error.message
  return error instanceof UnsealError ? 'The file can no longer be read. Please send it again.' : null
}

/** Gives whether the file was read to its end by this worker. */
const importRows = async (deps: ImportDeps, statement: ImportRow, file: Buffer): Promise<boolean> => {
  let batch: NumberedRow[] = []
  let seen = 0
  let recorded = statement.read
  const understand = createRowReader(statement)
  for await (const cells of statementRows(file, statement.format as StatementFormat)) {
    const row = understand(cells)
    if (row === undefined) continue
    seen += 1
    if (seen <= recorded) continue
    batch.push(row)
    if (batch.length < BATCH) continue
    if (!(await recordBatch(deps, statement, batch, recorded))) return false
    recorded += batch.length
    batch = []
  }
  return batch.length === 0 || recordBatch(deps, statement, batch, recorded)
}

/**
 * Understands the rows of the file, one after the other from its first, the same each time they are read; undefined for what is no
 * row of the table. No generator over the other one: of rows that are handed on twice many live on as garbage for long.
 */
const createRowReader = ({ header, columns }: ImportRow) => {
  const equal = new Map<string, number>()
  let number = 0
  return (cells: readonly string[]): NumberedRow | undefined => {
    number += 1
    if (number <= header + 1 || isEmptyRow(cells)) return undefined
    const row = readStatementRow(cells, columns)
    return { number, row, nth: nthOf(equal, row) }
  }
}

const nthOf = (equal: Map<string, number>, row: StatementRow): number => {
  if (row.kind !== 'credit' || row.credit.utr !== null) return 1
  const facts = sha256(rowFacts(row.credit, 0)).toString('base64')
  const nth = (equal.get(facts) ?? 0) + 1
  equal.set(facts, nth)
  return nth
}

const reportedFrom = (
  { merchant_id: merchantId, account_id: accountId }: ImportRow,
  { row, nth }: NumberedRow & { readonly row: Extract<StatementRow, { kind: 'credit' }> },
): ReportedCredit & { readonly source: 'statement' } => ({
  merchantId,
  accountId,
  source: 'statement',
  sourceKey: sha256(rowFacts(row.credit, nth)).toString('hex'),
  utr: row.credit.utr,
  amount: row.credit.amount,
  receivedAt: row.credit.at,
  receivedBefore: row.credit.before,
  reference: row.credit.reference,
  payerUpiId: row.credit.payerUpiId,
  payerName: row.credit.payerName,
})

const isCredit = (
  each: NumberedRow,
): each is NumberedRow & { readonly row: Extract<StatementRow, { kind: 'credit' }> } =>
  each.row.kind === 'credit'

const recordBatch = (
  deps: ImportDeps,
  statement: ImportRow,
  batch: readonly NumberedRow[],
  after: number,
): Promise<boolean> =>
  deps.orders.db.transaction(async (tx) => {
    const held = await holdImport(tx, statement.merchant_id, statement.statement_id)
    if (held?.read !== after) return false
    let { imported, matched, duplicates, error_count: errorCount } = held
    const ignored = { ...held.ignored }
    const errors = [...held.errors]
    const told = batch.filter(isCredit).map((each) => reportedFrom(statement, each))
    for (const recorded of await recordCreditsWithin(tx, deps.orders, told)) {
      if (recorded.kind === 'known') duplicates += 1
      else imported += 1
      if (recorded.kind === 'recorded' && recorded.state === 'matched') matched += 1
    }
    for (const each of batch) {
      if (each.row.kind === 'ignored') ignored[each.row.why] += 1
      else if (each.row.kind === 'error') {
        errorCount += 1
        if (errors.length < STATEMENT_ERRORS_SHOWN) errors.push({ row: each.number, msg: each.row.msg })
      }
    }
    await keepProgress(tx, {
      merchant_id: held.merchant_id,
      statement_id: held.statement_id,
      read: held.read + batch.length,
      imported,
      matched,
      duplicates,
      ignored,
      errors,
      error_count: errorCount,
    })
    return true
  })
