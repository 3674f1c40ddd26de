import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../../testing/shop.ts'

const PATH = '/user/webhook-endpoints'
const ERP = { name: 'ERP', url: 'https://erp.example/hook', events: ['order.success', 'refund.sent'] }

let shop: Shop
let merchant: ShopMerchant
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  merchant = await shop.merchant()
})

const add = (over: object = {}) => merchant.post(PATH, { ...ERP, ...over })
const list = async () => (await merchant.get(PATH)).json().data

test('an endpoint has its own secret and settings, and the webhook URL knows nothing of it', async () => {
  const before = (await merchant.post('/user/get-api-details')).json().data
  const made = (
    await add({ events: ['refund.sent', 'refund.sent'], format: 'ekqr', takesAny2xx: true })
  ).json().data
  expect(made).toEqual({
    ...ERP,
    id: '2',
    events: ['refund.sent'],
    format: 'ekqr',
    takesAny2xx: true,
    secret: expect.stringMatching(/^whsec_[0-9A-Za-z+/]{43}=$/),
    previousSecretUntil: null,
    failingSince: null,
    paused: null,
  })
  expect(await list()).toEqual([made])
  const after = (await merchant.post('/user/get-api-details')).json().data
  expect(after).toEqual(before)
  expect(made.secret).not.toBe(after.webhookSecret)
  const changed = (await merchant.post(`${PATH}/2`, { ...ERP, name: 'Books' })).json().data
  expect(changed).toEqual({ ...made, ...ERP, name: 'Books', format: 'standard', takesAny2xx: false })
  const { secret } = (await merchant.post(`${PATH}/2/rotate-secret`)).json().data
  expect(secret).not.toBe(made.secret)
  expect(await list()).toMatchObject([{ secret, previousSecretUntil: expect.any(String) }])
})

test.each([
  ['name', { name: ' ' }],
  ['name', { name: 'x'.repeat(61) }],
  ['url', { url: 'ftp://erp.example' }],
  ['url', { url: `https://erp.example/${'x'.repeat(2048)}` }],
  ['url', { url: undefined }],
  ['events', { events: [] }],
  ['events.0', { events: ['test.ping'] }],
  ['format', { format: 'xml' }],
  ['takesAny2xx', { takesAny2xx: 'yes' }],
])('a wrong %s is named, and nothing is added: %j', async (field, wrong) => {
  const reply = await add(wrong)
  expect([reply.statusCode, reply.json().errors]).toMatchObject([400, [{ field }]])
  expect(await list()).toEqual([])
})

test('one name is added once and ten endpoints are the most, also at the same time', async () => {
  const same = await Promise.all([1, 2, 3].map(() => add()))
  expect(same.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400])
  const refused = same.find(({ statusCode }) => statusCode === 400)
  expect(refused?.json().errors).toMatchObject([{ field: 'name' }])
  const many = await Promise.all(Array.from({ length: 10 }, (_none, n) => add({ name: `Endpoint ${n}` })))
  expect(many.filter(({ statusCode }) => statusCode === 200)).toHaveLength(8)
  expect(many.find(({ statusCode }) => statusCode !== 200)?.json()).toMatchObject({
    code: 'too_many_endpoints',
  })
  expect(await list()).toHaveLength(9)
  expect((await merchant.post(`${PATH}/3`, ERP)).json().errors).toMatchObject([{ field: 'name' }])
})

test('an endpoint is tested, paused, resumed and removed by its own id; the first one only by its own calls', async () => {
  await add({ url: 'http://127.0.0.1:9/erp' })
  const { eventId } = (await merchant.post('/user/test-webhook?endpoint=2')).json().data
  const deliveries = async (endpoint: number) =>
    (await merchant.get(`/user/webhook-deliveries?endpoint=${endpoint}`)).json().data
  await expect.poll(async () => (await deliveries(2))[0]?.attempts.length).toBe(1)
  expect(await deliveries(2)).toMatchObject([{ eventId, event: 'test.ping', url: 'http://127.0.0.1:9/erp' }])
  expect(await deliveries(1)).toEqual([])
  expect((await merchant.post(`${PATH}/2/pause`)).json().data.paused).toMatchObject({ reason: 'by_hand' })
  expect(
    (await merchant.post(`${PATH}/2`, { ...ERP, url: 'https://other.example' })).json().data.paused,
  ).not.toBeNull()
  expect((await merchant.post('/user/resume-webhook?endpoint=2')).json().data.paused).toBeNull()
  for (const path of [
    `${PATH}/1`,
    `${PATH}/1/pause`,
    `${PATH}/1/remove`,
    `${PATH}/1/rotate-secret`,
    `${PATH}/3/pause`,
  ])
    expect((await merchant.post(path, ERP)).statusCode, path).toBe(404)
  expect((await merchant.post(`${PATH}/2/remove`)).statusCode).toBe(200)
  expect((await merchant.post(`${PATH}/2/remove`)).statusCode).toBe(404)
  expect((await merchant.post('/user/test-webhook?endpoint=2')).statusCode).toBe(404)
  expect(await list()).toEqual([])
  await expect
    .poll(
      async () =>
        (await shop.db.pool.query('select from webhook_undelivered where endpoint_id = 2')).rowCount,
    )
    .toBe(0)
  const { events } = (await merchant.get('/user/security-events')).json().data ?? {}
  expect(JSON.stringify(events ?? (await merchant.get('/user/security-events')).json().data)).toContain(
    'ERP, other.example',
  )
})
