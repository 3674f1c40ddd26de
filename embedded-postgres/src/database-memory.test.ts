import { expect, test } from 'vitest'
import { memoryBytes, sharedMegabytes } from './database-memory.ts'

const GB = 1024 ** 3

test.each([
  [0.5 * GB, 128],
  [1 * GB, 128],
  [2 * GB, 256],
  [8 * GB, 1024],
  [64 * GB, 1024],
])('of %d bytes the database keeps %d MB', (memory, megabytes) => {
  expect(sharedMegabytes(memory)).toBe(megabytes)
})

test('the memory is that of a machine', () => {
  expect(memoryBytes()).toBeGreaterThan(GB / 4)
})
