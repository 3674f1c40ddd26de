import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORDER_BODY } from '../../testing/order-body.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'

let shop: Shop
let merchant: ShopMerchant

beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000' })
  merchant = await shop.merchant()
})
afterAll(() => shop.close())

const fields = (over: Record<string, unknown> = {}): Record<string, unknown> => ({
  client_txn_id: `TXN_${randomUUID()}`,
  ...ORDER_BODY,
  redirect_url: 'https://shop.example/done?cart=7#end',
  ...over,
})

const bearer = () => ({ authorization: `Bearer ${merchant.key}` })

const create = (payload: object | string, headers: Record<string, string> = bearer()) =>
  shop.call({
    method: 'POST',
    url: '/api/v1/order/create-order',
    payload,
    headers: { ...(typeof payload === 'string' ? { 'content-type': 'application/json' } : {}), ...headers },
  })

const check = (clientTxnId: unknown) =>
  shop.call({
    method: 'POST',
    url: '/api/v1/order/check-order-status',
    payload: { client_txn_id: clientTxnId },
    headers: bearer(),
  })

const simulate = (upi: string, outcome: string) =>
  shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload: { upi, outcome } })

describe('creating an order', () => {
  test('returns the payment page, the app links and the hash of the UPI ID', async () => {
    const reply = await create(fields({ amount: 499.5 }))
    expect(reply.statusCode).toBe(200)
    const { data, success, msg } = reply.json()
    expect({ success, msg }).toEqual({ success: true, msg: 'Order created' })
    const upiId = `${merchant.merchantId}@gallatest`
    const query = `pay?pa=${upiId}&pn=Sharma%20Tea&tr=${data.order_id}&tn=Masala%20tea&am=499.50&cu=INR`
    expect(data).toEqual({
      order_id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      payment_url: `http://localhost:3000/pay/${data.order_id}`,
      upi_id_hash: createHash('sha256').update(upiId).digest('hex'),
      upi_intent: {
        bhim_link: `bhim://upi/${query}`,
        paytm_link: `paytmmp://${query}`,
        googlepay_link: `tez://upi/${query}`,
        gpay_link: `tez://upi/${query}`,
        phonepe_link: `phonepe://${query}`,
        upi_link: `upi://${query}`,
      },
      expires_at: '2026-11-21T04:05:00.000Z',
      amount: '499.50',
    })
  })

  test('accepts the key in the header, the body or both, as JSON or as a form', async () => {
    const form = (over: Record<string, unknown>) =>
      create(new URLSearchParams({ ...(fields(over) as Record<string, string>) }).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
      })
    expect((await form({ key: merchant.key })).statusCode).toBe(200)
    expect((await create(fields({ key: merchant.key }), {})).statusCode).toBe(200)
    expect((await create(fields({ key: merchant.key }))).statusCode).toBe(200)
    expect((await create(fields({ key: `${merchant.key}x` }))).statusCode).toBe(401)
    expect((await create(fields(), {})).json()).toMatchObject({ success: false, code: 'bad_key' })
    expect(
      (await create(JSON.stringify(fields({ key: merchant.key })), { 'content-type': 'text/plain' }))
        .statusCode,
    ).toBe(200)
  })

  test('a wrong key is reported before wrong fields', async () => {
    const wrong = await create({ amount: 'x' }, { authorization: 'Bearer key_test_nobody' })
    expect(wrong.json()).toMatchObject({ code: 'bad_key' })
    expect((await create({ amount: 'x' })).json()).toMatchObject({ code: 'invalid_fields' })
  })

  test('a body over 256 kB is 413, an unknown media type with a session 415', async () => {
    expect((await create(fields({ p_info: 'x'.repeat(300_000) }))).statusCode).toBe(413)
  })

  test('accepts a window of 5 s in test mode to 30 days', async () => {
    const created = await create(fields({ expires_in: 3600 }))
    expect(created.json().data.expires_at).toBe('2026-11-21T05:00:00.000Z')
    expect((await create(fields({ expires_in: '60' }))).statusCode).toBe(200)
    for (const expires of [4, 0, -1, 1.5, 2_592_001, 'soon', true]) {
      const reply = await create(fields({ expires_in: expires }))
      expect([expires, reply.statusCode, reply.json().errors?.[0]?.field]).toEqual([
        expires,
        400,
        'expires_in',
      ])
    }
  })

  test('refuses a client_txn_id that was used with 409, which has the first order if the body is the same', async () => {
    const body = fields()
    const first = (await create(body)).json().data
    const again = await create(body)
    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({
      code: 'duplicate_client_txn_id',
      order_id: first.order_id,
      payment_url: first.payment_url,
    })
    const other = await create({ ...body, amount: '1.00' })
    expect(other.statusCode).toBe(409)
    expect(other.json().order_id).toBeUndefined()
  })

  test('repeats the first reply to an Idempotency-Key byte for byte, for the same merchant only', async () => {
    const body = fields()
    const headers = { ...bearer(), 'idempotency-key': 'order-7' }
    const first = await create(body, headers)
    const again = await create({ ...body, amount: 499 }, headers)
    expect(again.statusCode).toBe(200)
    expect(again.body).toBe(first.body)
    expect((await create(fields(), headers)).json()).toMatchObject({ code: 'idempotency_key_reused' })
    const stranger = await shop.merchant()
    const theirs = await create(body, {
      authorization: `Bearer ${stranger.key}`,
      'idempotency-key': 'order-7',
    })
    expect(theirs.json().data.order_id).not.toBe(first.json().data.order_id)
  })

  test('a live key without an account gets 409 no_account', async () => {
    await shop.db.pool.query(`update sessions set mode = 'live' where merchant_id = '${merchant.merchantId}'`)
    const live = (await merchant.post('/user/get-api-details')).json().data.apiKey
    await shop.db.pool.query(`update sessions set mode = 'test' where merchant_id = '${merchant.merchantId}'`)
    expect(live).toMatch(/^key_live_/)
    expect((await create(fields(), { authorization: `Bearer ${live}` })).json()).toMatchObject({
      code: 'no_account',
    })
  })
})

