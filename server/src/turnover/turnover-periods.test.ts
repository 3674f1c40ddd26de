import { expect, test } from 'vitest'
import { periodsAt } from './turnover-periods.ts'

test.each([
  ['2026-11-21T06:00:00Z', '2026-11-01', '2026-12-01', '2026-04-01', '2027-04-01'],
  // The last millisecond of March in India, and the first of April.
  ['2026-03-31T18:29:59.999Z', '2026-03-01', '2026-04-01', '2025-04-01', '2026-04-01'],
  ['2026-03-31T18:30:00.000Z', '2026-04-01', '2026-05-01', '2026-04-01', '2027-04-01'],
  // The last millisecond of December in India, and the first of January.
  ['2026-12-31T18:29:59.999Z', '2026-12-01', '2027-01-01', '2026-04-01', '2027-04-01'],
  ['2026-12-31T18:30:00.000Z', '2027-01-01', '2027-02-01', '2026-04-01', '2027-04-01'],
  ['2028-02-29T12:00:00.000Z', '2028-02-01', '2028-03-01', '2027-04-01', '2028-04-01'],
])('at %s the month in India starts on %s', (at, ...days) => {
  expect(Object.values(periodsAt(new Date(at)))).toEqual(days)
})
