import { expect, test } from 'vitest'
import { DAY_RANGES, type DayRange, dayInIndia, daysOf, displayDays, isDay } from './indian-days.ts'

test('a day starts at midnight in India', () => {
  expect(dayInIndia(Date.parse('2026-11-20T18:29:59.999Z'))).toBe('2026-11-20')
  expect(dayInIndia(Date.parse('2026-11-20T18:30:00Z'))).toBe('2026-11-21')
})

test.each<[DayRange, string, string, string]>([
  ['today', '2026-11-21', '2026-11-21', '2026-11-21'],
  ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['yesterday', '2024-03-01', '2024-02-29', '2024-02-29'],
  ['yesterday', '2027-01-01', '2026-12-31', '2026-12-31'],
  ['last-7-days', '2026-11-21', '2026-11-15', '2026-11-21'],
  ['last-30-days', '2026-11-21', '2026-10-23', '2026-11-21'],
  ['this-month', '2026-11-21', '2026-11-01', '2026-11-21'],
  ['last-month', '2026-11-21', '2026-10-01', '2026-10-31'],
  ['last-month', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['this-financial-year', '2026-11-21', '2026-04-01', '2026-11-21'],
  ['this-financial-year', '2026-03-31', '2025-04-01', '2026-03-31'],
  ['this-financial-year', '2026-04-01', '2026-04-01', '2026-04-01'],
  ['last-financial-year', '2026-04-01', '2025-04-01', '2026-03-31'],
  ['last-financial-year', '2026-03-31', '2024-04-01', '2025-03-31'],
])('%s on %s is %s to %s', (range, today, from, to) => {
  expect(daysOf(range, today)).toEqual({ from, to })
})

test('a named date range never ends before it starts or after today, on any day of four years', () => {
  for (let time = Date.UTC(2024, 0, 1); time < Date.UTC(2028, 0, 1); time += 86_400_000) {
    const today = dayInIndia(time)
    for (const range of Object.keys(DAY_RANGES) as DayRange[]) {
      const { from, to } = daysOf(range, today)
      expect(isDay(from) && isDay(to) && from <= to && to <= today, `${range} on ${today}`).toBe(true)
    }
  }
})

test('a date that is not in the calendar is invalid', () => {
  for (const text of ['2026-02-30', '2026-13-01', '2026-1-1', '', 'today', '2026-11-21T00:00', '02026-11-21'])
    expect(isDay(text), text).toBe(false)
  expect(isDay('2028-02-29')).toBe(true)
})

test('date ranges are formatted for people, including open ends', () => {
  expect(displayDays({ from: '2026-11-21', to: '2026-11-21' })).toBe('21 Nov 2026')
  expect(displayDays({ from: '2026-11-15', to: '2026-11-21' })).toMatch(/^15\s?–\s?21 Nov 2026$/)
  expect(displayDays({ from: '2026-04-01', to: undefined })).toBe('From 1 Apr 2026')
  expect(displayDays({ from: undefined, to: '2026-03-31' })).toBe('Up to 31 Mar 2026')
  expect(displayDays({ from: undefined, to: undefined })).toBe('')
})
