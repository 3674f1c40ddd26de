import { DIALECT_PATHS } from '@galla/contract/gateway-compat/dialects'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { ShopMerchant } from '../../testing/shop.ts'
import { openReceiver, type Receiver } from '../webhooks/endpoints/webhook-harness.ts'
import { type EkqrShop, openEkqrShop } from './ekqr-harness.ts'

let ekqr: EkqrShop
let merchant: ShopMerchant
let receiver: Receiver

beforeAll(async () => {
  ekqr = await openEkqrShop()
})
beforeEach(async () => {
  merchant = await ekqr.shop.merchant()
  receiver = await openReceiver((reply) => reply.writeHead(200).end('OK'))
})
afterEach(() => receiver.close())
afterAll(() => ekqr.shop.close())

const hook = (over: object = {}) =>
  merchant.post('/user/update-webhook-url', { webhookUrl: receiver.url, ...over })
const sendTest = () => merchant.post('/user/test-webhook')
const create = (over: object = {}) => ekqr.create({ key: merchant.key, ...over })
const createNative = async () =>
  (await ekqr.post('/api/v1/order/create-order', ekqr.fields({ key: merchant.key }))).json()
const pageOf = (paymentUrl: string): string => paymentUrl.slice(-26)

test('a test has the format of the newest order until the merchant chooses one', async () => {
  await hook()
  const isForm: boolean[] = []
  const sendAndRead = async () => {
    await sendTest()
    await receiver.until(isForm.length + 1)
    isForm.push(receiver.received.at(-1)?.headers['content-type'] === 'application/x-www-form-urlencoded')
  }
  await sendAndRead()
  await create()
  await sendAndRead()
  const { client_txn_id: txn_id, ...fields } = ekqr.fields({ key: merchant.key })
  await ekqr.post(DIALECT_PATHS.cutepeCreate, { ...fields, txn_id })
  await sendAndRead()
  ekqr.shop.clock.advance({ seconds: 1 })
  await createNative()
  await sendAndRead()
  expect(isForm).toEqual([false, true, true, false])
})

test("a receiver of JSON with EKQR's names gets numbers as numbers, final results only, and the test too", async () => {
  expect((await hook({ format: 'ekqr_json', tellsFailures: true })).statusCode).toBe(200)
  const { data } = await create({ client_txn_id: 'J-1', amount: '100' })
  await ekqr.pay(data.upi_intent.bhim_link, 'declined')
  await ekqr.post(`/api/v1/order/pay/${pageOf(data.payment_url)}`, {})
  const { utr } = (await ekqr.pay(data.upi_intent.bhim_link)).json().data
  await receiver.until(1)
  await sendTest()
  await receiver.until(2)
  const types = receiver.received.map(({ headers }) => headers['content-type'])
  expect(types).toEqual(['application/json', 'application/json'])
  const [paid, ping] = receiver.received.map(({ body }) => JSON.parse(body))
  const number = data.order_id
  const orderId = pageOf(data.payment_url)
  expect(paid).toMatchObject({ id: number, txn_id: number, amount: 100, client_txn_id: 'J-1', orderId })
  expect(paid).toMatchObject({
    upi_txn_id: utr,
    utr,
    status: 'success',
    customer_mobile: '9876543210',
    udf2: '',
  })
  expect(ping).toMatchObject({ event: 'test.ping', status: '', amount: 0, upi_txn_id: '' })
  expect(Object.keys(ping)).toEqual(expect.arrayContaining(Object.keys(paid)))
  const [got] = receiver.received
  const { webhookSecret } = (await merchant.post('/user/get-api-details')).json().data
  vi.useFakeTimers({ toFake: ['Date'], now: ekqr.shop.clock.now() })
  const headers = got?.headers as Record<string, string>
  expect(new Webhook(webhookSecret).verify(got?.body ?? '', headers)).toEqual(paid)
  vi.useRealTimers()
  ekqr.shop.clock.advance({ seconds: 1 })
  const own = await createNative()
  await ekqr.pay(own.data.upi_intent.upi_link)
  await receiver.until(3)
  const { id } = JSON.parse(receiver.received[2]?.body ?? '')
  expect(id).toSatisfy(Number.isSafeInteger)
  const listed = await ekqr.shop.call({
    method: 'GET',
    url: '/api/v1/events?notifications=1',
    headers: { authorization: `Bearer ${merchant.key}` },
  })
  const notified: ({ body: string } | null)[] = listed.json().notifications
  const successes = notified
    .map((each) => each && JSON.parse(each.body))
    .filter((each) => each?.status === 'success')
  expect(successes).toMatchObject([{ id: number }, { id }])
})
