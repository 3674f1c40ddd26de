import { expect, test } from 'vitest'
import { banksTable, isUpToDate } from './banks-table.ts'

test('the table of banks in the docs is up to date with the corpus', () => {
  expect(isUpToDate(), 'run: node tools/docs/banks-table.ts').toBe(true)
  expect(
    banksTable()
      .split('\n')
      .filter((line) => line.startsWith('| ')).length,
  ).toBeGreaterThan(47)
})
