import { expect, test } from 'vitest'
import { baseName, basesOf, logName, logOf, pointInTimeToDelete } from './point-in-time.ts'

const at = (day: number) => new Date(`2026-11-${String(day).padStart(2, '0')}T10:00:00.123Z`)
const segment = (n: number, timeline = 1) =>
  `0000000${timeline}00000000${n.toString(16).padStart(8, '0').toUpperCase()}`
const base = (day: number, n: number, system = '7') => baseName(system, at(day), segment(n))
const log = (n: number, timeline = 1) => logName('7', segment(n, timeline))
const HISTORY = logName('7', '00000002.history')

test('base backups are found by their names, newest first', () => {
  const names = [base(1, 3), base(8, 9, '8'), log(3), 'point-in-time/7/notes']
  expect(basesOf(names)).toEqual([
    { name: base(8, 9, '8'), system: '8', startedAt: at(8), firstSegment: segment(9) },
    { name: base(1, 3), system: '7', startedAt: at(1), firstSegment: segment(3) },
  ])
})

test("a base backup needs its cluster's log from its first segment on, over timelines, and every history first", () => {
  const [found] = basesOf([base(1, 10)])
  if (found === undefined) throw new Error('no base')
  const names = [log(11, 2), log(9), log(11), log(10), HISTORY, logName('8', segment(12))]
  expect(logOf(names, found)).toEqual(['00000002.history', segment(10), segment(11), segment(11, 2)])
})

test('retention keeps two base backups and the log that they need', () => {
  const part = `${base(20, 40)}.part`
  const names = [base(1, 3), base(8, 10), base(15, 20), log(3), log(9), log(10), log(30, 2), HISTORY, part]
  expect(pointInTimeToDelete(names, '7')).toEqual([base(1, 3), log(3), log(9), part])
})

test('retention deletes nothing of another cluster, and no log of one without a base backup', () => {
  const names = [base(1, 3), base(8, 10, '8'), base(15, 20, '8'), log(2), logName('9', segment(1))]
  expect(pointInTimeToDelete(names, '7')).toEqual([log(2)])
  expect(pointInTimeToDelete(names, '8')).toEqual([])
  expect(pointInTimeToDelete(names, '9')).toEqual([])
})
