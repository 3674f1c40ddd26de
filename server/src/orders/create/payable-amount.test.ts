import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderForm } from '../../../testing/ledger.ts'
import { openShop, type Shop, type ShopMerchant } from '../../../testing/shop.ts'
import { sql } from '../../platform/database/database.ts'

let shop: Shop
let merchant: ShopMerchant

beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000' })
  merchant = await shop.merchant()
  await shop.db.run(sql`
    update accounts set unique_amounts = true where merchant_id = ${merchant.merchantId}`)
})
afterAll(() => shop.close())

const place = async () =>
  (
    await shop.call({
      method: 'POST',
      url: '/api/v1/order/create-order',
      payload: { ...orderForm(), amount: '499.00' },
      headers: { authorization: `Bearer ${merchant.key}` },
    })
  ).json().data
const ofPage = async (url: string) => (await shop.call({ method: 'GET', url })).body

test('a lowered order shows its payable amount everywhere, and its price where it helps', async () => {
  const order = await place()
  const id: string = order.order_id
  expect(order.amount).toBe('498.99')
  for (const link of Object.values(order.upi_intent)) expect(link).toContain('am=498.99')

  const page = await ofPage(`/pay/${id}`)
  expect(page).toContain('<p class="amount">₹498.99</p>')
  expect(page).toContain('The price is ₹499.00. Please pay exactly ₹498.99')
  expect(page).toContain('data-copy="498.99"')
  expect(page).toContain('am=498.99')
  expect(page).not.toContain('am=499')
  const { data } = (await shop.call({ method: 'POST', url: `/api/v1/order/pay/${id}` })).json()
  expect([data.amount, data.upiIntentUrl.paytm]).toEqual([498.99, expect.stringContaining('am=498.99')])

  const detail = (await merchant.get(`/user/transactions/${id}`)).json().data
  expect([detail.amount, detail.price]).toEqual([498.99, 499])
  expect(detail.history[0].detail).toBe('Order of ₹499.00 created, to be paid with ₹498.99')
  const { data: rows } = (await merchant.get(`/user/all-transactions?search=${id}`)).json()
  expect(rows).toMatchObject([{ orderId: id, amount: 498.99 }])

  await shop.call({
    method: 'POST',
    url: '/api/v1/simulator/pay',
    payload: { upi: order.upi_intent.bhim_link, outcome: 'success' },
  })
  const checked = await shop.call({
    method: 'POST',
    url: '/api/v1/order/check-order-status',
    payload: { client_txn_id: detail.clientTransactionId },
    headers: { authorization: `Bearer ${merchant.key}` },
  })
  expect(checked.json().data).toMatchObject({ amount: '498.99', status: 'success' })
  const events = await shop.db.rows<{ payload: string }>(sql`
    select payload from webhook_events where merchant_id = ${merchant.merchantId} and order_id = ${id}`)
  expect(events.map(({ payload }) => JSON.parse(payload).amount)).toEqual(['498.99'])
})

test('a link made in the dashboard shows what is to be paid', async () => {
  const form = { ...orderForm(), amount: '499.00' }
  const { data } = (await merchant.post('/user/generate-payment-link', form)).json()
  const page = await ofPage(new URL(data.payment_url).pathname)
  expect(page).toContain(`<p class="amount">₹${data.amount}</p>`)
})

test('when no amount is free, the order keeps its price', async () => {
  const form = () => ({ ...orderForm(), amount: '0.01' })
  for (let n = 0; n < 2; n += 1)
    expect((await merchant.post('/user/generate-payment-link', form())).json().data.amount).toBe('0.01')
})
