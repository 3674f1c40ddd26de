import { DIALECT_PATHS } from '@galla/contract/gateway-compat/dialects'
import { nextOrderNumber, proposedOrderNumber } from '@galla/contract/orders/order-number'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../platform/database/database.ts'
import { type EkqrShop, openEkqrShop, pageOf } from './ekqr-harness.ts'

const { ekqrCreate, ekqrCheck } = DIALECT_PATHS

let ekqr: EkqrShop
beforeAll(async () => {
  ekqr = await openEkqrShop()
})
afterAll(() => ekqr.shop.close())

describe('an EKQR refusal is HTTP 200 with status false as a boolean', () => {
  const refused = async (url: string, payload: object) => {
    const reply = await ekqr.post(url, payload)
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
      'a script as address',
      { redirect_url: 'javascript:alert(1)' },
      'Invalid redirect URL',
      'invalid_fields',
    ],
    ['another host as path', { redirect_url: '//evil.example' }, 'Invalid redirect URL', 'invalid_fields'],
  ])('for %s', async (_what, over, msg, code) => {
    expect(await refused(ekqrCreate, ekqr.fields(over))).toEqual({ status: false, msg, error_code: code })
  })

  test('a repeated client_txn_id is refused whatever else is sent, and creates no second order', async () => {
    const sent = ekqr.fields()
    await ekqr.create(sent)
    for (const again of [sent, { ...sent, amount: '2' }])
      expect(await refused(ekqrCreate, again)).toMatchObject({ msg: 'Client Transaction ID already exists' })
    const n = await ekqr.shop.db.value<number>(sql`
      select count(*)::int as n from orders where client_txn_id = ${sent.client_txn_id}`)
    expect(n).toBe(1)
  })

  test('an unknown order gets code 1610, even if its id is invalid', async () => {
    for (const id of ['nobody', '', null, { a: 1 }, 'x'.repeat(500), '\0'])
      expect(await refused(ekqrCheck, { key: ekqr.merchant.key, client_txn_id: id })).toEqual({
        status: false,
        msg: 'Record not found',
        code: 1610,
        error_code: 'order_not_found',
      })
  })

  test('an order of another merchant is unknown, and so is a test order to a live key', async () => {
    const sent = ekqr.fields()
    await ekqr.create(sent)
    const other = await ekqr.shop.merchant('Other Tea')
    expect(await refused(ekqrCheck, { key: other.key, client_txn_id: sent.client_txn_id })).toMatchObject({
      code: 1610,
    })
    expect((await ekqr.post(ekqrCreate, { ...sent, key: other.key })).json()).toMatchObject({ status: true })
  })

  test('a suspended merchant gets the reason', async () => {
    const own = await ekqr.shop.merchant('Closed Tea')
    await ekqr.shop.db.run(
      sql`update merchants set suspended_at = ${ekqr.shop.clock.now()} where merchant_id = ${own.merchantId}`,
    )
    for (const payload of [ekqr.fields({ key: own.key }), ekqr.fields({ key: own.key, amount: 'x' })])
      expect(await refused(ekqrCreate, payload)).toMatchObject({ msg: 'User account is not active' })
  })
})

describe('the integer id of an order', () => {
  const numberIn = (orderId: string) =>
    ekqr.shop.db.one<{ dialect: string | null; order_number: bigint | null }>(
      sql`select dialect, order_number from orders where order_id = ${orderId}`,
    )
  const makeNative = async (over: object = {}) => {
    const payload = ekqr.fields({ redirect_url: 'https://shop.example', ...over })
    const native = await ekqr.shop.call({ method: 'POST', url: '/api/v1/order/create-order', payload })
    return { orderId: native.json().data.order_id as string, id: payload.client_txn_id }
  }

  test('is unique per merchant by a database constraint', async () => {
    const [first, second] = [await ekqr.create(), await ekqr.create()]
    const clash = ekqr.shop.db.run(sql`
      update orders set order_number = ${first.data.order_id}::bigint where order_id = ${pageOf(second)}`)
    await expect(clash).rejects.toThrow(/orders_number/)
  })

  test('is assigned when an order is first read in the format of EKQR, and then kept', async () => {
    const { orderId, id } = await makeNative()
    expect(await numberIn(orderId)).toEqual({ dialect: null, order_number: null })
    const asked = await Promise.all(Array.from({ length: 8 }, () => ekqr.check(id)))
    const numbers = new Set(asked.map((reply) => reply.data.id))
    expect(numbers.size).toBe(1)
    expect(await numberIn(orderId)).toEqual({ dialect: null, order_number: BigInt([...numbers][0]) })
  })

  test('differs if the number is taken, both for a new order and for one that is read for the first time', async () => {
    const { orderId, id } = await makeNative()
    const taken = proposedOrderNumber(orderId)
    await ekqr.shop.db.run(
      sql`update orders set order_number = ${taken} where order_id = ${pageOf(await ekqr.create())}`,
    )
    expect((await ekqr.check(id)).data.id).toBe(nextOrderNumber(taken))
  })

  test('is assigned with the first event of an order, also if the first that it asks for are taken, and the event carries it', async () => {
    const { orderId } = await makeNative()
    const first = proposedOrderNumber(orderId)
    for (const taken of [first, nextOrderNumber(first)])
      await ekqr.shop.db.run(
        sql`update orders set order_number = ${taken} where order_id = ${pageOf(await ekqr.create())}`,
      )
    const page = await ekqr.shop.call({ method: 'POST', url: `/api/v1/order/pay/${orderId}`, payload: {} })
    await ekqr.pay(page.json().data.upiIntentUrl.generic)
    const number = BigInt(nextOrderNumber(nextOrderNumber(first)))
    expect(await numberIn(orderId)).toEqual({ dialect: null, order_number: number })
    const events = await ekqr.shop.db.rows(sql`
      select event, order_number from webhook_events where order_id = ${orderId}`)
    expect(events).toEqual([{ event: 'order.success', order_number: number }])
  })

  test('stays the same for an order from before the numbers were short', async () => {
    const sent = ekqr.fields({ redirect_url: 'https://shop.example/done' })
    const made = await ekqr.create(sent)
    const old = 909_090_909_090_909
    await ekqr.shop.db.run(sql`update orders set order_number = ${old} where order_id = ${pageOf(made)}`)
    await ekqr.pay(made.data.upi_intent.gpay_link)
    expect((await ekqr.check(sent.client_txn_id)).data).toMatchObject({ id: old, txn_id: old })
    const { redirectUrl } = (
      await ekqr.shop.call({ method: 'GET', url: `/api/v1/order/status/${pageOf(made)}` })
    ).json()
    expect(new URL(redirectUrl).searchParams.get('txn_id')).toBe(String(old))
  })
})
