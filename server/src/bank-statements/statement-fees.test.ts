import type { StatementColumns } from '@galla/contract/bank-statements/statements'
import { fuzzRuns } from '@galla/upi/fuzz-harness'
import { formatRupees, type Paise } from '@galla/upi/rupees'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scanStatement, statementRows } from './read-statement.ts'
import { lines } from './sample-statement-harness.ts'
import { columnProblem } from './statement-columns.ts'
import { readStatementRow } from './statement-row.ts'

const rowsOf = async (text: string) => {
  const file = Buffer.from(text)
  const { format, header, headings, columns, samples } = await scanStatement(file)
  expect(columnProblem(columns, samples)).toBeUndefined()
  const rows = []
  let number = 0
  for await (const cells of statementRows(file, format)) {
    number += 1
    if (number > header + 1) rows.push(readStatementRow(cells, columns, { headings }))
  }
  return { rows, columns }
}

const moneyOf = (row: ReturnType<typeof readStatementRow>) => {
  if (row.kind !== 'credit') return row.kind === 'error' ? row.msg : row.kind
  const { amount, fee } = row.credit
  return [formatRupees(amount), fee === null ? null : formatRupees(fee)]
}

describe('the usual headings of settlement reports', () => {
  test.each([
    {
      name: 'Razorpay: the credit is what is left, the tax stands apart',
      text: lines(
        'transaction_entity,entity_id,amount,currency,fee (exclusive tax),tax,debit,credit,order_receipt,created_at,settlement_utr,rrn',
        'payment,pay_1,100.00,INR,2.00,0.36,0.00,97.64,INV-1,21/11/2026 11:05:00,AXIS999,632500000101',
        'refund,rfnd_1,100.00,INR,0.00,0.00,100.00,0.00,INV-1,21/11/2026 12:05:00,AXIS999,632500000102',
      ),
      money: [['100.00', '2.36'], 'ignored'],
    },
    {
      name: 'Razorpay: a fee that holds the tax beside it',
      text: lines(
        'entity_id,amount,fee,tax,debit,credit,order_receipt,created_at,rrn',
        'pay_1,100.00,2.36,0.36,0.00,97.64,INV-1,21/11/2026 11:05:00,632500000101',
      ),
      money: [['100.00', '2.36']],
    },
    {
      name: 'PhonePe: fees and taxes as deductions beside the amount',
      text: lines(
        'Payment Type,Merchant Order Id,Transaction UTR,Transaction Date,Amount,Fee,IGST,CGST,SGST,Transaction Type',
        'UPI,INV-1,632500000101,2026-11-21 11:05:00,100.00,-2.00,-0.36,0.00,0.00,PAYMENT',
        'UPI,INV-1,632500000102,2026-11-21 12:05:00,-100.00,0,0,0,0,REFUND',
      ),
      money: [['100.00', '2.36'], 'ignored'],
    },
    {
      name: 'Paytm: commission and GST, and the settled amount',
      text: lines(
        'Transaction_ID,Order_ID,Transaction_Date,Transaction_Type,Status,Amount,Commission,GST,UTR_No,Settled_Amount',
        'T1,INV-1,21-11-2026 11:05:09,ACQUIRING,SUCCESS,100.00,2.00,0.36,632500000101,97.64',
      ),
      money: [['100.00', '2.36']],
    },
    {
      name: 'Cashfree: service charge and service tax',
      text: lines(
        'Order Id,Transaction Amount,Service Charge,Service Tax,Settlement Amount,Transaction Time,UTR,Payment Status',
        'INV-1,100.00,2.00,0.36,97.64,2026-11-21 11:05:00,632500000101,SUCCESS',
      ),
      money: [['100.00', '2.36']],
    },
    {
      name: 'a bank: only the net amount, MDR and GST on MDR',
      text: lines(
        'Transaction Date,RRN,Payer VPA,MDR,GST on MDR,Net Amount',
        '21/11/2026 11:05,632500000101,asha@okaxis,0.30,0.05,99.65',
        '21/11/2026 11:06,632500000102,ravi@ybl,,,500.00',
      ),
      money: [
        ['100.00', '0.35'],
        ['500.00', null],
      ],
    },
    {
      name: 'a bank: the credit and what it charged',
      text: lines(
        'Date,Narration,Debit,Credit,Charges,Balance',
        '21/11/2026,UPI/CR/632500000101/ASHA RAO/asha@okaxis/Tea,,97.64,2.36,1000.00',
        '21/11/2026,UPI/DR/632500000102/SHOP/s@ybl/x,50.00,,2.36,950.00',
      ),
      money: [['100.00', '2.36'], 'ignored'],
    },
    {
      name: 'the amount of a settlement of many payments is none of a row',
      text: lines(
        'Transaction Date,RRN,Payer VPA,Amount,MDR,Settlement Amount',
        '21/11/2026 11:05,632500000101,asha@okaxis,100.00,2.36,9000.00',
        '21/11/2026 11:06,632500000102,ravi@ybl,200.00,4.72,9000.00',
      ),
      money: [
        ['100.00', '2.36'],
        ['200.00', '4.72'],
      ],
    },
    {
      name: 'what the customer is charged for delivery is no fee',
      text: lines(
        'Transaction Date,RRN,Payer VPA,Amount,Delivery Charges,GST',
        '21/11/2026 11:05,632500000101,asha@okaxis,100.00,20.00,5.00',
      ),
      money: [['100.00', null]],
    },
  ])('$name', async ({ text, money }) => {
    expect((await rowsOf(text)).rows.map(moneyOf)).toEqual(money)
  })
})

