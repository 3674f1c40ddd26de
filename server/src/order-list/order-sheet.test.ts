import { neutralised } from '@galla/contract/csv-line'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv } from '../../testing/read-sheet.ts'
import { CSV_HEADING, csvLines, type ExportedOrder, ORDER_COLUMNS, sheetCells } from './order-sheet.ts'

const ORDER: ExportedOrder = {
  order_id: '01M7VRMMR0ABCDEFGHJKMNPQRS',
  mode: 'live',
  client_txn_id: 'INV-7',
  status: 'failed',
  failure_reason: 'expired',
  shown_paise: 12_345_605n,
  customer_name: 'Asha Rao',
  customer_email: 'asha@example.com',
  customer_mobile: '9876543210',
  purpose: 'Masala tea',
  udf1: null,
  udf2: 'two',
  udf3: '',
  created_at: new Date('2026-11-20T18:29:59.999Z'),
  paid_at: null,
  paid_late: false,
  utr: null,
  payer_upi_id: null,
  fee_paise: null,
}
const PAID: ExportedOrder = {
  ...ORDER,
  status: 'success',
  failure_reason: null,
  shown_paise: 1n,
  paid_at: new Date('2026-11-20T18:30:00Z'),
  paid_late: true,
  utr: '012345678901',
  payer_upi_id: 'asha@okaxis',
  fee_paise: 236n,
}

const HEADINGS = [
  'Order ID',
  'Client Txn ID',
  'Customer',
  'Mobile',
  'Email',
  'Amount (₹)',
  'Status',
  'Reason',
  'Created (IST)',
  'Paid at (IST)',
  'UTR',
  'Payer UPI ID',
  'Payment purpose',
  'UDF1',
  'UDF2',
  'UDF3',
  'Mode',
  'Paid late',
  'Fee (₹)',
]

test('the headings contain the meaning and the time zone of the columns', () => {
  expect(ORDER_COLUMNS.map(({ heading }) => heading)).toEqual(HEADINGS)
  // The mark is what tells Excel that ₹ is no three letters.
  expect([...new TextEncoder().encode(CSV_HEADING).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(readCsv(CSV_HEADING.slice(1))).toEqual([HEADINGS])
})

const WHO = ['01M7VRMMR0ABCDEFGHJKMNPQRS', 'INV-7', 'Asha Rao', '9876543210', 'asha@example.com']

test("amounts have two decimals and no grouping, and times are in India's zone", () => {
  const lines = csvLines([ORDER, PAID])
  expect(lines.endsWith('\r\n')).toBe(true)
  expect(readCsv(lines)).toEqual([
    [
      ...WHO,
      '123456.05',
      'Failed',
      'Expired',
      '2026-11-20 23:59:59',
      '',
      '',
      '',
      'Masala tea',
      '',
      'two',
      '',
      'Live',
      'No',
      '',
    ],
    [
      ...WHO,
      '0.01',
      'Success',
      '',
      '2026-11-20 23:59:59',
      '2026-11-21 00:00:00',
      '012345678901',
      'asha@okaxis',
      'Masala tea',
      '',
      'two',
      '',
      'Live',
      'Yes',
      '2.36',
    ],
  ])
})

test('in a sheet amounts are numbers, times are dates in India, and missing values are empty', () => {
  expect(sheetCells(PAID)).toEqual([
    ...WHO,
    0.01,
    'Success',
    null,
    new Date('2026-11-20T23:59:59Z'),
    new Date('2026-11-21T00:00:00Z'),
    '012345678901',
    'asha@okaxis',
    'Masala tea',
    null,
    'two',
    null,
    'Live',
    'Yes',
    2.36,
  ])
})

test.each([
  '=1+1',
  '+91 98',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '\u00a0=cmd|x',
  '＝1',
  '＋1',
  '－1',
  '＠a',
  '=HYPERLINK("https://thief.example";"x")',
])('%j is text, not a formula', (text) => {
  expect(neutralised(text)).toBe(`'${text}`)
})

test.each(['', 'a=b', '1e5', "'=1", 'x-y', '₹5', 'चाय', '9876543210', '012'])('%j is not changed', (text) => {
  expect(neutralised(text)).toBe(text)
})

test('a line with any text has the same number of fields, and each is read back unchanged', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('"', ',', '\r\n', '\n', '""', '","', ';', '\t'),
  )
  fc.assert(
    fc.property(text, text, text, (customer, purpose, udf) => {
      const order = { ...ORDER, customer_name: customer, purpose, udf3: udf }
      const [line = [], ...more] = readCsv(csvLines([order]))
      expect(more).toEqual([])
      expect(line).toHaveLength(HEADINGS.length)
      expect([line[2], line[12], line[15]]).toEqual([customer, purpose, udf].map(neutralised))
    }),
  )
})
