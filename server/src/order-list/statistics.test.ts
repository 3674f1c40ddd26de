import type { OrderStatus } from '@galla/contract/orders/order-status'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Counted,
  daysIn,
  growth,
  monthsToCompare,
  periodFrom,
  statsFrom,
  statsOfDays,
  statsOfHours,
  successRate,
} from './statistics.ts'

const STATUSES = ['created', 'pending', 'success', 'failed'] as const
const india = (text: string): Date => new Date(`${text}+05:30`)

test.each([
  [0n, 0n, 0],
  [1n, 0n, 100],
  [99_999_999n, 0n, 100],
  [0n, 1n, -100],
  [5n, 5n, 0],
  [10n, 5n, 100],
  [3n, 4n, -25],
  [4n, 3n, 33.3],
  [2n, 3n, -33.3],
  [5n, 3n, 66.7],
  // The half goes away from zero, up as well as down.
  [10_005n, 10_000n, 0.1],
  [9_995n, 10_000n, -0.1],
  [10_004n, 10_000n, 0],
  [9_996n, 10_000n, 0],
  [1_000_000_000_000_000n, 1n, 99_999_999_999_999_900],
  // Thirty crores and a paisa: what floating point would have blurred.
  [300_000_000_001n, 300_000_000_000n, 0],
])('%d after %d is growth of %d', (now, before, expected) => {
  expect(growth(now, before)).toBe(expected)
})

test.each([
  [0, 0, 0],
  [1, 0, 100],
  [0, 1, 0],
  [1, 2, 33.3],
  [2, 1, 66.7],
  [1, 7, 12.5],
  [1, 1999, 0.1],
  [1, 2000, 0],
])('%d successes and %d failures are a rate of %d', (successes, failures, expected) => {
  expect(successRate(successes, failures)).toBe(expected)
})

test.each([
  ['an ordinary day', '2026-11-21T09:30', '2026-11-01', '2026-11-22', '2026-10-01', '2026-10-22'],
  ['the first of a month', '2026-11-01T00:00', '2026-11-01', '2026-11-02', '2026-10-01', '2026-10-02'],
  ['the last minute of a day', '2026-11-21T23:59', '2026-11-01', '2026-11-22', '2026-10-01', '2026-10-22'],
  ['the 31st after 30 days', '2026-10-31T12:00', '2026-10-01', '2026-11-01', '2026-09-01', '2026-10-01'],
  ['the 31st after 28 days', '2026-03-31T12:00', '2026-03-01', '2026-04-01', '2026-02-01', '2026-03-01'],
  ['the 29th after 28 days', '2026-03-29T12:00', '2026-03-01', '2026-03-30', '2026-02-01', '2026-03-01'],
  ['the 29th after 29 days', '2028-03-29T12:00', '2028-03-01', '2028-03-30', '2028-02-01', '2028-03-01'],
  ['the end of February', '2026-02-28T12:00', '2026-02-01', '2026-03-01', '2026-01-01', '2026-01-29'],
  ['January', '2027-01-15T12:00', '2027-01-01', '2027-01-16', '2026-12-01', '2026-12-16'],
])(
  '%s is compared with the same days of the previous month',
  (_name, now, from, before, pastFrom, pastBefore) => {
    expect(monthsToCompare(india(`${now}:00`))).toEqual({
      now: { from: india(`${from}T00:00:00`), before: india(`${before}T00:00:00`) },
      before: { from: india(`${pastFrom}T00:00:00`), before: india(`${pastBefore}T00:00:00`) },
    })
  },
)

test.each([
  [{}, '2026-10-23', '2026-11-21'],
  [{ to: '2026-03-01' }, '2026-01-31', '2026-03-01'],
  [{ from: '2026-11-01' }, '2026-11-01', '2026-11-21'],
  [{ from: '2026-01-01', to: '2026-01-01' }, '2026-01-01', '2026-01-01'],
])('%j is the period from %s to %s', (asked, from, to) => {
  // Half past midnight in India is still yesterday in UTC.
  expect(periodFrom(asked, india('2026-11-21T00:30:00'), 30)).toEqual({ from, to })
})

