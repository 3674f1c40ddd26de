import { expect, test } from 'vitest'
import { pollMs } from './received-alerts-query.ts'

test.each([
  [0, 3],
  [299, 3],
  [300, 15],
  [1799, 15],
  [1800, 60],
  [86_400, 60],
])('after %i quiet seconds received messages are fetched every %i seconds', (quiet, seconds) => {
  expect(pollMs(quiet * 1000)).toBe(seconds * 1000)
})
