import { afterAll, expect, test } from 'vitest'
import { noteServerTime } from '../../format/clock.ts'
import { changesText } from './acts-table.tsx'

noteServerTime('Sat, 21 Nov 2026 06:00:00 GMT')
afterAll(() => noteServerTime(new Date().toUTCString()))

test('a change shows only the values that differ, in Indian formats', () => {
  expect(changesText({ price: 999, qrRequests: 4999 }, { price: 1049.5, qrRequests: 4999 })).toBe(
    'Price ₹999.00 → ₹1,049.50',
  )
  expect(
    changesText(
      { suspendedAt: null, reason: null },
      { suspendedAt: '2026-11-21T04:00:00.000Z', reason: 'Asked for by the bank' },
    ),
  ).toBe('Suspended no → 21 Nov, 9:30\u00a0am')
  expect(changesText({ attempts: 25, runAt: 'x' }, { attempts: 0 })).toBe('Attempts 25 → 0')
  expect(changesText({}, {})).toBe('')
})
