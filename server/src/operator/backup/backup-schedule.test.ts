import { expect, test } from 'vitest'
import { isAlarming } from './backup-alarm.ts'
import { archiveName, archivesToDelete, isDue, isOverdue } from './backup-schedule.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const OWN = '0123456789abcdef'
const NOW = new Date('2026-11-23T10:00:00.123Z')
const ago = (ms: number) => new Date(NOW.getTime() - ms)
const runs = (lastMs: number, succeededMs: number | null, firstMs = lastMs) => ({
  first_started_at: ago(firstMs),
  last_started_at: ago(lastMs),
  succeeded_at: succeededMs === null ? null : ago(succeededMs),
})

test('a backup is due at the start, an interval after the last success, and an hour after a failure', () => {
  expect(isDue(undefined, DAY, NOW)).toBe(true)
  expect(isDue(runs(DAY, DAY), DAY, NOW)).toBe(true)
  expect(isDue(runs(DAY - 1, DAY - 1), DAY, NOW)).toBe(false)
  expect(isDue(runs(HOUR - 1, 2 * DAY), DAY, NOW)).toBe(false)
  expect(isDue(runs(HOUR, 2 * DAY), DAY, NOW)).toBe(true)
  expect(isDue(runs(HOUR - 1, null), DAY, NOW)).toBe(false)
  expect(isDue(runs(HOUR, null), DAY, NOW)).toBe(true)
  // The clock was ahead.
  expect(isDue(runs(-DAY, -DAY), DAY, NOW)).toBe(false)
})

test('a backup is overdue after one and a half intervals without a success', () => {
  expect(isOverdue(undefined, DAY, NOW)).toBe(false)
  expect(isOverdue(runs(0, 1.5 * DAY), DAY, NOW)).toBe(false)
  expect(isOverdue(runs(0, 1.5 * DAY + 1), DAY, NOW)).toBe(true)
  expect(isOverdue(runs(0, null, 1.5 * DAY + 1), DAY, NOW)).toBe(true)
})

test('a drill raises an alarm at its first failure, and a backup only when it is overdue', () => {
  const failed = {
    ...runs(0, HOUR),
    kind: 'drill' as const,
    finished_at: NOW,
    file: 'x',
    problem: 'no',
    is_running: false,
  }
  const backup = { everyMs: DAY, drillEveryMs: 30 * DAY }
  expect(isAlarming('drill', failed, backup, NOW)).toBe(true)
  expect(isAlarming('drill', { ...failed, problem: null }, backup, NOW)).toBe(false)
  expect(isAlarming('drill', failed, { ...backup, drillEveryMs: undefined }, NOW)).toBe(false)
  expect(isAlarming('backup', { ...failed, kind: 'backup' }, backup, NOW)).toBe(false)
})

test('retention deletes old archives and remains of interrupted ones, but never the newest archive', () => {
  const names = [3, 1, 2].map((day) => archiveName(ago(day * DAY), OWN))
  expect(names[1]).toBe(`archives/galla-20261122T100000123Z-${OWN}.tar.age`)
  const others = ['archives/notes', 'archives/galla-old.age', `${names[0]}.part`]
  const foreign = [9, 8, 7].flatMap((day) => {
    const name = archiveName(ago(day * DAY), 'fedcba9876543210')
    return [name, `${name}.part`]
  })
  expect(archivesToDelete([...names, ...others, ...foreign], 2, OWN)).toEqual([names[0], others[2]])
  expect(archivesToDelete(names, 0, OWN)).toEqual([names[2], names[0]])
  expect(archivesToDelete(names.slice(0, 1), 1, OWN)).toEqual([])
})
