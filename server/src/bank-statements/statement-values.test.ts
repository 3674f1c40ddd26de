import { expect, test } from 'vitest'
import { createDateWatch } from './date-watch.ts'
import { scanStatement } from './read-statement.ts'
import { parseStatementAmount, parseStatementTime } from './statement-values.ts'

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
    at: new Date('2026-11-20T18:30:00.000Z'),
    until: new Date('2026-11-21T18:29:59.999Z'),
    names: 'day',
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
    at: new Date('2026-11-21T10:00:00.000Z'),
    until: new Date('2026-11-21T10:00:59.999Z'),
    names: 'minute',
  })
})

test.each([
  ['21/11/2026 15:30:07', ''],
  ['21/11/2026', '03:30:07 PM'],
  ['2026-11-21T15:30:07.250+05:30', ''],
  ['46347.645914351851', ''],
  ['46347.64591', ''],
])('the second %s %s is read', (date, time) => {
  expect(parseStatementTime(date, time, 'dmy')).toEqual({
    at: new Date('2026-11-21T10:00:07.000Z'),
    until: new Date('2026-11-21T10:00:07.999Z'),
    names: 'second',
  })
})

test('a time that ends in :00 names the second only beside other seconds', () => {
  for (const [date, time] of [
    ['21/11/2026 15:30:00', ''],
    ['21/11/2026', '03:30:00 PM'],
    ['46347.645833333336', ''],
  ] as const) {
    expect(parseStatementTime(date, time, 'dmy')?.names).toBe('minute')
    expect(parseStatementTime(date, time, 'dmy', true)?.names).toBe('second')
  }
  expect(parseStatementTime('21/11/2026 15:30', '', 'dmy', true)?.names).toBe('minute')
})

test("a spreadsheet's day has the time of the column beside it", () => {
  expect(parseStatementTime('2026-11-21 00:00:00', '1899-12-31 15:30:07', 'dmy')).toMatchObject({
    at: new Date('2026-11-21T10:00:07Z'),
    names: 'second',
  })
})

test('a number of a day whose time may be rounded names the day only', () => {
  for (const serial of ['46347.4', '46347.40', '46347.3965', '46347.000000'])
    expect(parseStatementTime(serial, '', 'dmy')).toMatchObject({
      at: new Date('2026-11-20T18:30:00Z'),
      names: 'day',
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

const orderOfDates = (texts: readonly string[]) => {
  const watch = createDateWatch({ date: 0 })
  for (const text of texts) watch.see([text])
  return watch.found().dateOrder
}

test('the order of day and month follows from the unambiguous dates', () => {
  expect(orderOfDates(['03/04/2026', '21/11/2026'])).toBe('dmy')
  expect(orderOfDates(['03/04/2026', '11/21/2026'])).toBe('mdy')
  expect(orderOfDates(['03/04/2026'])).toBeUndefined()
  expect(orderOfDates(['03/04/2026', '99/11/2026', '13/13/2026'])).toBeUndefined()
  expect(orderOfDates(['21/11/2026', '11/21/2026'])).toBe('dmy')
})

test('one unambiguous date decides the order of day and month, even after many ambiguous ones', async () => {
  const at = (second: number): string => new Date(second * 1000).toISOString().slice(11, 19)
  const rows = Array.from({ length: 21_000 }, (_each, n) => `03/04/2026 ${at(n)},UPI/CR/1/ASHA,5.00`)
  const file = ['Date,Narration,Credit', ...rows, '03/25/2026 10:00:00,UPI/CR/1/ASHA,5.00'].join('\n')
  expect((await scanStatement(Buffer.from(file))).columns.dateOrder).toBe('mdy')
})
