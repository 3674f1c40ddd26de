import { expect, test } from 'vitest'
import { chooseBases } from './choose-bases.ts'
import {
  baseName,
  basesOf,
  hasLaterTimeline,
  logName,
  logOf,
  pointInTimeToDelete,
  windowOf,
} from './point-in-time.ts'

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

test('a server gets the next log of the timeline that it asks for, and keeps what it may read again', () => {
  const files = [1, 2].flatMap((timeline) => Array.from({ length: 30 }, (_, n) => segment(n, timeline)))
  const { kept, next } = windowOf(files, segment(20, 2))
  expect(next).toEqual(Array.from({ length: 8 }, (_, n) => segment(20 + n, 2)))
  expect(kept).toEqual([...Array.from({ length: 4 }, (_, n) => segment(16 + n, 2)), ...next])
})

test('a timeline later than that of a base backup may have branched off from it', () => {
  const [found] = basesOf([base(1, 3)])
  if (found === undefined) throw new Error('no base')
  expect(hasLaterTimeline([segment(3), segment(4)], found)).toBe(false)
  expect(hasLaterTimeline(['00000002.history', segment(3)], found)).toBe(true)
})

test('a restore takes the newest base backup before the time, then older ones', () => {
  const names = [base(1, 3), base(8, 10), base(15, 20)]
  const choose = (until: Date | undefined, named?: string) =>
    chooseBases(names, { until, named }).map(({ name }) => name)
  expect(choose(at(9))).toEqual([base(8, 10), base(1, 3)])
  expect(choose(undefined)).toEqual([base(15, 20), base(8, 10), base(1, 3)])
  expect(choose(at(9), base(1, 3))).toEqual([base(1, 3)])
  expect(() => choose(at(1))).toThrow('BACKUP_URL has no base backup from before that time')
  expect(() => choose(at(9), base(2, 1))).toThrow(`BACKUP_URL has no base backup ${base(2, 1)}`)
})

test('a restore asks which database is meant when several have a base backup from before the time', () => {
  const names = [base(1, 3), base(8, 10), base(9, 4, '8')]
  expect(chooseBases(names, { until: at(9), named: undefined })).toHaveLength(2)
  expect(() => chooseBases(names, { until: at(10), named: undefined })).toThrow(
    `base backups of 2 databases. Name the one to restore after the time; the newest of each: ${base(9, 4, '8')}, ${base(8, 10)}`,
  )
  expect(chooseBases(names, { until: at(10), named: base(8, 10) })).toHaveLength(1)
})
