import { STATEMENT_CELL_CHARACTERS_MAX } from '@galla/contract/bank-statements/statement-limits'
import { fuzzRuns } from '@galla/upi/fuzz-harness'
import { formatRupees } from '@galla/upi/rupees'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isEmptyRow, scanStatement, statementRows } from './read-statement.ts'
import { STATEMENTS } from './statement-corpus-harness.ts'
import { createLineReader, delimiterOf, StatementRefused } from './statement-lines.ts'
import { readStatementRow, type StatementCredit } from './statement-row.ts'

/** All payments of a file, as they would be imported. */
const creditsOf = async (file: Buffer): Promise<StatementCredit[]> => {
  const { format, header, columns } = await scanStatement(file)
  const credits: StatementCredit[] = []
  let number = 0
  for await (const cells of statementRows(file, format)) {
    number += 1
    if (number <= header + 1 || isEmptyRow(cells)) continue
    const row = readStatementRow(cells, columns)
    expect(row.kind === 'error' ? row.msg : '', cells.join()).toBe('')
    if (row.kind === 'credit') credits.push(row.credit)
  }
  return credits
}

const utf16 = (text: string, mark: boolean): Buffer =>
  Buffer.concat([mark ? Buffer.from([0xff, 0xfe]) : Buffer.alloc(0), Buffer.from(text, 'utf16le')])

const ENCODINGS: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with its mark': (text) => Buffer.from(`\ufeff${text}`),
  'UTF-16 with its mark': (text) => utf16(text, true),
  'UTF-16 without': (text) => utf16(text, false),
  'UTF-16, the other way round': (text) => utf16(`\ufeff${text}`, false).swap16(),
}

describe.each(Object.entries(ENCODINGS))('in %s', (_name, encode) => {
  test.each(STATEMENTS)('$name', async ({ text, credits, firstAt, payer }) => {
    const read = await creditsOf(encode(text))
    expect(read.map(({ utr, amount }) => [utr, formatRupees(amount)])).toEqual(credits)
    expect(read[0]?.at.toISOString()).toBe(firstAt)
    if (payer !== undefined) expect(read[0]?.payerUpiId).toBe(payer)
  })
})

test('a file in a Windows encoding keeps its characters', async () => {
  const text = 'Date,Narration,Credit\r\n21/11/2026,UPI/CR/632500000050/JOS\u00c9 \u0096 Tea,14.00\r\n'
  const [credit] = await creditsOf(Buffer.from(text, 'latin1'))
  expect(credit?.narration).toContain('JOS\u00c9 \u2013 Tea')
})

test('an order’s own reference is found in a report and in a narration', async () => {
  const reference = '01KAJ5ZT9K0000000000000001'
  for (const text of [
    `Date,Merchant Order Id,UTR,Amount\n21/11/2026,${reference},632500000051,5.00\n`,
    `Date,Narration,Credit\n21/11/2026,UPI/CR/632500000051/ASHA/${reference}R2,5.00\n`,
  ])
    expect((await creditsOf(Buffer.from(text)))[0]?.reference).toMatch(new RegExp(`^${reference}(R2)?$`))
})

