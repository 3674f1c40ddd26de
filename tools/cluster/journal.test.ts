import { expect, test } from 'vitest'
import { type Answer, figuresOf, longestGap, type Sale } from './journal.ts'

const answer = (atMs: number, status: number, call: Answer['call'] = 'create'): Answer => ({
  call,
  atMs,
  ms: 10,
  status,
})

test('the outage is the longest time of the window without an acknowledged write', () => {
  const window = { fromMs: 1_000, toMs: 9_000 }
  expect(longestGap([500, 1_500, 2_000, 6_500, 8_000, 12_000], window)).toBe(4_500)
  expect(longestGap([], window)).toBe(8_000)
  const answers = [
    answer(1_500, 200),
    answer(3_000, 503),
    answer(4_000, 200, 'status'),
    answer(6_000, 200, 'pay'),
    answer(8_000, 0, 'pay'),
    answer(8_500, 200),
    answer(9_500, 500),
  ]
  expect(figuresOf({ answers, sales: new Map() }, window)).toMatchObject({
    requests: 6,
    failures: new Map([[503, 1]]),
    failedPayments: new Map([[0, 1]]),
    outageMs: 4_500,
  })
})

test('the time of a notification starts at the acknowledged payment, and is infinite without one', () => {
  const sale = (paidAtMs: number, notifiedAtMs?: number): [string, Sale] => [
    `S${paidAtMs}`,
    {
      clientTxnId: `S${paidAtMs}`,
      amount: '1.00',
      paysSent: 1,
      paidAtMs,
      ...(notifiedAtMs === undefined ? {} : { notifiedAtMs }),
    },
  ]
  const window = { fromMs: 0, toMs: 1_000 }
  const slowest = (...sales: [string, Sale][]): number =>
    figuresOf({ answers: [], sales: new Map(sales) }, window).slowestNotificationMs
  expect(slowest(sale(100, 400), sale(900, 3_000), sale(2_000, 90_000))).toBe(2_100)
  expect(slowest(sale(100, 400), sale(200))).toBe(Number.POSITIVE_INFINITY)
})
