import { DIALECT_PATHS } from '@galla/contract/gateway-compat/dialects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { phpForm } from './gateway-clients-harness.ts'

const { cutepeCreate, cutepeCheck } = DIALECT_PATHS

let shop: Shop
let merchant: ShopMerchant
let form: ReturnType<typeof phpForm>

beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000' })
  merchant = await shop.merchant()
  form = phpForm(shop.call)
})
afterAll(() => shop.close())

const bearer = () => ({ authorization: `Bearer ${merchant.key}` })
const post = async (url: string, payload: object, headers: Record<string, string> = bearer()) => {
  const reply = await shop.call({ method: 'POST', url, payload, headers })
  expect(reply.statusCode).toBe(200)
  return reply.json()
}
const pageOf = ({ payment_url: url }: { payment_url: string }): string => url.slice(-26)
const linkOf = async (made: { payment_url: string }): Promise<string> =>
  (await shop.call({ method: 'POST', url: `/api/v1/order/pay/${pageOf(made)}`, payload: {} })).json().data
    .upiIntentUrl.generic
const pay = (upi: string, outcome = 'success') =>
  shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload: { upi, outcome } })

/** As the WHMCS module sends it: JSON, its id made of the invoice and the time. */
const whmcs = (over: Record<string, unknown> = {}) => ({
  txn_id: '1042_1763700000',
  amount: '499.00',
  p_info: 'Invoice 1042',
  customer_name: 'Asha Rao',
  customer_email: 'asha@example.com',
  customer_mobile: '9876543210',
  redirect_url: 'https://host.example/modules/gateways/callback/cutepe.php',
  merchant_key: 'paytm',
  ...over,
})

/** `cutepe.php`: the redirect is the callback, and the API is asked before the invoice is paid. */
const whmcsCallback = async (address: string) => {
  const query = new URL(address).searchParams
  const [status, orderId, hash] = ['status', 'order_id', 'hash'].map((name) => query.get(name))
  if (!status || !orderId || !hash) return 'Missing parameters'
  const [invoice] = orderId.split('_')
  const reply = await post(cutepeCheck, { order_id: orderId })
  return reply.status === 'success' && reply.txn_status === 'TXN_SUCCESS'
    ? `paid ${invoice} ${reply.data.upi_txn_id} ${reply.data.amount}`
    : `unpaid ${invoice}`
}

describe('the shop plugins of CutePe, with another host name', () => {
  test('the WooCommerce plugin creates an order from a form, with the key in the header and an amount formatted by PHP', async () => {
    const order = { key: 'wc_order_7f', order_id: '17' }
    const made = await form(
      cutepeCreate,
      {
        txn_id: 'WC17',
        amount: '1234.5',
        p_info: 'Order #17',
        customer_name: 'Asha Rao',
        customer_email: 'asha@example.com',
        customer_mobile: '9876543210',
        redirect_url: `https://shop.example/checkout/order-received/17/?${new URLSearchParams(order)}`,
        udf1: '17',
      },
      bearer(),
    )
    expect(made).toEqual({
      status: 'success',
      message: 'Order created successfully',
      order_id: 'WC17',
      txn_id: 'WC17',
      payment_url: expect.stringMatching(/\/pay\/[0-9A-Z]{26}$/),
    })
    await pay(await linkOf(made))
    const { redirectUrl } = (
      await shop.call({ method: 'GET', url: `/api/v1/order/status/${pageOf(made)}` })
    ).json()
    const query = new URL(redirectUrl).searchParams
    // It forwards to its order page when both are there, by its own order_id.
    expect([query.getAll('order_id'), query.get('key'), query.has('txn_id')]).toEqual([
      ['17'],
      'wc_order_7f',
      true,
    ])
  })

  test('the WHMCS plugin marks its invoice as paid only after a payment', async () => {
    const made = await post(cutepeCreate, whmcs())
    const address = `https://host.example/?status=success&order_id=1042_1763700000&hash=x`
    expect(await whmcsCallback(address)).toBe('unpaid 1042')
    const { utr } = (await pay(await linkOf(made))).json().data
    const { redirectUrl } = (
      await shop.call({ method: 'GET', url: `/api/v1/order/status/${pageOf(made)}` })
    ).json()
    expect(await whmcsCallback(redirectUrl)).toBe(`paid 1042 ${utr} 499`)
  })
})

