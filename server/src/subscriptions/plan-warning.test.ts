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
])('of %j that are due together %j are sent', (due, sent) => {
  expect(mostUrgent(due)).toEqual(sent)
})
