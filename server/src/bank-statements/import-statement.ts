import { ROW_FAULTS } from '@galla/contract/bank-statements/row-texts'
import { z } from 'zod'
import { mergeResolvedRepeats } from '../ledger/merge-credits.ts'
import { confirmByDebits } from '../ledger/refunds/confirm-by-debit.ts'
import { recordReversals } from '../ledger/reversals/record-reversals.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import { updateFirstHeard } from '../payment-accounts/account-store.ts'
import { recordHeartbeat } from '../payment-accounts/source-health-store.ts'
import { UnsealError } from '../platform/crypto/crypto.ts'
import type { Chunks } from '../platform/files/files.ts'
import type { StatementFormat } from './read-statement.ts'
import { type CoveredPeriod, recordRows, reversalsIn } from './record-statement-rows.ts'
import { isWholeLedger } from './running-balance.ts'
import {
  deleteStatementFile,
  readStatementFile,
  type StatementFileDeps,
  statementPath,
} from './statement-file.ts'
import { StatementRefused } from './statement-lines.ts'
import type { NumberedRow, StatementReader } from './statement-reader.ts'
import { isFutureRow } from './statement-row.ts'
import { finishImport, type ImportRow, lockImport } from './statement-store.ts'

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
    await confirmByDebits(deps.orders, { merchantId, accountId: started.accountId })
  } catch (error) {
    // Another worker has finished it meanwhile and deleted the file.
    if (!(await isImporting(db, merchantId, statementId))) return
    failure = failureOf(error)
    if (failure === null && attempt < TRIES_MAX) throw error
    failure ??=
      'The import failed on our side. Please send the file again: rows that were imported are not recorded twice.'
  }
  await finishImport(db, merchantId, statementId, failure, clock.now())
  const { accountId } = started
  if (failure === null) {
    await recordHeartbeat(db, { merchantId, accountId, source: 'statement', kind: 'message' }, clock.now())
    await updateFirstHeard(db, { merchantId, accountId }, clock.now())
  }
  await deleteStatementFile(deps, path)
}

const isImporting = (db: OrderDeps['db'], merchantId: string, statementId: string): Promise<boolean> =>
  db.transaction(async (tx) => (await lockImport(tx, merchantId, statementId)) !== undefined)

const failureOf = (error: unknown): string | null => {
  if (error instanceof StatementRefused) return error.message
  return error instanceof UnsealError ? 'The file can no longer be read. Please send it again.' : null
}

const mergeCovered = async (
  orders: OrderDeps,
  { merchantId, accountId }: ImportRow,
  { from, to, isWhole }: CoveredPeriod,
): Promise<void> => {
  if (isWhole && from !== null && to !== null && from < to)
    await mergeResolvedRepeats(orders, { merchantId, accountId }, { from, to })
}

/** Whether each row was read so far, and the running balance proves that none is left out. */
const isWholeFile = ({ errorCount, format, columns }: ImportRow): boolean =>
  errorCount === 0 && isWholeLedger((format as StatementFormat).balanceFaults, columns)

const readRows = (
  { reader, orders }: ImportDeps,
  { merchantId, header, columns, format }: ImportRow,
  file: Chunks,
  which: { readonly after: number; readonly only?: 'reversal' },
  take: (rows: NumberedRow[]) => Promise<boolean>,
) => {
  const now = orders.clock.now()
  const refused = (row: NumberedRow): NumberedRow =>
    isFutureRow(row, now) ? { kind: 'error', number: row.number, msg: ROW_FAULTS.future } : row
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
