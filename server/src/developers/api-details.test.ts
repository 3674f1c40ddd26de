import { afterAll, beforeAll, expect, test } from 'vitest'
import { CONNECTING } from '../../testing/reaching-bodies.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { memberOf } from '../../testing/team.ts'
import { sql } from '../platform/database/database.ts'

let shop: Shop
let merchant: ShopMerchant

beforeAll(async () => {
  shop = await openShop()
  merchant = await shop.merchant()
})
afterAll(() => shop.close())

const details = async () => (await merchant.post('/user/get-api-details')).json().data
const NOT_A_TEXT = 'Please send one text, not a list or an object'
const WRONG = 'Please enter a valid URL. Example: https://yourdomain.com/webhook'

test('a new merchant sees the test key, no webhook URL, and a signing secret that stays', async () => {
  const first = await details()
  expect(first).toEqual({
    apiKey: expect.stringMatching(/^key_test_[0-9A-Za-z]{49}$/),
    webHookUrl: '',
    websiteName: '',
    websiteUrl: '',
    webhookSecret: expect.stringMatching(/^whsec_[0-9A-Za-z+/]{43}=$/),
    webhookFormat: 'standard',
    webhookFormatChosen: false,
    webhookTellsFailures: false,
    webhookTellsSources: false,
    keyCreatedAt: '2026-11-21T04:00:00.000Z',
    keyLastUsedAt: null,
    keyShownOnce: false,
    previousKeyUntil: null,
    previousSecretUntil: null,
    alertUrl: expect.stringMatching(/^http:\/\/localhost:3000\/api\/v1\/alerts\/[\w-]{32}$/),
  })
  expect(await details()).toEqual(first)
})

test.each([
  undefined,
  null,
  '',
  ' ',
  7,
  true,
  [],
  {},
  ['https://a.example/'],
  'yourdomain.com/webhook',
  'ftp://a.example/',
  'https://',
  'https://a b',
  'javascript:alert(1)',
  '//a.example',
])('%j is not a webhook URL, and the previous one is kept', async (webhookUrl) => {
  await merchant.post('/user/update-webhook-url', { webhookUrl: 'https://tea.example/before' })
  const reply = await merchant.post('/user/update-webhook-url', { webhookUrl })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({
    success: false,
    code: 'invalid_fields',
    errors: [
      {
        field: 'webhookUrl',
        msg: typeof webhookUrl === 'object' && webhookUrl !== null ? NOT_A_TEXT : WRONG,
      },
    ],
  })
  expect((await details()).webHookUrl).toBe('https://tea.example/before')
})

test('a URL has at most 2,048 characters, and a format is one of three', async () => {
  const long = `https://tea.example/${'x'.repeat(2048)}`
  expect((await merchant.post('/user/update-webhook-url', { webhookUrl: long })).statusCode).toBe(400)
  const format = await merchant.post('/user/update-webhook-url', {
    webhookUrl: 'https://tea.example/hook',
    format: 'xml',
  })
  expect(format.json().errors).toMatchObject([{ field: 'format' }])
})

test('editing and removing the URL keep the secret, the key and the format', async () => {
  const before = await details()
  const CHOSEN = { webhookFormat: 'ekqr', webhookFormatChosen: true }
  const saved = await merchant.post('/user/update-webhook-url', {
    webhookUrl: 'https://tea.example/one',
    format: 'ekqr',
  })
  expect(saved.json().data).toMatchObject({ webHookUrl: 'https://tea.example/one', webhookFormat: 'ekqr' })
  await merchant.post('/user/update-webhook-url', { webhookUrl: 'https://tea.example/two' })
  expect(await details()).toEqual({
    ...before,
    webHookUrl: 'https://tea.example/two',
    ...CHOSEN,
  })
  const removed = await merchant.post('/user/remove-webhook-url')
  expect(removed.json().data).toEqual({ ...before, webHookUrl: '', ...CHOSEN })
  const ping = await merchant.post('/user/test-webhook')
  expect([ping.statusCode, ping.json().code]).toEqual([409, 'no_webhook_url'])
})

