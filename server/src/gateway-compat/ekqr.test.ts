import { DIALECT_PATHS } from '@galla/contract/gateway-compat/dialects'
import { nextOrderNumber, proposedOrderNumber } from '@galla/contract/orders/order-number'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { sql } from '../platform/database/database.ts'
import { axiosClient, phpForm, phpSample, typedModel } from './gateway-clients.ts'

const { ekqrCreate, ekqrCheck, ekqrCreateV2, ekqrCheckV2 } = DIALECT_PATHS

let shop: Shop
let merchant: ShopMerchant

beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000' })
  merchant = await shop.merchant()
})
afterAll(() => shop.close())

let transactions = 0
/** As the vendor's sample fills it in. */
const fields = (over: Record<string, unknown> = {}) => {
  transactions += 1
  return {
    key: merchant.key,
    client_txn_id: String(100_000 + transactions),
    amount: '1',
    p_info: 'Product Name',
    customer_name: 'Jon Doe',
    customer_email: 'jondoe@gmail.com',
    customer_mobile: '9876543210',
    redirect_url: 'http://google.com',
    udf1: 'user defined field 1 (max 25 char)',
    udf2: '',
    udf3: '',
    ...over,
  }
}

const post = (url: string, payload: object) => shop.call({ method: 'POST', url, payload })
const create = async (over: Record<string, unknown> = {}, url: string = ekqrCreate) =>
  (await post(url, fields(over))).json()
const check = async (clientTxnId: unknown, over: object = {}, url: string = ekqrCheck) =>
  (await post(url, { key: merchant.key, client_txn_id: clientTxnId, txn_date: '21-11-2026', ...over })).json()
const pay = (upi: string, outcome = 'success') =>
  shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload: { upi, outcome } })
const pageOf = (reply: { data: { payment_url: string } }): string =>
  new URL(reply.data.payment_url).pathname.split('/').at(-1) ?? ''

describe('the clients of UPIGateway and EKQR, with another host name', () => {
  test("the vendor's PHP sample creates, redirects and checks", async () => {
    const client = phpSample(shop.call)
    const sent = fields()
    const reply = await client(ekqrCreate, sent)
    expect(reply).toEqual({
      status: true,
      msg: 'Order Created',
      data: {
        order_id: expect.any(Number),
        payment_url: expect.stringMatching(/^http:\/\/localhost:3000\/pay\/[0-9A-Z]{26}$/),
        upi_id_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        upi_intent: {
          bhim_link: expect.stringMatching(/^upi:\/\/pay\?/),
          phonepe_link: expect.stringMatching(/^phonepe:\/\/pay\?/),
          paytm_link: expect.stringMatching(/^paytmmp:\/\/pay\?/),
          gpay_link: expect.stringMatching(/^tez:\/\/upi\/pay\?/),
          googlepay_link: expect.stringMatching(/^tez:\/\/upi\/pay\?/),
        },
      },
    })
    expect(await client(ekqrCheck, { ...sent, txn_date: '21-11-2026' })).toMatchObject({
      status: true,
      data: { status: 'created' },
    })
  })

  test('an axios client of v2 gets the session and the flag it reads, and the sentence of a refusal', async () => {
    const client = axiosClient(shop.call)
    const sent = fields()
    const data = await client(ekqrCreateV2, sent)
    expect(Object.keys(data).sort()).toEqual([
      'is_utr_required',
      'order_id',
      'payment_url',
      'session_id',
      'upi_intent',
    ])
    expect(data.session_id).toMatch(/^[0-9a-f]{32}$/)
    expect(data.is_utr_required).toBe(false)
    await expect(client(ekqrCreateV2, sent)).rejects.toThrow('Client Transaction ID already exists')
    expect(
      await client(ekqrCheckV2, { key: merchant.key, client_txn_id: sent.client_txn_id, txn_date: 'x' }),
    ).toMatchObject({ client_txn_id: sent.client_txn_id })
  })

  test('the Java and Flutter models take every field by its type, the order id as an integer', async () => {
    for (const url of [ekqrCreate, ekqrCreateV2]) {
      const reply = await post(url, fields())
      const order = typedModel(reply.body)
      expect(order.status).toBe(true)
      expect(order.orderId).toBeGreaterThan(0)
      expect(order.orderId).toBeLessThanOrEqual(2_147_483_647)
    }
  })

  test('a form does as well as JSON, and JSON under any content type', async () => {
    const client = phpForm(shop.call)
    const sent = fields() as Record<string, string>
    expect(await client(ekqrCreate, sent)).toMatchObject({ status: true })
    expect(
      await client(ekqrCheck, { key: merchant.key, client_txn_id: sent.client_txn_id ?? '' }),
    ).toMatchObject({ status: true })
    for (const type of ['text/plain', 'json', 'application/json charset=utf-8', '']) {
      const reply = await shop.call({
        method: 'POST',
        url: ekqrCreate,
        headers: { 'content-type': type },
        payload: JSON.stringify(fields()),
      })
      expect(reply.json(), type).toMatchObject({ status: true })
    }
  })
})

