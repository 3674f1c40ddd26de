import { formatRupees } from '@galla/upi/rupees'
import { describe, expect, test } from 'vitest'
import { scanStatement } from './read-statement.ts'
import { COLUMNS_SWAPPED } from './running-balance.ts'
import { lines, readFile } from './sample-statement-harness.ts'
import { columnProblem } from './statement-columns.ts'
import { directionOf } from './statement-money.ts'
import type { NumberedRow } from './statement-reader.ts'

const shown = (row: NumberedRow): string => {
  if (row.kind === 'error') return row.msg
  if (row.kind !== 'credit') return row.kind
  const { amount, utr, settlesByItself } = row.credit
  return `${formatRupees(amount)} ${utr}${settlesByItself ? '' : ' waits'}`
}
const read = async (...rows: string[]): Promise<string[]> => (await readFile(lines(...rows))).map(shown)
const problemOf = async (...rows: string[]) => {
  const { columns, samples } = await scanStatement(Buffer.from(lines(...rows)))
  return columnProblem(columns, samples)
}

const UPI = 'UPI/CR/632500000001/ASHA RAO/HDFC/asha@okaxis'
const OUT = 'UPI/DR/632500000002/SHOP/YESB/s@ybl'
const LATER = 'UPI/CR/632500000003/RAVI/HDFC/ravi@ybl'

describe('columns of money in and money out that stand the wrong way round', () => {
  const rows = [
    `21/11/2026,${UPI},10.00,,110.00`,
    `21/11/2026,${OUT},,5.00,105.00`,
    `21/11/2026,${LATER},20.00,,125.00`,
  ]
  test.each([
    ['two columns', ['Date,Narration,Debit,Credit,Balance', ...rows]],
    ['the newest first', ['Date,Narration,Debit,Credit,Balance', ...rows.toReversed()]],
    ['two rows', ['Date,Narration,Debit,Credit,Balance', ...rows.slice(0, 2)]],
    [
      'a column of Dr and Cr',
      [
        'Date,Narration,Amount,Dr/Cr,Balance',
        `21/11/2026,${UPI},10.00,Dr,110.00`,
        `21/11/2026,${OUT},5.00,Cr,105.00`,
        `21/11/2026,${LATER},20.00,Dr,125.00`,
      ],
    ],
  ])('are refused with that sentence: %s', async (_what, text) => {
    expect(await problemOf(...text)).toBe(COLUMNS_SWAPPED)
  })

  test('a file whose balances follow, or never follow, is none', async () => {
    expect(await problemOf('Date,Narration,Credit,Debit,Balance', ...rows)).toBeUndefined()
    const others = rows.map((row, n) => row.replace(/[\d.]+$/, `${n * 7}.00`))
    expect(await problemOf('Date,Narration,Debit,Credit,Balance', ...others)).toBeUndefined()
  })
})

describe("the balance's own Dr and Cr", () => {
  test('is neither the direction of a row nor a fault', async () => {
    expect(
      await read(
        'Date,Narration,Debit,Credit,Balance,Dr/Cr',
        `21/11/2026,${OUT},30.00,,20.00,Dr`,
        `21/11/2026,${UPI},,10.00,10.00,Dr`,
        `21/11/2026,${LATER},,30.00,20.00,Cr`,
        '21/11/2026,CASH,,10.00,30.00,Cr',
        '21/11/2026,CASH,,10.00,40.00,Cr',
        '21/11/2026,CASH,,10.00,50.00,Cr',
      ),
    ).toEqual(['ignored', '10.00 632500000001', '30.00 632500000003', ...Array(3).fill('other_rail')])
  })

  test('is no direction of a single amount, unless the balances follow from it', async () => {
    const head = 'Date,Narration,Amount,Balance,Dr/Cr'
    const unknown = 'Nothing says whether this amount came in or went out'
    const ofBalance = [`21/11/2026,${UPI},10.00,110.00,Cr`, `21/11/2026,UPI/SHOP,5.00,105.00,Cr`]
    expect(await read(head, ...ofBalance)).toEqual([unknown, unknown])
    const ofAmount = [`21/11/2026,${UPI},10.00,110.00,Cr`, `21/11/2026,UPI/SHOP,5.00,105.00,Dr`]
    expect(await read(head, ...ofAmount)).toEqual(['10.00 632500000001', 'ignored'])
  })
})

