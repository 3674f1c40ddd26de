import {
  KEY_SCOPES,
  type KeyScope,
  MAIN_KEY_SCOPES,
  SCOPES_OF_CALL,
} from '@galla/contract/api-keys/key-scopes'
import { ENDPOINTS } from '@galla/contract/endpoint-harness'
import { DIALECT_PATHS } from '@galla/contract/gateway-compat/dialects'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'

let shop: Shop
let merchant: ShopMerchant

beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000' })
  merchant = await shop.merchant()
})
afterAll(() => shop.close())

const CALLS = [
  ...ENDPOINTS.filter(({ endpoint }) => endpoint.auth === 'key').map(({ endpoint }) => ({
    method: endpoint.method,
    url: `/api/v1${endpoint.path}`,
  })),
  ...Object.values(DIALECT_PATHS).map((url) => ({ method: 'POST' as const, url })),
]

const isOfGateway = (url: string) => Object.values<string>(DIALECT_PATHS).includes(url)

test('every call by key has its scopes in the table, and nothing else has', () => {
  expect([...new Set(CALLS.map(({ url }) => url))].toSorted()).toEqual(Object.keys(SCOPES_OF_CALL).toSorted())
})

const make = (fields: object) => merchant.post('/user/api-keys', { name: 'Books', ...fields })

const refusalOf = async ({ method, url }: (typeof CALLS)[number], key: string): Promise<string> => {
  const reply = await shop.call({
    method,
    url: url.replaceAll(/:\w+/g, 'X'),
    headers: { authorization: `Bearer ${key}` },
    ...(method === 'GET' ? {} : { payload: {} }),
  })
  const { code, ...body } = reply.json()
  // Other gateways' clients get 200 and those gateways' words.
  if (reply.statusCode !== 200) expect(reply.statusCode === 403, reply.body).toBe(code === 'forbidden')
  return /needs the scope [^"]*|This API Key may not do this/.exec(JSON.stringify(body))?.[0] ?? ''
}

test.each(KEY_SCOPES)(
  'a key with %s may do what needs it, and each other call names the missing scope',
  async (scope) => {
    const { apiKey } = (await make({ scopes: [scope] })).json().data
    for (const call of CALLS) {
      const needed: readonly KeyScope[] = SCOPES_OF_CALL[call.url] ?? []
      const missing = isOfGateway(call.url)
        ? 'This API Key may not do this'
        : `needs the scope ${needed.join(' or ')}`
      const expected = needed.includes(scope) ? '' : missing
      expect(await refusalOf(call, apiKey), call.url).toBe(expected)
    }
  },
)

test('the main key creates orders, checks them and reads events, and nothing more', async () => {
  const allowed: string[] = []
  for (const call of CALLS) if ((await refusalOf(call, merchant.key)) === '') allowed.push(call.url)
  expect(allowed).toEqual([
    '/api/v1/order/create-order',
    '/api/v1/order/check-order-status',
    '/api/v1/events',
    ...Object.values(DIALECT_PATHS),
  ])
  const [main] = (await merchant.get('/user/api-keys')).json().data
  expect(main.scopes).toEqual(MAIN_KEY_SCOPES)
})

test.each([
  ['no scope', { scopes: [] }, 'scopes'],
  ['an unknown scope', { scopes: ['orders:delete'] }, 'scopes.0'],
  ['a text for the scopes', { scopes: 'orders:read' }, 'scopes'],
  ['no scopes at all', {}, 'scopes'],
  ['a day that is over', { scopes: ['orders:read'], lastDay: '2020-01-01' }, 'lastDay'],
  ['no day', { scopes: ['orders:read'], lastDay: 'tomorrow' }, 'lastDay'],
])('a key with %s is not made', async (_what, fields, field) => {
  const reply = await make(fields)
  expect([reply.statusCode, reply.json().errors?.[0]?.field]).toEqual([400, field])
})

test('a repeated scope counts once, and the scopes are shown in the order of the list', async () => {
  const { data } = (await make({ scopes: ['events:read', 'orders:read', 'events:read'] })).json()
  expect(data.scopes).toEqual(['orders:read', 'events:read'])
})

test('a key with a last day works until its end in India, leaves its place, and stays when the main key is replaced', async () => {
  merchant = await shop.merchant()
  const day = shop.clock.now().toISOString().slice(0, 10)
  const { apiKey, expiresAt } = (await make({ scopes: ['orders:read'], lastDay: day })).json().data
  expect(expiresAt).toBe(`${day}T18:30:00.000Z`)
  const list = { method: 'GET', url: '/api/v1/orders' } as const
  await merchant.post('/user/rotate-api-key', { stopOldNow: true })
  expect(await refusalOf(list, apiKey)).toBe('')
  while (shop.clock.now() < new Date(expiresAt)) {
    // The session lives on.
    expect((await merchant.get('/user/api-keys')).statusCode).toBe(200)
    shop.clock.advance({ seconds: 1800 })
  }
  const late = await shop.call({ ...list, headers: { authorization: `Bearer ${apiKey}` } })
  expect([late.statusCode, late.json().code]).toEqual([401, 'bad_key'])
  merchant = await shop.logInAgain(merchant)
  for (let made = 0; made < 20; made += 1)
    expect((await make({ scopes: ['orders:read'] })).statusCode, String(made)).toBe(200)
  expect((await make({ scopes: ['orders:read'] })).json().code).toBe('too_many_keys')
})