test('a period may have the 366 days of a leap year', () => {
  expect(daysIn({ from: '2028-01-01', to: '2028-12-31' })).toBe(366)
  expect(daysIn({ from: '2026-02-02', to: '2026-02-01' })).toBe(0)
})

describe('compared with a simple computation', () => {
  const FROM = '2026-09-25'
  const TO = '2026-11-21'
  const NOW = india('2026-11-21T13:00:00')
  const HOUR_MS = 3_600_000
  const FIRST_HOUR = india(`${FROM}T00:00:00`).getTime()
  const hoursOf = daysIn({ from: FROM, to: TO }) * 24

  const order = fc.record({
    hour: fc.nat(hoursOf - 1),
    status: fc.constantFrom(...STATUSES),
    paise: fc.bigInt(1n, 100_000_000n),
  })
  const clock = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'Asia/Kolkata',
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  })

  interface One extends Counted {
    readonly status: OrderStatus
  }
  const counted = (orders: readonly { hour: number; status: OrderStatus; paise: bigint }[]): One[] =>
    orders.map(({ hour, status, paise }) => ({
      beginsAt: new Date(FIRST_HOUR + hour * HOUR_MS),
      status,
      count: 1,
      successCount: status === 'success' ? 1 : 0,
      failedCount: status === 'failed' ? 1 : 0,
      paise: status === 'success' ? paise : 0n,
    }))
  const rupees = (of: readonly One[]): number =>
    of.filter(({ status }) => status === 'success').reduce((sum, { paise }) => sum + Number(paise), 0) / 100
  const number = (of: readonly One[], status: string): number =>
    of.filter((each) => each.status === status).length
  const rate = (of: readonly One[]): number => {
    const [won, lost] = [number(of, 'success'), number(of, 'failed')]
    return won + lost === 0 ? 0 : Math.round((won * 1000) / (won + lost)) / 10
  }

  test('days, hours and totals add up to the same', () => {
    fc.assert(
      fc.property(fc.array(order, { maxLength: 60 }), (orders) => {
        const all = counted(orders)
        const byDay = (day: string) => all.filter(({ beginsAt }) => clock.format(beginsAt).startsWith(day))
        const days = statsOfDays(all, { from: FROM, to: TO })
        expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted())
        expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([hoursOf / 24, FROM, TO])
        for (const row of days) {
          const of = byDay(row.day)
          expect(row).toEqual({
            day: row.day,
            count: of.length,
            successCount: number(of, 'success'),
            failedCount: number(of, 'failed'),
            amount: rupees(of),
            successRate: rate(of),
          })
        }
        const hours = statsOfHours(all)
        expect(hours.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_each, hour) => hour))
        for (const row of hours) {
          const of = all.filter(
            ({ beginsAt }) => Number(/ (\d\d):/.exec(clock.format(beginsAt))?.[1]) === row.hour,
          )
          expect(row).toEqual({ hour: row.hour, count: of.length, amount: rupees(of) })
        }
        const [now, before] = ['2026-11', '2026-10'].map((month) =>
          rupees(
            all.filter(({ beginsAt }) => {
              const day = clock.format(beginsAt).slice(0, 10)
              return day.startsWith(month) && Number(day.slice(8)) <= 21
            }),
          ),
        ) as [number, number]
        const { monthlyGrowth, ...totals } = statsFrom(all, NOW)
        expect(totals).toEqual({
          totalTransactions: all.length,
          totalAmount: rupees(all),
          successRate: rate(all),
        })
        if (before === 0) expect(monthlyGrowth).toBe(now === 0 ? 0 : 100)
        else expect(Math.abs(monthlyGrowth - (now / before - 1) * 100)).toBeLessThanOrEqual(0.050_001)
      }),
    )
  })
})
