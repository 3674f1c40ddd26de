import type { StatementColumns } from '@galla/contract/bank-statements/statements'
import { istDayOf } from '@galla/contract/ist'
import { sha256 } from '../platform/crypto/crypto.ts'
import { isEmptyRow } from './read-statement.ts'
import { BALANCE_FAULT, type BalanceFaults, faultyRows } from './running-balance.ts'
import type { NumberedRow } from './statement-reader.ts'
import { readStatementRow, rowFacts, type StatementCredit, type StatementReversal } from './statement-row.ts'

/**
 * Understands the rows of a file, one after the other from its first, the same each time they are read; undefined for what is no
 * row of the table. Not a generator over the other one: of rows that are handed on twice many live on as garbage for long.
 */
export const createRowReader = ({
  header,
  columns,
  balanceFaults,
  width,
}: {
  readonly header: number
  readonly columns: StatementColumns
  readonly balanceFaults?: BalanceFaults | undefined
  readonly width?: number | undefined
}): ((cells: readonly string[]) => NumberedRow | undefined) => {
  const equal = new Map<string, number>()
  let number = 0
  let headings: readonly string[] = []
  const faulty = faultyRows(balanceFaults, columns)
  return (cells) => {
    number += 1
    if (number === header + 1) headings = cells
    if (number <= header + 1 || isEmptyRow(cells)) return undefined
    const row = readStatementRow(cells, columns, headings, width)
    if (row.kind === 'ignored' || row.kind === 'error') return { number, ...row }
    if (faulty.has(number)) return { kind: 'error', number, msg: BALANCE_FAULT }
    if (row.kind === 'reversal') return { number, ...row, sourceKey: reversalKey(equal, row.reversal) }
    const { narration: _, ...credit } = row.credit
    return { kind: row.kind, number, credit, sourceKey: sourceKeyOf(equal, row.credit) }
  }
}

/** The same for the same reversal, however another export words it. Of several equal ones of a file, each has a key of its own. */
const reversalKey = (
  equal: Map<string, number>,
  { utr, reference, amount, at, words }: StatementReversal,
): string => {
  // Without a payment's name, the bank's words tell two of one day apart.
  const named = utr ?? reference ?? words.toLowerCase().replace(/\s+/g, ' ')
  const facts = ['reversal', named, amount, istDayOf(at)].join('|')
  const nth = (equal.get(facts) ?? 0) + 1
  equal.set(facts, nth)
  return sha256(nth === 1 ? facts : `${facts}|${nth}`).toString('hex')
}

/** Of several equal rows of a file without a UTR, each has a key of its own. */
const sourceKeyOf = (equal: Map<string, number>, credit: StatementCredit): string => {
  if (credit.utr !== null) return sha256(rowFacts(credit, 1)).toString('hex')
  const facts = sha256(rowFacts(credit, 0)).toString('base64')
  const nth = (equal.get(facts) ?? 0) + 1
  equal.set(facts, nth)
  return sha256(rowFacts(credit, nth)).toString('hex')
}
