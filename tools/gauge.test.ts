import { expect, test } from 'vitest'
import { risen, saysWhy } from './gauge.ts'

const release = { lines: 100, files: 10, edges: 5 }

test('a change is asked about what it raises above the release, and about nothing else', () => {
  const before = { lines: 90, files: 12, edges: 5 }
  expect(risen(release, before, { lines: 100, files: 12, edges: 5 })).toEqual([])
  expect(risen(release, before, { lines: 101, files: 12, edges: 6 })).toEqual(['lines', 'edges'])
  expect(risen(release, before, { lines: 1, files: 13, edges: 1 })).toEqual(['files'])
})

test('a reason is a line of a commit message', () => {
  expect(saysWhy('Add a provider\n\nSize: its connector\n')).toBe(true)
  expect(saysWhy('Add a provider\n\nThe Size: of it\n')).toBe(false)
  expect(saysWhy('Size:\n')).toBe(false)
})
