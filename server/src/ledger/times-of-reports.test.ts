import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, newUtr, openLedger, orderForm } from '../../testing/ledger.ts'
import { findOrder } from '../orders/order-store.ts'
import type { Recorded, ReportedCredit } from './credit.ts'
import type { Received } from './received.ts'
import { recordCredit } from './record-credit.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

const stateOf = (recorded: Recorded) => (recorded.kind === 'recorded' ? recorded.state : recorded.kind)
const statusOf = async ({ orderId }: { readonly orderId: string }) =>
  (await findOrder(ledger.db, orderId))?.status

/** Orders of one amount, each some seconds after the one before. */
const ordersAfter = async (...seconds: number[]) => {
  const merchant = await addMerchant(ledger.db, 'live')
  const start = ledger.clock.now().getTime()
  const orders: { orderId: string; merchantId: string }[] = []
  for (const after of seconds) {
    ledger.clock.advance({ seconds: after })
    orders.push(await ledger.create(merchant, orderForm()))
  }
  const moment = (second: number) => new Date(start + second * 1000)
  const pay = (from: number, to: number, named: Received['named'], over: Partial<ReportedCredit> = {}) => {
    const order = orders[0] ?? { merchantId: '', orderId: '' }
    const received = { from: moment(from), to: moment(to), named }
    const report = {
      source: 'alert',
      reference: null,
      payerUpiId: null,
      receivedAt: moment(to),
      received,
    } as const
    return recordCredit(ledger, creditFor(ledger, order, { ...report, ...over }))
  }
  return { orders, pay, statuses: () => Promise.all(orders.map(statusOf)) }
}

test('a clock that is 45 s slow does not choose between two orders, and finds the only one', async () => {
  const two = await ordersAfter(0, 90)
  expect(stateOf(await two.pay(15, 120, 'second'))).toBe('ambiguous')
  const one = await ordersAfter(0)
  expect(stateOf(await one.pay(-90, 15, 'second'))).toBe('matched')
})

test('a message centre that writes UTC does not give the money of now to an order of the morning', async () => {
  const { pay, statuses } = await ordersAfter(0, 5.5 * 3600)
  expect(stateOf(await pay(60, 5.5 * 3600 + 60, 'second'))).toBe('ambiguous')
  expect(await statuses()).toEqual(['created', 'created'])
})

test('a message without a time does not pay the next order', async () => {
  const { pay, statuses } = await ordersAfter(0, 1560)
  expect(stateOf(await pay(1680 - 7200, 1680, 'nothing'))).toBe('ambiguous')
  expect(await statuses()).toEqual(['created', 'created'])
})

test('in a long time a paid order of the amount makes the payment ambiguous, in a short one it does not', async () => {
  for (const [length, state] of [
    [7200, 'ambiguous'],
    [1800, 'matched'],
  ] as const) {
    const { orders, pay } = await ordersAfter(0, 1000)
    const [first] = orders
    if (first === undefined) throw new Error('no order')
    await recordCredit(
      ledger,
      creditFor(ledger, first, { receivedAt: new Date(ledger.clock.now().getTime() - 1000_000) }),
    )
    expect(stateOf(await pay(1100 - length, 1100, 'second'))).toBe(state)
  }
})

test('a second payment of the same customer is not given to the next order', async () => {
  const { orders, pay } = await ordersAfter(0, 100)
  const [first] = orders
  if (first === undefined) throw new Error('no order')
  await recordCredit(ledger, creditFor(ledger, first, { payerUpiId: 'asha@okaxis' }))
  expect(stateOf(await pay(30, 110, 'second', { payerUpiId: 'asha@okaxis' }))).toBe('ambiguous')
  expect(stateOf(await pay(30, 110, 'second', { payerUpiId: 'ravi@ybl' }))).toBe('matched')
})

test('two sources that both name a time leave only the time that both allow', async () => {
  const { pay } = await ordersAfter(0, 3000)
  const utr = newUtr()
  expect(stateOf(await pay(-4200, 3100, 'nothing', { utr, sourceKey: 'sms' }))).toBe('ambiguous')
  const row = { source: 'statement', utr, sourceKey: 'row' } as const
  expect(stateOf(await pay(20, 140, 'second', row))).toBe('matched')
})

test('two sources whose times exclude each other leave the time between, and no clock wins', async () => {
  const { pay } = await ordersAfter(0, 3000)
  const utr = newUtr()
  expect(stateOf(await pay(-3000, -2900, 'second', { utr, sourceKey: 'sms' }))).toBe('unmatched')
  const row = { source: 'statement', utr, sourceKey: 'row' } as const
  expect(stateOf(await pay(3020, 3140, 'second', row))).toBe('ambiguous')
})
