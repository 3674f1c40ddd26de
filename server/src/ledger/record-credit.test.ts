import { attemptReference } from '@galla/upi/reference'
import { paise } from '@galla/upi/rupees'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, newUtr, openLedger, orderForm } from '../../testing/ledger.ts'
import { listLockWaits } from '../../testing/lock-waits.ts'
import { applyToOrder, changeOrder } from '../orders/change-order.ts'
import { findOrder, listOrderHistory } from '../orders/order-store.ts'
import { sql } from '../platform/database/database.ts'
import type { Recorded } from './credit.ts'
import { lockMerchantCredit, recordCreditHistory, updateCreditState } from './credit-store.ts'
import { recordCredit } from './record-credit.ts'
import { startRefund } from './refunds/change-refunds.ts'

let ledger: Ledger

beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

const placeOrder = async () => ledger.create(await addMerchant(ledger.db), orderForm())

const stateOf = (recorded: Recorded) => (recorded.kind === 'recorded' ? recorded.state : recorded.kind)

const countCredits = (merchantId: string): Promise<number> =>
  ledger.db.value<number>(sql`select count(*)::int as n from credits where merchant_id = ${merchantId}`)

test('a credit with the reference and the exact amount settles the order, with history and notification', async () => {
  const order = await placeOrder()
  expect(stateOf(await recordCredit(ledger, creditFor(ledger, order)))).toBe('matched')
  expect(await findOrder(ledger.db, order.orderId)).toMatchObject({
    status: 'success',
    paidLate: false,
    version: 2,
  })
  expect(await listOrderHistory(ledger.db, order.merchantId, order.orderId)).toMatchObject([
    { event: 'paid', version: 2 },
  ])
  expect(await ledger.announced(order.orderId)).toEqual([{ event: 'order.success', sequence: 2 }])
})

test('1,000 identical concurrent credits make one settlement, one history entry and one notification', async () => {
  const order = await placeOrder()
  const report = creditFor(ledger, order)
  const results = await Promise.all(Array.from({ length: 1000 }, () => recordCredit(ledger, report)))
  expect(results.filter(({ kind }) => kind === 'recorded')).toHaveLength(1)
  expect(await countCredits(order.merchantId)).toBe(1)
  expect(await listOrderHistory(ledger.db, order.merchantId, order.orderId)).toHaveLength(1)
  expect(await ledger.announced(order.orderId)).toHaveLength(1)
})

test('a payment that three sources report concurrently is one credit with three pieces of evidence', async () => {
  const order = await placeOrder()
  const report = creditFor(ledger, order)
  await Promise.all(
    (['provider', 'alert', 'statement'] as const).map((source) =>
      recordCredit(ledger, { ...report, source }),
    ),
  )
  expect(await countCredits(order.merchantId)).toBe(1)
  const evidence = await ledger.db.rows(
    sql`select source from evidence where merchant_id = ${order.merchantId}`,
  )
  expect(evidence).toHaveLength(3)
  expect(await ledger.announced(order.orderId)).toHaveLength(1)
})

test('the second payment of an order is a duplicate and waits', async () => {
  const order = await placeOrder()
  const both = await Promise.all([1, 2].map(() => recordCredit(ledger, creditFor(ledger, order))))
  expect(both.map(stateOf).sort()).toEqual(['duplicate', 'matched'])
  expect(await ledger.announced(order.orderId)).toHaveLength(1)
})

test.each([
  ['less', 49899n],
  ['more', 49901n],
])('one paisa %s never settles', async (_what, amount) => {
  const order = await placeOrder()
  expect(stateOf(await recordCredit(ledger, creditFor(ledger, order, { amount: paise(amount) })))).toBe(
    'amount_mismatch',
  )
  expect(await findOrder(ledger.db, order.orderId)).toMatchObject({ status: 'created', version: 1 })
})

