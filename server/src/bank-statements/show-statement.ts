import { isDeepStrictEqual } from 'node:util'
import { IGNORED_BECAUSE, ROW_FAULTS } from '@galla/contract/bank-statements/row-texts'
import { STATEMENT_PREVIEW_ROWS } from '@galla/contract/bank-statements/statement-limits'
import type { StatementColumns, StatementRecord } from '@galla/contract/bank-statements/statements'
import { istDayOf } from '@galla/contract/ist'
import { formatRupees } from '@galla/upi/rupees'
import { open } from '../platform/crypto/crypto.ts'
import { dateQuestionOf } from './date-watch.ts'
import { createTableWatch } from './other-tables.ts'
import { type BalanceFaults, faultyRows } from './running-balance.ts'
import { createLineJoiner, type WholeRow } from './second-lines.ts'
import { type StatementFileDeps, statementKey, statementPath } from './statement-file.ts'
import { isFutureRow, readStatementRow, type StatementRow } from './statement-row.ts'
import type { StatementRecordRow } from './statement-store.ts'

/** The part of the file that is stored for its preview. */
export interface StatementPreview {
  readonly headings: readonly string[]
  readonly accountHolder: string | null
  readonly samples: readonly (readonly string[])[]
  /** Cells of a row of a text file. */
  readonly width: number | undefined
  /** The columns whose times name seconds. */
  readonly secondsIn: readonly number[]
  /** A date that can be read in two ways, where no date of the file decides. */
  readonly twoWayDate?: string | undefined
  /** The samples, counted from 0, whose balance does not follow. */
  readonly balanceFaults?: BalanceFaults | undefined
  /** Counted with the detected columns. */
  readonly found?: StatementRecord['found']
}

const understoodFrom = (row: StatementRow): StatementRecord['understood'][number] => {
  const nothing = { at: null, amount: null, utr: null, payer: null }
  if (row.kind === 'error') return { kind: 'error', ...nothing, why: row.msg }
  if (row.kind === 'ignored') return { kind: 'ignored', ...nothing, why: IGNORED_BECAUSE[row.why] }
  if (row.kind === 'reversal')
    return { kind: 'ignored', ...nothing, utr: row.reversal.utr, why: IGNORED_BECAUSE.reversal }
  if (row.kind === 'other_rail') return { kind: 'ignored', ...nothing, why: IGNORED_BECAUSE.other }
  const { at, names, amount, fee, utr, payerName, payerUpiId } = row.credit
  return {
    kind: 'credit',
    at: names === 'day' ? istDayOf(at) : at.toISOString(),
    amount: formatRupees(amount),
    ...(fee !== null && { fee: formatRupees(fee) }),
    utr,
    payer: payerName ?? payerUpiId,
    why: null,
  }
}

const NO_PREVIEW: StatementPreview = {
  headings: [],
  accountHolder: null,
  samples: [],
  width: undefined,
  secondsIn: [],
}

export const previewOf = (
  deps: Pick<StatementFileDeps, 'secrets'>,
  row: StatementRecordRow,
): StatementPreview => {
  if (row.previewSealed === null) return NO_PREVIEW
  const path = statementPath(row.merchantId, row.statementId)
  return JSON.parse(open(statementKey(deps), row.previewSealed, path).toString('utf8'))
}

/** Which date to ask about: the detected column is known to its last row, another one by its samples. */
export const dateQuestion = (
  { samples, twoWayDate }: StatementPreview,
  detected: StatementColumns,
  { date = -1 }: StatementColumns,
): StatementRecord['dateQuestion'] => {
  if (date === detected.date) return twoWayDate === undefined ? null : dateQuestionOf([twoWayDate])
  return dateQuestionOf(samples.map((row) => row[date] ?? ''))
}

/** Puts second lines to their rows, numbered as the samples. */
const wholeRows = (samples: StatementPreview['samples'], columns: StatementColumns): WholeRow[] => {
  const joiner = createLineJoiner(columns)
  const rows = samples.map((cells, n) => joiner.push(n, cells))
  return [...rows, joiner.end()].filter((row) => row !== undefined)
}

/** The order of day and month changes no count. */
const isDetected = (columns: StatementColumns, detected: StatementColumns): boolean =>
  isDeepStrictEqual({ ...columns, dateOrder: undefined }, { ...detected, dateOrder: undefined })

/** A statement as the merchant sees it, read with its own or with other columns. */
export const showStatement = (
  deps: Pick<StatementFileDeps, 'secrets'>,
  row: StatementRecordRow,
  columns: StatementColumns = row.columns,
): StatementRecord => {
  const stored = previewOf(deps, row)
  const { samples, ...facts } = stored
  const tables = createTableWatch(facts.headings)
  const faulty = faultyRows(facts.balanceFaults, columns)
  const rows = wholeRows(samples, columns).slice(0, STATEMENT_PREVIEW_ROWS)
  return {
    id: row.statementId,
    state: row.state,
    fileName: row.fileName,
    upiId: row.upiId,
    columns,
    dateQuestion: dateQuestion(stored, row.columns, columns),
    preview: { headings: [...facts.headings], rows: rows.map(({ cells }) => [...cells]) },
    understood: rows.map(({ cells, number }) => {
      const read = tables.see(cells, readStatementRow(cells, columns, facts))
      if (isFutureRow(read, row.createdAt)) return understoodFrom({ kind: 'error', msg: ROW_FAULTS.future })
      const isFaulty = faulty.has(number) && read.kind !== 'ignored' && read.kind !== 'error'
      return understoodFrom(isFaulty ? { kind: 'error', msg: ROW_FAULTS.balance } : read)
    }),
    found: row.state === 'preview' && isDetected(columns, row.columns) ? (stored.found ?? null) : null,
    rows: row.rows,
    read: row.read,
    imported: row.imported,
    duplicates: row.duplicates,
    ignored: Object.values(row.ignoredFor).reduce((sum, count) => sum + count, 0),
    ignoredFor: row.ignoredFor,
    errors: row.errors,
    errorCount: row.errorCount,
    matched: row.matched,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    failure: row.failure,
  }
}
