import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CASHFREE_MERCHANT, type FakeCashfree, startFakeCashfree } from '../../testing/fake-cashfree.ts'
import { type FakePhonePe, PHONEPE_MERCHANT, startFakePhonePe } from '../../testing/fake-phonepe.ts'
import type { FakeProvider } from '../../testing/fake-provider.ts'
import { newUtr } from '../../testing/ledger.ts'
import { ORDER_BODY } from '../../testing/order-body.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { sql } from '../platform/database/database.ts'

interface Sent {
  readonly headers: Record<string, string>
  readonly body: string
}

interface Provider {
  readonly form: { readonly merchantProvider: string; readonly verification: object }
  fake(): FakeProvider
  pay(orderId: string, utr: string): void
  fail(orderId: string): void
  notification(orderId: string): Sent
  forge(sent: Sent): Sent
  /** Whether a signed notification stands for an answer. */
  readonly tellsPayment: boolean
}

let shop: Shop
let phonepe: FakePhonePe
let cashfree: FakeCashfree

const PROVIDERS: Readonly<Record<string, Provider>> = {
  PhonePe: {
    form: {
      merchantProvider: 'phonepe',
      verification: {
        source: 'phonepe-v2',
        credentials: {
          clientId: PHONEPE_MERCHANT.clientId,
          clientSecret: PHONEPE_MERCHANT.clientSecret,
          webhookUsername: PHONEPE_MERCHANT.webhook.username,
          webhookPassword: PHONEPE_MERCHANT.webhook.password,
        },
      },
    },
    fake: () => phonepe,
    pay: (orderId, utr) => phonepe.setPayment(orderId, { state: 'COMPLETED', amount: 49900, utr }),
    fail: (orderId) => phonepe.setPayment(orderId, { state: 'FAILED', amount: 49900, utr: '1' }),
    notification: (orderId) => phonepe.notificationOf(orderId),
    forge: ({ body }) => ({ headers: { authorization: 'a'.repeat(64) }, body }),
    tellsPayment: false,
  },
  Cashfree: {
    form: { merchantProvider: 'other', verification: { source: 'cashfree', credentials: CASHFREE_MERCHANT } },
    fake: () => cashfree,
    pay: (orderId, utr) => cashfree.setPayment(orderId, { status: 'SUCCESS', amount: 499, utr }),
    fail: (orderId) => cashfree.setPayment(orderId, { status: 'FAILED', amount: 499, utr: '1' }),
    notification: (orderId) => cashfree.notificationOf(orderId),
    forge: ({ headers, body }) => ({ headers, body: body.replace('499', '4990') }),
    tellsPayment: true,
  },
}

beforeAll(async () => {
  phonepe = await startFakePhonePe(PHONEPE_MERCHANT, () => shop.clock.now())
  cashfree = await startFakeCashfree(CASHFREE_MERCHANT, () => shop.clock.now())
  shop = await openShop({ PHONEPE_URL: phonepe.url, CASHFREE_URL: cashfree.url })
})
afterAll(async () => {
  await shop.close()
  await Promise.all([phonepe.close(), cashfree.close()])
})
afterEach(() => {
  phonepe.mend()
  cashfree.mend()
})

