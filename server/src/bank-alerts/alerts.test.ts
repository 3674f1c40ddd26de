import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertPathOf, recordAlertsOf } from '../../testing/merchants-phone.ts'
import { placeOrder } from '../../testing/place-order.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { sql } from '../platform/database/database.ts'
import { deleteAlertsBefore } from './alert-store.ts'

let shop: Shop
let merchant: ShopMerchant
let url: string

beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000' })
  merchant = await shop.merchant()
  url = await alertPathOf(merchant)
})
afterAll(() => shop.close())

let utrs = 500_000_000_000
const sms = (rupees: string, utr = String(++utrs)) => ({
  text: `Rs.${rupees} credited to your A/c XX1234 on 21-11-26 by UPI from asha@okaxis. UPI Ref No ${utr} -HDFC Bank`,
  utr,
})
const HEADER = 'VM-HDFCBK-S'

const send = (payload: string | object, type = 'application/json', to = url) =>
  shop.call({ method: 'POST', url: to, payload, headers: { 'content-type': type } })

/** The sweep that runs by the clock, at once and to its end. */
const record = () => recordAlertsOf(shop)

const alerts = async (query = '') => (await merchant.get(`/user/alerts?limit=100${query}`)).json()
const place = (amount: string) => placeOrder(shop, merchant, amount)
const statusOf = async (orderId: string) =>
  (await merchant.get(`/user/transactions/${orderId}`)).json().data.status

test('the message of a bank settles the only order of its amount, and the phone gets 200', async () => {
  const orderId = await place('611.00')
  const { text, utr } = sms('611.00')
  const reply = await send({ from: HEADER, text, sentStamp: String(shop.clock.now().getTime()), sim: 'SIM1' })
  expect([reply.statusCode, reply.json().success]).toEqual([200, true])
  await record()
  expect(await statusOf(orderId)).toBe('success')
  const row = (await alerts('&outcome=credit')).data[0]
  expect(row).toMatchObject({ text, sender: HEADER, outcome: 'credit', creditId: expect.any(String) })
  expect((await merchant.get('/user/credits?state=matched')).json().data[0]).toMatchObject({
    utr,
    sources: ['alert'],
  })
})

test.each<[string, (text: string) => [string | object, string]]>([
  ['incoming SMS gateway', (text) => [{ from: HEADER, text, sentStamp: '1', sim: '' }, 'application/json']],
  [
    'httpSMS',
    (text) => [
      { type: 'message.phone.received', data: { contact: HEADER, content: text } },
      'application/json',
    ],
  ],
  [
    'SMS gateway',
    (text) => [
      { event: 'sms:received', payload: { message: text, phoneNumber: HEADER } },
      'application/json',
    ],
  ],
  [
    'form',
    (text) => [
      new URLSearchParams({ from: HEADER, content: text }).toString(),
      'application/x-www-form-urlencoded',
    ],
  ],
  [
    'JSON whose template let a line break through',
    (text) => [`{\n "from":"${HEADER}",\n "text":"${text}\nHelp: 1800"\n}`, 'application/json'],
  ],
])('%s is accepted unedited', async (_name, sent) => {
  const { text, utr } = sms('7.00')
  const [payload, type] = sent(text)
  expect((await send(payload, type)).statusCode).toBe(200)
  await record()
  const { data } = (await merchant.get('/user/credits?state=open&limit=100')).json()
  expect(data.filter((row: { utr: string }) => row.utr === utr)).toHaveLength(1)
})

test('plain text and messages of unknown senders are stored, and settle nothing until a person decides', async () => {
  const orderId = await place('612.00')
  const { text, utr } = sms('612.00')
  expect((await send(text, 'text/plain')).statusCode).toBe(200)
  expect((await send({ from: '+919812345678', text })).statusCode).toBe(200)
  await record()
  expect(await statusOf(orderId)).toBe('created')
  const { data } = await alerts('&outcome=untrusted')
  expect(data.map((row: { sender: string }) => row.sender).sort()).toEqual(['+919812345678', null])
  const bodies = await Promise.all(
    [1, 2].map(() => merchant.post(`/user/alerts/${data[0].id}/credit`, { amount: '612.00', utr })),
  )
  expect(bodies.map((reply) => reply.json().data.outcome)).toEqual(['credit', 'credit'])
  expect(await statusOf(orderId)).toBe('success')
})

