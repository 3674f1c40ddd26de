import { paise } from '@galla/upi/rupees'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, newUtr, openLedger, orderForm } from '../../testing/ledger.ts'
import { changeOrder } from '../orders/change-order.ts'
import { expireOrders } from '../orders/expire-orders.ts'
import { findOrder } from '../orders/order-store.ts'
import { sql } from '../platform/database/database.ts'
import type { Recorded, ReportedCredit } from './credit.ts'
import { recordCredit } from './record-credit.ts'

let ledger: Ledger

beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

const MINUTE = 60

const place = async (expiresIn = 300) => {
  const merchant = await addMerchant(ledger.db)
  return { merchant, order: await ledger.create(merchant, orderForm({ expires_in: expiresIn })) }
}

/** An alert has an amount, a UTR and a time, and no reference. */
const alert = (order: { merchantId: string; orderId: string }, over: Partial<ReportedCredit> = {}) =>
  recordCredit(ledger, creditFor(ledger, order, { reference: null, source: 'alert', ...over }))

const stateOf = (recorded: Recorded) => (recorded.kind === 'recorded' ? recorded.state : recorded.kind)
const statusOf = async (orderId: string) => (await findOrder(ledger.db, orderId))?.status
const later = (seconds: number) => new Date(ledger.clock.now().getTime() + seconds * 1000)

test.each([
  ['a short window', 300],
  ['the longest short window', 900],
  ['the shortest long window', 901],
  ['a month', 2_592_000],
])(
  'the only open order of exactly that amount is settled, up to a quarter of an hour after %s',
  async (_what, window) => {
    const inTime = await place(window)
    const over = { receivedAt: later(window + 15 * MINUTE) }
    expect(stateOf(await alert(inTime.order, over))).toBe('matched')
    expect(await statusOf(inTime.order.orderId)).toBe('success')
    const tooLate = await place(window)
    expect(stateOf(await alert(tooLate.order, { receivedAt: later(window + 15 * MINUTE + 0.001) }))).toBe(
      'unmatched',
    )
    expect(await statusOf(tooLate.order.orderId)).toBe('created')
  },
)

test.each([300, 86_400])(
  'matchCredit ignores orders of %d s that were created after the payment',
  async (window) => {
    const { order } = await place(window)
    expect(stateOf(await alert(order, { receivedAt: later(-0.001) }))).toBe('unmatched')
    expect(stateOf(await alert(order, { receivedAt: later(0) }))).toBe('matched')
  },
)

test('matchCredit uses the window of the latest attempt', async () => {
  const { order } = await place()
  await changeOrder(ledger, order.orderId, () => ({ kind: 'declined', attempt: 1 }))
  ledger.clock.advance({ hours: 20 })
  await changeOrder(ledger, order.orderId, () => ({ kind: 'retried' }))
  expect(stateOf(await alert(order))).toBe('matched')
})

test('a payment inside the window of an order that has expired since settles it and is not late', async () => {
  const { order } = await place()
  const receivedAt = later(120)
  ledger.clock.advance({ days: 2 })
  await expireOrders(ledger)
  expect((await findOrder(ledger.db, order.orderId))?.failureReason).toBe('expired')
  expect(stateOf(await alert(order, { receivedAt }))).toBe('matched')
  expect(await findOrder(ledger.db, order.orderId)).toMatchObject({ status: 'success', paidLate: false })
})

test.each([
  ['one paisa less', 49899n, 'acc_1'],
  ['one paisa more', 49901n, 'acc_1'],
])('matchCredit does not match %s by amount', async (_what, amount, accountId) => {
  const { order } = await place()
  expect(stateOf(await alert(order, { amount: paise(amount), accountId }))).toBe('unmatched')
  expect(await statusOf(order.orderId)).toBe('created')
})

test('matchCredit ignores orders of other merchants and of other accounts', async () => {
  const mine = await place()
  const theirs = await place()
  await ledger.db.run(sql`
    insert into accounts (merchant_id, account_id, mode, provider, merchant_name, upi_id, is_current, created_at)
    values (${mine.merchant.merchantId}, 'acc_2', 'live', 'other', 'Tea', 'second@examplebank', false, now())`)
  expect(stateOf(await alert(mine.order, { accountId: 'acc_2' }))).toBe('unmatched')
  const named = { accountId: 'acc_2', reference: mine.order.orderId }
  expect(await alert(mine.order, named)).toMatchObject({ state: 'unmatched', orderId: null })
  expect(await statusOf(mine.order.orderId)).toBe('created')
  expect(await statusOf(theirs.order.orderId)).toBe('created')
})

test('matchCredit ignores orders of other accounts with a long window', async () => {
  const merchant = await addMerchant(ledger.db)
  const order = await ledger.create(merchant, orderForm({ expires_in: 86_400 }))
  await ledger.db.run(sql`
    insert into accounts (merchant_id, account_id, mode, provider, merchant_name, upi_id, is_current, created_at)
    values (${merchant.merchantId}, 'acc_2', 'live', 'other', 'Tea', 'third@examplebank', false, now())`)
  expect(stateOf(await alert(order, { accountId: 'acc_2' }))).toBe('unmatched')
  expect(await statusOf(order.orderId)).toBe('created')
})