describe.each(Object.entries(PROVIDERS))('a notification of %s', (name, provider) => {
  let merchant: ShopMerchant
  let path: string
  let orders = 0
  beforeAll(async () => {
    merchant = await shop.merchant()
    const connected = await merchant.post('/user/connect-merchant', {
      merchantName: 'Sharma Tea House',
      merchantId: 'SHARMA38472910',
      merchantUpiId: `sharmatea.${name.toLowerCase()}@examplebank`,
      ...provider.form,
    })
    path = new URL(connected.json().data.verification.notificationUrl).pathname
  })

  const sell = async (): Promise<string> => {
    orders += 1
    const made = await merchant.post('/user/generate-payment-link', {
      client_txn_id: `ORDER_${orders}`,
      ...ORDER_BODY,
    })
    expect(made.statusCode, made.body).toBe(200)
    return made.json().data.payment_url.split('/').at(-1)
  }
  const send = async ({ headers, body }: Sent): Promise<number> =>
    (await shop.call({ method: 'POST', url: path, payload: body, headers })).statusCode
  const statusOf = async (orderId: string) =>
    (await shop.call({ method: 'GET', url: `/api/v1/order/status/${orderId}` })).json().status
  const creditsOf = async (orderId: string) =>
    (await shop.db.pool.query('select utr from credits where order_id = $1', [orderId])).rowCount
  /** A sweep checks the orders that a notification only names. */
  const succeeds = (orderId: string) => expect.poll(() => statusOf(orderId)).toBe('success')

  test('settles the order once, however often it is sent', async () => {
    const orderId = await sell()
    provider.pay(orderId, newUtr())
    const notification = provider.notification(orderId)
    expect(await Promise.all([send(notification), send(notification), send(notification)])).toEqual([
      200, 200, 200,
    ])
    await succeeds(orderId)
    expect(await send(notification)).toBe(200)
    expect(await creditsOf(orderId)).toBe(1)
  })

  test('is refused without its signature, and changes nothing', async () => {
    const orderId = await sell()
    provider.pay(orderId, newUtr())
    const asked = provider.fake().requests.length
    expect(await send(provider.forge(provider.notification(orderId)))).toBe(401)
    expect(provider.fake().requests.length).toBe(asked)
    expect(await creditsOf(orderId)).toBe(0)
  })

  test('about an earlier failure does not change a paid order', async () => {
    const orderId = await sell()
    provider.fail(orderId)
    const failure = provider.notification(orderId)
    provider.pay(orderId, newUtr())
    expect(await send(provider.notification(orderId))).toBe(200)
    await succeeds(orderId)
    expect(await send(failure)).toBe(200)
    expect(await statusOf(orderId)).toBe('success')
  })

  test('about an earlier attempt settles the order at once', async () => {
    const orderId = await sell()
    const url = `/api/v1/order/pay/${orderId}`
    for (const again of [false, true]) {
      const opened = await shop.call({ method: 'POST', url, payload: { retry: true, again } })
      expect(opened.statusCode, opened.body).toBe(200)
      // Another attempt is made by a button that is not pressed twice.
      shop.clock.advance({ seconds: 3 })
    }
    expect(await shop.db.values(sql`select attempt from orders where order_id = ${orderId}`)).toEqual([2])
    provider.pay(orderId, newUtr())
    expect(await send(provider.notification(orderId))).toBe(200)
    await succeeds(orderId)
  })

  test('about an unknown order is accepted, and changes nothing', async () => {
    provider.pay('NOBODY0ORDERED0THIS', newUtr())
    const asked = provider.fake().requests.length
    expect(await send(provider.notification('NOBODY0ORDERED0THIS'))).toBe(200)
    expect(provider.fake().requests.length).toBe(asked)
  })

  test.runIf(provider.tellsPayment)(
    "settles the order even if the provider's API does not respond",
    async () => {
      const orderId = await sell()
      provider.pay(orderId, newUtr())
      provider.fake().breaks({ kind: 'status', status: 503 }, Number.POSITIVE_INFINITY)
      expect(await send(provider.notification(orderId))).toBe(200)
      expect(await statusOf(orderId)).toBe('success')
    },
  )
})

test('without a webhook username and password, notifications of PhonePe are refused', async () => {
  const merchant = await shop.merchant()
  const { clientId, clientSecret } = PHONEPE_MERCHANT
  const connected = await merchant.post('/user/connect-merchant', {
    merchantProvider: 'phonepe',
    merchantName: 'Sharma Tea House',
    merchantId: 'SHARMA38472910',
    merchantUpiId: 'sharmatea.alone@examplebank',
    verification: { source: 'phonepe-v2', credentials: { clientId, clientSecret } },
  })
  const { pathname } = new URL(connected.json().data.verification.notificationUrl)
  phonepe.setPayment('ANY0ORDER', { state: 'COMPLETED', amount: 49900, utr: newUtr() })
  const { body, headers } = phonepe.notificationOf('ANY0ORDER')
  expect((await shop.call({ method: 'POST', url: pathname, payload: body, headers })).statusCode).toBe(401)
})
