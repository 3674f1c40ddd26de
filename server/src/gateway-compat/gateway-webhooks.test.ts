import { DIALECT_PATHS } from '@galla/contract/gateway-compat/dialects'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { sql } from '../platform/database/database.ts'
import { openReceiver, type Received, type Receiver } from '../webhooks/endpoints/webhook-harness.ts'

const WINDOW_SECONDS = 300
const SETTLING_SECONDS = 5

let shop: Shop
let merchant: ShopMerchant
let receiver: Receiver
/** What the receiver answers. */
let status = 200

beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000' })
})
beforeEach(async () => {
  status = 200
  merchant = await shop.merchant()
  receiver = await openReceiver((reply) => reply.writeHead(status).end('OK'))
})
afterEach(() => receiver.close())
afterAll(() => shop.close())

const hook = (over: object = {}) =>
  merchant.post('/user/update-webhook-url', { webhookUrl: receiver.url, ...over })

let transactions = 0
const fields = (over: object = {}) => {
  transactions += 1
  return {
    key: merchant.key,
    client_txn_id: `T${transactions}`,
    amount: '100',
    p_info: 'Masala tea',
    customer_name: 'Asha Rao',
    customer_email: 'asha@example.com',
    customer_mobile: '9876543210',
    redirect_url: 'https://shop.example/done',
    udf1: '17',
    ...over,
  }
}
interface Made {
  readonly orderId: string
  readonly number: number
  readonly id: string
  readonly upi: string
}
const make = async (url: string = DIALECT_PATHS.ekqrCreate, over: object = {}): Promise<Made> => {
  const sent = fields(over)
  const payload = url === DIALECT_PATHS.cutepeCreate ? { ...sent, txn_id: sent.client_txn_id } : sent
  const reply = (await shop.call({ method: 'POST', url, payload })).json()
  const page: string = reply.payment_url ?? reply.data.payment_url
  const orderId = page.slice(-26)
  const link = await shop.call({ method: 'POST', url: `/api/v1/order/pay/${orderId}`, payload: {} })
  return {
    orderId,
    number: reply.data?.order_id,
    id: sent.client_txn_id,
    upi: link.json().data.upiIntentUrl.generic,
  }
}
const makeNative = (over: object = {}) => make('/api/v1/order/create-order', over)
const pay = (upi: string, outcome = 'success') =>
  shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload: { upi, outcome } })

/** `$_POST`: what PHP has of a body, which is nothing unless it is a form. */
const post = ({ headers, body }: Received): Record<string, string> =>
  headers['content-type'] === 'application/x-www-form-urlencoded'
    ? Object.fromEntries(new URLSearchParams(body))
    : {}
const notifications = async (count: number): Promise<Record<string, string>[]> => {
  await receiver.until(count)
  return receiver.received.map(post)
}
const waiting = () =>
  shop.db.rows<{ event: string; state: string; due_at: Date | null }>(sql`
    select event, state, due_at from webhook_deliveries
    where merchant_id = ${merchant.merchantId} and state <> 'delivered' order by event_id`)
const inSeconds = (seconds: number) => new Date(shop.clock.now().getTime() + seconds * 1000)

