import { expect, test } from 'vitest'
import { byteLabel } from './byte-labels.ts'

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 KB'],
  [12_440_000, '12.4 MB'],
  [9_990_000_000, '10 GB'],
  [5e15, '5,000 TB'],
])('%d bytes are %s', (bytes, words) => {
  expect(byteLabel(bytes)).toBe(words)
})
