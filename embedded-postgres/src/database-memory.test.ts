import { expect, test } from 'vitest'
import { memoryBytes, sharedMegabytes } from './database-memory.ts'

const GB = 1024 ** 3

test.each([
  [0.5 * GB, 128],
  [1 * GB, 128],
  [2 * GB, 256],
  [8 * GB, 1024],
  [64 * GB, 1024],
])('on a machine with %d bytes the database keeps %d MB in memory', (memory, megabytes) => {
  expect(sharedMegabytes(memory)).toBe(megabytes)
})

test('the memory is read from this machine', () => {
  expect(memoryBytes()).toBeGreaterThan(GB / 4)
})
