import { formatRupees, type Paise, paise } from '@galla/upi/rupees'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, openLedger, orderForm } from '../../../testing/ledger.ts'
import { listLockWaits } from '../../../testing/lock-waits.ts'
import { recordCredit } from '../../ledger/record-credit.ts'
import { sql } from '../../platform/database/database.ts'
import { changeOrder } from '../change-order.ts'
import { findOrder } from '../order-store.ts'
import { createOrders } from './create-order.ts'
import { QUARANTINE_SECONDS, reserveAmount } from './taken-amount-store.ts'

let ledger: Ledger

beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

/** A merchant whose account gives each order an amount of its own. */
const apart = async () => {
  const merchant = await addMerchant(ledger.db, 'live')
  await ledger.db.run(
    sql`update accounts set unique_amounts = true where merchant_id = ${merchant.merchantId}`,
  )
  return merchant
}

const amounts = (created: readonly { amountPaise: bigint }[]) =>
  created.map(({ amountPaise }) => formatRupees(amountPaise as Paise)).sort()

test('open orders of one price have amounts of their own, from whichever process', async () => {
  const merchant = await apart()
  const other = createOrders(ledger)
  const created = await Promise.all(
    Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? ledger.create : other)(merchant, orderForm())),
  )
  expect(amounts(created)).toEqual(Array.from({ length: 40 }, (_, n) => `498.${60 + n}`))
  for (const { orderId, amountPaise } of created)
    expect(await findOrder(ledger.db, orderId)).toMatchObject({ amount: 49900n, payable: amountPaise })
})

test('99 at one price are open at once, and the next ones keep their price and no amount', async () => {
  const merchant = await apart()
  const created = await Promise.all(Array.from({ length: 99 }, () => ledger.create(merchant, orderForm())))
  expect(new Set(amounts(created)).size).toBe(99)
  for (let n = 0; n < 2; n += 1) expect((await ledger.create(merchant, orderForm())).amountPaise).toBe(49900n)
  const cheaper = await ledger.create(merchant, orderForm({ amount: paise(39900n) }))
  expect(cheaper.amountPaise).toBe(39899n)
  ledger.clock.advance({ seconds: 300 + QUARANTINE_SECONDS })
  expect((await ledger.create(merchant, orderForm())).amountPaise).toBeLessThan(49900n)
})

test('the amount that has been free the longest is the next one, and no whole rupee is ever one', async () => {
  const merchant = await apart()
  const taken: bigint[] = []
  for (let n = 0; n < 150; n += 1) {
    const { amountPaise } = await ledger.create(merchant, orderForm({ amount: paise(49950n) }))
    expect(amountPaise % 100n).not.toBe(0n)
    taken.push(amountPaise)
    ledger.clock.advance({ minutes: 36 })
  }
  // 98 amounts between Rs 498.51 and Rs 499.49, each of them again after all the others.
  expect(new Set(taken.slice(0, 98)).size).toBe(98)
  expect(taken.slice(98)).toEqual(taken.slice(0, 52))
})

test('an amount is never lowered to nothing, and a repeated client_txn_id takes none', async () => {
  const merchant = await apart()
  const form = orderForm({ amount: paise(2n) })
  expect((await ledger.create(merchant, form)).amountPaise).toBe(1n)
  await expect(ledger.create(merchant, form)).rejects.toMatchObject({ code: 'duplicate_client_txn_id' })
  expect((await ledger.create(merchant, orderForm({ amount: paise(2n) }))).amountPaise).toBe(2n)
  expect((await ledger.create(merchant, orderForm({ amount: paise(1n) }))).amountPaise).toBe(1n)
})

test('a declined order keeps its amount as long as it may be tried again', async () => {
  const merchant = await apart()
  const order = await ledger.create(merchant, orderForm())
  await changeOrder(ledger, order.orderId, () => ({ kind: 'declined', attempt: 1 }))
  ledger.clock.advance({ hours: 23 })
  expect((await ledger.create(merchant, orderForm())).amountPaise).toBe(49898n)
  await changeOrder(ledger, order.orderId, () => ({ kind: 'retried' }))
  expect((await findOrder(ledger.db, order.orderId))?.status).toBe('pending')
})

