import { claimAnswerIn } from '@galla/checkout/render'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderForm } from '../../testing/ledger.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'

let shop: Shop
let merchant: ShopMerchant

beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000' })
  merchant = await shop.merchant()
})
afterAll(() => shop.close())

const place = async () => {
  const reply = await shop.call({
    method: 'POST',
    url: '/api/v1/order/create-order',
    payload: { ...orderForm(), amount: '499.00' },
    headers: { authorization: `Bearer ${merchant.key}` },
  })
  return reply.json().data as { order_id: string; upi_intent: { bhim_link: string } }
}

const pay = async (order: { upi_intent: { bhim_link: string } }, outcome: string): Promise<string> =>
  (
    await shop.call({
      method: 'POST',
      url: '/api/v1/simulator/pay',
      payload: { upi: order.upi_intent.bhim_link, outcome },
    })
  ).json().data.utr

const claim = (orderId: string, utr: unknown, from = '203.0.113.1') =>
  shop.call({ method: 'POST', url: `/api/v1/order/claim/${orderId}`, payload: { utr }, remoteAddress: from })

test('a claim is recorded for the merchant, reports what is known, and settles nothing', async () => {
  const order = await place()
  const replies = await Promise.all([1, 2].map(() => claim(order.order_id, '612345678901')))
  expect(replies.map((reply) => [reply.json().msg, reply.json().status])).toEqual([
    [claimAnswerIn('en', 'not_seen'), 'created'],
    [claimAnswerIn('en', 'not_seen'), 'created'],
  ])
  expect((await merchant.get('/user/claims')).json().data).toMatchObject([
    { orderId: order.order_id, utr: '612345678901', status: 'created', creditId: null },
  ])
})

test('a claim is open until someone decides on it once, and records who did', async () => {
  const order = await place()
  const utr = '612345678955'
  await claim(order.order_id, utr, '203.0.113.7')
  const cases = async () => (await merchant.get('/user/cases')).json().data
  const open = async () =>
    (await merchant.get(`/user/claims?state=open&search=${utr.slice(4)}`)).json().data as object[]
  const before = await cases()
  expect(await open()).toHaveLength(1)
  const dismiss = (note: string) => merchant.post(`/user/claims/${order.order_id}/${utr}/dismiss`, { note })
  expect((await dismiss('Nothing in my account')).statusCode).toBe(200)
  expect((await dismiss('Nothing in my account')).statusCode).toBe(200)
  expect((await dismiss('Something else')).json().code).toBe('claim_decided')
  expect(await open()).toEqual([])
  expect((await merchant.get(`/user/claims?search=${utr}`)).json().data).toMatchObject([
    { status: 'created', dismissed: { by: merchant.email, note: 'Nothing in my account' } },
  ])
  const after = await cases()
  expect([before.claims - after.claims, before.total - after.total]).toEqual([1, 1])
  const unknown = await merchant.post(`/user/claims/${order.order_id}/612345678956/dismiss`)
  expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'not_found'])
})

test('a claim of a paid order is no longer an open case', async () => {
  const order = await place()
  await claim(order.order_id, '612345678957', '203.0.113.8')
  const before = (await merchant.get('/user/cases')).json().data.claims
  await merchant.post(`/user/transactions/${order.order_id}/confirm`, { utr: '612345678957' })
  expect((await merchant.get('/user/cases')).json().data.claims).toBe(before - 1)
  const late = await merchant.post(`/user/claims/${order.order_id}/612345678957/dismiss`)
  expect([late.statusCode, late.json().code]).toEqual([409, 'claim_decided'])
})

test('a claim reports that its payment arrived and waits, but not that a UTR paid for another order', async () => {
  const [order, paid] = [await place(), await place()]
  const waiting = await pay(order, 'underpaid')
  expect((await claim(order.order_id, waiting, '203.0.113.2')).json().msg).toBe(
    claimAnswerIn('en', 'arrived'),
  )
  const used = await pay(paid, 'success')
  expect((await claim(order.order_id, used, '203.0.113.2')).json().msg).toBe(
    claimAnswerIn('en', 'other_order'),
  )
  expect((await claim(paid.order_id, used, '203.0.113.2')).json()).toMatchObject({
    msg: claimAnswerIn('en', 'paid'),
    status: 'success',
  })
})