test('a paid order with a long window does not make another order ambiguous', async () => {
  const { merchant, order } = await place(86_400)
  expect(stateOf(await alert(order))).toBe('matched')
  const other = await ledger.create(merchant, orderForm())
  expect(stateOf(await alert(other, { payerUpiId: 'other@okaxis' }))).toBe('matched')
  expect(await statusOf(other.orderId)).toBe('success')
})

test('a payment that fits two open orders is ambiguous and settles neither', async () => {
  const { merchant, order } = await place()
  const other = await ledger.create(merchant, orderForm({ expires_in: 86_400 }))
  expect(stateOf(await alert(order))).toBe('ambiguous')
  expect([await statusOf(order.orderId), await statusOf(other.orderId)]).toEqual(['created', 'created'])
})

test('one of two concurrent payments settles the order, and the other is recorded with its reason', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { order } = await place()
    const report = await Promise.all([alert(order), alert(order, { payerUpiId: 'other@okaxis' })])
    expect(report.map(stateOf).sort()).toEqual(['matched', 'unmatched'])
    const same = await place()
    const twice = await Promise.all([alert(same.order), alert(same.order)])
    expect(twice.map(stateOf).sort()).toEqual(['duplicate', 'matched'])
    expect(await ledger.announced(same.order.orderId)).toHaveLength(1)
  }
})

test('two concurrent payments that fit two orders settle neither', async () => {
  const { merchant, order } = await place()
  await ledger.create(merchant, orderForm())
  const report = await Promise.all([alert(order), alert(order)])
  expect(report.map(stateOf)).toEqual(['ambiguous', 'ambiguous'])
})

test('an order is paid if its payment and its expiry are concurrent', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { order } = await place()
    const receivedAt = later(200)
    ledger.clock.advance({ seconds: 400 })
    await Promise.all([alert(order, { receivedAt }), expireOrders(ledger), expireOrders(ledger)])
    expect(await findOrder(ledger.db, order.orderId)).toMatchObject({ status: 'success', paidLate: false })
  }
})

test('concurrent reports with and without a reference are one credit, which settles the referenced order', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { merchant, order } = await place()
    await ledger.create(merchant, orderForm())
    const utr = newUtr()
    await Promise.all([
      alert(order, { utr }),
      recordCredit(ledger, creditFor(ledger, order, { utr, source: 'provider' })),
    ])
    expect(await statusOf(order.orderId)).toBe('success')
    expect(await ledger.announced(order.orderId)).toHaveLength(1)
  }
})

test('a payment without a UTR settles no order', async () => {
  const { order } = await place()
  const report = await alert(order, { utr: null, sourceKey: 'sms-1' })
  expect(report).toMatchObject({ state: 'unmatched', orderId: null })
  expect(await statusOf(order.orderId)).toBe('created')
})

const dayOf = (from: Date, over: Partial<ReportedCredit> = {}): Partial<ReportedCredit> => ({
  receivedAt: from,
  received: { from, to: new Date(from.getTime() + 86_400_000), named: 'day' },
  source: 'statement',
  ...over,
})

test('a payment of which only the day is known settles only an order with a unique amount', async () => {
  const day = later(-4 * 60 * MINUTE)
  const { order } = await place()
  expect(stateOf(await alert(order, dayOf(day)))).toBe('unmatched')
  const own = await place()
  await ledger.db.run(sql`
    insert into taken_amounts (merchant_id, account_id, payable_paise, order_id, free_at)
    values (${own.merchant.merchantId}, 'acc_1', 49900, ${own.order.orderId}, ${later(2100)})`)
  expect(stateOf(await alert(own.order, dayOf(day)))).toBe('matched')
  expect(stateOf(await alert(own.order, dayOf(day)))).toBe('duplicate')
  // Nor one of that amount which belongs to another.
  const other = await ledger.create(own.merchant, orderForm())
  expect(stateOf(await alert(other, dayOf(day)))).toBe('unmatched')
  expect(await statusOf(other.orderId)).toBe('created')
})

test('a payment at a whole second may pay an order created in that second, and no later one', async () => {
  const at = new Date(Math.ceil(ledger.clock.now().getTime() / 1000) * 1000 + 1000)
  ledger.clock.advance({ ms: at.getTime() - ledger.clock.now().getTime() + 400 })
  const inSecond = await place()
  expect(stateOf(await alert(inSecond.order, { receivedAt: at }))).toBe('matched')
  const exact = await place()
  expect(stateOf(await alert(exact.order, { receivedAt: new Date(at.getTime() + 399) }))).toBe('unmatched')
  ledger.clock.advance({ ms: 600 })
  const next = await place()
  expect(stateOf(await alert(next.order, { receivedAt: at }))).toBe('unmatched')
})