test("a payment with a reference of another merchant's order or of no order stays unmatched", async () => {
  const [mine, theirs] = [await placeOrder(), await placeOrder()]
  const foreign = creditFor(ledger, mine, { reference: theirs.orderId })
  expect(stateOf(await recordCredit(ledger, foreign))).toBe('unmatched')
  const unknown = creditFor(ledger, mine, { reference: '00000000000000000000000000' })
  expect(stateOf(await recordCredit(ledger, unknown))).toBe('unmatched')
  expect((await findOrder(ledger.db, theirs.orderId))?.status).toBe('created')
})

test('the same UTR with another amount is one credit in state amount_mismatch', async () => {
  const order = await placeOrder()
  const utr = newUtr()
  const alert = creditFor(ledger, order, { utr, reference: null, amount: paise(100n), source: 'alert' })
  expect(stateOf(await recordCredit(ledger, alert))).toBe('unmatched')
  const provider = creditFor(ledger, order, { utr, source: 'provider' })
  expect(stateOf(await recordCredit(ledger, provider))).toBe('amount_mismatch')
  expect(await countCredits(order.merchantId)).toBe(1)
  expect((await findOrder(ledger.db, order.orderId))?.status).toBe('created')
})

test('a credit of which sources report two amounts settles no order automatically', async () => {
  const order = await placeOrder()
  const report = creditFor(ledger, order, { source: 'statement' })
  const before = new Date(ledger.clock.now().getTime() - 3_600_000)
  // A bank's own words, too early for the order; then its provider knows better; then the bank knows the order, too.
  const first = { ...report, sourceKey: 'row-1', reference: null, receivedAt: before }
  const others = [
    { ...report, sourceKey: 'row-2', amount: paise(49_800n) },
    { ...report, sourceKey: 'row-3' },
  ]
  expect(stateOf(await recordCredit(ledger, first))).toBe('unmatched')
  for (const other of others) expect(stateOf(await recordCredit(ledger, other))).toBe('amount_mismatch')
  expect((await findOrder(ledger.db, order.orderId))?.status).toBe('created')
})

test('a credit that settled its order keeps it when a source reports another amount, and the history shows the report', async () => {
  const order = await placeOrder()
  const report = creditFor(ledger, order)
  const { creditId } = await recordCredit(ledger, report)
  ledger.clock.advance({ seconds: 1 })
  const other = { ...report, source: 'statement' as const, amount: paise(49_800n) }
  expect(await recordCredit(ledger, other)).toMatchObject({ state: 'matched', orderId: order.orderId })
  expect((await findOrder(ledger.db, order.orderId))?.status).toBe('success')
  const history = await ledger.db.rows<{ report: string | null }>(sql`
    select detail ->> 'reportedPaise' as report from credit_history
    where merchant_id = ${order.merchantId} and credit_id = ${creditId} order by at`)
  expect(history.map((entry) => entry.report)).toEqual([null, '49800'])
})

test('a refunded credit settles no order when it is reported again', async () => {
  const order = await placeOrder()
  const report = creditFor(ledger, order, { source: 'provider' })
  const before = new Date(ledger.clock.now().getTime() - 3_600_000)
  const bank = { ...report, source: 'statement' as const, reference: null, receivedAt: before }
  const { creditId } = await recordCredit(ledger, bank)
  ledger.clock.advance({ seconds: 1 })
  await startRefund(ledger, { merchantId: order.merchantId, mode: 'test' }, creditId, { utr: newUtr() })
  expect(stateOf(await recordCredit(ledger, report))).toBe('refunded')
  expect((await findOrder(ledger.db, order.orderId))?.status).toBe('created')
})

