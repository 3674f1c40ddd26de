import { fuzzRuns } from '@galla/upi/fuzz-harness'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawStatement } from './draw-statement-harness.ts'
import { readPdfStatement } from './pdf-statement.ts'

const digits = (length: number): fc.Arbitrary<string> =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((each) => each.join(''))
const word = fc.array(fc.constantFrom(...'ABCDEFGHIJKLMNOPRSTUVWabcdefghijklmnoprstuvw'), {
  minLength: 2,
  maxLength: 9,
})
const words = fc
  .array(
    word.map((each) => each.join('')),
    { minLength: 1, maxLength: 3 },
  )
  .map((all) => all.join(' '))
const rupees = fc
  .integer({ min: 1, max: 99_999_999 })
  .map((paise) => (paise / 100).toLocaleString('en-IN', { minimumFractionDigits: 2 }))

/** One row as a bank writes it; the narration may take several lines. */
const row = fc
  .record({
    day: fc.integer({ min: 1, max: 28 }),
    utr: digits(12),
    name: words,
    bank: word.map((each) => each.join('')),
    note: words,
    amount: rupees,
    isDebit: fc.boolean(),
    balance: rupees,
  })
  .map(({ day, utr, name, bank, note, amount, isDebit, balance }) => [
    `${String(day).padStart(2, '0')}/11/2026`,
    `UPI/CR/${utr}/${name}/${bank}/${note}`,
    isDebit ? amount : '',
    isDebit ? '' : amount,
    balance,
  ])

const look = fc.record({
  vertical: fc.constantFrom('top', 'middle'),
  padding: fc.integer({ min: 2, max: 8 }),
  size: fc.integer({ min: 6, max: 10 }),
  font: fc.constantFrom('Helvetica', 'Times-Roman', 'Courier'),
  headsOnce: fc.boolean(),
  align: fc.constantFrom('right', 'left', 'center'),
  narrationWidth: fc.integer({ min: 190, max: 260 }),
})

/** A space may be lost or won where a narration is cut, since nothing on paper says which; digits stay together. */
const spaceless = ([date, narration = '', ...amounts]: readonly string[]) => [
  date,
  narration.replaceAll(' ', ''),
  ...amounts,
]
const referenceOf = ([, narration = '']: readonly string[]) => /\d{12}/.exec(narration)?.[0]

test('a table in a PDF is read back unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 60 }),
      look,
      async (rows, { narrationWidth, align, ...rest }) => {
        const next = 110 + narrationWidth + 10
        const money = [next, next + 95, next + 190] as const
        const file = await drawStatement({
          ...rest,
          rows,
          page: { width: next + 330, height: 700 },
          columns: [
            { title: 'Date', left: 40, width: 65 },
            { title: 'Particulars', left: 110, width: narrationWidth },
            { title: 'Withdrawals', left: money[0], width: 85, align },
            { title: 'Deposits', left: money[1], width: 85, align },
            { title: 'Balance', left: money[2], width: 85, align },
          ],
          preamble: ['SAMPLE BANK', 'Statement of account'],
          pageEnd: ['Page Total 1,000.00 2,000.00', 'Carried forward 3,000.00'],
          end: ['This is a computer generated statement'],
        })
        const read = (await readPdfStatement(file, undefined)).slice(1)
        expect(read.map(spaceless)).toEqual(rows.map(spaceless))
        expect(read.map(referenceOf)).toEqual(rows.map(referenceOf))
      },
    ),
    { numRuns: fuzzRuns(60) },
  )
})