test.each([
  ['a debit', 'Rs 500.00 debited from A/c XX1234 to shop@okaxis UPI Ref 512345678901', 'debit'],
  ['a one-time password', '123456 is your OTP for Rs 500.00. Do not share it with anyone.', 'otp'],
])('%s is not a credit', async (_what, text, because) => {
  shop.clock.advance({ seconds: 1 })
  await send({ from: HEADER, text })
  await record()
  expect((await alerts()).data[0]).toMatchObject({
    outcome: 'ignored',
    creditId: null,
    reading: { because },
  })
})

test.each(['', '{', '[]', 'null', '\0', '{"text":{}}', '{"a":1}', '💥'])(
  'the body %j gets 200',
  async (payload) => {
    for (const type of ['application/json', 'text/plain', 'application/octet-stream'])
      expect((await send(payload, type)).statusCode).toBe(200)
  },
)

test('a body that is not UTF-8 gets 200, and an unknown address 404', async () => {
  const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x41])
  const reply = await shop.call({
    method: 'POST',
    url,
    payload: bytes,
    headers: { 'content-type': 'text/plain' },
  })
  expect(reply.statusCode).toBe(200)
  expect((await send({ text: 'x' }, 'application/json', '/api/v1/alerts/nobody')).statusCode).toBe(404)
})

test('a repeated message is stored once, and equal messages of different times are stored separately', async () => {
  const text = 'Received Rs.88.00 in your account from Asha Rao'
  const at = shop.clock.now().getTime()
  const count = async () => (await alerts()).data.filter((row: { text: string }) => row.text === text).length
  await Promise.all(Array.from({ length: 20 }, () => send({ from: HEADER, text, sentStamp: at - 5000 })))
  expect(await count()).toBe(1)
  await send({ from: HEADER, text, sentStamp: at - 1000 })
  expect(await count()).toBe(2)
  await send({ from: HEADER, text })
  // Soon after, and soon after that in the next quarter of an hour.
  for (const minutes of [14, 10]) {
    shop.clock.advance({ minutes })
    await send({ from: HEADER, text })
    expect(await count()).toBe(3)
  }
})

test('messages that are sent as a list are all stored, and each waits for a person', async () => {
  const messages = [sms('4.00'), sms('4.00'), sms('4.00')]
  const list = messages.map(({ text }) => ({ from: HEADER, text }))
  expect((await send(list)).statusCode).toBe(200)
  await record()
  const { data } = await alerts('&outcome=waiting')
  for (const { utr } of messages)
    expect(data.filter(({ found }: { found: { utr?: string } | null }) => found?.utr === utr)).toHaveLength(1)
})

test('a message with unknown field names is stored unchanged, for a person to read', async () => {
  const { text, utr } = sms('4.00')
  expect((await send({ remark: text, origin: HEADER })).statusCode).toBe(200)
  const { data } = await alerts('&outcome=waiting')
  const row = data.find(({ found }: { found: { utr?: string } | null }) => found?.utr === utr)
  expect(row).toMatchObject({ outcome: 'untrusted', found: { amount: 4, utr } })
  expect(row.text).toContain(text)
})

test('300 messages at once are all stored, and each becomes one credit', async () => {
  const messages = Array.from({ length: 300 }, () => sms('3.00'))
  // A phone sends again what a server with too much work refused.
  const taken = async (text: string): Promise<number> => {
    const { statusCode } = await send({ from: HEADER, text })
    return statusCode === 503 ? taken(text) : statusCode
  }
  const replies = await Promise.all(messages.map(({ text }) => taken(text)))
  expect(new Set(replies)).toEqual(new Set([200]))
  await record()
  await Promise.all([record(), record()])
  const n = await shop.db.value<number>(sql`
    select count(*)::int as n from credits where utr = any(${messages.map(({ utr }) => utr)})`)
  expect(n).toBe(300)
})

