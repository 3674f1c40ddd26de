import { ROW_FAULTS } from '@galla/contract/bank-statements/row-texts'
import type { StatementColumns } from '@galla/contract/bank-statements/statements'
import { istDayOf } from '@galla/contract/ist'
import { sha256 } from '../platform/crypto/crypto.ts'
import { createTableWatch } from './other-tables.ts'
import { isEmptyRow } from './read-statement.ts'
import { faultyRows } from './running-balance.ts'
import { createLineJoiner, type WholeRow } from './second-lines.ts'
import { stackHeadings } from './statement-columns.ts'
import type { NumberedRow } from './statement-reader.ts'
import {
  type FileFacts,
  readStatementRow,
  rowIdentity,
  type StatementCredit,
  type StatementReversal,
} from './statement-row.ts'

/** Reads the rows of a file, line by line and always the same way. */
export interface RowReader {
  /** Adds a line; returns the row that is complete with it, if any. */
  push(cells: readonly string[]): NumberedRow | undefined
  /** Returns the last row. */
  end(): NumberedRow | undefined
}

/** It is not a generator on top of the row generator, because that keeps much garbage alive. */
export const createRowReader = ({
  header,
  columns,
  twoHeadingRows = false,
  ...facts
}: Omit<FileFacts, 'headings'> & {
  readonly twoHeadingRows?: boolean | undefined
  readonly header: number
  readonly columns: StatementColumns
}): RowReader => {
  const equal = new Map<string, number>()
  const joiner = createLineJoiner(columns)
  let number = 0
  let headings: readonly string[] = []
  let tables: ReturnType<typeof createTableWatch> | undefined
  const faulty = faultyRows(facts.balanceFaults, columns)
  const read = (whole: WholeRow | undefined): NumberedRow | undefined => {
    if (whole === undefined || isEmptyRow(whole.cells)) return undefined
    tables ??= createTableWatch(headings)
    const row = tables.see(whole.cells, readStatementRow(whole.cells, columns, { ...facts, headings }))
    if (row.kind === 'error') return { number: whole.number, ...row }
    if (row.kind === 'ignored') {
      const { debit, why } = row
      const ignored = { kind: row.kind, number: whole.number, why }
      return debit === undefined
        ? ignored
        : { ...ignored, debit: { ...debit, sourceKey: keyOf(equal, 'debit', debit, debit.until) } }
    }
    if (faulty.has(whole.number)) return { kind: 'error', number: whole.number, msg: ROW_FAULTS.balance }
    if (row.kind === 'reversal')
      return {
        number: whole.number,
        ...row,
        sourceKey: keyOf(equal, 'reversal', row.reversal, row.reversal.at),
      }
    const { narration: _, ...credit } = row.credit
    return { kind: row.kind, number: whole.number, credit, sourceKey: sourceKeyOf(equal, row.credit) }
  }
  return {
    push(cells) {
      number += 1
      if (number <= header + 1) {
        headings = number === header + 1 && twoHeadingRows ? stackHeadings(headings, cells) : cells
        return undefined
      }
      return read(joiner.push(number, cells))
    },
    end: () => read(joiner.end()),
  }
}

/** The key of a reversal or a debit, the same in every export. Equal ones of a file have different keys. */
const keyOf = (
  equal: Map<string, number>,
  kind: 'reversal' | 'debit',
  {
    utr,
    reference = null,
    amount,
    words,
  }: Pick<StatementReversal, 'utr' | 'amount' | 'words'> & {
    readonly reference?: string | null
  },
  at: Date,
): string => {
  // Without a reference, the narration distinguishes two reversals of one day.
  const named = utr ?? reference ?? words.toLowerCase().replace(/\s+/g, ' ')
  const facts = [kind, named, amount, istDayOf(at)].join('|')
  const nth = (equal.get(facts) ?? 0) + 1
  equal.set(facts, nth)
  return sha256(nth === 1 ? facts : `${facts}|${nth}`).toString('hex')
}

/** The key of a credit. Equal rows without a UTR in a file have different keys. */
const sourceKeyOf = (equal: Map<string, number>, credit: StatementCredit): string => {
  if (credit.utr !== null) return sha256(rowIdentity(credit, 1)).toString('hex')
  const facts = sha256(rowIdentity(credit, 0)).toString('base64')
  const nth = (equal.get(facts) ?? 0) + 1
  equal.set(facts, nth)
  return sha256(rowIdentity(credit, nth)).toString('hex')
}
