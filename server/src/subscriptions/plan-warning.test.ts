import { expect, test } from 'vitest'
import { mostUrgent, type PlanWarning } from './plan-warning.ts'

test.each<[PlanWarning[], PlanWarning[]]>([
  [[], []],
  [['days_7'], ['days_7']],
  [['days_7', 'days_1'], ['days_1']],
  [['quota_100', 'quota_80'], ['quota_100']],
  [
    ['quota_80', 'days_7', 'days_1'],
    ['days_1', 'quota_80'],
  ],
])('of %j that fall due together %j are told', (due, told) => {
  expect(mostUrgent(due)).toEqual(told)
})
