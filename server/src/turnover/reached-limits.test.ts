import type { AccountKind } from '@galla/upi/network-rules'
import { expect, test } from 'vitest'
import { monthLimitOf, reachedLimits, yearLimitsOf } from './reached-limits.ts'
import { periodsAt } from './turnover-periods.ts'

const now = new Date('2026-11-21T06:00:00Z')

test.each([
  [0n, 'below'],
  [79_999_99n, 'below'],
  [80_000_00n, 'near'],
  [1_00_000_00n, 'near'],
  [1_00_000_01n, 'above'],
])('a small merchant that received %d paise in a month is %s the limit', (received, level) => {
  expect(monthLimitOf('small_merchant', received, now)).toEqual({
    name: 'p2pm_month',
    limit: 1_00_000_00n,
    level,
  })
})

test('monthLimitOf has a limit only for small merchants, from the first day of its rule in India', () => {
  for (const kind of ['personal', 'verified_merchant', null] as const)
    expect(monthLimitOf(kind, 9_00_000_00n, now)).toBeUndefined()
  const at = (time: string) => monthLimitOf('small_merchant', 0n, new Date(time))
  expect(at('2024-04-29T18:29:59.999Z')).toBeUndefined()
  expect(at('2024-04-29T18:30:00.000Z')).toBeDefined()
})

test.each([
  [15_99_999_99n, ['below', 'below']],
  [16_00_000_00n, ['near', 'below']],
  [20_00_000_00n, ['near', 'below']],
  [20_00_000_01n, ['above', 'below']],
  [31_99_999_99n, ['above', 'below']],
  [32_00_000_00n, ['above', 'near']],
  [40_00_000_00n, ['above', 'near']],
  [40_00_000_01n, ['above', 'above']],
])('a turnover of %d paise is %j the thresholds for services and for goods', (received, levels) => {
  expect(yearLimitsOf(received).map(({ level }) => level)).toEqual(levels)
})

test('reachedLimits contains both levels above a limit, each in its period', () => {
  const reached = (kind: AccountKind, month: bigint, year: bigint) =>
    reachedLimits('mer_1', kind, { month, year }, periodsAt(now), now).map(
      ({ name, period, level }) => `${name} ${period} ${level}`,
    )
  expect(reached('small_merchant', 1_00_000_01n, 16_00_000_00n)).toEqual([
    'p2pm_month 2026-11-01 near',
    'p2pm_month 2026-11-01 above',
    'gst_services 2026-04-01 near',
  ])
  expect(reached('personal', 1_00_000_01n, 1_00_000_01n)).toEqual([])
})
