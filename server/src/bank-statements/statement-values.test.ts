import { expect, test } from 'vitest'
import { scanStatement } from './read-statement.ts'
import { orderOfDates, parseStatementAmount, parseStatementTime } from './statement-values.ts'

test.each([
  ['1,23,456.00', 12_345_600n, null],
  ['₹ 1,250.5', 125_050n, null],
  ['Rs.500', 50_000n, null],
  ['INR 500.00 Cr', 50_000n, 'credit'],
  ['500.00 (Dr)', 50_000n, 'debit'],
  ['(500.00)', 50_000n, 'debit'],
  ['-500', 50_000n, 'debit'],
  ['500.00-', 50_000n, 'debit'],
  ['+1', 100n, 'credit'],
  ['5.000', 500n, null],
  ['.50', 50n, null],
  ['0.00', 0n, null],
] as const)('the amount %s', (text, paise, sign) => {
  expect(parseStatementAmount(text)).toEqual({ amount: paise, sign })
})

test.each([
  '',
  '-',
  'abc',
  '1.234,56',
  '1.005',
  '1e5',
  '12 34',
  '५००',
  '9'.repeat(20),
  'NaN',
  '=1+1',
  '1,2,3,4.5.6',
  // A comma before the paise, as a spreadsheet of another country writes it, is not ₹49,900.
  '499,00',
  '1,23',
])('%j is not an amount', (text) => {
  expect(parseStatementAmount(text)).toBeUndefined()
})

test.each([
  ['21/11/26', ''],
  ['21-11-2026', ''],
  ['21.11.2026', ''],
  ['2026-11-21', ''],
  ['2026/11/21', ''],
  ['20261121', ''],
  ['21-Nov-2026', ''],
  ['21 November 2026', ''],
  ['21Nov26', ''],
  ['Nov 21, 2026', ''],
  ['46347', ''],
  ['21/11/2026 00:00:00', ''],
  ['21-Nov-26 (22-Nov-26)', ''],
])('the day %s is read', (date, time) => {
  expect(parseStatementTime(date, time, 'dmy')).toEqual({
    at: new Date('2026-11-20T18:30:00Z'),
    before: new Date('2026-11-21T18:30:00Z'),
  })
})

test.each([
  ['21/11/2026 15:30', ''],
  ['21/11/2026', '03:30 PM'],
  ['21-Nov-2026 15:30:00 IST', ''],
  ['2026-11-21T15:30:00+05:30', ''],
  ['2026-11-21T10:00:00Z', ''],
  ['2026-11-21 10:00:00 UTC', ''],
  ['2026-11-21 10:00:00 GMT', ''],
  ['2026-11-21 15:30:00 UTC+05:30', ''],
  ['2026-11-21 15:30:00 GMT+0530', ''],
])('the time %s %s is read', (date, time) => {
  expect(parseStatementTime(date, time, 'dmy')).toEqual({
    at: new Date('2026-11-21T10:00:00Z'),
    before: null,
  })
})

test.each([
  '',
  '32/11/2026',
  '31/11/2026',
  '29/02/2026',
  '21/13/2026',
  '21/11/1999',
  '2026',
  'Total',
  '21/11/2026 25:00',
  '1',
])('%j is not a date', (text) => {
  expect(parseStatementTime(text, '', 'dmy')).toBeUndefined()
})

test('the order of day and month follows from the unambiguous dates', () => {
  expect(orderOfDates(['03/04/2026', '21/11/2026'])).toBe('dmy')
  expect(orderOfDates(['03/04/2026', '11/21/2026'])).toBe('mdy')
  expect(orderOfDates(['03/04/2026'])).toBe('dmy')
  expect(orderOfDates(['21/11/2026', '11/21/2026'])).toBe('dmy')
})

test('one unambiguous date decides the order of day and month, even after many ambiguous ones', async () => {
  const at = (second: number): string => new Date(second * 1000).toISOString().slice(11, 19)
  const rows = Array.from({ length: 21_000 }, (_each, n) => `03/04/2026 ${at(n)},UPI/CR/1/ASHA,5.00`)
  const file = ['Date,Narration,Credit', ...rows, '03/25/2026 10:00:00,UPI/CR/1/ASHA,5.00'].join('\n')
  expect((await scanStatement(Buffer.from(file))).columns.dateOrder).toBe('mdy')
})
