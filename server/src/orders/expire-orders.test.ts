import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, type Ledger, openLedger, orderForm } from '../../testing/ledger.ts'
import { sql } from '../platform/database/database.ts'
import { EXPIRE_BATCH, expireOrders } from './expire-orders.ts'
import { findOrder } from './order-store.ts'

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

test('orders that the database refuses to change stay due and delay no order of other merchants', async () => {
  const merchant = await addMerchant(ledger.db)
  const orders = await Promise.all(Array.from({ length: 3 }, () => ledger.create(merchant, orderForm())))
  const statuses = () =>
    Promise.all(orders.map(async ({ orderId }) => (await findOrder(ledger.db, orderId))?.status))
  const [, refused] = orders
  await ledger.db.run(sql`create table refused_orders as select ${refused?.orderId ?? ''}::text as order_id`)
  await ledger.db.run(sql`
    create function refuse_order() returns trigger language plpgsql as $$
      begin
        if exists (select from refused_orders r where r.order_id = new.order_id) then
          raise exception 'refused' using errcode = 'check_violation';
        end if;
        return new;
      end $$`)
  await ledger.db.run(sql`
    create trigger refuse_order before update on orders for each row execute function refuse_order()`)
  ledger.clock.advance({ seconds: 305 })
  await expect(expireOrders(ledger)).rejects.toThrow('orders could not be expired')
  expect(await statuses()).toEqual(['failed', 'created', 'failed'])
  await ledger.db.run(sql`delete from refused_orders`)
  await expireOrders(ledger)
  expect(await statuses()).toEqual(['failed', 'failed', 'failed'])

  const others = await Promise.all(
    Array.from({ length: EXPIRE_BATCH }, () => ledger.create(merchant, orderForm())),
  )
  await ledger.db.run(sql`
    insert into refused_orders select unnest(${others.map(({ orderId }) => orderId)}::text[])`)
  ledger.clock.advance({ seconds: 1 })
  const { orderId } = await ledger.create(await addMerchant(ledger.db), orderForm())
  ledger.clock.advance({ seconds: 305 })
  await expect(expireOrders(ledger)).rejects.toThrow('orders could not be expired')
  expect((await findOrder(ledger.db, orderId))?.status).toBe('failed')
})