test('an open order that is tried again keeps its amount for longer', async () => {
  const merchant = await apart()
  const order = await ledger.create(merchant, orderForm())
  ledger.clock.advance({ seconds: 299 })
  await changeOrder(ledger, order.orderId, () => ({ kind: 'retried' }))
  // Past the first window and the half hour after it.
  ledger.clock.advance({ minutes: 31 })
  expect((await ledger.create(merchant, orderForm())).amountPaise).toBe(49898n)
})

test('an alert of one of these amounts settles its order and no other', async () => {
  const merchant = await apart()
  const [first, second] = [
    await ledger.create(merchant, orderForm()),
    await ledger.create(merchant, orderForm()),
  ]
  await recordCredit(
    ledger,
    creditFor(ledger, second, { reference: null, source: 'alert', amount: second.amountPaise as Paise }),
  )
  expect((await findOrder(ledger.db, first.orderId))?.status).toBe('created')
  expect((await findOrder(ledger.db, second.orderId))?.status).toBe('success')
})

test('an amount is no other order’s until half an hour after its window, so that money of that time settles none', async () => {
  const merchant = await apart()
  // Of 3 paise, two can be given.
  const form = () => orderForm({ amount: paise(3n) })
  const first = await ledger.create(merchant, form())
  const other = await ledger.create(merchant, form())
  expect([first.amountPaise, other.amountPaise]).toEqual([2n, 1n])
  const late = new Date(ledger.clock.now().getTime() + (300 + 20 * 60) * 1000)
  ledger.clock.advance({ seconds: 300 + 30 * 60 - 1 })
  expect((await ledger.create(merchant, form())).amountPaise).toBe(3n)
  ledger.clock.advance({ seconds: 1 })
  const third = await ledger.create(merchant, form())
  expect([1n, 2n]).toContain(third.amountPaise)
  const credit = creditFor(ledger, first, {
    reference: null,
    source: 'alert',
    receivedAt: late,
    amount: third.amountPaise as Paise,
  })
  expect(await recordCredit(ledger, credit)).toMatchObject({ state: 'unmatched', orderId: null })
})

test('money of an amount is a second payment of its last order until the amount is free again', async () => {
  const merchant = await apart()
  const order = await ledger.create(merchant, orderForm())
  const amount = { amount: order.amountPaise as Paise }
  await recordCredit(ledger, creditFor(ledger, order, amount))
  const again = async () =>
    recordCredit(
      ledger,
      creditFor(ledger, order, { ...amount, reference: null, source: 'alert', payerUpiId: 'other@okaxis' }),
    )
  ledger.clock.advance({ seconds: 300 + 30 * 60 - 1 })
  expect(await again()).toMatchObject({ state: 'duplicate', orderId: order.orderId })
  ledger.clock.advance({ seconds: 1 })
  expect(await again()).toMatchObject({ state: 'unmatched', orderId: null })
})

test('two orders that find the same amount free at the same moment get different amounts', async () => {
  const { merchantId, mode } = await apart()
  const createdAt = ledger.clock.now()
  const priced = () => ({
    merchantId,
    mode,
    createdAt,
    amountPaise: 49_900n,
    windowSeconds: 300,
    orderId: ledger.ids.ulid(createdAt),
  })
  const take = () => ledger.db.transaction((tx) => reserveAmount(tx, priced()))
  let second: ReturnType<typeof take> | undefined
  const first = await ledger.db.transaction(async (tx) => {
    const taken = await reserveAmount(tx, priced())
    second = take()
    await expect.poll(() => listLockWaits(ledger.db)).not.toEqual([])
    return taken
  })
  expect([first, await second]).toEqual([49_899n, 49_898n])
})
