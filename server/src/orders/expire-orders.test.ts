import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, type Ledger, openLedger, orderForm } from '../../testing/ledger.ts'
import { EXPIRE_BATCH, expireOrders } from './expire-orders.ts'
import { findOrder, listDueMerchants } from './order-store.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

test('orders whose time has come are closed once, each with its notification', async () => {
  const merchant = await addMerchant(ledger.db)
  const created = await Promise.all(Array.from({ length: 30 }, () => ledger.create(merchant, orderForm())))
  ledger.clock.advance({ seconds: 304 })
  expect(await expireOrders(ledger)).toBe(0)
  ledger.clock.advance({ seconds: 1 })
  const closed = await Promise.all([expireOrders(ledger), expireOrders(ledger), expireOrders(ledger)])
  expect(closed.reduce((sum, n) => sum + n, 0)).toBeGreaterThanOrEqual(30)
  for (const { orderId } of created) {
    expect(await findOrder(ledger.db, orderId)).toMatchObject({
      status: 'failed',
      failureReason: 'expired',
      version: 2,
    })
    expect(await ledger.announced(orderId)).toEqual([{ event: 'order.failed', sequence: 2 }])
  }
})

test('merchants whose due orders come after many of another are found', async () => {
  const [many, one] = [await addMerchant(ledger.db), await addMerchant(ledger.db)]
  for (let n = 0; n < 3; n += 1) await ledger.create(many, orderForm())
  ledger.clock.advance({ seconds: 1 })
  await ledger.create(one, orderForm())
  ledger.clock.advance({ seconds: 305 })
  const list = (except: string[]) => listDueMerchants(ledger.db, ledger.clock.now(), except, 3)
  expect(await list([])).toEqual([many.merchantId])
  expect(await list([many.merchantId])).toEqual([one.merchantId])
  await expireOrders(ledger)
})

/** Makes the database refuse to end these orders, and no others. */
const refuse = async (orders: readonly ({ readonly orderId: string } | undefined)[]): Promise<void> => {
  const ids = orders.map((order) => `'${order?.orderId}'`).join(', ')
  await ledger.db.pool.query('alter table orders drop constraint if exists refused')
  if (orders.length > 0)
    await ledger.db.pool.query(
      `alter table orders add constraint refused check (status <> 'failed' or order_id <> all(array[${ids}])) not valid`,
    )
}

test('orders that the database refuses to change stay due and delay no order of other merchants', async () => {
  const merchant = await addMerchant(ledger.db)
  const orders = await Promise.all(Array.from({ length: 3 }, () => ledger.create(merchant, orderForm())))
  const statuses = () =>
    Promise.all(orders.map(async ({ orderId }) => (await findOrder(ledger.db, orderId))?.status))
  const [, refused] = orders
  await refuse([refused])
  ledger.clock.advance({ seconds: 305 })
  await expect(expireOrders(ledger)).rejects.toThrow('orders could not be expired')
  expect(await statuses()).toEqual(['failed', 'created', 'failed'])
  await refuse([])
  await expireOrders(ledger)
  expect(await statuses()).toEqual(['failed', 'failed', 'failed'])

  const others = await Promise.all(
    Array.from({ length: EXPIRE_BATCH }, () => ledger.create(merchant, orderForm())),
  )
  await refuse(others)
  ledger.clock.advance({ seconds: 1 })
  const { orderId } = await ledger.create(await addMerchant(ledger.db), orderForm())
  ledger.clock.advance({ seconds: 305 })
  await expect(expireOrders(ledger)).rejects.toThrow('orders could not be expired')
  expect((await findOrder(ledger.db, orderId))?.status).toBe('failed')
  await refuse([])
})
