import { expect, test } from 'vitest'
import { mayBeSame, type ReversalReport } from './unknown-reversals.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day))
const alert: ReversalReport = {
  accountId: 'acc_1',
  source: 'alert',
  utr: null,
  orderId: null,
  amount: 83,
  at: at(20),
}
const row: ReversalReport = { ...alert, source: 'statement' }

test.each<[string, Partial<ReversalReport>, boolean]>([
  ['of the same day', {}, true],
  ['three days later', { at: at(23) }, true],
  ['four days later', { at: at(24) }, false],
  ['that names a payment', { utr: '632500000001' }, true],
  ['of another amount', { amount: 84 }, false],
  ['of no amount', { amount: null }, false],
  ['of another account', { accountId: 'acc_2' }, false],
  ['of the same source', { source: 'alert' }, false],
])('a report of a statement %s may repeat an alert: %s', (_what, over, expected) => {
  expect(mayBeSame(alert, { ...row, ...over })).toBe(expected)
  expect(mayBeSame({ ...row, ...over }, alert)).toBe(expected)
})

test('mayBeSame is false for two reports that name payments', () => {
  const [one, other] = [
    { ...alert, utr: '632500000001' },
    { ...row, utr: '632500000002' },
  ]
  expect(mayBeSame(one, other)).toBe(false)
})

test('mayBeSame is false for an alert and a row without an amount', () => {
  expect(mayBeSame({ ...alert, amount: null }, { ...row, amount: null })).toBe(false)
})
