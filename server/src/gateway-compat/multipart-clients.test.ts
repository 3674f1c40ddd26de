import { execFile, spawnSync } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { DIALECT_PATHS } from '@galla/contract/gateway-compat/dialects'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { FORM_TYPE, formOf } from '../../testing/upload-form.ts'

const { ekqrCreate, ekqrCheck, cutepeCreate } = DIALECT_PATHS
const run = promisify(execFile)

const hasCurl = spawnSync('curl', ['--version']).status === 0

let shop: Shop
let merchant: ShopMerchant
let origin: string

beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000' })
  merchant = await shop.merchant()
  await shop.app.http.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(shop.app.http.server.address() as AddressInfo).port}`
})
afterAll(() => shop.close())

/** As PHP's curl sends an array in CURLOPT_POSTFIELDS. */
const curl = async (path: string, fields: Record<string, string>, headers: readonly string[] = []) => {
  const { stdout } = await run('curl', [
    '--silent',
    '--show-error',
    ...headers.flatMap((header) => ['--header', header]),
    ...Object.entries(fields).flatMap(([name, value]) => ['--form-string', `${name}=${value}`]),
    origin + path,
  ])
  return JSON.parse(stdout)
}

let orders = 0
const fields = (over: Record<string, string> = {}): Record<string, string> => {
  orders += 1
  return {
    key: merchant.key,
    client_txn_id: `PARTS-${orders}`,
    amount: '499.00',
    p_info: 'मसाला चाय; "two" = best',
    customer_name: 'Asha Rao',
    customer_email: 'asha@example.com',
    customer_mobile: '9876543210',
    redirect_url: 'https://shop.example/done?a=b&c=d',
    udf1: ' line one\r\nline two ',
    udf2: '',
    ...over,
  }
}
const post = (payload: Buffer, type = FORM_TYPE, path: string = ekqrCreate) =>
  shop.call({ method: 'POST', url: path, payload, headers: { 'content-type': type } })

test.skipIf(!hasCurl)('multipart forms sent by curl create an order and check it', async () => {
  const sent = fields()
  expect(await curl(ekqrCreate, sent)).toMatchObject({
    status: true,
    data: { order_id: expect.any(Number) },
  })
  const found = await curl(ekqrCheck, { key: merchant.key, client_txn_id: sent.client_txn_id ?? '' })
  expect(found).toMatchObject({
    status: true,
    data: {
      amount: 499,
      p_info: sent.p_info,
      udf1: sent.udf1,
      udf2: '',
      redirect_url: sent.redirect_url,
      customer_mobile: '9876543210',
    },
  })
  const { client_txn_id: txn_id = '', key, ...others } = fields()
  const made = await curl(cutepeCreate, { ...others, txn_id }, [`Authorization: Bearer ${key}`])
  expect(made).toMatchObject({ status: 'success', order_id: txn_id })
})

test.skipIf(!hasCurl)('a multipart form with a file is refused in the envelope of the gateway', async () => {
  const args = Object.entries(fields()).flatMap(([name, value]) => ['--form-string', `${name}=${value}`])
  const { stdout } = await run('curl', [
    '--silent',
    ...args,
    '--form',
    `photo=@${import.meta.filename}`,
    origin + ekqrCreate,
  ])
  expect(JSON.parse(stdout)).toMatchObject({ status: false, error_code: 'malformed' })
})

test('a multipart form may have as many fields as any form', async () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`other_${n}`, '1']))
  const most = 200 - Object.keys(fields()).length
  expect((await post(formOf({ ...fields(), ...many(most) }, []))).json()).toMatchObject({ status: true })
  expect((await post(formOf({ ...fields(), ...many(most + 1) }, []))).json()).toMatchObject({ status: false })
})

test.each([
  ['a value that is too long', () => formOf({ ...fields(), p_info: 'x'.repeat(70_000) }, [])],
  ['a body that ends in the middle', () => formOf(fields(), []).subarray(0, -40)],
  ['another boundary', () => Buffer.from(formOf(fields(), []).toString().replaceAll('galla-test', 'other'))],
  ['bytes that are no text', () => formOf({ ...fields(), p_info: 'tea' }, []).fill(0xff, 60, 70)],
])('a multipart form with %s is refused as malformed', async (_what, body) => {
  const reply = (await post(body())).json()
  expect(reply).toMatchObject({ status: false, error_code: 'malformed' })
})

test('a repeated key is refused, and field names such as __proto__ have no effect', async () => {
  const one = formOf(fields(), []).toString().split('--galla-test-boundary--')[0] ?? ''
  const twice = Buffer.from(one + formOf({ key: 'key_test_other' }, []).toString())
  expect((await post(twice)).json()).toMatchObject({ status: false, error_code: 'bad_key' })
  const odd = formOf({ ...fields(), __proto__x: '1', constructor: '1', ['__proto__']: '1' }, [])
  expect((await post(odd)).json()).toMatchObject({ status: true })
})

test('JSON with the content type of a multipart form is read as JSON', async () => {
  const reply = await post(Buffer.from(JSON.stringify(fields())), 'multipart/form-data')
  expect(reply.json()).toMatchObject({ status: true })
})

test('our own calls and pages refuse multipart forms', async () => {
  const { key = '', ...own } = fields()
  const reply = await shop.call({
    method: 'POST',
    url: '/api/v1/order/create-order',
    payload: formOf(own, []),
    headers: { 'content-type': FORM_TYPE, authorization: `Bearer ${key}` },
  })
  expect(reply.statusCode).toBe(415)
})
