import { STATEMENT_ERRORS_SHOWN } from '@galla/contract/bank-statements/statements'
import { z } from 'zod'
import { orderOfReference, type ReportedCredit } from '../ledger/credit.ts'
import { recordFees } from '../ledger/fee-store.ts'
import { mergeResolvedRepeats } from '../ledger/merge-credits.ts'
import { isPermanentFailure } from '../ledger/permanent-failure.ts'
import { recordCredits } from '../ledger/record-credit.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import { recordHeartbeat } from '../payment-accounts/source-health-store.ts'
import { UnsealError } from '../platform/crypto/crypto.ts'
import type { Chunks } from '../platform/files/files.ts'
import { openReversalCases, recordReversals } from '../reconciliation/reversals/record-reversals.ts'
import type { ReportedReversal } from '../reconciliation/reversals/reported-reversal.ts'
import type { StatementFormat } from './read-statement.ts'
import { isWholeLedger } from './running-balance.ts'
import {
  deleteStatementFile,
  readStatementFile,
  type StatementFileDeps,
  statementPath,
} from './statement-file.ts'
import { StatementRefused } from './statement-lines.ts'
import type { CreditRow, NumberedRow, ReversalRow, StatementReader } from './statement-reader.ts'
import { FUTURE_DATE, isFutureRow } from './statement-row.ts'
import { finishImport, type ImportRow, lockImport, updateImportProgress } from './statement-store.ts'

export interface ImportDeps extends StatementFileDeps {
  readonly reader: StatementReader
  readonly orders: OrderDeps
}

/** A failure that lasts longer than this is not temporary. */
const TRIES_MAX = 5

const importPayload = z.object({ merchantId: z.string(), statementId: z.string() })

/**
 * Imports a confirmed statement batch by batch. The credits of a batch and the number of its rows are committed together, so an interrupted
 * import continues where it stopped. The file is deleted when the import is done or has failed for good.
 */
export const importStatement = async (
  deps: ImportDeps,
  payload: unknown,
  { attempt }: { readonly attempt: number },
): Promise<void> => {
  const { merchantId, statementId } = importPayload.parse(payload)
  const path = statementPath(merchantId, statementId)
  const { db, clock } = deps.orders
  const started = await db.transaction((tx) => lockImport(tx, merchantId, statementId))
  if (started === undefined) {
    // It is finished. The worker that finished it may have died before it deleted the file.
    await deleteStatementFile(deps, path)
    return
  }
  let failure: string | null = null
  try {
    await recordFileReversals(deps, started, readStatementFile(deps, path))
    const rows: CoveredPeriod = { from: null, to: null, isWhole: isWholeFile(started) }
    const isOwner = await importRows(deps, started, readStatementFile(deps, path), rows)
    // Another worker has continued the import, and finishes it.
    if (!isOwner) return
    await mergeCovered(deps.orders, started, rows)
  } catch (error) {
    // Another worker has finished it meanwhile and deleted the file.
    if (!(await isImporting(db, merchantId, statementId))) return
    failure = failureOf(error)
    if (failure === null && attempt < TRIES_MAX) throw error
    failure ??= 'The import failed on our side. Please send the file again: what was imported is not doubled.'
  }
  await finishImport(db, merchantId, statementId, failure, clock.now())
  const { account_id: accountId } = started
  if (failure === null)
    await recordHeartbeat(db, { merchantId, accountId, source: 'statement', kind: 'message' }, clock.now())
  await deleteStatementFile(deps, path)
}

const isImporting = (db: OrderDeps['db'], merchantId: string, statementId: string): Promise<boolean> =>
  db.transaction(async (tx) => (await lockImport(tx, merchantId, statementId)) !== undefined)

const failureOf = (error: unknown): string | null => {
  if (error instanceof StatementRefused) return error.message
  return error instanceof UnsealError ? 'The file can no longer be read. Please send it again.' : null
}

/** The time from a statement's first to its last row. It lists every payment of that time if each row is there and was read. */
interface CoveredPeriod {
  from: Date | null
  to: Date | null
  isWhole: boolean
}

/** A statement may start and end in the middle of a day: where only days are known, the first and the last are not covered. */
const cover = (rows: CoveredPeriod, row: NumberedRow): void => {
  if (row.kind === 'error') rows.isWhole = false
  if (row.kind !== 'credit' && row.kind !== 'other_rail') return
  const { at, before } = row.credit
  const start = before ?? at
  if (rows.from === null || start < rows.from) rows.from = start
  if (rows.to === null || at > rows.to) rows.to = at
}

const mergeCovered = async (
  orders: OrderDeps,
  { merchant_id: merchantId, account_id: accountId }: ImportRow,
  { from, to, isWhole }: CoveredPeriod,
): Promise<void> => {
  if (isWhole && from !== null && to !== null && from < to)
    await mergeResolvedRepeats(orders, { merchantId, accountId }, { from, to })
}

/** Whether each row was read so far, and the running balance proves that none is left out. */
const isWholeFile = ({ error_count: errorCount, format, columns }: ImportRow): boolean =>
  errorCount === 0 && isWholeLedger((format as StatementFormat).balanceFaults, columns)