test.each([undefined, '', '61234567890', '6123456789012', '61234567890x', '६१२३४५६७८९०१'])(
  '%j is not a UTR',
  async (utr) => {
    const order = await place()
    const reply = await claim(order.order_id, utr, `203.0.113.${10 + String(utr).length}`)
    expect([reply.statusCode, reply.json().errors[0].field]).toEqual([400, 'utr'])
  },
)

test('an order accepts five different UTRs, and an address has a limit', async () => {
  const order = await place()
  const replies: number[] = []
  for (let n = 0; n < 6; n += 1)
    replies.push((await claim(order.order_id, `71234567890${n}`, `203.0.113.${100 + n}`)).statusCode)
  expect(replies).toEqual([200, 200, 200, 200, 200, 429])
  const other = await place()
  const many: number[] = []
  for (let n = 0; n < 12; n += 1)
    many.push((await claim(other.order_id, '812345678901', '203.0.113.200')).statusCode)
  expect(many.slice(0, 10).every((status) => status === 200)).toBe(true)
  expect(many.slice(10)).toEqual([429, 429])
})

test('the addresses of one IPv6 network share the limit of claims', async () => {
  const order = await place()
  const replies: number[] = []
  for (let n = 1; n <= 11; n += 1)
    replies.push((await claim(order.order_id, '812345678902', `2001:db8:1:2::${n}`)).statusCode)
  expect([replies.slice(0, 10).every((status) => status === 200), replies[10]]).toEqual([true, 429])
  expect((await claim(order.order_id, '812345678902', '2001:db8:1:3::1')).statusCode).toBe(200)
})

test('a claim of an unknown order is 404', async () => {
  expect((await claim('00000000000000000000000000', '612345678901', '203.0.113.250')).statusCode).toBe(404)
})

test('a UTR may be typed in groups', async () => {
  const order = await place()
  const reply = await claim(order.order_id, ' 6123-4567 8901 ', '203.0.113.3')
  expect(reply.json()).toMatchObject({ success: true, outcome: 'not_seen' })
})

describe('the claim form without JavaScript', () => {
  const send = (orderId: string, body: string, from: string) =>
    shop.call({
      method: 'POST',
      url: `/pay/${orderId}/claim`,
      payload: body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      remoteAddress: from,
    })

  test('replies with the page and what is known, and asks nothing again', async () => {
    const order = await place()
    const reply = await send(order.order_id, 'utr=6123+4567+8902', '203.0.113.4')
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(reply.body).toContain('No payment with it has arrived yet')
    expect(reply.body).toContain('value="6123 4567 8902"')
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
    const { data } = (await merchant.get('/user/claims?limit=100')).json()
    expect(data.map((row: { utr: string }) => row.utr)).toContain('612345678902')
  })

  test('shows errors at the field, and the rate limit', async () => {
    const order = await place()
    const wrong = await send(order.order_id, 'utr=%22%3E%3Cb%3E', '203.0.113.5')
    expect([wrong.statusCode, wrong.body.includes('Please enter the 12-digit UTR of your payment')]).toEqual([
      400,
      true,
    ])
    expect(wrong.body).not.toContain('<b>')
    expect((await send(order.order_id, '', '203.0.113.5')).statusCode).toBe(400)
    const many = await Promise.all(
      Array.from({ length: 11 }, () => send(order.order_id, 'utr=612345678903', '203.0.113.6')),
    )
    const last = many.find((reply) => reply.statusCode === 429)
    expect(last?.body).toContain('Too many requests. Please wait a moment and try again.')
    expect(last?.headers['retry-after']).toBe('5')
  })

  test('shows a paid order as paid, and an unknown one as unknown', async () => {
    const order = await place()
    await pay(order, 'success')
    expect((await send(order.order_id, 'utr=612345678904', '203.0.113.7')).body).toContain(
      'Payment Successful!',
    )
    const unknown = await send('00000000000000000000000000', 'utr=612345678904', '203.0.113.7')
    expect([unknown.statusCode, unknown.body.includes('This link does not exist')]).toEqual([404, true])
  })

  test('is not reloaded while someone types', async () => {
    const order = await place()
    const page = await shop.call({ method: 'GET', url: `/pay/${order.order_id}?paid=1` })
    expect(page.body).toMatch(/<details id="claim" class="claim" open=""/)
    expect(page.body).not.toContain('http-equiv="refresh"')
  })
})
