import { DIALECT_PATHS } from '@galla/contract/gateway-compat/dialects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EkqrShop, openEkqrShop, pageOf } from './ekqr-harness.ts'
import { axiosClient, phpForm, phpSample, typedModel } from './gateway-clients-harness.ts'

const { ekqrCreate, ekqrCheck, ekqrCreateV2, ekqrCheckV2 } = DIALECT_PATHS

let ekqr: EkqrShop
beforeAll(async () => {
  ekqr = await openEkqrShop()
})
afterAll(() => ekqr.shop.close())

describe('the clients of UPIGateway and EKQR, with another host name', () => {
  test("the vendor's PHP sample creates an order, redirects and checks it", async () => {
    const client = phpSample(ekqr.shop.call)
    const sent = ekqr.fields()
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

  test('an axios client of v2 gets the session, the flag and the error message that it reads', async () => {
    const client = axiosClient(ekqr.shop.call)
    const sent = ekqr.fields()
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
      await client(ekqrCheckV2, { key: ekqr.merchant.key, client_txn_id: sent.client_txn_id, txn_date: 'x' }),
    ).toMatchObject({ client_txn_id: sent.client_txn_id })
  })

  test('the Java and Flutter models parse every field, and the order id as an integer', async () => {
    for (const url of [ekqrCreate, ekqrCreateV2]) {
      const reply = await ekqr.post(url, ekqr.fields())
      const order = typedModel(reply.body)
      expect(order.status).toBe(true)
      expect(order.orderId).toBeGreaterThan(0)
      expect(order.orderId).toBeLessThanOrEqual(2_147_483_647)
    }
  })

  test('a form works like JSON, and JSON works with any content type', async () => {
    const client = phpForm(ekqr.shop.call)
    const sent = ekqr.fields() as Record<string, string>
    expect(await client(ekqrCreate, sent)).toMatchObject({ status: true })
    expect(
      await client(ekqrCheck, { key: ekqr.merchant.key, client_txn_id: sent.client_txn_id ?? '' }),
    ).toMatchObject({ status: true })
    for (const type of ['text/plain', 'json', 'application/json charset=utf-8', '']) {
      const reply = await ekqr.shop.call({
        method: 'POST',
        url: ekqrCreate,
        headers: { 'content-type': type },
        payload: JSON.stringify(ekqr.fields()),
      })
      expect(reply.json(), type).toMatchObject({ status: true })
    }
  })
})

describe('requests of EKQR clients are accepted as they send them', () => {
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
    [
      'fields nobody knows',
      {
        upi_id: 'a@b',
        webhook_url: 'https://elsewhere.example/hook',
        txn_date: 'whatever',
        expires_in: 'soon',
        foo: { a: [1] },
      },
    ],
    ['an address with a query of its own', { redirect_url: 'https://shop.example/?client_txn_id=1&a=b' }],
    ['an address that is a path', { redirect_url: '/payment/status' }],
    ['an e-mail without @', { customer_email: 'jon' }],
    ['an e-mail that is no text', { customer_email: { a: 1 } }],
    ['a mobile of six digits', { customer_mobile: '123456' }],
    ['a mobile that is no text', { customer_mobile: ['9876543210'] }],
    ['a key with a line break', { key: undefined }],
  ])('%s', async (_what, over) => {
    const key = 'key' in over ? `  ${ekqr.merchant.key}\r\n` : ekqr.merchant.key
    expect(await ekqr.create({ ...over, key })).toMatchObject({ status: true, msg: 'Order Created' })
  })

  test('an invalid mobile number is dropped, and with it nothing else', async () => {
    for (const [mobile, kept] of [
      ['12345', ''],
      ['+1 415 555 0100', ''],
      ['N/A', ''],
      [{ a: 1 }, ''],
      ['0919876543210', ''],
      ['09876543210', '9876543210'],
    ] as const) {
      const { client_txn_id: id } = ekqr.fields()
      await ekqr.create({ client_txn_id: id, customer_mobile: mobile })
      expect((await ekqr.check(id)).data).toMatchObject({ customer_mobile: kept, customer_name: 'Jon Doe' })
    }
  })

  test('amounts in any notation become the intended amount', async () => {
    for (const [amount, meant] of [
      ['100.5', 100.5],
      [0.1 + 0.2, 0.3],
      ['1500.000', 1500],
      [19.99, 19.99],
      ['1', 1],
    ] as const) {
      const { client_txn_id: id } = ekqr.fields()
      await ekqr.create({ client_txn_id: id, amount })
      expect((await ekqr.check(id)).data.amount).toBe(meant)
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
    const sent = ekqr.fields()
    await ekqr.create(sent)
    expect(await ekqr.check(sent.client_txn_id, { txn_date: txnDate })).toMatchObject({
      status: true,
      msg: 'Transaction found',
      data: { client_txn_id: sent.client_txn_id },
    })
  })

  test("a path as redirect_url is resolved against the merchant's website if it is known", async () => {
    const own = await ekqr.shop.merchant('Tea House')
    const profile = { name: 'Tea House', email: own.email, mobileNumber: '9876543210', websiteName: 'Tea' }
    await own.post('/user/update-profile', { ...profile, websiteUrl: 'https://tea.example/shop' })
    const sent = ekqr.fields({ key: own.key, redirect_url: '/payment/status' })
    await ekqr.create(sent)
    const reply = await ekqr.post(ekqrCheck, { key: own.key, client_txn_id: sent.client_txn_id })
    expect(reply.json().data.redirect_url).toBe('https://tea.example/payment/status')
  })
})