describe('the status of a CutePe order', () => {
  test('is in the envelope, words and date format of CutePe', async () => {
    const made = await post(cutepeCreate, whmcs({ txn_id: 'a_1', amount: 100 }))
    await pay(await linkOf(made))
    const reply = await post(cutepeCheck, { order_id: 'a_1' })
    expect(reply).toMatchObject({
      status: 'success',
      txn_status: 'TXN_SUCCESS',
      message: 'Transaction successful',
      data: {
        client_txn_id: 'a_1',
        txn_id: 'a_1',
        amount: 100,
        status: 'SUCCESS',
        upi_txn_id: expect.stringMatching(/^[0-9]+$/),
        txnAt: '21-11-2026',
        Merchant: { name: 'Sharma Tea', upi_id: `${merchant.merchantId}@gallatest` },
      },
    })
  })

  test('is "success" at the top level only for a paid order', async () => {
    const made = await post(cutepeCreate, whmcs({ txn_id: 'a_2' }))
    expect(await post(cutepeCheck, { order_id: 'a_2' })).toMatchObject({
      status: 'pending',
      txn_status: 'TXN_PENDING',
    })
    await pay(await linkOf(made), 'declined')
    expect(await post(cutepeCheck, { order_id: 'a_2' })).toMatchObject({
      status: 'pending',
      data: { status: 'PENDING' },
    })
    shop.clock.advance({ seconds: 300 })
    expect(await post(cutepeCheck, { order_id: 'a_2' })).toMatchObject({
      status: 'failure',
      txn_status: 'TXN_FAILURE',
      data: { status: 'FAILURE' },
    })
  })

  test("can be read by the merchant's id or ours, but not with the key of another merchant", async () => {
    const made = await post(cutepeCreate, whmcs({ txn_id: 'a_3' }))
    const names = [
      { order_id: 'a_3' },
      { order_id: pageOf(made) },
      { txn_id: 'a_3' },
      { client_txn_id: 'a_3' },
    ]
    for (const body of names) expect((await post(cutepeCheck, body)).data.client_txn_id).toBe('a_3')
    const other = await shop.merchant('Other Tea')
    for (const id of ['a_3', pageOf(made)])
      expect(
        await post(cutepeCheck, { order_id: id }, { authorization: `Bearer ${other.key}` }),
      ).toMatchObject({ status: 'error', error_code: 'order_not_found' })
  })
})

describe('the id that a CutePe client gives its order', () => {
  test.each([
    ['client_txn_id alone', { txn_id: undefined, client_txn_id: 'c_1' }, 'c_1'],
    ['an empty txn_id', { txn_id: '', client_txn_id: 'c_2' }, 'c_2'],
    ['both', { txn_id: 'c_3', client_txn_id: 'c_4' }, 'c_3'],
  ])('is taken from %s', async (_what, over, id) => {
    expect(await post(cutepeCreate, whmcs(over))).toMatchObject({
      status: 'success',
      order_id: id,
      txn_id: id,
    })
  })
})

describe('a CutePe refusal is HTTP 200 with a status that is not success', () => {
  test.each([
    ['no key', whmcs({ txn_id: 'b_1' }), {}, 'Invalid API Key'],
    ['another kind of key', whmcs(), { authorization: 'Basic eDp5' }, 'Invalid API Key'],
    ['no amount', whmcs({ txn_id: 'b_2', amount: '' }), undefined, 'Invalid amount'],
    ['no txn_id', whmcs({ txn_id: undefined }), undefined, 'Invalid Client Transaction ID'],
  ])('for %s', async (_what, payload, headers, message) => {
    expect(await post(cutepeCreate, payload, headers)).toMatchObject({ status: 'error', message })
  })

  test('for a txn_id that was used', async () => {
    await post(cutepeCreate, whmcs({ txn_id: 'b_3' }))
    expect(await post(cutepeCreate, whmcs({ txn_id: 'b_3' }))).toMatchObject({
      status: 'error',
      message: 'Client Transaction ID already exists',
    })
  })
})

test('the app that shows the page of a paid order gets the same txn_id as its redirect, and no number', async () => {
  const made = await post(cutepeCreate, whmcs({ txn_id: '1043_1763700000' }))
  await pay(await linkOf(made))
  const page = await shop.call({ method: 'GET', url: `/pay/${pageOf(made)}` })
  expect(page.body).toContain(`data-app-txn="${pageOf(made)}"`)
})
