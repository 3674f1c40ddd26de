import fc from 'fast-check'
import { expect, test } from 'vitest'
import { skipDays } from './skip-days.ts'

const DAY_MS = 86_400_000
const START = new Date('2026-03-31T18:30:00Z').getTime()

/** Days of the orders, each perhaps with several totals of which some are none. */
const anyDays = fc.array(fc.tuple(fc.nat(6), fc.nat(4)), { minLength: 1, maxLength: 20 })

test.each(['newest', 'oldest'] as const)(
  '%s: what is left to skip begins on a day and ends within it',
  (sort) => {
    fc.assert(
      fc.property(anyDays, fc.nat(100), (totals, nth) => {
        const orders = totals.flatMap(([day, count]) => Array.from({ length: count }, () => day))
        orders.sort((a, b) => (sort === 'newest' ? b - a : a - b))
        fc.pre(orders.length > 0)
        const offset = nth % orders.length
        const days = totals.map(([day, count]) => ({
          beginsAt: new Date(START + day * DAY_MS),
          orders: count,
        }))
        const skipped = skipDays(days, sort, offset)
        const left = orders.filter(
          (day) =>
            (skipped.before === null || START + day * DAY_MS < skipped.before.getTime()) &&
            (skipped.from === null || START + day * DAY_MS >= skipped.from.getTime()),
        )
        expect(left.slice(skipped.offset)).toEqual(orders.slice(offset))
        expect(skipped.offset).toBeLessThan(orders.filter((day) => day === orders[offset]).length)
      }),
    )
  },
)

test('amounts know no days', () => {
  const days = [{ beginsAt: new Date(START), orders: 5 }]
  expect(skipDays(days, 'highest', 3)).toEqual({ from: null, before: null, offset: 3 })
})