describe('one column of signed amounts', () => {
  const head = 'Date,Narration,Amount,Balance'
  test('is read if the balances show that amounts without a sign came in', async () => {
    const rows = [
      `21/11/2026,${UPI},10.00,110.00`,
      `21/11/2026,${OUT},-5.00,105.00`,
      `21/11/2026,${LATER},20.00,125.00`,
    ]
    expect(await read(head, ...rows)).toEqual(['10.00 632500000001', 'ignored', '20.00 632500000003'])
  })

  test('is not guessed otherwise', async () => {
    const unknown = 'Nothing says whether this amount came in or went out'
    expect(await read(head, `21/11/2026,${UPI},10.00,110.00`)).toEqual([unknown])
    const wrong = [`21/11/2026,${UPI},10.00,110.00`, `21/11/2026,${LATER},20.00,90.00`]
    expect(await read(head, ...wrong)).toEqual([unknown, unknown])
  })
})

describe('a column of types', () => {
  test.each([
    ['Payment Refund', 'debit'],
    ['Credit Reversal', 'debit'],
    ['SALE_REVERSED', 'debit'],
    ['Sale - Charge back', 'debit'],
    ['UPI Payment Refunded', 'debit'],
    ['Payment', 'credit'],
    ['Credit Card Sale', 'credit'],
    ['Debit Reversal', 'debit'],
    ['UPI Refund Centre', undefined],
  ])('%s is %s', (type, expected) => {
    expect(directionOf(type)).toBe(expected)
  })

  test('tells payments from refunds and reversals of them', async () => {
    const row = (type: string, utr: string) => `21/11/2026,${utr},499.00,${type}`
    const rows = await readFile(
      lines(
        'Date,UTR,Amount,Type',
        row('Payment', '632500000060'),
        row('Payment Refund', '632500000061'),
        row('Sale reversal', '632500000062'),
        row('Debit reversal', '632500000063'),
      ),
    )
    expect(rows).toMatchObject([
      { kind: 'credit' },
      { kind: 'ignored', why: 'debit' },
      { kind: 'reversal', reversal: { utr: '632500000062', words: 'Sale reversal' } },
      { kind: 'ignored', why: 'debit' },
    ])
  })
})

describe('the narration', () => {
  test.each([
    'TRAN PARTICULAR',
    'Particulars of the transaction',
    'Narration / Remarks',
    'Bank Description (long)',
    'Txn Remarks and details',
  ])('is found by its word in "%s"', async (heading) => {
    expect(await read(`Date,${heading},Debit,Credit`, `21/11/2026,${UPI},,10.00`)).toEqual([
      '10.00 632500000001',
    ])
  })

  test.each([
    ['Date,Wording,Debit,Credit', `21/11/2026,${UPI},,10.00`],
    ['Date,Ref No,Wording,Debit,Credit', `21/11/2026,632500000001,${UPI},,10.00`],
    ['Date,Branch Description,Debit,Credit', `21/11/2026,${UPI},,10.00`],
  ])('is asked for where no column is it: %s', async (head, row) => {
    expect(await problemOf(head, row)).toMatch(/^Choose the column with the narration/)
  })

  test('is not asked for in a list of payments, which has none', async () => {
    expect(await problemOf('Created At,RRN,Amount', '21/11/2026,632500000001,9.99')).toBeUndefined()
    expect(await problemOf('Date,Payer VPA,Amount', '21/11/2026,asha@okaxis,9.99')).toBeUndefined()
  })
})

describe('headings', () => {
  test('have notes in brackets', async () => {
    expect(
      await read(
        'Date (dd/mm/yyyy),Narration [as by the bank],Withdrawal (money out) Amt,Deposit (credited to you),Balance (as of the date)',
        `21/11/2026,${UPI},,10.00,110.00`,
      ),
    ).toEqual(['10.00 632500000001'])
    expect(
      await read(
        'Date,Narration,Amount (Dr),Amount (Cr)',
        `21/11/2026,${UPI},,10.00`,
        `21/11/2026,${OUT},5.00,`,
      ),
    ).toEqual(['10.00 632500000001', 'ignored'])
  })

  test.each([
    ['halves', 'Txn,,Withdrawal,Deposit,Closing', 'Date,Narration,Amt.,Amt.,Balance'],
    ['groups', 'Date,Particulars,Amount,,Balance', ',,Debit,Credit,'],
    ['notes', 'Date,Narration,Debit,Credit,Balance', '(IST),,(INR),(INR),(INR)'],
  ])('stand on two rows: %s', async (_what, upper, lower) => {
    const rows = [`21/11/2026,${UPI},,10.00,110.00`, `21/11/2026,${OUT},5.00,,105.00`]
    expect((await read('Statement of account', upper, lower, ...rows)).slice(-2)).toEqual([
      '10.00 632500000001',
      'ignored',
    ])
  })
})

