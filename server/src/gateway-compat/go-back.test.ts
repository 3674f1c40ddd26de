import { DIALECT_PATHS } from '@galla/contract/gateway-compat/dialects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../platform/database/database.ts'
import { type EkqrShop, openEkqrShop } from './ekqr-harness.ts'

const WINDOW_SECONDS = 300

let ekqr: EkqrShop
beforeAll(async () => {
  ekqr = await openEkqrShop()
})
afterAll(() => ekqr.shop.close())

interface Made {
  readonly orderId: string
  readonly upi: string
  readonly status: () => Promise<string>
}

const orderIdOf = (paymentUrl: string): string => new URL(paymentUrl).pathname.split('/').at(-1) ?? ''

const makeEkqr = async (): Promise<Made> => {
  const sent = ekqr.fields()
  const { data } = await ekqr.create(sent)
  return {
    orderId: orderIdOf(data.payment_url),
    upi: data.upi_intent.bhim_link,
    status: async () => (await ekqr.check(sent.client_txn_id)).data.status,
  }
}

const makeCutepe = async (): Promise<Made> => {
  const { client_txn_id: txn_id, key, ...fields } = ekqr.fields()
  const call = async (url: string, payload: object) => {
    const headers = { authorization: `Bearer ${key}` }
    return (await ekqr.shop.call({ method: 'POST', url, payload, headers })).json()
  }
  const { payment_url } = await call(DIALECT_PATHS.cutepeCreate, { ...fields, txn_id })
  const orderId = orderIdOf(payment_url)
  return {
    orderId,
    upi: `upi://pay?pa=${ekqr.merchant.merchantId}@gallatest&tr=${orderId}&am=1.00&cu=INR`,
    status: async () => (await call(DIALECT_PATHS.cutepeCheck, { order_id: txn_id })).status,
  }
}

const makeOwn = async (): Promise<Made> => {
  const sent = ekqr.fields()
  const url = '/api/v1/order/create-order'
  const { data } = (await ekqr.post(url, sent)).json()
  return {
    orderId: data.order_id,
    upi: data.upi_intent.upi_link,
    status: async () => {
      const check = { key: sent.key, client_txn_id: sent.client_txn_id }
      return (await ekqr.post('/api/v1/order/check-order-status', check)).json().data.failureReason
    },
  }
}

/** Go Back with the page's script, and without it. */
const WAYS = {
  script: ({ orderId }: Made) => ekqr.post(`/api/v1/order/pay/${orderId}`, { leave: true }),
  form: ({ orderId }: Made) =>
    ekqr.shop.call({
      method: 'POST',
      url: `/pay/${orderId}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'leave=1',
    }),
} as const

const versionOf = ({ orderId }: Made) =>
  ekqr.shop.db.value<number>(sql`select version from orders where order_id = ${orderId}`)

describe.each([
  ['EKQR', makeEkqr, 'scanning'],
  ['CutePe', makeCutepe, 'pending'],
] as const)('Go Back on the page of an order of %s', (_name, make, waiting) => {
  test.each(['script', 'form'] as const)(
    'ends a declined order as a failure at once, and a later payment is a late success, by %s',
    async (way) => {
      const made = await make()
      await ekqr.pay(made.upi, 'declined')
      expect(await made.status()).toBe(waiting)
      const page = await ekqr.shop.call({ method: 'GET', url: `/pay/${made.orderId}` })
      expect(page.body).toMatch(/<form[^>]*data-goes.*Go Back/)
      const reply = await WAYS[way](made)
      expect(reply.statusCode).toBe(way === 'form' ? 303 : 200)
      expect(await made.status()).toBe('failure')
      const version = await versionOf(made)
      await Promise.all([WAYS.script(made), WAYS.form(made), WAYS[way](made)])
      expect(await versionOf(made)).toBe(version)
      const after = await ekqr.shop.call({ method: 'GET', url: `/pay/${made.orderId}` })
      expect(after.body).not.toMatch(/data-goes|Retry Payment/)
      await ekqr.post(`/api/v1/order/pay/${made.orderId}`, { retry: true, again: true })
      expect(await made.status()).toBe('failure')
      await ekqr.pay(made.upi)
      expect(await made.status()).toBe('success')
      const late = sql`select paid_late from orders where order_id = ${made.orderId}`
      expect(await ekqr.shop.db.value<boolean>(late)).toBe(true)
    },
  )

  test('ends an order whose window is over before its settling time is', async () => {
    const made = await make()
    ekqr.shop.clock.advance({ seconds: WINDOW_SECONDS })
    expect(await made.status()).not.toBe('failure')
    await WAYS.form(made)
    expect(await made.status()).toBe('failure')
  })

  test('changes nothing while the order can be paid, nor after a payment', async () => {
    const made = await make()
    for (const way of Object.values(WAYS)) await way(made)
    expect(await versionOf(made)).toBe(1)
    await ekqr.pay(made.upi)
    for (const way of Object.values(WAYS)) await way(made)
    expect(await made.status()).toBe('success')
  })

  test('and Retry at the same time leave either an order that can be paid or a failure', async () => {
    const made = await make()
    await ekqr.pay(made.upi, 'declined')
    await Promise.all([WAYS.script(made), ekqr.post(`/api/v1/order/pay/${made.orderId}`, { retry: true })])
    const page = (await ekqr.shop.call({ method: 'GET', url: `/pay/${made.orderId}` })).body
    const isFailure = (await made.status()) === 'failure'
    expect(page.includes('Payment Expired')).toBe(isFailure)
    expect(page.includes('Amount to Pay')).toBe(!isFailure)
  })
})

test('an order of our own calls has no Go Back that ends it', async () => {
  const made = await makeOwn()
  await ekqr.pay(made.upi, 'declined')
  for (const way of Object.values(WAYS)) await way(made)
  expect(await made.status()).toBe('declined')
})
