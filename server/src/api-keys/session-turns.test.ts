import { afterAll, beforeAll, expect, test } from 'vitest'
import { listLockWaits } from '../../testing/lock-waits.ts'
import { placeOrder } from '../../testing/place-order.ts'
import { openShop, type Shop } from '../../testing/shop.ts'
import { sql } from '../platform/database/database.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ ROLE: 'web' })
})
afterAll(() => shop.close())

test('the slow lists of a merchant, of all its sessions, leave connections to orders and to other merchants', async () => {
  const [busy, other] = [await shop.merchant(), await shop.merchant()]
  const again = await shop.logInAgain(busy)
  const list = '/user/reusable-links'
  let asked: Promise<number>[] = []
  await shop.db.transaction(async (tx) => {
    // As slow as it gets: until the end of this transaction.
    await tx.run(sql`lock table reusable_links in access exclusive mode`)
    asked = Array.from({ length: 40 }, async (_, n) => (await (n % 2 ? busy : again).get(list)).statusCode)
    await expect.poll(async () => (await listLockWaits(shop.db)).length).toBe(3)
    expect((await other.get('/user/all-transactions')).statusCode).toBe(200)
    await placeOrder(shop, other, '10.00')
    await placeOrder(shop, busy, '10.00')
    expect(await listLockWaits(shop.db)).toHaveLength(3)
  })
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200]))
})

test('the slow lists of many merchants leave connections to orders, pages and sweeps', async () => {
  const merchants = await Promise.all(Array.from({ length: 5 }, () => shop.merchant()))
  const paid = await shop.merchant()
  let asked: Promise<number>[] = []
  await shop.db.transaction(async (tx) => {
    await tx.run(sql`lock table reusable_links in access exclusive mode`)
    asked = merchants.flatMap((merchant) =>
      Array.from({ length: 10 }, async () => (await merchant.get('/user/reusable-links')).statusCode),
    )
    await expect.poll(async () => (await listLockWaits(shop.db)).length).toBe(6)
    const orderId = await placeOrder(shop, paid, '10.00')
    expect((await shop.call({ url: `/pay/${orderId}` })).statusCode).toBe(200)
    expect(await listLockWaits(shop.db)).toHaveLength(6)
  })
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200]))
})

test('a merchant reads one search or long page at a time, and all merchants together two', async () => {
  const [busy, busyToo, third] = [await shop.merchant(), await shop.merchant(), await shop.merchant()]
  const lists = ['/user/claims?search=anna', '/user/claims?limit=all', '/user/claims?limit=all&search=anna']
  let asked: Promise<number>[] = []
  await shop.db.transaction(async (tx) => {
    await tx.run(sql`lock table payment_claims in access exclusive mode`)
    const ask = (merchant: typeof busy) =>
      lists.flatMap((list) => Array.from({ length: 4 }, async () => (await merchant.get(list)).statusCode))
    asked = ask(busy)
    await expect.poll(async () => (await listLockWaits(shop.db)).length).toBe(1)
    expect((await busy.get('/user/all-transactions')).statusCode).toBe(200)
    asked = [...asked, ...ask(busyToo), ...ask(third)]
    await expect.poll(async () => (await listLockWaits(shop.db)).length).toBe(2)
    expect((await third.get('/user/all-transactions?limit=100')).statusCode).toBe(200)
    expect(await listLockWaits(shop.db)).toHaveLength(2)
  })
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200]))
})

test('more calls of a session than may wait are refused, and those of others are not', async () => {
  const [busy, other] = [await shop.merchant(), await shop.merchant()]
  let asked: Promise<number>[] = []
  await shop.db.transaction(async (tx) => {
    await tx.run(sql`lock table reusable_links in access exclusive mode`)
    asked = Array.from({ length: 120 }, async () => (await busy.get('/user/reusable-links')).statusCode)
    await expect.poll(async () => (await listLockWaits(shop.db)).length).toBe(3)
    expect((await other.get('/user/all-transactions')).statusCode).toBe(200)
  })
  const statuses = await Promise.all(asked)
  expect(statuses.filter((status) => status === 200)).toHaveLength(100)
  expect(statuses.filter((status) => status === 503)).toHaveLength(20)
})
