import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORDER_BODY } from '../../../testing/order-body.ts'
import { openShop, type Shop, type ShopMerchant } from '../../../testing/shop.ts'
import { sql } from '../../platform/database/database.ts'

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
  ...over,
})

const call = (name: 'create-order' | 'check-order-status', payload: object | string) =>
  shop.call({
    method: 'POST',
    url: `/api/v1/order/${name}`,
    payload,
    headers: {
      authorization: `Bearer ${merchant.key}`,
      ...(typeof payload === 'string' ? { 'content-type': 'application/json' } : {}),
    },
  })
const create = (payload: object | string) => call('create-order', payload)

describe('the fields of an order', () => {
  test.each([
    ['client_txn_id', '', 'Transaction ID is required'],
    ['client_txn_id', undefined, 'Transaction ID is required'],
    ['client_txn_id', 'x'.repeat(65), 'Please use at most 64 characters'],
    ['amount', undefined, 'Amount is required'],
    ['amount', '', 'Amount is required'],
    ['amount', '0', 'Please enter a valid amount'],
    ['amount', '-5', 'Please enter a valid amount'],
    ['amount', '1e3', 'Please enter a valid amount'],
    ['amount', '1.234', 'Please enter a valid amount'],
    ['amount', 'NaN', 'Please enter a valid amount'],
    ['amount', ' 5 ', 'Please enter a valid amount'],
    ['amount', '५', 'Please enter a valid amount'],
    ['amount', '1,000', 'Please enter a valid amount'],
    ['amount', '00.10', 'Please enter a valid amount'],
    ['amount', '1000000.01', 'Please enter a valid amount'],
    ['amount', 1.005, 'Please enter a valid amount'],
    ['amount', 1e21, 'Please enter a valid amount'],
    ['p_info', ' ', 'Payment purpose is required'],
    ['customer_name', '', 'Customer name is required'],
    ['customer_email', '', 'Customer email is required'],
    ['customer_email', 'a b@c.d', 'Please enter a valid email address'],
    ['customer_mobile', '', 'Customer mobile is required'],
    ['customer_mobile', '12345', 'Please enter a valid 10-digit mobile number'],
    ['redirect_url', '', 'Redirect URL is required'],
    ['redirect_url', 'javascript:alert(1)', 'Please enter a valid URL starting with http:// or https://'],
    ['redirect_url', '//evil.example', 'Please enter a valid URL starting with http:// or https://'],
    ['udf1', 'x'.repeat(256), 'Please use at most 255 characters'],
    ['client_txn_id', null, 'Transaction ID is required'],
    ['client_txn_id', ['1'], 'Please send one text, not a list or an object'],
    ['client_txn_id', 'A\tB', 'This contains a control character, such as a tab or a line break'],
    ['amount', true, 'Please enter a valid amount'],
    ['amount', [5], 'Please enter a valid amount'],
    ['p_info', {}, 'Please send one text, not a list or an object'],
    ['customer_name', 'A\u0007', 'This contains a control character, such as a tab or a line break'],
    ['customer_email', ['a@b.example'], 'Please send one text, not a list or an object'],
    ['customer_mobile', 98765, 'Please enter a valid 10-digit mobile number'],
    ['udf2', [], 'Please send one text, not a list or an object'],
    ['udf2', 'a\0b', 'This contains a zero byte or half of a character, which cannot be stored'],
  ])('refuses %s = %j and names the field', async (field, value, msg) => {
    const reply = await create(fields({ [field]: value }))
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toEqual({
      success: false,
      msg: expect.any(String),
      code: 'invalid_fields',
      errors: [{ field, msg }],
      requestId: reply.headers['x-request-id'],
    })
  })

  test.each([
    '{"amount":',
    '[]',
    'null',
    '"text"',
    '{"client_txn_id":"\\u0000","amount":"1"}',
    '{"client_txn_id":"\\ud800","amount":"1"}',
    '{"__proto__":{"a":1},"constructor":{}}',
    '{"client_txn_id":{"$gt":""},"amount":["1"],"p_info":true,"customer_name":7}',
  ])('refuses %s with 400 and the envelope', async (body) => {
    const reply = await create(body)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ success: false, requestId: expect.any(String) })
  })

  const storedAs = (orderId: string) =>
    shop.db.one(sql`
      select client_txn_id, purpose, customer_name, customer_mobile, udf1, udf2, udf3
      from orders where order_id = ${orderId}`)

  test('may be numbers and booleans, which are read as they were written, or null, which is absent', async () => {
    const digits = `${randomInt(1e8, 1e9)}12345678901.10`
    const sent = fields({
      client_txn_id: 'ID',
      customer_mobile: 9_876_543_210,
      udf1: '49.50',
      udf2: true,
      udf3: null,
      expires_in: null,
    })
    const body = JSON.stringify(sent).replace('"ID"', digits).replace('"49.50"', '49.50')
    const { data } = (await create(body)).json()
    expect(await storedAs(data.order_id)).toMatchObject({
      client_txn_id: digits,
      customer_mobile: '9876543210',
      udf1: '49.50',
      udf2: 'true',
      udf3: null,
    })
    const asked = await call('check-order-status', `{"client_txn_id":${digits}}`)
    expect(asked.json().data).toMatchObject({ orderId: data.order_id, clientTransactionId: digits })
    const again = await create({ ...sent, client_txn_id: digits, udf1: '49.50', udf2: 'true' })
    expect(again.json()).toMatchObject({ code: 'duplicate_client_txn_id', order_id: data.order_id })
    const form = { ...sent, client_txn_id: randomInt(1e12), udf1: 7 }
    const link = (await merchant.post('/user/generate-payment-link', form)).json().data
    expect(await storedAs(link.order_id)).toMatchObject({
      client_txn_id: String(form.client_txn_id),
      udf1: '7',
    })
  })

  test('reads line breaks and tabs in names, the purpose and udf as spaces', async () => {
    const lines = {
      p_info: 'Tea\r\nand\tcake\n',
      customer_name: 'Asha\u2028Rao',
      udf1: 'a\n\nb',
      udf2: '\t',
      udf3: 'c\u000bd',
    }
    for (const post of [create, (body: object) => merchant.post('/user/generate-payment-link', body)]) {
      const { data } = (await post(fields(lines))).json()
      expect(await storedAs(data.order_id)).toMatchObject({
        purpose: 'Tea and cake',
        customer_name: 'Asha Rao',
        udf1: 'a b',
        udf2: null,
        udf3: 'c d',
      })
    }
  })
})
