import { expect, test } from 'vitest'
import { delayLabel, shareLabel } from './source-labels.ts'

test.each([
  [0, 0, 'No payments to compare yet'],
  [0, 1, '0 of 1 payment'],
  [7, 9, '7 of 9 payments'],
  [99, 99, '99 of 99 payments'],
  [9999, 10000, '9999 of 10000 payments (99.9 %)'],
])('a source that reported %i of %i payments: %s', (heard, payments, words) => {
  expect(shareLabel({ heard, payments })).toBe(words)
})

test.each([
  [null, null, 'Not known yet'],
  [2.4, 99, '2 s usually, 99 s at worst (95 of 100)'],
  [120, 7200, '2 min usually, 2 h at worst (95 of 100)'],
])('delays of %s and %s seconds: %s', (delayP50, delayP95, words) => {
  expect(delayLabel({ delayP50, delayP95 })).toBe(words)
})
