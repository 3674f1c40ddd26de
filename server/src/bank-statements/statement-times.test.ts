import { expect, test } from 'vitest'
import { readFile } from './sample-statement-harness.ts'
import { dateOfSerial } from './xlsx/xlsx-dates.ts'

/** How exactly the file names the time of each payment. */
const namesOf = async (...times: readonly string[]): Promise<string[]> => {
  const rows = times.map((time, n) => `21/11/2026 ${time},UPI/CR/${632_500_000_000 + n}/ASHA,5.00`)
  const read = await readFile(['Date,Narration,Credit', ...rows].join('\n'))
  return read.map((row) => (row.kind === 'credit' ? row.credit.names : row.kind))
}

test('times that all end in :00 name the minute, and one other second shows that all name seconds', async () => {
  expect(await namesOf('09:31', '09:32')).toEqual(['minute', 'minute'])
  expect(await namesOf('09:31:00', '09:32:00')).toEqual(['minute', 'minute'])
  expect(await namesOf('09:31:00', '09:32:41')).toEqual(['second', 'second'])
  expect(await namesOf('09:31', '09:32:41', '00:00:00')).toEqual(['minute', 'second', 'day'])
})

test("a cell's time is the second nearest to its number", () => {
  expect(dateOfSerial(46347.396527, false).toISOString()).toBe('2026-11-21T09:31:00.000Z')
  expect(dateOfSerial(46347.396528, false).toISOString()).toBe('2026-11-21T09:31:00.000Z')
})