test('the dashboard form creates the same order with the session, and needs our origin', async () => {
  const reply = await merchant.post('/user/generate-payment-link', fields())
  expect(reply.json().data.payment_url).toMatch(/^http:\/\/localhost:3000\/pay\/[0-9A-Z]{26}$/)
  const foreign = await shop.call({
    method: 'POST',
    url: '/api/v1/user/generate-payment-link',
    payload: fields(),
    headers: { cookie: merchant.cookie, origin: 'https://evil.example' },
  })
  expect(foreign.statusCode).toBe(403)
})

describe('the status of an order', () => {
  const place = async (over: Record<string, unknown> = {}) => {
    const body = fields(over)
    const { data } = (await create(body)).json()
    return { clientTxnId: body.client_txn_id, orderId: data.order_id, upi: data.upi_intent.bhim_link }
  }
  const status = async (clientTxnId: unknown) => (await check(clientTxnId)).json().data

  test.each([
    ['success', 'success'],
    ['declined', 'failed'],
    ['pending', 'created'],
    ['late', 'success'],
    ['twice', 'success'],
    ['underpaid', 'created'],
    ['overpaid', 'created'],
  ])('after the simulator outcome %s is %s', async (outcome, expected) => {
    const order = await place()
    const paid = await simulate(order.upi, outcome)
    expect(paid.statusCode).toBe(200)
    const data = await status(order.clientTxnId)
    expect(data).toMatchObject({ orderId: order.orderId, amount: '499.00', status: expected })
    expect(data.paidLate).toBe(outcome === 'late')
    if (expected === 'success') expect(data.utr).toBe(paid.json().data.utr)
    if (outcome === 'twice') expect(paid.json().data.secondUtr).toMatch(/^\d{12}$/)
  })

  test('of another merchant or an unknown one is 404', async () => {
    const stranger = await shop.merchant()
    const order = await place()
    const reply = await shop.call({
      method: 'POST',
      url: '/api/v1/order/check-order-status',
      payload: { client_txn_id: order.clientTxnId },
      headers: { authorization: `Bearer ${stranger.key}` },
    })
    expect(reply.statusCode).toBe(404)
    for (const path of [`/user/transactions/${order.orderId}`])
      expect((await stranger.get(path)).statusCode).toBe(404)
    expect((await stranger.post(`/order/verify/${order.orderId}`)).statusCode).toBe(404)
    expect((await stranger.get('/user/all-transactions?search=TXN')).json().data).toEqual([])
  })

  test('is expired after the window, once the sweep or Verify runs', async () => {
    const order = await place({ expires_in: 5 })
    shop.clock.advance({ seconds: 11 })
    expect((await merchant.post(`/order/verify/${order.orderId}`)).json().status).toBe('failed')
    expect(await status(order.clientTxnId)).toMatchObject({ status: 'failed', failureReason: 'expired' })
  })

  test('the simulator limits the concurrent payments of one order', async () => {
    const order = await place()
    const replies = await Promise.all(Array.from({ length: 25 }, () => simulate(order.upi, 'underpaid')))
    expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5)
    expect((await simulate((await place()).upi, 'success')).statusCode).toBe(200)
  })

  test('a link that is no test order of ours pays nothing', async () => {
    const order = await place()
    for (const upi of [
      'upi://pay?pa=a@b&am=1.00',
      'https://example.com',
      order.upi.replace(/pa=[^&]+/, 'pa=thief@gallatest'),
      order.upi.replace(/tr=[^&]+/, `tr=${order.orderId}R2`),
      'x'.repeat(3000),
      '',
    ])
      expect((await simulate(upi, 'success')).statusCode).toBe(400)
    expect((await status(order.clientTxnId)).status).toBe('created')
  })
})

test('the log has no secrets', () => {
  const all = shop.logged.join('\n')
  for (const secret of [
    merchant.key,
    merchant.cookie.split('=')[1] ?? 'none',
    'correct horse battery',
    'asha@example.com',
  ])
    expect(all).not.toContain(secret)
  expect(shop.logged.filter((line) => line.includes('"level":"error"'))).toEqual([])
})
