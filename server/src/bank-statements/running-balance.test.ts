import { ROW_FAULTS } from '@galla/contract/bank-statements/row-texts'
import { expect, test } from 'vitest'
import { readFile } from './sample-statement-harness.ts'
import { STATEMENTS } from './statement-corpus-harness.ts'

/** The numbers of the rows that are refused for their balance, as a spreadsheet numbers them. */
const faultsOf = async (text: string): Promise<number[]> =>
  (await readFile(text)).flatMap((row) =>
    row.kind === 'error' && row.msg === ROW_FAULTS.balance ? [row.number] : [],
  )

const HEAD = 'Date,Narration,Debit,Credit,Balance'
const line = (n: number, debit: string, credit: string, balance: string): string =>
  `21/11/2026,UPI/CR/${632_500_000_000 + n}/ASHA,${debit},${credit},${balance}`
const LEDGER = [
  line(1, '', '10.00', '110.00'),
  line(2, '5.00', '', '105.00'),
  line(3, '', '20.00', '125.00'),
  line(4, '', '7.50', '132.50'),
  line(5, '', '1.00', '133.50'),
]
const withRow = (at: number, row: string): string[] => LEDGER.map((each, n) => (n === at ? row : each))
const text = (rows: readonly string[]): string => [HEAD, ...rows, ''].join('\n')

test('a payment whose balance does not follow from the row before is refused with that reason', async () => {
  const wrong = withRow(2, line(3, '', '200.00', '125.00'))
  expect(await faultsOf(text(wrong))).toEqual([4])
  expect(await faultsOf(text(wrong.toReversed()))).toEqual([4])
  expect(await faultsOf(text([',,,,', '', ...wrong]))).toEqual([6])
})

test('a missing row only refuses the next one', async () => {
  expect(await faultsOf(text(LEDGER.filter((_row, n) => n !== 2)))).toEqual([4])
})

test.each([
  ['a ledger that follows', LEDGER],
  ['the newest row first', LEDGER.toReversed()],
  [
    'balances below zero',
    [line(1, '50.00', '', '10.00 Dr'), line(2, '', '5.00', '5.00 Dr'), line(3, '', '15.00', '10.00 Cr')],
  ],
  ['credits alone, as a bank filters them', LEDGER.filter((_row, n) => n !== 1)],
  ['balances of something else', LEDGER.map((row, n) => row.replace(/[\d.]+$/, `${n * n}.00`))],
  ['no balances', LEDGER.map((row) => row.replace(/[\d.]+$/, ''))],
])('no row is refused of %s', async (_what, rows) => {
  expect(await faultsOf(text(rows))).toEqual([])
})

test('the balances confirm only the columns that they were computed from', async () => {
  const rows = await readFile(text(withRow(2, line(3, '', '200.00', '125.00'))), { credit: 4 })
  expect(rows.map(({ kind }) => kind)).not.toContain('error')
})

test.each(STATEMENTS)('the balances of $name follow', async ({ text: statement }) => {
  expect(await faultsOf(statement)).toEqual([])
})
