import { expect, test } from 'vitest'
import { sql } from '../platform/database/database.ts'
import { openCases } from './cases-harness.ts'

const cases = openCases()
const { act, byUtr, createOrder, simulate } = cases

type Made = Awaited<ReturnType<typeof createOrder>>

/** 498 settles an order of 499, because the merchant accepts it. */
const acceptLess = async (order: Made): Promise<void> => {
  const utr = await simulate(order, 'underpaid')
  const { id } = await byUtr('amount_mismatch', utr)
  expect((await act(id, 'accept', { note: 'One rupee is well' })).statusCode).toBe(200)
}

const pages = async (orderId: string) => ({
  page: (await cases.shop.call({ method: 'GET', url: `/pay/${orderId}` })).body,
  receipt: (await cases.shop.call({ method: 'GET', url: `/receipt/${orderId}` })).body,
})

test('the page, the receipt, the list, the search, the export and the sums state what was received and accepted', async () => {
  const order = await createOrder()
  const orderId = order.order_id
  await acceptLess(order)
  const { page, receipt } = await pages(orderId)
  expect(page).toContain('498.00')
  expect(receipt).toContain('498.00')
  const paid = await cases.shop.call({ method: 'POST', url: `/api/v1/order/pay/${orderId}` })
  expect(paid.json().data.amount).toBe(498)
  const list = await cases.merchant.get('/user/all-transactions')
  expect(list.json().data).toMatchObject([{ orderId, amount: 498 }])
  const found = await cases.merchant.get('/user/all-transactions?minAmount=498&maxAmount=498')
  expect(found.json().data).toMatchObject([{ orderId, amount: 498 }])
  const other = await cases.merchant.get('/user/all-transactions?minAmount=499')
  expect(other.json().data).toEqual([])
  const detail = await cases.merchant.get(`/user/transactions/${orderId}`)
  expect(detail.json().data.amount).toBe(498)
  expect((await cases.merchant.get('/user/stats')).json().data.totalAmount).toBe(498)
  const sheet = await cases.merchant.get('/user/transactions/export?format=csv')
  expect(sheet.body).toContain('498.00')
  expect(sheet.body).not.toContain('499.00')
})

test("an integrator compares the webhook's and the status's amount with the one of its order, so both keep it", async () => {
  const order = await createOrder()
  const orderId = order.order_id
  await acceptLess(order)
  const payload = await cases.shop.db.value<string>(sql`
    select payload from webhook_events where order_id = ${orderId} and event = 'order.success'`)
  expect(JSON.parse(payload)).toMatchObject({ amount: '499.00', orderAmount: '499.00' })
  const clientTxnId = JSON.parse(payload).client_txn_id
  const status = await cases.shop.call({
    method: 'POST',
    url: '/api/v1/order/check-order-status',
    headers: { authorization: `Bearer ${cases.merchant.key}` },
    payload: { client_txn_id: clientTxnId },
  })
  expect(status.json().data).toMatchObject({ amount: '499.00', status: 'success' })
})
