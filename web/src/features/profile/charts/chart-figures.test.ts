import type { StatsDay } from '@galla/contract/orders/statistics'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lastDays } from '../statistics-query.ts'
import {
  busiestHour,
  collectionFigures,
  gridValues,
  isDecided,
  periodRate,
  RATE_GRID,
  ratePaths,
  rollingDays,
} from './chart-figures.ts'

const day = (over: Partial<StatsDay> = {}): StatsDay => ({
  day: '2026-11-21',
  count: 0,
  successCount: 0,
  failedCount: 0,
  amount: 0,
  successRate: 0,
  ...over,
})

test.each([
  [0, 100, [0, 25, 50, 75, 100]],
  [999, 100, [0, 250, 500, 750, 1000]],
  [1001, 100, [0, 500, 1000, 1500]],
  [45_200, 100, [0, 20_000, 40_000, 60_000]],
])('a chart of days of at most ₹%d has the expected grid lines (%#)', (max, least, lines) => {
  expect(gridValues(max, least)).toEqual(lines)
})

test('a grid for orders has whole numbers, however few there are', () => {
  expect(gridValues(1, 4, true)).toEqual([0, 1, 2, 3, 4])
  expect(gridValues(9, 4, true)).toEqual([0, 5, 10])
})

test('the grid starts at 0, covers every value, and has at most five lines', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (max) => {
      const lines = gridValues(max, 100)
      expect(lines[0]).toBe(0)
      expect(lines.length).toBeLessThanOrEqual(5)
      expect(lines.at(-1)).toBeGreaterThanOrEqual(max)
    }),
  )
})

test('collections are summed to the paisa, and the best day has the highest amount', () => {
  const days = [day({ amount: 0.1, successCount: 1 }), day({ amount: 0.2, successCount: 2 }), day()]
  expect(collectionFigures(days)).toEqual({ total: 0.3, paid: 3, best: days[1], today: days[2] })
  expect(collectionFigures([day()]).best).toBeUndefined()
})

test('the success rate of a period weights its days by their orders', () => {
  expect(periodRate([day({ successCount: 9 }), day({ failedCount: 1 }), day()])).toBe(90)
  expect(periodRate([day()])).toBeUndefined()
})

test('a rolling success rate weights the days of its window by their orders', () => {
  const days = [day({ successCount: 9 }), day({ failedCount: 1 }), day(), day()]
  expect(rollingDays(days, 2).map(({ successRate }) => successRate)).toEqual([100, 90, 0, 0])
  expect(rollingDays(days, 2).map(isDecided)).toEqual([true, true, true, false])
})

const TEN = day({ successCount: 10, successRate: 100 })

test('the line breaks on days of fewer than ten decided orders, and a single day is a dot', () => {
  const nine = day({ successCount: 8, failedCount: 1, successRate: 88.9 })
  expect(ratePaths([TEN, TEN, nine, TEN, day()])).toEqual({
    line: 'M10.00 0.0L30.00 0.0M70.00 0.0h0',
    area: 'M10.00 100L10.00 0.0L30.00 0.0V100ZM70.00 100L70.00 0.0V100Z',
    way: '',
    today: '',
  })
  expect(ratePaths([nine, nine, nine]).line).toBe('')
})

test('today is a point beside the line, with a dotted way from yesterday', () => {
  const today = day({ successCount: 6, failedCount: 4, successRate: 60 })
  expect(ratePaths([TEN, today])).toMatchObject({
    line: 'M25.00 0.0h0',
    way: 'M25.00 0.0L75.00 40.0',
    today: 'M75.00 40.0h0',
  })
  expect(ratePaths([TEN, day(), today])).toMatchObject({ way: '', today: 'M83.33 40.0h0' })
  expect(ratePaths([TEN, day({ failedCount: 1 })])).toMatchObject({ way: '', today: '' })
})

test.each([99, 61.5, 12.5, 0])('a success rate of %d% is drawn on a scale from 0 to 100', (successRate) => {
  const { line } = ratePaths([day({ successCount: 5, failedCount: 5, successRate }), day()])
  expect(line).toBe(`M25.00 ${(100 - successRate).toFixed(1)}h0`)
  expect([RATE_GRID[0], RATE_GRID.at(-1)]).toEqual([0, 100])
})

test('the busiest hour is the first with the most orders', () => {
  const hours = [0, 4, 4].map((count, hour) => ({ hour, count, amount: 0 }))
  expect(busiestHour(hours)?.hour).toBe(1)
  expect(busiestHour([{ hour: 0, count: 0, amount: 0 }])).toBeUndefined()
})

test('days start at midnight in India, not at midnight UTC', () => {
  expect(lastDays(Date.parse('2026-11-20T18:29:59Z'), 30)).toEqual({ from: '2026-10-22', to: '2026-11-20' })
  expect(lastDays(Date.parse('2026-11-20T18:30:00Z'), 1)).toEqual({ from: '2026-11-21', to: '2026-11-21' })
})