test('a payment of which money goes back settles no order by itself, but a person may still settle it', async () => {
  for (const refund of [{}, { amount: paise(100n), utr: newUtr() }]) {
    const merchant = await addMerchant(ledger.db)
    const order = await ledger.create(merchant, orderForm())
    await ledger.create(merchant, orderForm())
    const report = creditFor(ledger, order, { source: 'provider' })
    const alert = await recordCredit(ledger, { ...report, source: 'alert', reference: null })
    expect(stateOf(alert)).toBe('ambiguous')
    await startRefund(ledger, merchant, alert.creditId, refund)
    expect(stateOf(await recordCredit(ledger, report))).toBe('unmatched')
    expect((await findOrder(ledger.db, order.orderId))?.status).toBe('created')
    expect(await ledger.announced(order.orderId)).toEqual([])
    expect(stateOf(await recordCredit(ledger, { ...report, source: 'manual' }))).toBe('matched')
  }
})

test('a credit without a reference settles once a source reports the reference', async () => {
  const merchant = await addMerchant(ledger.db)
  const order = await ledger.create(merchant, orderForm())
  await ledger.create(merchant, orderForm())
  const utr = newUtr()
  const alert = creditFor(ledger, order, { utr, reference: null, source: 'alert' })
  expect(stateOf(await recordCredit(ledger, alert))).toBe('ambiguous')
  expect(stateOf(await recordCredit(ledger, creditFor(ledger, order, { utr, source: 'provider' })))).toBe(
    'matched',
  )
  expect((await findOrder(ledger.db, order.orderId))?.status).toBe('success')
})

test('a credit without a reference settles the only order of its amount, and without a UTR none', async () => {
  const order = await placeOrder()
  const report = creditFor(ledger, order, { reference: null, source: 'alert' })
  expect(stateOf(await recordCredit(ledger, { ...report, utr: null, sourceKey: 'a' }))).toBe('unmatched')
  expect(stateOf(await recordCredit(ledger, report))).toBe('matched')
})

test('a payment without a UTR that is reported again is the same credit', async () => {
  const order = await placeOrder()
  const report = creditFor(ledger, order, { reference: null, source: 'alert', sourceKey: 'sms-1' })
  const without = { ...report, utr: null }
  const results = await Promise.all(Array.from({ length: 5 }, () => recordCredit(ledger, without)))
  expect(results.map(stateOf).sort()).toEqual(['known', 'known', 'known', 'known', 'unmatched'])
  await recordCredit(ledger, { ...without, sourceKey: 'sms-2' })
  expect(await countCredits(order.merchantId)).toBe(2)
})

test('a payment of an attempt that does not exist stays unmatched', async () => {
  const order = await placeOrder()
  const report = creditFor(ledger, order, { reference: attemptReference(order.orderId, 2) })
  expect(stateOf(await recordCredit(ledger, report))).toBe('unmatched')
  expect((await findOrder(ledger.db, order.orderId))?.status).toBe('created')
})

test('a credit with a foreign reference is not matched by amount when it is reported again without a reference', async () => {
  const [mine, theirs] = [await placeOrder(), await placeOrder()]
  const foreign = creditFor(ledger, mine, { reference: theirs.orderId, source: 'provider' })
  expect(stateOf(await recordCredit(ledger, foreign))).toBe('unmatched')
  const alert = { ...foreign, reference: null, source: 'alert' as const }
  expect(stateOf(await recordCredit(ledger, alert))).toBe('unmatched')
  expect((await findOrder(ledger.db, mine.orderId))?.status).toBe('created')
})

test('a late credit makes an expired order a success, marked late, and notifies the merchant', async () => {
  const order = await placeOrder()
  ledger.clock.advance({ seconds: 305 })
  await changeOrder(ledger, order.orderId, () => ({ kind: 'time' }))
  expect((await findOrder(ledger.db, order.orderId))?.failureReason).toBe('expired')
  ledger.clock.advance({ days: 2 })
  await recordCredit(ledger, creditFor(ledger, order))
  expect(await findOrder(ledger.db, order.orderId)).toMatchObject({ status: 'success', paidLate: true })
  expect((await ledger.announced(order.orderId)).map(({ event }) => event)).toEqual([
    'order.failed',
    'order.success',
  ])
})