describe('the status of an EKQR order', () => {
  test('has the fields and types of EKQR', async () => {
    const sent = ekqr.fields({ amount: '100.00', customer_mobile: '9876543210' })
    const made = await ekqr.create(sent)
    await ekqr.shop.call({ method: 'POST', url: `/api/v1/order/pay/${pageOf(made)}`, payload: {} })
    expect((await ekqr.check(sent.client_txn_id)).data.status).toBe('scanning')
    const { utr } = (await ekqr.pay(made.data.upi_intent.gpay_link)).json().data
    const reply = await ekqr.check(sent.client_txn_id, {}, ekqrCheckV2)
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
        utr,
        status: 'success',
        remark: 'Transaction successful',
        udf1: 'user defined field 1 (max 25 char)',
        udf2: '',
        udf3: '',
        redirect_url: 'http://google.com',
        txnAt: '2026-11-21',
        createdAt: '2026-11-21T04:00:00.000Z',
        txn_id: made.data.order_id,
        Merchant: { name: 'Sharma Tea', upi_id: `${ekqr.merchant.merchantId}@gallatest` },
      },
    })
  })

  test('is "scanning" while a declined payment may be retried, then "failure", and "success" when the money comes late', async () => {
    const sent = ekqr.fields({ expires_in: 60 })
    const made = await ekqr.create(sent)
    const page = async () => (await ekqr.shop.call({ method: 'GET', url: `/pay/${pageOf(made)}` })).body
    await ekqr.pay(made.data.upi_intent.bhim_link, 'declined')
    expect(await page()).toContain('Retry Payment')
    expect((await ekqr.check(sent.client_txn_id)).data).toMatchObject({
      status: 'scanning',
      remark: 'Waiting for payment',
    })
    ekqr.shop.clock.advance({ seconds: 60 })
    expect(await page()).not.toContain('Retry Payment')
    expect((await ekqr.check(sent.client_txn_id)).data).toMatchObject({
      status: 'failure',
      upi_txn_id: '',
      utr: '',
    })
    await ekqr.pay(made.data.upi_intent.bhim_link)
    expect((await ekqr.check(sent.client_txn_id)).data.status).toBe('success')
  })

  test('is "failure" at once if the customer cannot retry', async () => {
    const sent = ekqr.fields()
    const made = await ekqr.create(sent)
    const link: string = made.data.upi_intent.bhim_link
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const suffix = attempt === 1 ? '' : `R${attempt}`
      await ekqr.pay(link.replace(pageOf(made), `${pageOf(made)}${suffix}`), 'declined')
      expect((await ekqr.check(sent.client_txn_id)).data.status).toBe(attempt < 5 ? 'scanning' : 'failure')
      await ekqr.shop.call({ method: 'POST', url: `/api/v1/order/pay/${pageOf(made)}`, payload: {} })
    }
  })

  test('is followed by a redirect with the two parameters that the samples read', async () => {
    const sent = ekqr.fields({ redirect_url: 'https://www.google.com/?a=b' })
    const made = await ekqr.create(sent)
    await ekqr.pay(made.data.upi_intent.paytm_link)
    const status = await ekqr.shop.call({ method: 'GET', url: `/api/v1/order/status/${pageOf(made)}` })
    expect(status.json()).toMatchObject({
      redirect: true,
      redirectUrl: `https://www.google.com/?a=b&client_txn_id=${sent.client_txn_id}&txn_id=${made.data.order_id}`,
    })
  })
})
