import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFile } from './sample-statement-harness.ts'

const understood = (...lines: readonly string[]) => readFile(lines.join('\r\n'))
const amounts = async (...lines: readonly string[]) =>
  (await understood(...lines)).map((row) =>
    row?.kind === 'credit' ? Number(row.credit.amount) / 100 : row?.kind,
  )

const paid = (n: number, text = 'Tea') => `23/11/2026 10:00:00,UPI/CR/63280000000${n}/ASHA RAO/${text}`
const HEADINGS = 'Date,Narration,Debit,Credit'

test('a comma in an unquoted note puts no other amount into the column of credits', async () => {
  expect(await amounts(HEADINGS, `${paid(1, 'x,,5000.00')},,1.00`)).toEqual(['error'])
  expect(
    await amounts(HEADINGS, `${paid(1)},,7.00`, `${paid(2, 'x,,5000.00')},,1.00`, `${paid(3)},,8.00`),
  ).toEqual([7, 'error', 8])
})

test('a row that is longer only by empty cells is equally uncertain', async () => {
  const rows = [1, 2, 3].map((n) => `${paid(n)},10${n}.00,`)
  expect(await amounts('Date,Narration,Credit,Remarks', ...rows, `${paid(4, 'x,5000.00')},1.00,`)).toEqual([
    101,
    102,
    103,
    'error',
  ])
})

test('separators at the end of each row do not count as extra cells', async () => {
  expect(await amounts(HEADINGS, `${paid(1)},,7.00,`)).toEqual([7])
  const rows = [1, 2, 3].map((n) => `${paid(n)},,10${n}.00,,`)
  expect(await amounts(HEADINGS, ...rows, 'End of the statement,,,,,,,')).toEqual([101, 102, 103, 'ignored'])
})

test('an unclosed quotation mark in a note hides no other rows', async () => {
  const file = [HEADINGS, `${paid(1, 'x,,5000.00,"')},,1.00`, `${paid(2)},,7.00`]
  await expect(understood(...file)).rejects.toThrow('never closed')
})

test('no note can change the amount of its payment', async () => {
  const sign = fc.constantFrom(',', '5', '00', '.', '"', ' ', 'CR', 'UPI/', '/', '9000.00')
  const layouts = [
    [HEADINGS, ',,1.00'],
    ['Date,Narration,Credit,Debit', ',1.00,'],
    ['Date,Narration,Amount,Type,Balance', ',1.00,CR,501.00'],
    ['Date,Narration,Ref No,Debit,Credit,Balance', ',632800000009,,1.00,501.00'],
  ] as const
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...layouts),
      fc.array(sign, { maxLength: 8 }).map((signs) => signs.join('')),
      async ([headings, rest], note) => {
        const others = [1, 2, 3].map((n) => paid(n) + rest)
        const read = amounts(headings, paid(9, note) + rest, ...others)
        const [shown = 1] = await read.catch((error: Error) => [error.name])
        expect([1, 'error', 'ignored', 'StatementRefused']).toContain(shown)
      },
    ),
    { numRuns: 300 },
  )
})

test('a refund far below the first rows is not a payment', async () => {
  const row = (n: number, type: string) => `23/11/2026 10:00:00,${632_800_000_000 + n},${type},100.00,SUCCESS`
  const payments = Array.from({ length: 450 }, (_, n) => row(n, 'UPI'))
  const rows = await understood('Date,UTR,Type,Amount,Status', ...payments, row(900, 'REFUND'))
  expect(rows.at(-1)).toMatchObject({ kind: 'ignored', why: 'debit' })
  expect(rows.filter((each) => each?.kind === 'credit')).toEqual([])
})
