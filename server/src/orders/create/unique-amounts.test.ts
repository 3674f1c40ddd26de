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

test('open orders of one price have amounts of their own, lowered as little as possible, from whichever process', async () => {
  const merchant = await apart()
  const other = createOrders(ledger)
  const created = await Promise.all(
    Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? ledger.create : other)(merchant, orderForm())),
  )
  expect(amounts(created)).toEqual(
    Array.from({ length: 40 }, (_, n) => `498.${61 + n}`).map((text) =>
      text === '498.100' ? '499.00' : text,
    ),
  )
  for (const { orderId, amountPaise } of created)
    expect(await findOrder(ledger.db, orderId)).toMatchObject({ amount: 49900n, payable: amountPaise })
})

test('a hundred at one price are open at once, the next is refused by name, and refused ones keep nothing', async () => {
  const merchant = await apart()
  const created = await Promise.all(Array.from({ length: 100 }, () => ledger.create(merchant, orderForm())))
  expect(new Set(amounts(created)).size).toBe(100)
  await expect(ledger.create(merchant, orderForm())).rejects.toMatchObject({ code: 'no_free_amount' })
  const cheaper = await ledger.create(merchant, orderForm({ amount: paise(39900n) }))
  expect(cheaper.amountPaise).toBe(39900n)
  ledger.clock.advance({ seconds: 300 + QUARANTINE_SECONDS })
  expect((await ledger.create(merchant, orderForm())).amountPaise).toBe(49900n)
})

test('an amount is never lowered to nothing, and a repeated client_txn_id takes none', async () => {
  const merchant = await apart()
  const form = orderForm({ amount: paise(2n) })
  expect((await ledger.create(merchant, form)).amountPaise).toBe(2n)
  await expect(ledger.create(merchant, form)).rejects.toMatchObject({ code: 'duplicate_client_txn_id' })
  expect((await ledger.create(merchant, orderForm({ amount: paise(2n) }))).amountPaise).toBe(1n)
  await expect(ledger.create(merchant, orderForm({ amount: paise(2n) }))).rejects.toMatchObject({
    code: 'no_free_amount',
  })
})

test('a declined order keeps its amount as long as it may be tried again', async () => {
  const merchant = await apart()
  const order = await ledger.create(merchant, orderForm())
  await changeOrder(ledger, order.orderId, () => ({ kind: 'declined', attempt: 1 }))
  ledger.clock.advance({ hours: 23 })
  expect((await ledger.create(merchant, orderForm())).amountPaise).toBe(49899n)
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
  expect((await ledger.create(merchant, orderForm())).amountPaise).toBe(49899n)
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
  const first = await ledger.create(merchant, orderForm())
  const late = new Date(ledger.clock.now().getTime() + (300 + 20 * 60) * 1000)
  ledger.clock.advance({ seconds: 300 + 30 * 60 - 1 })
  const second = await ledger.create(merchant, orderForm())
  expect(second.amountPaise).toBe(49899n)
  ledger.clock.advance({ seconds: 1 })
  const third = await ledger.create(merchant, orderForm())
  expect(third.amountPaise).toBe(49900n)
  const credit = creditFor(ledger, first, { reference: null, source: 'alert', receivedAt: late })
  expect(await recordCredit(ledger, credit)).toMatchObject({ state: 'unmatched', orderId: null })
})

test('money of an amount is a second payment of its last order until the amount is free again', async () => {
  const merchant = await apart()
  const order = await ledger.create(merchant, orderForm())
  await recordCredit(ledger, creditFor(ledger, order))
  const again = async () =>
    recordCredit(
      ledger,
      creditFor(ledger, order, { reference: null, source: 'alert', payerUpiId: 'other@okaxis' }),
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
  expect([first, await second]).toEqual([49_900n, 49_899n])
})