describe('the receivers of other gateways understand our webhooks', () => {
  test("the vendor's PHP sample reads every field from $_POST", async () => {
    await hook({ format: 'ekqr' })
    const made = await make()
    const { utr } = (await pay(made.upi)).json().data
    const [got] = await notifications(1)
    const created = '2026-11-21T04:00:00.000Z'
    expect(got).toEqual({
      id: String(made.number),
      customer_vpa: expect.stringContaining('@'),
      amount: '100',
      client_txn_id: made.id,
      customer_name: 'Asha Rao',
      customer_email: 'asha@example.com',
      customer_mobile: '9876543210',
      p_info: 'Masala tea',
      upi_txn_id: utr,
      status: 'success',
      remark: 'Transaction successful',
      udf1: '17',
      udf2: '',
      udf3: '',
      redirect_url: 'https://shop.example/done',
      txnAt: '2026-11-21',
      createdAt: created,
      txn_id: String(made.number),
      orderId: made.orderId,
      customerName: 'Asha Rao',
      customerEmail: 'asha@example.com',
      customerMobile: '9876543210',
      redirectUrl: 'https://shop.example/done',
      remarks: 'Transaction successful',
      txnDate: '2026-11-21T09:30:00.000+05:30',
      utr,
    })
  })

  test("CutePe's WooCommerce plugin gets only final results, and reads the status and its order id from udf1", async () => {
    await hook({ format: 'cutepe' })
    const made = await make(DIALECT_PATHS.cutepeCreate)
    await pay(made.upi)
    const [got] = await notifications(1)
    const woo = (request: Record<string, string>) => [request.udf1, request.status === 'success']
    expect(woo(got ?? {})).toEqual(['17', true])
    expect(got).toMatchObject({ txn_id: made.id, order_id: made.id, amount: '100', txnAt: '21-11-2026' })
  })

  test('the signature covers the form as it is sent', async () => {
    await hook({ format: 'ekqr' })
    await pay((await make()).upi)
    await receiver.until(1)
    const [got] = receiver.received
    const { webhookSecret } = (await merchant.post('/user/get-api-details')).json().data
    vi.useFakeTimers({ toFake: ['Date'], now: shop.clock.now() })
    const verify = () =>
      new Webhook(webhookSecret).verify(got?.body ?? '', got?.headers as Record<string, string>)
    // The library parses JSON once it has found the signature right.
    expect(verify).toThrow(SyntaxError)
    vi.useRealTimers()
  })

  test('the longest possible order is sent as a form, and its attempt is recorded', async () => {
    await hook({ format: 'ekqr' })
    const text = 'क'.repeat(255)
    const long = { p_info: text, udf1: text, udf2: text, udf3: text, customer_name: 'क'.repeat(100) }
    const redirect = `https://shop.example/?${'/'.repeat(2020)}`
    const made = await make(DIALECT_PATHS.ekqrCreate, { ...long, redirect_url: redirect })
    await pay(made.upi)
    expect((await notifications(1))[0]).toMatchObject({ ...long, redirect_url: redirect })
    // More than is kept of it.
    expect(receiver.received[0]?.body.length).toBeGreaterThan(20_480)
    await expect.poll(waiting).toEqual([])
  })

  test("a test webhook has the endpoint's format, and cannot be mistaken for a payment", async () => {
    for (const [n, format] of (['ekqr', 'cutepe'] as const).entries()) {
      await hook({ format })
      await merchant.post('/user/test-webhook')
      const got = (await notifications(n + 1))[n] ?? {}
      expect(got).toMatchObject({ event: 'test.ping', status: '', amount: '0', udf1: '', upi_txn_id: '' })
      expect(got.client_txn_id).toMatch(/^test_ping_/)
      expect(Object.keys(got)).toContain('customer_vpa')
    }
  })
})

describe('the format of a webhook', () => {
  test('is that of the call that created the order until the merchant chooses one', async () => {
    await hook()
    await pay((await makeNative()).upi)
    await receiver.until(1)
    await pay((await make()).upi)
    await receiver.until(2)
    await pay((await make(DIALECT_PATHS.cutepeCreate)).upi)
    const [native, ekqr, cutepe] = await notifications(3)
    expect(native).toEqual({})
    expect(ekqr?.txnAt).toBe('2026-11-21')
    expect(cutepe?.txnAt).toBe('21-11-2026')
  })

  test('is the one that the merchant chose, until they undo the choice', async () => {
    await hook({ format: 'standard' })
    await pay((await make()).upi)
    await receiver.until(1)
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ event: 'order.success' })
    await hook({ format: 'ekqr' })
    await pay((await makeNative()).upi)
    expect((await notifications(2))[1]).toMatchObject({
      status: 'success',
      id: expect.stringMatching(/^[0-9]{1,10}$/),
    })
    const back = await hook({ format: 'auto' })
    expect(back.json().data).toMatchObject({ webhookFormat: 'standard', webhookFormatChosen: false })
    await pay((await makeNative()).upi)
    expect((await notifications(3))[2]).toEqual({})
  })

  test('changes for deliveries that still wait', async () => {
    status = 500
    await hook({ format: 'standard' })
    await pay((await make()).upi)
    await receiver.until(1)
    status = 200
    await hook({ format: 'ekqr' })
    await expect.poll(waiting).toMatchObject([{ state: 'failed' }])
    shop.clock.advance({ seconds: 10 })
    expect((await notifications(2)).map(({ status: word }) => word)).toEqual([undefined, 'success'])
  })
})