const OTHER = '612345678999'
test.each([
  [
    'a note of twelve digits before it',
    '',
    `UPI/ASHA RAO/asha@okaxis/${OTHER}/AXIS BANK/632500000060/ICI1`,
    null,
  ],
  ['a phone number as note', '', 'UPI/ASHA RAO/asha@okaxis/919876543210/AXIS BANK/632500000060/ICI1', null],
  [
    'a note that looks like it',
    '',
    `UPI/ASHA RAO/asha@okaxis/UPI ${OTHER}/AXIS BANK/632500000060/ICI1`,
    null,
  ],
  ['a note beside the column', '632500000060', `UPI/ASHA RAO/asha@okaxis/${OTHER}`, null],
  ['a note behind it', '', `UPI/CR/632500000060/ASHA RAO/HDFC/asha@okaxis/${OTHER}`, '632500000060'],
  ['both, and a note', '0000632500000060', `UPI-ASHA-${OTHER}-UTIB0000001-632500000060-TEA`, '632500000060'],
  ["a bank's own number", '500000000001', `UPI/P2M/632500000060/ASHA/${OTHER}`, '632500000060'],
  ['the narration alone', '', 'UPI/ASHA RAO/asha@okaxis/Tea/AXIS BANK/632500000060/ICI1', '632500000060'],
  ['the column alone', '632500000060', 'UPI/ASHA RAO/asha@okaxis/Tea', '632500000060'],
  ['a name before it', '', `UPI/REF ${OTHER}/asha@ybl/632500000060/note`, null],
  ['a name before it, alone', '', `UPI/${OTHER}/asha@ybl/632500000060/note`, null],
  ['a name that looks like a code', '', `UPI/CR ${OTHER}/asha@ybl/632500000060/note`, null],
  ['a name of words of the bank', '', `UPI/TXN REF NO ${OTHER}/asha@ybl/632500000060/note`, null],
  ['a name with dashes', '', `UPI-${OTHER}-asha@ybl-HDFC0001-632500000060-UPI`, null],
  ['a name with dashes and a code', '', `UPI-CR-${OTHER}-asha@ybl-HDFC0001-632500000060-UPI`, null],
  ['a name beside a glued one', '', `UPI/${OTHER}/asha@ybl/UTR632500000060/note`, null],
  ['a name before a UPI ID of dots', '', `UPI/ASHA/${OTHER}.x@ybl/Tea/632500000060`, '632500000060'],
  ['a name beside the column', '632500000060', `UPI/REF ${OTHER}/asha@ybl/note`, null],
  [
    'a name beside the same column',
    '632500000060',
    `UPI/REF ${OTHER}/asha@ybl/632500000060/note`,
    '632500000060',
  ],
  ['a name by IMPS', '', `IMPS-${OTHER}-ASHA-632500000060`, null],
] as const)('a payer cannot choose the reference of a payment: %s', (_what, reference, narration, utr) => {
  const columns = { date: 0, narration: 1, reference: 2, credit: 3, dateOrder: 'dmy' } as const
  const row = readStatementRow(['21/11/2026', narration, reference, '5.00'], columns)
  expect(row).toMatchObject({ kind: 'credit', credit: { utr } })
})

test.each([
  ['UPI/632500000060/Tea and biscuits/asha@okaxis/AXIS BANK/ICI123', null],
  ['UPI/ASHA RAO/asha@okaxis/Tea/AXIS BANK/632500000060/ICI123', 'ASHA RAO'],
  ['UPI/CR/632500000060/ASHA RAO/HDFC/asha@okaxis/Tea', 'ASHA RAO'],
  ['UPI/632500000060/CR/ASHA RAO/asha@ybl/Tea', 'ASHA RAO'],
  ['UPI/P2A/632500000060/ASHA RAO/Axis Bank/Tea', 'ASHA RAO'],
])('the payer’s name comes from its field, never from the note: %s', (narration, payerName) => {
  const columns = { date: 0, narration: 1, credit: 2, dateOrder: 'dmy' } as const
  const row = readStatementRow(['21/11/2026', narration, '5.00'], columns)
  expect(row).toMatchObject({ kind: 'credit', credit: { utr: '632500000060', payerName } })
})

const BACK_WORDS = ['Refund', 'Return', 'Ret', 'Rev', 'Dr', 'REVERSAL']
test.each(BACK_WORDS)('a payment with the note %s, before the payer’s UPI ID, waits for a person', (note) => {
  const columns = { date: 0, narration: 1, credit: 2, dateOrder: 'dmy' } as const
  const read = (narration: string) => readStatementRow(['21/11/2026', narration, '5.00'], columns)
  const waits = { utr: '632500000060', payerUpiId: 'asha@okaxis', settlesByItself: false }
  for (const rail of ['UPI', 'UPIAR', 'IMPS'])
    expect(read(`${rail}/632500000060/${note}/asha@okaxis/AXIS BANK/ICI1`)).toMatchObject({
      kind: 'credit',
      credit: waits,
    })
  // The bank's own words about a payment of the merchant that came back.
  for (const narration of [
    `UPI/632500000060/${note}/SHOP/YESB/shop@ybl/x`,
    `UPI/${note}/632500000060/shop@ybl`,
    `REV-UPI/632500000060/${note}/shop@ybl`,
    `UPI/CR/632500000060/${note}/shop@ybl`,
  ])
    expect(read(narration), narration).toEqual({ kind: 'ignored', why: 'returned' })
})

