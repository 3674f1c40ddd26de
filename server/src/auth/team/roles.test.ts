import { CALLS_OF_ROLES, MEMBER_ROLES, mayCall, type SessionRole } from '@galla/contract/auth/roles'
import type { Endpoint } from '@galla/contract/endpoint'
import { ENDPOINTS } from '@galla/contract/endpoint-harness'
import { MODES, type Mode } from '@galla/contract/orders/order-status'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORDER_BODY } from '../../../testing/order-body.ts'
import { openShop, type Shop, type ShopMerchant } from '../../../testing/shop.ts'
import { memberOf } from '../../../testing/team.ts'
import { sql } from '../../platform/database/database.ts'

const OF_SESSIONS = ENDPOINTS.filter(({ endpoint }) => ['session', 'operator'].includes(endpoint.auth))
const callOf = ({ method, path }: Endpoint): string => `${method} ${path}`

let shop: Shop
let owner: ShopMerchant
const callers = new Map<SessionRole, Pick<ShopMerchant, 'cookie' | 'get'>>()

beforeAll(async () => {
  shop = await openShop({ ROLE: 'web' })
  owner = await shop.merchant()
  for (const role of MEMBER_ROLES) callers.set(role, await memberOf(shop, owner, role))
  const left = await memberOf(shop, owner, 'cashier')
  await left.post('/user/team/leave')
  callers.set('guest', await shop.logInAgain(left))
  callers.set('operator', await shop.operator())
}, 60_000)
afterAll(() => shop?.close())

test('the table has every call of a session, and no other', () => {
  const sessions = ENDPOINTS.filter(({ endpoint }) => endpoint.auth === 'session')
  expect(Object.keys(CALLS_OF_ROLES).toSorted()).toEqual(
    sessions.map(({ endpoint }) => callOf(endpoint)).toSorted(),
  )
})

/** A body that cannot be read is refused after the caller, and before anything is done. */
const attempt = async (cookie: string, { method, path }: Endpoint): Promise<string> => {
  const reply = await shop.call({
    method,
    url: `/api/v1${path.replaceAll(/:\w+/g, 'x')}`,
    headers: { cookie, origin: 'http://localhost:3000', 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { payload: '{' }),
  })
  expect([401, 429]).not.toContain(reply.statusCode)
  return reply.statusCode === 403 && reply.json().code === 'forbidden' ? 'refused' : 'let in'
}

describe.each([...MEMBER_ROLES, 'guest', 'operator'] as const)('each route with the role %s', (role) => {
  test.each(MODES)(
    'in %s mode is let in or refused as the table says',
    async (mode) => {
      await shop.db.run(sql`update sessions set mode = ${mode}`)
      // The calls of a shop have a limit, too.
      shop.clock.advance({ minutes: 1 })
      const { cookie = '' } = callers.get(role) ?? {}
      const outcomes: Record<string, string> = {}
      const expected: Record<string, string> = {}
      for (const { endpoint } of OF_SESSIONS) {
        const call = callOf(endpoint)
        outcomes[call] = await attempt(cookie, endpoint)
        const isAllowed = endpoint.auth === 'operator' ? role === 'operator' : mayCall(role, mode, call)
        expected[call] = isAllowed ? 'let in' : 'refused'
      }
      expect(outcomes).toEqual(expected)
    },
    60_000,
  )
})

test('a cashier reaches the counters and the own login, and nothing else', () => {
  const allowed = Object.keys(CALLS_OF_ROLES).filter((call) => mayCall('cashier', 'test', call))
  const guests = Object.keys(CALLS_OF_ROLES).filter((call) => mayCall('guest', 'test', call))
  expect(allowed.filter((call) => !guests.includes(call))).toEqual([
    'POST /user/mode',
    'POST /user/team/leave',
    'GET /user/counters',
  ])
})

test('an accountant reads the orders, also in live mode, and no key, webhook or payee', async () => {
  const { get, cookie } = callers.get('accountant') as ShopMerchant
  await shop.db.run(sql`update sessions set mode = 'test'`)
  await owner.post('/user/generate-payment-link', { ...ORDER_BODY, client_txn_id: 'OURS-1' })
  const orders = await get('/user/all-transactions')
  expect(orders.json().data[0].clientTransactionId).toBe('OURS-1')
  for (const path of ['/user/get-api-details', '/user/connect-merchant', '/user/rotate-api-key'])
    expect(
      (
        await shop.call({
          method: 'POST',
          url: `/api/v1${path}`,
          headers: { cookie, origin: 'http://localhost:3000' },
        })
      ).json(),
    ).toMatchObject({ success: false, code: 'forbidden', msg: 'You are not allowed to do this' })
})

test('a developer reads orders in test mode only', () => {
  expect(mayCall('developer', 'test', 'GET /user/all-transactions')).toBe(true)
  expect(mayCall('developer', 'live', 'GET /user/all-transactions')).toBe(false)
  expect(mayCall('developer', 'live', 'POST /user/rotate-api-key')).toBe(true)
})

test('a developer makes no live key that starts refunds, which they may not start themselves, and frees none of its networks', async () => {
  const confirm = (mode: Mode) =>
    shop.db.run(sql`update sessions set mode = ${mode}, confirmed_at = ${shop.clock.now()}`)
  const { post } = callers.get('developer') as ShopMerchant
  const key = { name: 'Till', scopes: ['refunds:create'] }
  await confirm('live')
  expect((await post('/user/api-keys', key)).json()).toMatchObject({ code: 'forbidden' })
  const made = await owner.post('/user/api-keys', { ...key, addresses: ['203.0.113.7'] })
  expect(made.statusCode, made.body).toBe(200)
  const everywhere = await post(`/user/api-keys/${made.json().data.id}/addresses`, { addresses: [] })
  expect(everywhere.json()).toMatchObject({ code: 'forbidden' })
  await confirm('test')
  expect((await post('/user/api-keys', key)).statusCode).toBe(200)
})