describe('a second line', () => {
  const creditsOf = async (...rows: string[]) =>
    (await readFile(lines(...rows))).flatMap((row) => (row.kind === 'credit' ? [row.credit] : []))

  test('below its row belongs to the row, with its reference and payer', async () => {
    const head = 'Date,Narration,Ref No,Debit,Credit,Balance'
    const [first, second] = await creditsOf(
      head,
      '21/11/2026,UPI/CR/6325000000,0000632500,,10.00,110.00',
      ',01/ASHA RAO/HDFC/asha@ok,000001,,,',
      ',axis/Tea,,,,',
      '21/11/2026,UPI/CR/632500000003/RAVI,,,20.00,130.00',
      ',/HDFC/ravi@ybl,,,,',
      ',Statement summary,,,,',
    )
    expect(first).toMatchObject({ utr: '632500000001', payerUpiId: 'asha@okaxis', payerName: 'ASHA RAO' })
    expect(second).toMatchObject({ utr: '632500000003', payerUpiId: 'ravi@ybl', payerName: 'RAVI' })
  })

  test('inside a cell belongs together too', async () => {
    const [credit] = await creditsOf(
      'Date,Narration,Credit',
      '21/11/2026,"UPI/CR/63250000\n0001/ASHA RAO/HDFC/asha@\nokaxis/Tea\nand milk",10.00',
    )
    expect(credit).toMatchObject({ utr: '632500000001', payerUpiId: 'asha@okaxis' })
  })

  test('with the word of a return keeps the payment from settling', async () => {
    expect(await read('Date,Narration,Credit', `21/11/2026,${UPI},10.00`, ',REVERSAL,')).toEqual([
      '10.00 632500000001 waits',
    ])
  })

  test('is not a row of its own, and rows keep their numbers', async () => {
    const rows = await readFile(
      lines('Date,Narration,Debit,Credit', `21/11/2026,${UPI},,10.00`, ',Tea,,', `21/11/2026,${LATER},,x1`),
    )
    expect(rows.map(({ number }) => number)).toEqual([2, 4])
  })
})

test.each([
  'UPI/REF/Refund of failed payment/REVERSAL/x@y',
  'UPI/ASHA RAO/asha@okaxis/Tea/REVERSAL',
  'UPI/CR/632500000001/ASHA RAO/HDFC/asha@okaxis/refund',
  'UPI/CR/632500000001/ASHA RAO/RTN/asha@okaxis',
])('a payment whose narration names a return later waits: %s', async (narration) => {
  expect(await read('Date,Narration,Credit', `21/11/2026,${narration},10.00`)).toEqual([
    expect.stringMatching(/ waits$/),
  ])
})

describe('an amount after fees', () => {
  test.each([
    [
      'beside the amount before them',
      'Transaction Amount,Settled Amount',
      '100.00,97.64',
      '100.00 632500000001',
    ],
    [
      'beside fees that no row confirms',
      'Amount,MDR,GST,Net Amount',
      '100.00,2.00,0.36,90.00',
      'Amount is 100.00, but 90.00 and MDR + GST make 92.36',
    ],
    [
      'above the amount before them',
      'Amount,Net Amount',
      '100.00,102.00',
      'Amount is 100.00, less than the 102.00 after fees',
    ],
    [
      'as a credit',
      'Amount,Fee,Tax,Credit',
      '100.00,2.00,0.36,90.00',
      'Amount is 100.00, but 90.00 and Fee make 92.00',
    ],
    ['alone', 'Net Settled Amount', '97.64', '97.64 632500000001 waits'],
  ])('is found by its heading: %s', async (_what, headings, amounts, expected) => {
    expect(
      await read(
        `Transaction Date,RRN,Payer VPA,${headings}`,
        `21/11/2026 11:05,632500000001,asha@okaxis,${amounts}`,
      ),
    ).toEqual([expected])
  })
})