test("the UTR of a provider's report comes from its column, not from the narration", () => {
  const columns = { date: 0, narration: 1, reference: 2, credit: 3, status: 4, dateOrder: 'dmy' } as const
  const row = readStatementRow(['21/11/2026', `UPI ${OTHER}`, '632500000060', '5.00', 'SUCCESS'], columns)
  expect(row).toMatchObject({ kind: 'credit', credit: { utr: '632500000060' } })
})

test.each([
  ['UPI/CR/632500000060/ASHA RAO/asha@okaxis/Tea', 'error'],
  ['UPI/CR/632500000060/TOTAL GAS/gas@okaxis/balance', 'error'],
  ['By transfer of ASHA RAO', 'error'],
  ['Grand total', 'ignored'],
  ['Closing balance', 'ignored'],
  ['Brought forward', 'ignored'],
  ['', 'ignored'],
])('a row without a date is refused, unless it is a total: %j', (narration, kind) => {
  const row = readStatementRow(['', narration, '', '499.00'], {
    date: 0,
    narration: 1,
    debit: 2,
    credit: 3,
    dateOrder: 'dmy',
  })
  expect(row.kind).toBe(kind)
})

test('an amount next to an unreadable debit is refused', () => {
  const columns = { date: 0, narration: 1, debit: 2, amount: 3, dateOrder: 'dmy' } as const
  const row = readStatementRow(['21/11/2026', 'UPI/CR/632500000060/ASHA', '499,00', '499.00'], columns)
  expect(row).toEqual({ kind: 'error', msg: 'The amount cannot be read: 499,00' })
})

test('a written table is read back, wherever its chunks are cut', () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', '1', '"', ',', '\n', '\r', ';', ' ', 'é'),
    maxLength: 6,
  })
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(
      table,
      fc.constantFrom(',', ';', '\t', '|'),
      fc.integer({ min: 1, max: 9 }),
      (rows, delimiter, size) => {
        const text = rows
          .map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(delimiter))
          .join('\r\n')
        const reader = createLineReader(delimiter as ',')
        const read: string[][] = []
        for (let at = 0; at < text.length; at += size) read.push(...reader.push(text.slice(at, at + size)))
        expect([...read, ...reader.end()]).toEqual(rows)
      },
    ),
  )
})

test('a row is yielded before the next one is parsed, so that only one is in memory', () => {
  const rows = createLineReader(',').push(`a,b\r\n${'x'.repeat(STATEMENT_CELL_CHARACTERS_MAX + 1)},d\r\n`)
  expect(rows.next().value).toEqual(['a', 'b'])
  expect(() => rows.next()).toThrow(StatementRefused)
})

test('a number that is written as an Excel formula is read as that number', () => {
  const line = '21/11/2026,="612345678901","=""000499"""\r\n'
  expect([...createLineReader(',').push(line)]).toEqual([['21/11/2026', '612345678901', '000499']])
})

test('the delimiter is the character that splits all lines into the same number of cells', () => {
  expect(delimiterOf('a;b;c\n1,0;2,0;3,0\n')).toBe(';')
  expect(delimiterOf('a\tb\tc\n1,000\t2\t3')).toBe('\t')
  expect(delimiterOf('')).toBe(',')
})

test('any row is read without an error and with the same result each time', () => {
  const columns = {
    date: 0,
    narration: 1,
    reference: 2,
    credit: 3,
    debit: 4,
    payer: 5,
    dateOrder: 'dmy',
  } as const
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('21/11/2026', '500.00', 'UPI/CR/632500000001/A', '46347', ' '),
  )
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), (cells) => {
      const row = readStatementRow(cells, columns)
      expect(readStatementRow(cells, columns)).toEqual(row)
      if (row.kind === 'credit') expect(row.credit.amount > 0n).toBe(true)
    }),
    { numRuns: fuzzRuns(500) },
  )
})
