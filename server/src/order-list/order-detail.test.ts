import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER_BODY } from '../../testing/order-body.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'

let shop: Shop
let merchant: ShopMerchant

beforeAll(async () => {
  // Deliveries are left to a worker that is not there, so that they stay as they were written.
  shop = await openShop({ ROLE: 'web' })
  merchant = await shop.merchant()
})
afterAll(() => shop.close())

const simulate = async (upi: string, outcome: string): Promise<{ utr: string; secondUtr: string }> =>
  (await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload: { upi, outcome } })).json().data

const place = async (clientTxnId: string) => {
  const created = await shop.call({
    method: 'POST',
    url: '/api/v1/order/create-order',
    headers: { authorization: `Bearer ${merchant.key}` },
    payload: { ...ORDER_BODY, client_txn_id: clientTxnId },
  })
  return created.json().data as { order_id: string; upi_intent: { bhim_link: string } }
}

const paidLine = async (orderId: string): Promise<string> => {
  const { data } = (await merchant.get(`/user/transactions/${orderId}`)).json()
  return data.history.find(({ event }: { event: string }) => event === 'paid').detail
}

test('the timeline shows who settled an order by hand, and why', async () => {
  const confirmed = await place('BY-HAND-1')
  const utr = '612345678901'
  const note = 'Seen in the app of my bank'
  await merchant.post(`/user/transactions/${confirmed.order_id}/confirm`, { utr, note })
  expect(await paidLine(confirmed.order_id)).toBe(
    `Paid, UTR ${utr}, confirmed by hand by ${merchant.email}: ${note}`,
  )
  const silent = await place('BY-HAND-2')
  await merchant.post(`/user/transactions/${silent.order_id}/confirm`, { utr: '612345678902' })
  expect(await paidLine(silent.order_id)).toBe(
    `Paid, UTR 612345678902, confirmed by hand by ${merchant.email}`,
  )
  const underpaid = await place('BY-HAND-3')
  const paid = await simulate(underpaid.upi_intent.bhim_link, 'underpaid')
  const { data } = (await merchant.get('/user/credits?state=amount_mismatch')).json()
  await merchant.post(`/user/credits/${data[0].id}/accept`, { note: 'One rupee is no matter' })
  expect(await paidLine(underpaid.order_id)).toBe(
    `Paid, UTR ${paid.utr}, accepted by hand by ${merchant.email}: One rupee is no matter`,
  )
})

test('the detail of an order has customer, attempts, history, credits with sources, deliveries and notes', async () => {
  await merchant.post('/user/update-webhook-url', { webhookUrl: 'https://tea.example/hook' })
  const created = await shop.call({
    method: 'POST',
    url: '/api/v1/order/create-order',
    headers: { authorization: `Bearer ${merchant.key}` },
    payload: {
      client_txn_id: 'STORY-1',
      amount: '499.50',
      p_info: 'Masala tea',
      customer_name: 'Asha Rao',
      customer_email: 'asha@example.com',
      customer_mobile: '9876543210',
      redirect_url: 'https://shop.example/done',
      udf1: 'first',
      udf3: 'third',
    },
  })
  const { order_id: orderId, upi_intent: intent } = created.json().data
  shop.clock.advance({ seconds: 10 })
  await simulate(intent.bhim_link, 'declined')
  shop.clock.advance({ seconds: 10 })
  await shop.call({ method: 'POST', url: `/api/v1/order/pay/${orderId}`, payload: {} })
  shop.clock.advance({ seconds: 10 })
  const paid = await simulate(intent.bhim_link.replace(`tr=${orderId}`, `tr=${orderId}R2`), 'twice')
  await merchant.post(`/user/transactions/${orderId}/notes`, { text: 'Refund the second one' })

  const { data } = (await merchant.get(`/user/transactions/${orderId}`)).json()
  const at = (seconds: string) => `2026-11-21T04:00:${seconds}.000Z`
  const credit = {
    id: expect.any(String),
    amount: 499.5,
    receivedAt: at('30'),
    payerUpiId: expect.any(String),
    sources: ['simulator'],
  }
  const delivery = {
    eventId: expect.any(String),
    state: 'pending',
    attempts: [],
    nextAttemptAt: expect.any(String),
  }
  expect(data).toEqual({
    orderId,
    clientTransactionId: 'STORY-1',
    customer: { name: 'Asha Rao', email: 'asha@example.com' },
    customerMobile: '9876543210',
    amount: 499.5,
    price: null,
    createdAt: at('00'),
    status: 'success',
    merchantName: 'Sharma Tea',
    utr: paid.utr,
    mode: 'test',
    paidLate: false,
    failureReason: null,
    expiresAt: '2026-11-21T04:05:20.000Z',
    paidAt: at('30'),
    attention: true,
    purpose: 'Masala tea',
    paymentUrl: `http://localhost:3000/pay/${orderId}`,
    redirectUrl: 'https://shop.example/done',
    udf: ['first', '', 'third'],
    attempts: [
      { attempt: 1, reference: orderId, startedAt: at('00'), expiresAt: '2026-11-21T04:05:00.000Z' },
      { attempt: 2, reference: `${orderId}R2`, startedAt: at('20'), expiresAt: '2026-11-21T04:05:20.000Z' },
    ],
    history: [
      { at: at('00'), event: 'created', detail: 'Order of ₹499.50 created' },
      { at: at('10'), event: 'declined', detail: 'The payment was declined' },
      { at: at('20'), event: 'retried', detail: 'The customer tries again' },
      { at: at('30'), event: 'paid', detail: `Paid, UTR ${paid.utr}` },
    ],
    credits: expect.arrayContaining([
      { ...credit, utr: paid.utr, state: 'matched' },
      { ...credit, utr: paid.secondUtr, state: 'duplicate' },
    ]),
    deliveries: [
      // The order was paid before it was delivered.
      { ...delivery, event: 'order.failed', state: 'cancelled', nextAttemptAt: null },
      { ...delivery, event: 'order.success' },
    ],
    notes: [{ text: 'Refund the second one', at: at('30'), by: merchant.email }],
  })
})
