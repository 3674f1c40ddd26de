import { ROW_FAULTS } from '@galla/contract/bank-statements/row-texts'
import { STATEMENT_ERRORS_SHOWN } from '@galla/contract/bank-statements/statement-limits'
import { orderOfReference, type ReportedCredit } from '../ledger/credit.ts'
import { recordFees } from '../ledger/credit-store.ts'
import { widened } from '../ledger/received.ts'
import { recordCredits } from '../ledger/record-credit.ts'
import type { Debit } from '../ledger/refunds/refund.ts'
import { insertDebits } from '../ledger/refunds/refund-debit-store.ts'
import { openReversalCases } from '../ledger/reversals/record-reversals.ts'
import type { ReportedReversal } from '../ledger/reversals/reported-reversal.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import { isPermanentFailure } from '../platform/database/database-errors.ts'
import type { CreditRow, NumberedRow, ReversalRow } from './statement-reader.ts'
import { type ImportRow, lockImport, updateImportProgress } from './statement-store.ts'

/** The time from a statement's first to its last row. It lists every payment of that time if each row is there and was read. */
export interface CoveredPeriod {
  from: Date | null
  to: Date | null
  isWhole: boolean
}

/** A statement may start and end in the middle of a day or a minute: then the first and the last of them are not covered. */
const cover = (rows: CoveredPeriod, row: NumberedRow): void => {
  if (row.kind === 'error') rows.isWhole = false
  if (row.kind !== 'credit' && row.kind !== 'other_rail') return
  const { at, until, names } = row.credit
  const start = names === 'second' ? at : new Date(until.getTime() + 1)
  if (rows.from === null || start < rows.from) rows.from = start
  if (rows.to === null || at > rows.to) rows.to = at
}

const reportedFrom = (
  { merchantId, accountId }: ImportRow,
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
  received: widened({ from: credit.at, to: credit.until, named: credit.names }),
  reference: credit.reference,
  payerUpiId: credit.payerUpiId,
  payerName: credit.payerName,
  settlesByItself: credit.settlesByItself,
})

const reversalFrom = (
  { merchantId, accountId }: ImportRow,
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

export const reversalsIn = (statement: ImportRow, rows: readonly NumberedRow[]): ReportedReversal[] =>
  rows.filter((each) => each.kind === 'reversal').map((each) => reversalFrom(statement, each))

const debitsIn = ({ merchantId, accountId }: ImportRow, rows: readonly NumberedRow[]): Debit[] =>
  rows.flatMap((row) =>
    row.kind === 'ignored' && row.debit !== undefined
      ? [{ ...row.debit, merchantId, accountId, source: 'statement' as const }]
      : [],
  )

const isRecorded = (row: NumberedRow, { keepsOtherRails }: ImportRow): row is CreditRow =>
  row.kind === 'credit' || (row.kind === 'other_rail' && keepsOtherRails)

/**
 * Records rows together; if the database refuses one, one by one, and that one counts as an error. Returns false if another worker has
 * continued the import.
 */
export const recordRows = async (
  deps: { readonly orders: OrderDeps },
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
      const refused = { kind: 'error', number: first.number, msg: ROW_FAULTS.notRecorded } as const
      return record([refused])
    }
  }
  for (const [n, row] of rows.entries())
    if (!(await recordRows(deps, statement, [row], after + n, covered))) return false
  return true
}

const recordBatch = (
  deps: { readonly orders: OrderDeps },
  statement: ImportRow,
  batch: readonly NumberedRow[],
  after: number,
): Promise<boolean> =>
  deps.orders.db.transaction(async (tx) => {
    const locked = await lockImport(tx, statement.merchantId, statement.statementId)
    if (locked?.read !== after) return false
    let { imported, matched, duplicates, errorCount } = locked
    const ignoredFor = { ...locked.ignoredFor }
    const errors = [...locked.errors]
    const credits = batch.filter((each) => isRecorded(each, locked))
    const reports = credits.map((each) => reportedFrom(statement, each))
    const reversed = reversalsIn(statement, batch)
    const results = await recordCredits(tx, deps.orders, reports)
    await openReversalCases(tx, deps.orders, reversed, reports)
    await insertDebits(tx, debitsIn(statement, batch), deps.orders.clock.now())
    await recordFees(
      tx,
      locked.merchantId,
      credits.map(({ credit }, n) => ({ ...credit, creditId: results[n]?.creditId ?? '' })),
    )
    for (const recorded of results) {
      if (recorded.kind === 'known') duplicates += 1
      else imported += 1
      if (recorded.kind === 'recorded' && recorded.state === 'matched') matched += 1
    }
    for (const each of batch) {
      if (each.kind === 'ignored') ignoredFor[each.why] += 1
      else if (each.kind === 'reversal') ignoredFor.reversal += 1
      else if (each.kind === 'other_rail' && !locked.keepsOtherRails) ignoredFor.other += 1
      else if (each.kind === 'error') {
        errorCount += 1
        if (errors.length < STATEMENT_ERRORS_SHOWN) errors.push({ row: each.number, msg: each.msg })
      }
    }
    await updateImportProgress(tx, {
      merchantId: locked.merchantId,
      statementId: locked.statementId,
      read: locked.read + batch.length,
      imported,
      matched,
      duplicates,
      ignoredFor,
      errors,
      errorCount,
    })
    return true
  })