describe('what EKQR clients send is taken as they send it', () => {
  test.each([
    ['a number as id', { client_txn_id: 1_763_700_000_123 }],
    ['a number as amount', { amount: 100.5 }],
    ['one decimal', { amount: '100.5' }],
    ['more zeros', { amount: '1500.000' }],
    ['what a float made of it', { amount: 0.1 + 0.2 }],
    ['spaces round it', { amount: ' 100 ' }],
    ['no purpose', { p_info: '' }],
    ['a purpose of two lines', { p_info: 'Tea\r\nand milk' }],
    ['a longer purpose than is kept', { p_info: 'x'.repeat(400) }],
    ['no e-mail and no mobile', { customer_email: '', customer_mobile: '' }],
    ['neither customer nor address', { customer_name: null, redirect_url: undefined }],
    ['a dummy mobile', { customer_mobile: '0000000000' }],
    ['a mobile as number', { customer_mobile: 9_876_543_210 }],
    ['a mobile with +91', { customer_mobile: '+91 98765-43210' }],
    ['own fields of 95 characters', { udf1: 'u'.repeat(95) }],
    ['an own field as number', { udf2: 42 }],
    ['fields nobody knows', { upi_id: 'a@b', txn_date: 'whatever', expires_in: 'soon', foo: { a: [1] } }],
    ['an address with a query of its own', { redirect_url: 'https://shop.example/?client_txn_id=1&a=b' }],
    ['an address that is a path', { redirect_url: '/payment/status' }],
    ['an e-mail without @', { customer_email: 'jon' }],
    ['an e-mail that is no text', { customer_email: { a: 1 } }],
    ['a key with a line break', { key: undefined }],
  ])('%s', async (_what, over) => {
    const key = 'key' in over ? `  ${merchant.key}\r\n` : merchant.key
    expect(await create({ ...over, key })).toMatchObject({ status: true, msg: 'Order Created' })
  })

  test('the amounts come out as they were meant', async () => {
    for (const [amount, meant] of [
      ['100.5', 100.5],
      [0.1 + 0.2, 0.3],
      ['1500.000', 1500],
      [19.99, 19.99],
      ['1', 1],
    ] as const) {
      const { client_txn_id: id } = fields()
      await create({ client_txn_id: id, amount })
      expect((await check(id)).data.amount).toBe(meant)
    }
  })

  test.each([
    ['DD-MM-YYYY', '21-11-2026'],
    ['ISO', '2026-11-21'],
    ['the day before', '20-11-2026'],
    ['the pattern itself', 'dd-mm-yyyy'],
    ['nothing', ''],
    ['none', undefined],
    ['a number', 20_261_121],
  ])('a txn_date of %s never hides an order', async (_what, txnDate) => {
    const sent = fields()
    await create(sent)
    expect(await check(sent.client_txn_id, { txn_date: txnDate })).toMatchObject({
      status: true,
      msg: 'Transaction found',
      data: { client_txn_id: sent.client_txn_id },
    })
  })

  test("a path leads to the merchant's own site once we know it", async () => {
    const own = await shop.merchant('Tea House')
    const profile = { name: 'Tea House', email: own.email, mobileNumber: '9876543210', websiteName: 'Tea' }
    await own.post('/user/update-profile', { ...profile, websiteUrl: 'https://tea.example/shop' })
    const sent = fields({ key: own.key, redirect_url: '/payment/status' })
    await create(sent)
    const reply = await post(ekqrCheck, { key: own.key, client_txn_id: sent.client_txn_id })
    expect(reply.json().data.redirect_url).toBe('https://tea.example/payment/status')
  })
})