describe('only the final result of an order is notified', () => {
  beforeEach(() => hook({ format: 'ekqr', tellsFailures: true }))

  test('a declined payment that is retried and paid is sent only as a success', async () => {
    const made = await make()
    await pay(made.upi, 'declined')
    await expect.poll(waiting).toMatchObject([{ due_at: inSeconds(WINDOW_SECONDS + SETTLING_SECONDS) }])
    await shop.call({ method: 'POST', url: `/api/v1/order/pay/${made.orderId}`, payload: {} })
    await pay(made.upi)
    // Until it is recorded the lease stands, and the clock would run past its end.
    await expect.poll(waiting).toMatchObject([{ event: 'order.failed' }])
    shop.clock.advance({ seconds: WINDOW_SECONDS + SETTLING_SECONDS })
    await expect.poll(waiting).toMatchObject([{ event: 'order.failed', state: 'cancelled', due_at: null }])
    expect((await notifications(1)).map((each) => each.status)).toEqual(['success'])
  })

  test('a declined payment that is not retried is sent once as a failure, after the window and the settling time', async () => {
    const made = await make()
    await pay(made.upi, 'declined')
    await expect.poll(async () => (await waiting())[0]?.due_at).toEqual(inSeconds(305))
    shop.clock.advance({ seconds: WINDOW_SECONDS + SETTLING_SECONDS - 1 })
    expect(receiver.received).toEqual([])
    shop.clock.advance({ seconds: 1 })
    expect((await notifications(1)).map((each) => [each.status, each.upi_txn_id])).toEqual([['failure', '']])
    // Tried again and refused again: that news is no news.
    await shop.call({ method: 'POST', url: `/api/v1/order/pay/${made.orderId}`, payload: {} })
    await pay(made.upi.replace(made.orderId, `${made.orderId}R2`), 'declined')
    await expect.poll(waiting).toEqual([])
    expect(receiver.received).toHaveLength(1)
  })

  test('a closed window is sent as a failure, and money that comes late as a success after it', async () => {
    const made = await make()
    shop.clock.advance({ seconds: WINDOW_SECONDS + SETTLING_SECONDS })
    await receiver.until(1)
    await pay(made.upi)
    expect((await notifications(2)).map((each) => [each.client_txn_id, each.status])).toEqual([
      [made.id, 'failure'],
      [made.id, 'success'],
    ])
  })

  test('a failure that could not be delivered is never sent after the success', async () => {
    status = 500
    const made = await make()
    shop.clock.advance({ seconds: WINDOW_SECONDS + SETTLING_SECONDS })
    await receiver.until(1)
    await expect.poll(waiting).toMatchObject([{ state: 'failed' }])
    status = 200
    await pay(made.upi)
    await expect
      .poll(() => {
        shop.clock.advance({ seconds: 1 })
        return waiting()
      })
      .toMatchObject([{ event: 'order.failed', state: 'cancelled' }])
    expect((await notifications(2)).map((each) => each.status)).toEqual(['failure', 'success'])
  })

  test.each([
    ['never switched on', undefined],
    ['switched off', false],
  ])(
    'failures that were %s are not sent, since some receivers take any webhook for a payment',
    async (_how, tellsFailures) => {
      merchant = await shop.merchant()
      await hook({ format: 'ekqr', tellsFailures })
      const made = await make()
      shop.clock.advance({ seconds: WINDOW_SECONDS + SETTLING_SECONDS })
      await expect
        .poll(async () => {
          const n = await shop.db.value<number>(sql`
            select count(*)::int as n from webhook_events where merchant_id = ${merchant.merchantId}`)
          return [n, await waiting()]
        })
        .toEqual([1, []])
      await pay(made.upi)
      expect((await notifications(1)).map((each) => each.status)).toEqual(['success'])
    },
  )
})