const check = (key: string) =>
  shop.call({
    method: 'POST',
    url: '/api/v1/order/check-order-status',
    payload: { client_txn_id: 'none' },
    headers: { authorization: `Bearer ${key}` },
  })

test('a key that is rotated without overlap is refused at once, and nothing else changes', async () => {
  const before = await details()
  expect((await check(before.apiKey)).statusCode).toBe(404)
  shop.clock.advance({ minutes: 1 })
  const { data } = (await merchant.post('/user/rotate-api-key', { stopOldNow: true })).json()
  expect(data).toEqual({
    ...before,
    apiKey: expect.not.stringContaining(before.apiKey),
    keyCreatedAt: '2026-11-21T04:01:00.000Z',
    keyLastUsedAt: null,
  })
  expect((await check(before.apiKey)).json()).toMatchObject({ code: 'bad_key' })
  expect((await check(data.apiKey)).statusCode).toBe(404)
  const create = await shop.call({
    method: 'POST',
    url: '/api/v1/order/create-order',
    payload: { amount: 'wrong' },
    headers: { authorization: `Bearer ${before.apiKey}` },
  })
  expect(create.statusCode).toBe(401)
})

test('rotating the signing secret replaces it and keeps the key', async () => {
  const before = await details()
  const { data } = (await merchant.post('/user/rotate-webhook-secret')).json()
  expect(data.webhookSecret).toMatch(/^whsec_/)
  expect(data.webhookSecret).not.toBe(before.webhookSecret)
  expect(data.apiKey).toBe(before.apiKey)
  expect(await details()).toEqual(data)
})

test('each mode has its own key, URL and secret', async () => {
  await merchant.post('/user/update-webhook-url', { webhookUrl: 'https://tea.example/test' })
  const inTest = await details()
  await shop.db.pool.query(`update sessions set mode = 'live' where merchant_id = $1`, [merchant.merchantId])
  const live = await details()
  expect(live).toMatchObject({ apiKey: expect.stringMatching(/^key_live_/), webHookUrl: '' })
  expect(live.webhookSecret).not.toBe(inTest.webhookSecret)
  await shop.db.pool.query(`update sessions set mode = 'test' where merchant_id = $1`, [merchant.merchantId])
  expect(await details()).toEqual(inTest)
})

test('a developer gets the address of live alerts from none of the calls, for who has it can report payments', async () => {
  const owner = await shop.merchant()
  const [admin, developer] = [await memberOf(shop, owner, 'admin'), await memberOf(shop, owner, 'developer')]
  const addressesIn = async (mode: 'test' | 'live', { post }: ShopMerchant): Promise<unknown[]> => {
    await shop.db.run(sql`update sessions set mode = ${mode}`)
    const found: unknown[] = []
    for (const path of [
      'get-api-details',
      'update-webhook-url',
      'remove-webhook-url',
      'rotate-api-key',
      'rotate-webhook-secret',
    ]) {
      const reply = await post(`/user/${path}`, { webhookUrl: 'https://tea.example/hook' })
      expect(reply.statusCode, reply.body).toBe(200)
      found.push(reply.json().data.alertUrl)
    }
    return found
  }
  await shop.db.run(sql`update sessions set mode = 'live'`)
  const connected = await owner.post('/user/connect-merchant', CONNECTING)
  expect(connected.statusCode, connected.body).toBe(200)
  const address = expect.stringMatching(/\/alerts\/[\w-]{32}$/)
  expect(await addressesIn('live', developer)).toEqual([null, null, null, null, null])
  for (const caller of [owner, admin])
    expect(await addressesIn('live', caller)).toEqual(Array(5).fill(address))
  expect(await addressesIn('test', developer)).toEqual(Array(5).fill(address))
  await shop.db.run(sql`update sessions set mode = 'test'`)
})