describe('the status of an EKQR order', () => {
  test('has its fields and types', async () => {
    const sent = fields({ amount: '100.00', customer_mobile: '9876543210' })
    const made = await create(sent)
    await shop.call({ method: 'POST', url: `/api/v1/order/pay/${pageOf(made)}`, payload: {} })
    expect((await check(sent.client_txn_id)).data.status).toBe('scanning')
    const { utr } = (await pay(made.data.upi_intent.gpay_link)).json().data
    const reply = await check(sent.client_txn_id, {}, ekqrCheckV2)
    expect(reply).toEqual({
      status: true,
      msg: 'Transaction found',
      data: {
        id: made.data.order_id,
        customer_vpa: expect.stringContaining('@'),
        amount: 100,
        client_txn_id: sent.client_txn_id,
        customer_name: 'Jon Doe',
        customer_email: 'jondoe@gmail.com',
        customer_mobile: '9876543210',
        p_info: 'Product Name',
        upi_txn_id: utr,
        status: 'success',
        remark: 'Transaction successful',
        udf1: 'user defined field 1 (max 25 char)',
        udf2: '',
        udf3: '',
        redirect_url: 'http://google.com',
        txnAt: '2026-11-21',
        createdAt: '2026-11-21T04:00:00.000Z',
        txn_id: made.data.order_id,
        Merchant: { name: 'Sharma Tea', upi_id: `${merchant.merchantId}@gallatest` },
      },
    })
  })

  test('is scanning while a declined payment may be tried again, then failure, and success when the money comes late', async () => {
    const sent = fields({ expires_in: 60 })
    const made = await create(sent)
    const page = async () => (await shop.call({ method: 'GET', url: `/pay/${pageOf(made)}` })).body
    await pay(made.data.upi_intent.bhim_link, 'declined')
    expect(await page()).toContain('Retry Payment')
    expect((await check(sent.client_txn_id)).data).toMatchObject({
      status: 'scanning',
      remark: 'Waiting for payment',
    })
    shop.clock.advance({ seconds: 60 })
    expect(await page()).not.toContain('Retry Payment')
    expect((await check(sent.client_txn_id)).data).toMatchObject({ status: 'failure', upi_txn_id: '' })
    await pay(made.data.upi_intent.bhim_link)
    expect((await check(sent.client_txn_id)).data.status).toBe('success')
  })

  test('is failure at once where no further try is offered', async () => {
    const sent = fields()
    const made = await create(sent)
    const link: string = made.data.upi_intent.bhim_link
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const suffix = attempt === 1 ? '' : `R${attempt}`
      await pay(link.replace(pageOf(made), `${pageOf(made)}${suffix}`), 'declined')
      expect((await check(sent.client_txn_id)).data.status).toBe(attempt < 5 ? 'scanning' : 'failure')
      await shop.call({ method: 'POST', url: `/api/v1/order/pay/${pageOf(made)}`, payload: {} })
    }
  })

  test('sends the customer back with the two parameters that the samples read', async () => {
    const sent = fields({ redirect_url: 'https://www.google.com/?a=b' })
    const made = await create(sent)
    await pay(made.data.upi_intent.paytm_link)
    const status = await shop.call({ method: 'GET', url: `/api/v1/order/status/${pageOf(made)}` })
    expect(status.json()).toMatchObject({
      redirect: true,
      redirectUrl: `https://www.google.com/?a=b&client_txn_id=${sent.client_txn_id}&txn_id=${made.data.order_id}`,
    })
  })
})

