import type { StatementColumns } from '@galla/contract/bank-statements/statements'
import { istDayOf } from '@galla/contract/ist'
import { sha256 } from '../platform/crypto/crypto.ts'
import { isEmptyRow } from './read-statement.ts'
import { BALANCE_FAULT, type BalanceFaults, faultyRows } from './running-balance.ts'
import type { NumberedRow } from './statement-reader.ts'
import {
  type FileFacts,
  readStatementRow,
  rowIdentity,
  type StatementCredit,
  type StatementReversal,
} from './statement-row.ts'

/**
 * Reads the rows of a file in their order, always the same way; undefined for what is not a row of the table. It is not a generator on top
 * of the row generator, because that keeps much garbage alive.
 */
export const createRowReader = ({
  header,
  columns,
  balanceFaults,
  ...facts
}: Omit<FileFacts, 'headings'> & {
  readonly header: number
  readonly columns: StatementColumns
  readonly balanceFaults?: BalanceFaults | undefined
}): ((cells: readonly string[]) => NumberedRow | undefined) => {
  const equal = new Map<string, number>()
  let number = 0
  let headings: readonly string[] = []
  const faulty = faultyRows(balanceFaults, columns)
  return (cells) => {
    number += 1
    if (number === header + 1) headings = cells
    if (number <= header + 1 || isEmptyRow(cells)) return undefined
    const row = readStatementRow(cells, columns, { ...facts, headings })
    if (row.kind === 'ignored' || row.kind === 'error') return { number, ...row }
    if (faulty.has(number)) return { kind: 'error', number, msg: BALANCE_FAULT }
    if (row.kind === 'reversal') return { number, ...row, sourceKey: reversalKey(equal, row.reversal) }
    const { narration: _, ...credit } = row.credit
    return { kind: row.kind, number, credit, sourceKey: sourceKeyOf(equal, row.credit) }
  }
}

/** The key of a reversal, the same in every export. Equal reversals of a file have different keys. */
const reversalKey = (
  equal: Map<string, number>,
  { utr, reference, amount, at, words }: StatementReversal,
): string => {
  // Without a reference, the narration distinguishes two reversals of one day.
  const named = utr ?? reference ?? words.toLowerCase().replace(/\s+/g, ' ')
  const facts = ['reversal', named, amount, istDayOf(at)].join('|')
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
