import { afterAll, describe, expect, it } from 'vitest'
import { noteServerTime } from './clock.ts'
import {
  displayMoment,
  displayPaiseEach,
  displayTime,
  displayWhen,
  displayWhenInFull,
} from './indian-display.ts'

const MORNING = '2026-11-21T23:37:05.000Z'

noteServerTime('Sun, 22 Nov 2026 06:00:00 GMT')
afterAll(() => noteServerTime(new Date().toUTCString()))

describe('a time of day', () => {
  it.each([
    ['a time', displayTime(MORNING), '5:07\u00a0am'],
    ['a day and its time', displayWhen(MORNING), '22 Nov, 5:07\u00a0am'],
    ['a moment', displayMoment(MORNING), '22 Nov, 5:07:05\u00a0am'],
    ['a moment of another year', displayMoment('2025-04-01T03:30:00.000Z'), '1 Apr 2025, 9:00:00\u00a0am'],
    ['all of it', displayWhenInFull(MORNING), 'Sun, 22 Nov 2026, 5:07:05\u00a0am\u00a0IST'],
  ])('shown as %s has no line break', (_, shown, expected) => {
    expect(shown).toBe(expected)
  })
})

it.each([
  [999, 4999, '20.0 paise'],
  [99.94, 100, '99.9 paise'],
  [99.96, 100, '₹1.00'],
  [17_999, 17_999, '₹1.00'],
])('₹%d for %d requests are %s each', (rupees, n, each) => {
  expect(displayPaiseEach(rupees, n)).toBe(each)
})
