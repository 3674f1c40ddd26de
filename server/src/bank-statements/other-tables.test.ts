import { formatRupees } from '@galla/upi/rupees'
import { describe, expect, test } from 'vitest'
import { SECOND_TABLE } from './other-tables.ts'
import { lines, readFile } from './sample-statement-harness.ts'

const read = async (...rows: string[]): Promise<string[]> =>
  (await readFile(lines(...rows))).map((row) => {
    if (row.kind === 'credit') return `${formatRupees(row.credit.amount)} ${row.credit.utr}`
    return row.kind === 'error' ? row.msg : row.kind
  })

const UPI = 'UPI/CR/632500000001/ASHA RAO/HDFC/asha@okaxis'
const LATER = 'UPI/CR/632500000003/RAVI/HDFC/ravi@ybl'

describe('rows of totals', () => {
  test.each([
    'Total,,5.00,10.00,',
    'Total 01/11/2026 to 21/11/2026,,5.00,10.00,',
    '21/11/2026,Grand Total,5.00,10.00,',
    ',Page total (2 transactions),5.00,10.00,',
    ',,5.00,10.00,',
    'Closing balance as on 21/11/2026,,,10.00,',
  ])('are no payments: %s', async (total) => {
    expect(
      await read('Date,Narration,Debit,Credit,Balance', `21/11/2026,${UPI},,10.00,110.00`, total),
    ).toEqual(['10.00 632500000001', 'ignored'])
  })

  test("are no payments in a provider's report either", async () => {
    expect(
      await read(
        'Date,Payer VPA,Transaction ID,Amount',
        '21-11-2026,asha@okaxis,632500000001,5.00',
        '21-11-2026,Total,,5.00',
        '21-11-2026,,Total: 1 transaction,5.00',
      ),
    ).toEqual(['5.00 632500000001', 'ignored', 'ignored'])
  })

  test.each([
    ['its order number', '21/11/2026,632500000060,asha@okaxis,BALANCE-1042,499.00,SUCCESS,'],
    ['its note', '21/11/2026,632500000060,,,499.00,SUCCESS,balance'],
    ['its note with a sum', '21/11/2026,,asha@okaxis,,499.00,SUCCESS,Total 500'],
  ])('are not payments that only %s calls so, but a person decides about those', async (_what, row) => {
    const head = 'Date,UTR,Payer VPA,Merchant Order Id,Amount,Status,Notes'
    const settled = '21/11/2026,632500000061,ravi@ybl,A-1043,498.00,SUCCESS,Tea'
    const rows = await readFile(lines(head, row, settled))
    expect(rows).toMatchObject([
      { kind: 'credit', credit: { amount: 49_900n, settlesByItself: false } },
      { kind: 'credit', credit: { amount: 49_800n, settlesByItself: true } },
    ])
  })

  test.each([
    '21/11/2026,,,Total,499.00,SUCCESS,',
    'Total,632500000060,asha@okaxis,,499.00,SUCCESS,',
    '21/11/2026,632500000060,asha@okaxis,,,,Total',
  ])('have no date, no amount, or neither a payer nor a UTR: %s', async (row) => {
    const head = 'Date,UTR,Payer VPA,Merchant Order Id,Amount,Status,Notes'
    expect(await readFile(lines(head, row))).toMatchObject([{ kind: 'ignored', why: 'blank' }])
  })

  test('a payer with such a name is a payer', async () => {
    expect(await read('Date,Narration,Credit', '21/11/2026,UPI/CR/632500000001/TOTAL GAS/HDFC,5.00')).toEqual(
      ['5.00 632500000001'],
    )
  })
})

describe('a second table in the file', () => {
  const head = 'Date,Narration,Debit,Credit,Balance'
  const first = `21/11/2026,${UPI},,10.00,110.00`
  test('is refused row by row, because its columns are others', async () => {
    expect(
      await read(head, first, '', 'Date,Particulars,Credit,Debit,Balance', `21/11/2026,${LATER},5.00,,50.00`),
    ).toEqual(['10.00 632500000001', 'ignored', SECOND_TABLE])
  })

  test('with the same headings continues the first', async () => {
    expect(await read(head, first, head, `21/11/2026,${LATER},,5.00,115.00`)).toEqual([
      '10.00 632500000001',
      'ignored',
      '5.00 632500000003',
    ])
    const rows = [
      first,
      'Date,Particulars,Amount,,Balance',
      ',,Debit,Credit,',
      `21/11/2026,${LATER},,5.00,115.00`,
    ]
    const two = await read('Date,Particulars,Amount,,Balance', ',,Debit,Credit,', ...rows)
    expect(two).toEqual(['10.00 632500000001', 'ignored', 'ignored', '5.00 632500000003'])
  })

  test('that sums up the first has no payments and no errors', async () => {
    expect(
      await read(
        head,
        first,
        'STATEMENT SUMMARY :-,,,,',
        'Opening Balance,Debits,Credits,Closing Bal,Dr Count',
        '100.00,0.00,10.00,110.00,0',
      ),
    ).toEqual(['10.00 632500000001', 'ignored', 'ignored', 'ignored'])
  })
})