describe('an EKQR refusal is HTTP 200 with status false as a boolean', () => {
  const refused = async (url: string, payload: object) => {
    const reply = await post(url, payload)
    expect(reply.statusCode).toBe(200)
    const body = reply.json()
    expect(body.status).toBe(false)
    expect(body).not.toHaveProperty('data')
    return body
  }

  test.each([
    ['a key that is none', { key: 'a1b2c3d4-0000-4000-8000-000000000000' }, 'Invalid API Key', 'bad_key'],
    ['no key', { key: undefined }, 'Invalid API Key', 'bad_key'],
    ['a key as number', { key: 5 }, 'Invalid API Key', 'bad_key'],
    ['no id', { client_txn_id: '' }, 'Invalid Client Transaction ID', 'invalid_fields'],
    ['a list as id', { client_txn_id: ['1'] }, 'Invalid Client Transaction ID', 'invalid_fields'],
    ['no amount', { amount: '' }, 'Invalid amount', 'invalid_fields'],
    ['nothing to pay', { amount: '0.00' }, 'Invalid amount', 'invalid_fields'],
    ['a fraction of a paisa', { amount: '1.234' }, 'Invalid amount', 'invalid_fields'],
    [
      'a mobile of six digits',
      { customer_mobile: '123456' },
      'Invalid customer mobile number',
      'invalid_fields',
    ],
    [
      'a script as address',
      { redirect_url: 'javascript:alert(1)' },
      'Invalid redirect URL',
      'invalid_fields',
    ],
    ['another host as path', { redirect_url: '//evil.example' }, 'Invalid redirect URL', 'invalid_fields'],
  ])('for %s', async (_what, over, msg, code) => {
    expect(await refused(ekqrCreate, fields(over))).toEqual({ status: false, msg, error_code: code })
  })

  test('a repeated client_txn_id is refused whatever else is sent, and makes no second order', async () => {
    const sent = fields()
    await create(sent)
    for (const again of [sent, { ...sent, amount: '2' }])
      expect(await refused(ekqrCreate, again)).toMatchObject({ msg: 'Client Transaction ID already exists' })
    const { n } = await shop.db.one<{ n: number }>(sql`
      select count(*)::int as n from orders where client_txn_id = ${sent.client_txn_id}`)
    expect(n).toBe(1)
  })

  test('an unknown order is not found by number 1610, also where the id can be none', async () => {
    for (const id of ['nobody', '', null, { a: 1 }, 'x'.repeat(500), '\0'])
      expect(await refused(ekqrCheck, { key: merchant.key, client_txn_id: id })).toEqual({
        status: false,
        msg: 'Record not found',
        code: 1610,
        error_code: 'order_not_found',
      })
  })

  test("another merchant's order is unknown, and so is a test order with a live key", async () => {
    const sent = fields()
    await create(sent)
    const other = await shop.merchant('Other Tea')
    expect(await refused(ekqrCheck, { key: other.key, client_txn_id: sent.client_txn_id })).toMatchObject({
      code: 1610,
    })
    expect((await post(ekqrCreate, { ...sent, key: other.key })).json()).toMatchObject({ status: true })
  })

  test('a suspended merchant gets the reason', async () => {
    const own = await shop.merchant('Closed Tea')
    await shop.db.run(
      sql`update merchants set suspended_at = ${shop.clock.now()} where merchant_id = ${own.merchantId}`,
    )
    for (const payload of [fields({ key: own.key }), fields({ key: own.key, amount: 'x' })])
      expect(await refused(ekqrCreate, payload)).toMatchObject({ msg: 'User account is not active' })
  })
})

describe('the integer id of an order', () => {
  const numberIn = (orderId: string) =>
    shop.db.one<{ dialect: string | null; order_number: bigint | null }>(
      sql`select dialect, order_number from orders where order_id = ${orderId}`,
    )
  const makeNative = async (over: object = {}) => {
    const payload = fields({ redirect_url: 'https://shop.example', ...over })
    const native = await shop.call({ method: 'POST', url: '/api/v1/order/create-order', payload })
    return { orderId: native.json().data.order_id as string, id: payload.client_txn_id }
  }

  test('is unique at its merchant by the database', async () => {
    const [first, second] = [await create(), await create()]
    const clash = shop.db.run(sql`
      update orders set order_number = ${first.data.order_id}::bigint where order_id = ${pageOf(second)}`)
    await expect(clash).rejects.toThrow(/orders_number/)
  })

  test('is not given to an order that nobody asked for in EKQR, and is kept by one that was asked for', async () => {
    const { orderId, id } = await makeNative()
    expect(await numberIn(orderId)).toEqual({ dialect: null, order_number: null })
    const asked = await Promise.all(Array.from({ length: 8 }, () => check(id)))
    const numbers = new Set(asked.map((reply) => reply.data.id))
    expect(numbers.size).toBe(1)
    expect(await numberIn(orderId)).toEqual({ dialect: null, order_number: BigInt([...numbers][0]) })
  })

  test('is another one where it is taken, whether the order is new or is asked for the first time', async () => {
    const { orderId, id } = await makeNative()
    const taken = proposedOrderNumber(orderId)
    await shop.db.run(
      sql`update orders set order_number = ${taken} where order_id = ${pageOf(await create())}`,
    )
    expect((await check(id)).data.id).toBe(nextOrderNumber(taken))
  })

  test('of an order from before the numbers were short keeps the number that its client knows', async () => {
    const sent = fields({ redirect_url: 'https://shop.example/done' })
    const made = await create(sent)
    const old = 909_090_909_090_909
    await shop.db.run(sql`update orders set order_number = ${old} where order_id = ${pageOf(made)}`)
    await pay(made.data.upi_intent.gpay_link)
    expect((await check(sent.client_txn_id)).data).toMatchObject({ id: old, txn_id: old })
    const { redirectUrl } = (
      await shop.call({ method: 'GET', url: `/api/v1/order/status/${pageOf(made)}` })
    ).json()
    expect(new URL(redirectUrl).searchParams.get('txn_id')).toBe(String(old))
  })
})