test('a test shows how a message would be read and stores nothing', async () => {
  const { text, utr } = sms('1,23,456.50')
  const before = (await alerts()).pagination.total
  const reply = await merchant.post('/user/test-alert', { text, sender: HEADER })
  expect(reply.json().data).toMatchObject({
    outcome: 'credit',
    amount: 123456.5,
    utr,
    payerUpiId: 'asha@okaxis',
  })
  expect((await alerts()).pagination.total).toBe(before)
})

test('a new address replaces the old one, and texts are encrypted and deleted after thirty days', async () => {
  const { text } = sms('9.00')
  await send({ from: HEADER, text })
  const rows = await shop.db.rows<{ sealed: Buffer }>(sql`select sealed from alerts`)
  expect(rows.some(({ sealed }) => sealed.includes('credited'))).toBe(false)
  await merchant.post('/user/confirm-identity', { password: 'correct horse battery' })
  const { alertUrl } = (await merchant.post('/user/rotate-alert-token')).json().data
  expect((await send({ text: 'x' })).statusCode).toBe(404)
  url = new URL(alertUrl).pathname
  expect((await send({ text: 'x' })).statusCode).toBe(200)
  await record()
  expect(
    await deleteAlertsBefore(shop.db, new Date(shop.clock.now().getTime() + 1000), 5000),
  ).toBeGreaterThan(300)
  expect((await alerts()).data).toEqual([])
})

test("no merchant can read another merchant's messages or create credits from them", async () => {
  await send('A text of mine', 'text/plain')
  const id = (await alerts()).data[0].id
  const stranger = await shop.merchant()
  expect((await stranger.get('/user/alerts')).json().data).toEqual([])
  expect((await stranger.post(`/user/alerts/${id}/credit`, { amount: '1.00' })).statusCode).toBe(404)
})

test('with test=1 the real address shows how a message would be read and stores nothing', async () => {
  const { text, utr } = sms('1,23,456.50')
  const before = (await alerts()).pagination.total
  const reply = await send({ sender: HEADER, body: text }, 'application/json', `${url}?test=1`)
  expect(reply.json().data).toMatchObject({ outcome: 'credit', amount: 123456.5, utr })
  expect((await send('nothing', 'text/plain', `${url}?test=1`)).json().data).toMatchObject({
    outcome: 'ignored',
    amount: null,
  })
  expect((await send({ text }, 'application/json', '/api/v1/alerts/nobody?test=1')).statusCode).toBe(404)
  await record()
  expect((await alerts()).pagination.total).toBe(before)
})

test("the source shows its address, the phone's last message and the messages of a day, and a new address replaces the old one", async () => {
  const other = await shop.merchant()
  const source = async () => (await other.get('/user/alert-source')).json().data
  const made = new URL((await other.post('/user/rotate-alert-token')).json().data.alertUrl).pathname
  expect(await source()).toMatchObject({
    upiId: `${other.merchantId}@gallatest`,
    alertUrl: expect.stringContaining(made),
    lastReceivedAt: null,
    lastPingAt: null,
    unusedSince: null,
    lastDay: { credit: 0, ignored: 0, unread: 0, untrusted: 0 },
  })
  await send({ from: HEADER, text: sms('5.00').text }, 'application/json', made)
  await send({ from: HEADER, text: 'Your OTP is 123456' }, 'application/json', made)
  const at = shop.clock.now().toISOString()
  expect(await source()).toMatchObject({ lastReceivedAt: at, lastDay: { credit: 1, ignored: 1 } })
  shop.clock.advance({ hours: 25 })
  const later = await shop.logInAgain(other)
  expect((await send('ping', 'text/plain', made)).statusCode).toBe(200)
  expect((await later.get('/user/alert-source')).json().data).toMatchObject({
    lastReceivedAt: at,
    lastPingAt: shop.clock.now().toISOString(),
    lastDay: { credit: 0, ignored: 0 },
  })
  const next = (await later.post('/user/rotate-alert-token')).json().data.alertUrl
  expect((await later.get('/user/alert-source')).json().data.alertUrl).toBe(next)
  expect((await send({ text: 'x' }, 'application/json', made)).statusCode).toBe(404)
})