test('the decision of a person stands when a source reports the payment at the same time', async () => {
  const order = await placeOrder()
  const report = creditFor(ledger, order, { source: 'provider' })
  const before = new Date(ledger.clock.now().getTime() - 3_600_000)
  const bank = { ...report, source: 'statement' as const, reference: null, receivedAt: before }
  const { creditId } = await recordCredit(ledger, bank)
  const at = ledger.clock.now()
  let recording: Promise<Recorded> | undefined
  await ledger.db.transaction(async (tx) => {
    const credit = await lockMerchantCredit(tx, order.merchantId, 'test', creditId)
    if (credit === undefined) throw new Error('no credit')
    recording = recordCredit(ledger, report)
    await expect.poll(waitingForOthers).toBe(1)
    const ignored = { ...credit, state: 'ignored', orderId: null } as const
    const entry = { entryId: ledger.ids.ulid(at), at, byWhom: 'asha@example.com', detail: {} }
    await updateCreditState(tx, ignored)
    await recordCreditHistory(tx, { ...entry, credit: ignored })
  })
  expect(await recording).toMatchObject({ state: 'ignored', orderId: null })
  expect((await findOrder(ledger.db, order.orderId))?.status).toBe('created')
})

/** Statements of this database that wait for another transaction to end. */
const waitingForOthers = async (): Promise<number> => (await listLockWaits(ledger.db)).length

test('writeChange refuses a change of an order that was not locked', async () => {
  const order = await placeOrder()
  const stale = await findOrder(ledger.db, order.orderId)
  if (stale === undefined) throw new Error('no order')
  await changeOrder(ledger, order.orderId, () => ({ kind: 'opened' }))
  for (const event of [{ kind: 'opened' }, { kind: 'declined', attempt: 1 }, { kind: 'closed' }] as const)
    await expect(ledger.db.transaction((tx) => applyToOrder(tx, ledger, stale, event))).rejects.toThrow(
      'an order was changed without being locked',
    )
  expect(await findOrder(ledger.db, order.orderId)).toMatchObject({ status: 'pending', version: 2 })
})

test.each([
  [
    'un-pay an order',
    sql`update orders set status = 'pending', version = version + 1 where status = 'success'`,
  ],
  [
    'pay without a credit',
    sql`update orders set status = 'success', paid_at = now(), version = version + 1
    where status = 'created'`,
  ],
  ['delete an order', sql`delete from orders`],
  ['delete a credit', sql`delete from credits`],
  ['change the amount of a credit', sql`update credits set amount_paise = amount_paise + 1`],
  ['rewrite history', sql`update order_history set event = 'expired'`],
  ['rewrite evidence', sql`delete from evidence`],
  ['change an amount', sql`update orders set payable_paise = 1, amount_paise = 1`],
])('the schema refuses to %s', async (_what, statement) => {
  const order = await placeOrder()
  await recordCredit(ledger, creditFor(ledger, order))
  await placeOrder()
  await expect(ledger.db.run(statement)).rejects.toThrow()
})

test('the schema refuses a settlement of another amount, and one credit for two orders', async () => {
  const [first, second] = [await placeOrder(), await placeOrder()]
  const recorded = await recordCredit(ledger, creditFor(ledger, first, { amount: paise(100n) }))
  const creditId = recorded.kind === 'recorded' ? recorded.creditId : ''
  const settleBy = (orderId: string, paidPaise: bigint) =>
    ledger.db.run(sql`
      update orders set status = 'success', version = version + 1, paid_at = now(), due_at = null,
        settled_by_credit_id = ${creditId}, settled_paise = ${paidPaise} where order_id = ${orderId}`)
  await expect(settleBy(first.orderId, 100n)).rejects.toThrow(/orders_settled_amount_is_payable/)
  await expect(settleBy(first.orderId, 49900n)).rejects.toThrow(/orders_settled_by/)
  await expect(settleBy(second.orderId, 49900n)).rejects.toThrow(/orders_settled_by/)
})
