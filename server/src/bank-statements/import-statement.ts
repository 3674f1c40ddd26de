import { STATEMENT_ERRORS_SHOWN } from '@galla/contract/statements'
import { z } from 'zod'
import type { ReportedCredit } from '../ledger/credit.ts'
import { recordCredits } from '../ledger/record-credit.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import { UnsealError } from '../platform/crypto/crypto.ts'
import type { Chunks } from '../platform/files/files.ts'
import type { StatementFormat } from './read-statement.ts'
import { readStatementFile, type StatementFileDeps, statementPlace } from './statement-file.ts'
import { StatementRefused } from './statement-lines.ts'
import type { CreditRow, NumberedRow, StatementReader } from './statement-reader.ts'
import { finishImport, holdImport, type ImportRow, keepProgress } from './statement-store.ts'

export interface ImportDeps extends StatementFileDeps {
  readonly reader: StatementReader
  readonly orders: OrderDeps
}

/** Rows that are recorded, and counted, in one transaction. */
const BATCH = 40
/** After that many tries something is wrong with more than a moment. */
const TRIES_MAX = 5

const asked = z.object({ merchantId: z.string(), statementId: z.string() })

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
    const isWhole = await importRows(deps, begun, readStatementFile(deps, place))
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
const importRows = async (
  { reader, ...deps }: ImportDeps,
  statement: ImportRow,
  file: Chunks,
): Promise<boolean> => {
  const { header, columns, read } = statement
  const format = statement.format as StatementFormat
  let recorded = read
  let isOurs = true
  await reader.rows(statement.merchant_id, file, { format, header, columns, after: read }, async (rows) => {
    for (let at = 0; at < rows.length && isOurs; at += BATCH) {
      const batch = rows.slice(at, at + BATCH)
      isOurs = await recordBatch(deps, statement, batch, recorded)
      recorded += batch.length
    }
    return isOurs
  })
  return isOurs
}

const reportedFrom = (
  { merchant_id: merchantId, account_id: accountId }: ImportRow,
  { sourceKey, credit }: CreditRow,
): ReportedCredit & { readonly source: 'statement' } => ({
  merchantId,
  accountId,
  source: 'statement',
  sourceKey,
  utr: credit.utr,
  amount: credit.amount,
  receivedAt: credit.at,
  receivedBefore: credit.before,
  reference: credit.reference,
  payerUpiId: credit.payerUpiId,
  payerName: credit.payerName,
  settlesByItself: credit.settlesByItself,
})

const isCredit = (row: NumberedRow): row is CreditRow => row.kind === 'credit'

const recordBatch = (
  deps: Pick<ImportDeps, 'orders'>,
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
    for (const recorded of await recordCredits(tx, deps.orders, told)) {
      if (recorded.kind === 'known') duplicates += 1
      else imported += 1
      if (recorded.kind === 'recorded' && recorded.state === 'matched') matched += 1
    }
    for (const each of batch) {
      if (each.kind === 'ignored') ignored[each.why] += 1
      else if (each.kind === 'error') {
        errorCount += 1
        if (errors.length < STATEMENT_ERRORS_SHOWN) errors.push({ row: each.number, msg: each.msg })
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
