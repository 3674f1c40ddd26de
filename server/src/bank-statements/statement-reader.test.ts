import { afterAll, expect, test } from 'vitest'
import { manualClock } from '../platform/clock.ts'
import { StatementRefused } from './statement-lines.ts'
import { createStatementReader, type NumberedRow } from './statement-reader.ts'

const clock = manualClock(new Date('2026-11-21T04:00:00Z'))
const reader = createStatementReader({ clock })
afterAll(() => reader.stop())

const ROWS = 1_000
const line = (n: number): string => `21/11/2026,UPI/CR/${632_500_000_000 + n}/ASHA RAO,${n + 1}.00`
const FILE = Buffer.from(
  ['Date,Narration,Credit', ...Array.from({ length: ROWS }, (_, n) => line(n))].join('\n'),
)

async function* pieces(file: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += 10_000) yield file.subarray(at, at + 10_000)
}

const readAfter = async (after: number, take: (rows: readonly NumberedRow[]) => boolean): Promise<void> => {
  const { format, header, columns } = await reader.scan('m', FILE)
  await reader.rows('m', pieces(FILE), { format, header, columns, after }, async (rows) => take(rows))
}

test('the rows of a file come in bounded batches, from any position', async () => {
  const batches: number[] = []
  const numbers: number[] = []
  await readAfter(300, (rows) => {
    batches.push(rows.length)
    numbers.push(...rows.map((row) => row.number))
    return true
  })
  expect(batches).toEqual([200, 200, 200, 100])
  // The first row of the file holds the headings.
  expect([numbers[0], numbers.at(-1)]).toEqual([302, ROWS + 1])
})

test('a caller that stops gets no further batch, and the reader reads the next file', async () => {
  let batches = 0
  await readAfter(0, () => {
    batches += 1
    return false
  })
  expect(batches).toBe(1)
  expect((await reader.scan('m', FILE)).rows).toBe(ROWS)
})

test('an error of the caller is passed on, and the reader reads the next file', async () => {
  await expect(
    readAfter(0, () => {
      throw new Error('the database is away')
    }),
  ).rejects.toThrow('the database is away')
  expect((await reader.scan('m', FILE)).rows).toBe(ROWS)
})

test('a file that is not a statement is refused with the reader’s reason', async () => {
  await expect(reader.scan('m', Buffer.from('Dear Sir'))).rejects.toThrow(
    new StatementRefused(
      'No table was found: a statement has a row of headings with a date and a credit or an amount',
    ),
  )
})

test('a file that takes its reader too long is refused, without blocking the server', async () => {
  let turns = 0
  const beat = setInterval(() => {
    turns += 1
    clock.advance({ seconds: 5 })
  }, 5)
  // The largest file there may be takes far longer to read than seven turns of this clock.
  const refused = reader.scan('m', Buffer.concat(Array.from({ length: 280 }, () => FILE)))
  await expect(refused).rejects.toThrow(/too much time or memory/)
  clearInterval(beat)
  expect(turns).toBeGreaterThanOrEqual(7)
  expect((await reader.scan('m', FILE)).rows).toBe(ROWS)
})