const HEADINGS = ['Date', 'Narration', 'Credit', 'MDR', 'GST', 'Gross']
const NET: StatementColumns = { date: 0, narration: 1, credit: 2, fees: [3, 4], dateOrder: 'dmy' }
const ALL: StatementColumns = { ...NET, gross: 5 }
const GROSS: StatementColumns = { date: 0, narration: 1, gross: 5, fees: [3, 4], dateOrder: 'dmy' }
const read = (columns: StatementColumns, ...money: string[]) =>
  moneyOf(
    readStatementRow(['21/11/2026', 'UPI/CR/632500000101/ASHA', ...money], columns, { headings: HEADINGS }),
  )

test.each([
  ['the net amount and both fees', NET, ['97.64', '2.00', '0.36'], ['100.00', '2.36']],
  ['a fee of nothing', NET, ['100.00', '0.00', ''], ['100.00', '0.00']],
  ['no fee', NET, ['100.00', '', '-'], ['100.00', null]],
  ['a fee marked as a debit', NET, ['97.64', '2.36 Dr', ''], ['100.00', '2.36']],
  ['all three', ALL, ['97.64', '2.00', '0.36', '100.00'], ['100.00', '2.36']],
  ['the two amounts alone', ALL, ['97.64', '', '', '100.00'], ['100.00', '2.36']],
  ['no amount before fees in this row', ALL, ['97.64', '2.00', '0.36', ''], ['100.00', '2.36']],
  ['the amount before fees alone', GROSS, ['', '-2.00', '-0.36', '100.00'], ['100.00', '2.36']],
  [
    'a negative fee',
    NET,
    ['97.64', '-2.36', ''],
    'MDR is negative, and no column has the amount before fees',
  ],
  ['a fee of a higher amount', NET, ['97.64', '98.00', ''], 'MDR is more than the amount: 98.00'],
  ['a fee above the gross', GROSS, ['', '60', '50', '100'], 'MDR + GST is more than the amount: 110.00'],
  ['fees of two signs', NET, ['97.64', '2.00', '-0.36'], 'GST has a different sign from the other fees'],
  ['a fee that is none', NET, ['97.64', '2%', ''], 'MDR cannot be read as a fee: 2%'],
  [
    'a contradiction',
    ALL,
    ['97.64', '2.00', '0.36', '101.00'],
    'Gross is 101.00, but 97.64 and MDR + GST make 100.00',
  ],
  ['a gross below the net', ALL, ['97.64', '', '', '90'], 'Gross is 90.00, less than the 97.64 after fees'],
  [
    'a gross that is none',
    ALL,
    ['97.64', '', '', '1.5.5'],
    'Gross cannot be read as the amount before fees: 1.5.5',
  ],
] as const)('a row with fees: %s', (_name, columns, money, expected) => {
  expect(read(columns, ...money)).toEqual(expected)
})

test('a debit is ignored with any fee', () => {
  const columns: StatementColumns = { date: 0, debit: 1, credit: 2, fees: [3], dateOrder: 'dmy' }
  expect(readStatementRow(['21/11/2026', '50.00', '', '-2%'], columns)).toEqual({
    kind: 'ignored',
    why: 'debit',
    // It may be a refund.
    debit: expect.objectContaining({ amount: 5_000n }),
  })
})

test.each([
  [{ fees: [2] }, 'Choose another column for the fees'],
  [{ fees: [3, 3] }, 'Choose another column for the fees'],
  [{ fees: [5], gross: 5 }, 'Choose another column for the fees'],
  [{ gross: 2 }, 'Choose another column for the amount before fees'],
])('a column has one meaning: %j', (chosen, complaint) => {
  expect(columnProblem({ date: 0, credit: 2, dateOrder: 'dmy', ...chosen }, [])).toBe(complaint)
})

test('the amount that reached the account plus the fees is the amount that the customer paid', () => {
  const paise = fc.bigInt({ min: 0n, max: 10n ** 11n })
  fc.assert(
    fc.property(paise, paise, paise, (net, fee, tax) => {
      fc.pre(net > 0n && fee + tax <= net)
      const text = [net, fee, tax, net + fee + tax].map((each) => formatRupees(each as Paise))
      const expected = [formatRupees((net + fee + tax) as Paise), formatRupees((fee + tax) as Paise)]
      expect(read(NET, ...text)).toEqual(expected)
      expect(read(ALL, ...text)).toEqual(expected)
      expect(read(GROSS, ...text)).toEqual(expected)
    }),
    { numRuns: fuzzRuns(200) },
  )
})
