import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER_BODY } from '../../testing/order-body.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { NOTES_MAX } from './write-note.ts'

let shop: Shop
let merchant: ShopMerchant
let orders = 0

beforeAll(async () => {
  shop = await openShop()
  merchant = await shop.merchant()
})
afterAll(() => shop.close())

const newOrder = async (): Promise<string> => {
  orders += 1
  const reply = await merchant.post('/user/generate-payment-link', {
    client_txn_id: `NOTED-${orders}`,
    ...ORDER_BODY,
  })
  return reply.json().data.order_id
}
const write = (orderId: string, text: unknown) =>
  merchant.post(`/user/transactions/${orderId}/notes`, { text })
const notes = async (orderId: string) =>
  (await merchant.get(`/user/transactions/${orderId}`)).json().data.notes

test('an order lists its notes oldest first, signed and dated, with the lines as typed', async () => {
  const orderId = await newOrder()
  expect(await notes(orderId)).toEqual([])
  const first = await write(orderId, '  Called.\n\nPays on Monday – ₹499, चाय  ')
  expect(first.json()).toMatchObject({
    success: true,
    data: {
      text: 'Called.\n\nPays on Monday – ₹499, चाय',
      at: '2026-11-21T04:00:00.000Z',
      by: merchant.email,
    },
  })
  shop.clock.advance({ minutes: 5 })
  await write(orderId, 'Paid in cash')
  expect(await notes(orderId)).toEqual([
    first.json().data,
    { text: 'Paid in cash', at: '2026-11-21T04:05:00.000Z', by: merchant.email },
  ])
  expect(await notes(await newOrder())).toEqual([])
})

test.each([undefined, '', ' \n ', [7], 'x'.repeat(1001), 'a\0b'])('%j is refused as a note', async (text) => {
  const orderId = await newOrder()
  const reply = await write(orderId, text)
  expect([reply.statusCode, reply.json().errors?.[0]?.field]).toEqual([400, 'text'])
  expect(await notes(orderId)).toEqual([])
})

test('a note may have 1,000 characters of any script', async () => {
  const orderId = await newOrder()
  expect((await write(orderId, '₹'.repeat(1000))).statusCode).toBe(200)
})

test('concurrent notes are all stored, and an order has at most 200', async () => {
  const orderId = await newOrder()
  const at = new Date('2026-11-21T04:00:00Z')
  await shop.db.pool.query(
    `insert into order_notes select $1, $2, n, $3, 'note ' || n, 'a@b.c' from generate_series(1, $4) n`,
    [merchant.merchantId, orderId, at, NOTES_MAX - 5],
  )
  const replies = await Promise.all(Array.from({ length: 8 }, (_each, n) => write(orderId, `at once ${n}`)))
  const statuses = replies.map(({ statusCode }) => statusCode).toSorted()
  expect(statuses).toEqual([200, 200, 200, 200, 200, 400, 400, 400])
  expect(replies.find(({ statusCode }) => statusCode === 400)?.json().errors).toEqual([
    { field: 'text', msg: 'An order holds at most 200 notes' },
  ])
  expect(await notes(orderId)).toHaveLength(NOTES_MAX)
})

test('a note is never changed or deleted, and only the merchant of the order adds one', async () => {
  const orderId = await newOrder()
  await write(orderId, 'Kept')
  for (const statement of [`update order_notes set body = 'x'`, 'delete from order_notes'])
    await expect(shop.db.pool.query(statement)).rejects.toThrow('never changed or deleted')
  const stranger = await shop.merchant()
  const reply = await stranger.post(`/user/transactions/${orderId}/notes`, { text: 'Mine' })
  expect([reply.statusCode, reply.json().code]).toEqual([404, 'order_not_found'])
  expect((await write('01ARZ3NDEKTSV4RRFFQ69G5FAV', 'Nowhere')).statusCode).toBe(404)
  expect(await notes(orderId)).toHaveLength(1)
})