const readRows = (
  { reader, orders }: ImportDeps,
  { merchant_id: merchantId, header, columns, format }: ImportRow,
  file: Chunks,
  which: { readonly after: number; readonly only?: 'reversal' },
  take: (rows: NumberedRow[]) => Promise<boolean>,
) => {
  const now = orders.clock.now()
  const refused = (row: NumberedRow): NumberedRow =>
    isFutureRow(row, now) ? { kind: 'error', number: row.number, msg: FUTURE_DATE } : row
  const table = { format: format as StatementFormat, header, columns, ...which }
  return reader.rows(merchantId, file, table, (rows) => take(rows.map(refused)))
}

/** Records the reversals of the whole file, before any of its payments is recorded. */
const recordFileReversals = async (deps: ImportDeps, statement: ImportRow, file: Chunks): Promise<void> => {
  const { orders } = deps
  await readRows(deps, statement, file, { after: 0, only: 'reversal' }, async (rows) => {
    await orders.db.transaction((tx) => recordReversals(tx, orders, reversalsIn(statement, rows)))
    return true
  })
}

/** Returns whether this worker read the file to its end. */
const importRows = async (
  deps: ImportDeps,
  statement: ImportRow,
  file: Chunks,
  covered: CoveredPeriod,
): Promise<boolean> => {
  let recorded = statement.read
  let isOwner = true
  await readRows(deps, statement, file, { after: recorded }, async (rows) => {
    isOwner = await recordRows(deps, statement, rows, recorded, covered)
    recorded += rows.length
    return isOwner
  })
  return isOwner
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
  rail: credit.rail,
  receivedAt: credit.at,
  receivedBefore: credit.before,
  reference: credit.reference,
  payerUpiId: credit.payerUpiId,
  payerName: credit.payerName,
  settlesByItself: credit.settlesByItself,
})

const reversalFrom = (
  { merchant_id: merchantId, account_id: accountId }: ImportRow,
  { sourceKey, reversal }: ReversalRow,
): ReportedReversal => ({
  merchantId,
  accountId,
  source: 'statement',
  sourceKey,
  utr: reversal.utr,
  orderId: reversal.reference === null ? null : (orderOfReference(reversal.reference)?.orderId ?? null),
  amount: reversal.amount,
  at: reversal.at,
  words: reversal.words,
})

const reversalsIn = (statement: ImportRow, rows: readonly NumberedRow[]): ReportedReversal[] =>
  rows.filter((each) => each.kind === 'reversal').map((each) => reversalFrom(statement, each))

const isRecorded = (row: NumberedRow, { keeps_other_rails: keepsOthers }: ImportRow): row is CreditRow =>
  row.kind === 'credit' || (row.kind === 'other_rail' && keepsOthers)

/** Records rows together. Where the database refuses one, they are recorded one by one, and that one is counted as an error. */
const recordRows = async (
  deps: Pick<ImportDeps, 'orders'>,
  statement: ImportRow,
  rows: readonly NumberedRow[],
  after: number,
  covered: CoveredPeriod,
): Promise<boolean> => {
  const record = async (read: readonly NumberedRow[]): Promise<boolean> => {
    const isOwner = await recordBatch(deps, statement, read, after)
    for (const row of read) cover(covered, row)
    return isOwner
  }
  try {
    return await record(rows)
  } catch (error) {
    const [first] = rows
    if (!isPermanentFailure(error) || first === undefined) throw error
    if (rows.length === 1) {
      if (!isRecorded(first, statement)) throw error
      const refused = { kind: 'error', number: first.number, msg: 'This row could not be recorded' } as const
      return record([refused])
    }
  }
  for (const [n, row] of rows.entries())
    if (!(await recordRows(deps, statement, [row], after + n, covered))) return false
  return true
}

const recordBatch = (
  deps: Pick<ImportDeps, 'orders'>,
  statement: ImportRow,
  batch: readonly NumberedRow[],
  after: number,
): Promise<boolean> =>
  deps.orders.db.transaction(async (tx) => {
    const locked = await lockImport(tx, statement.merchant_id, statement.statement_id)
    if (locked?.read !== after) return false
    let { imported, matched, duplicates, error_count: errorCount } = locked
    const ignored = { ...locked.ignored }
    const errors = [...locked.errors]
    const credits = batch.filter((each) => isRecorded(each, locked))
    const reports = credits.map((each) => reportedFrom(statement, each))
    const reversed = reversalsIn(statement, batch)
    const results = await recordCredits(tx, deps.orders, reports)
    await openReversalCases(tx, deps.orders, reversed, reports)
    await recordFees(
      tx,
      locked.merchant_id,
      credits.map(({ credit }, n) => ({ ...credit, creditId: results[n]?.creditId ?? '' })),
    )
    for (const recorded of results) {
      if (recorded.kind === 'known') duplicates += 1
      else imported += 1
      if (recorded.kind === 'recorded' && recorded.state === 'matched') matched += 1
    }
    for (const each of batch) {
      if (each.kind === 'ignored') ignored[each.why] += 1
      else if (each.kind === 'reversal') ignored.reversal += 1
      else if (each.kind === 'other_rail' && !locked.keeps_other_rails) ignored.other += 1
      else if (each.kind === 'error') {
        errorCount += 1
        if (errors.length < STATEMENT_ERRORS_SHOWN) errors.push({ row: each.number, msg: each.msg })
      }
    }
    await updateImportProgress(tx, {
      merchant_id: locked.merchant_id,
      statement_id: locked.statement_id,
      read: locked.read + batch.length,
      imported,
      matched,
      duplicates,
      ignored,
      errors,
      error_count: errorCount,
    })
    return true
  })
