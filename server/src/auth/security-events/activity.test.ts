import { ACTIVITY, type Activity, CHANGES } from '@galla/contract/auth/activity'
import { CALLS_OF_ROLES } from '@galla/contract/auth/roles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER_BODY } from '../../../testing/order-body.ts'
import { openShop, type Shop, type ShopMerchant } from '../../../testing/shop.ts'
import { memberOf } from '../../../testing/team.ts'
import { sql } from '../../platform/database/database.ts'

let shop: Shop
let owner: ShopMerchant
let admin: ShopMerchant
beforeAll(async () => {
  shop = await openShop({ ROLE: 'web' })
  owner = await shop.merchant('Sharma Tea')
  admin = await memberOf(shop, owner, 'admin')
})
afterAll(() => shop?.close())

const activityOf = async (caller: ShopMerchant, query = ''): Promise<Activity[]> =>
  (await caller.get(`/user/activity${query}`)).json().data

const made = async (caller: ShopMerchant, path: string, body: object = {}) => {
  shop.clock.advance({ ms: 1 })
  const reply = await caller.post(path, body)
  expect(reply.statusCode, `${path} ${reply.body}`).toBe(200)
  return reply.json().data
}

/** Calls that read, or choose what the person's own screen shows. */
const NO_CHANGES = [
  '/auth/passkeys/begin',
  '/auth/session/remember',
  '/auth/shop',
  '/auth/totp/setup',
  '/order/verify/:orderId',
  '/user/confirm-identity',
  '/user/email-change/resend',
  '/user/get-api-details',
  '/user/get-merchant',
  '/user/language',
  '/user/mode',
  '/user/notices/telegram-link/close',
  '/user/notices/test',
  '/user/statements/:id/preview',
  '/user/test-connection',
  '/user/test-mailbox',
].map((path) => `POST ${path}`)

/** Whatever these change is a security event with its own words. */
const SECURITY_EVENTS = [
  '/auth/passkeys',
  '/auth/passkeys/:passkeyId/remove',
  '/auth/invitation/accept',
  '/auth/sessions/:sessionId/end',
  '/auth/sessions/logout-others',
  '/auth/totp/confirm',
  '/auth/totp/disable',
  '/user/account-digits',
  '/user/account-last-digits',
  '/user/account-rails',
  '/user/alerts/:alertId/heard',
  '/user/api-keys',
  '/user/api-keys/:id/addresses',
  '/user/api-keys/:id/revoke',
  '/user/connect-mailbox',
  '/user/connect-merchant',
  '/user/counters',
  '/user/counters/:counterId/login',
  '/user/customer-data/erase',
  '/user/customer-data/export',
  '/user/customer-data/keep',
  '/user/disconnect-mailbox',
  '/user/email-change/cancel',
  '/user/remove-alert-secret',
  '/user/remove-webhook-url',
  '/user/reveal-api-key',
  '/user/rotate-alert-secret',
  '/user/rotate-alert-token',
  '/user/rotate-api-key',
  '/user/rotate-email-address',
  '/user/rotate-webhook-secret',
  '/user/suggested-name',
  '/user/team/invitations',
  '/user/team/leave',
  '/user/team/members/:personId/remove',
  '/user/team/members/:personId/role',
  '/user/update-source',
  '/user/webhook-endpoints',
  '/user/webhook-endpoints/:endpointId',
  '/user/webhook-endpoints/:endpointId/remove',
  '/user/webhook-endpoints/:endpointId/rotate-secret',
].map((path) => `POST ${path}`)

test('every call of a session that is no GET has words, records a security event, or changes nothing', () => {
  const calls = Object.keys(CALLS_OF_ROLES).filter((call) => !call.startsWith('GET '))
  expect([...Object.keys(CHANGES), ...NO_CHANGES, ...SECURITY_EVENTS].toSorted()).toEqual(calls.toSorted())
})

test('a call that succeeded is one line: who, in which role, what, on what, from where, in which mode', async () => {
  const { order_id: orderId } = await made(admin, '/user/generate-payment-link', {
    ...ORDER_BODY,
    client_txn_id: 'LINE-1',
  })
  await made(admin, `/user/transactions/${orderId}/notes`, { text: 'a secret note' })
  const [note, link] = await activityOf(owner)
  expect(note).toMatchObject({
    kind: 'POST /user/transactions/:orderId/notes',
    person: { id: admin.merchantId, name: 'Meera', email: admin.email },
    role: 'admin',
    subject: orderId,
    mode: 'test',
    network: '127.0.0.x',
  })
  expect(link).toMatchObject({ kind: 'POST /user/generate-payment-link', subject: '' })
  expect(JSON.stringify(await activityOf(owner))).not.toContain('a secret note')
})

test('a call that records security events is those, each once, with who it was', async () => {
  await made(owner, '/user/api-keys', { name: 'Till', scopes: ['orders:read'] })
  const [key, before] = await activityOf(owner)
  expect(key).toMatchObject({
    kind: 'api_key_created',
    subject: 'Till (test mode)',
    role: 'owner',
    person: { id: owner.merchantId },
  })
  expect(before?.kind).not.toBe('POST /user/api-keys')
  const known = await shop.db.rows(
    sql`select from security_events where merchant_id = ${owner.merchantId} and kind = 'api_key_created'`,
  )
  expect(known).toHaveLength(1)
})

test('a refused call leaves no line, and its subject is stored nowhere', async () => {
  const other = await shop.merchant()
  const { order_id: orderId } = await made(other, '/user/generate-payment-link', {
    ...ORDER_BODY,
    client_txn_id: 'OTHERS-1',
  })
  const before = await activityOf(owner)
  expect((await owner.post(`/user/transactions/${orderId}/notes`, { text: 'x' })).statusCode).toBe(404)
  expect((await owner.post('/user/page-look', {})).statusCode).toBeGreaterThan(399)
  expect(await activityOf(owner)).toEqual(before)
})

test('what a person does with their own login is in the account of the login, not in the shop', async () => {
  await made(admin, '/user/update-profile', {
    name: 'Meera Rao',
    email: admin.email,
    mobileNumber: '9876543210',
  })
  expect((await activityOf(owner)).map(({ kind }) => kind)).not.toContain('POST /user/update-profile')
  expect(
    await shop.db.values(
      sql`select kind from security_events where merchant_id = ${admin.merchantId} order by event_id desc limit 1`,
    ),
  ).toEqual(['POST /user/update-profile'])
  const shown: { kind: string }[] = (await admin.get('/user/security-events')).json().data
  expect(shown.map(({ kind }) => kind)).not.toContain('POST /user/update-profile')
})

test('the list is filtered by person, words, day and mode, and is read page by page', async () => {
  const all = await activityOf(owner, '?limit=100')
  const byAdmin = await activityOf(owner, `?person=${admin.merchantId}`)
  expect(byAdmin.length).toBeGreaterThan(0)
  expect(byAdmin).toEqual(all.filter(({ person }) => person?.id === admin.merchantId))
  const words = encodeURIComponent('API key created')
  expect(await activityOf(owner, `?what=${words}`)).toEqual(
    all.filter(({ kind }) => ACTIVITY[kind] === 'API key created'),
  )
  expect(await activityOf(owner, '?what=nothing+like+it')).toEqual([])
  expect(await activityOf(owner, '?mode=live')).toEqual([])
  expect(await activityOf(owner, '?to=2020-01-01')).toEqual([])
  const today = shop.clock.now().toISOString().slice(0, 10)
  expect(await activityOf(owner, `?from=${today}&to=${today}&limit=100`)).toEqual(all)
  const first = (await owner.get('/user/activity?limit=2')).json()
  const second = (await owner.get(`/user/activity?limit=2&cursor=${first.next}`)).json()
  expect([...first.data, ...second.data]).toEqual(all.slice(0, 4))
  expect((await owner.get('/user/activity?cursor=x')).statusCode).toBe(400)
})

test('the export has the rows of the filter, and no cell is a formula', async () => {
  await shop.db.run(sql`update merchants set name = '=1+1' where merchant_id = ${admin.merchantId}`)
  const reply = await owner.get(`/user/activity/export?person=${admin.merchantId}`)
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(reply.headers['content-disposition']).toMatch(/galla-activity-\d{4}-\d\d-\d\d\.csv/)
  const [head, ...lines] = reply.body.trimEnd().split('\r\n')
  expect(head).toBe('\ufeff"When (IST)","Who","Email","Role","What","On","Device","Network","Mode"')
  expect(lines).toHaveLength((await activityOf(owner, `?person=${admin.merchantId}`)).length)
  expect(lines[0]).toContain(`"'=1+1","${admin.email}","admin","Note written on an order"`)
})

test('a flood of one call writes a bounded number of lines, and hides no other call', async () => {
  const flooder = await shop.merchant()
  const call = 'POST /user/closing/mail'
  for (let n = 0; n < 310; n += 1) {
    if (n % 100 === 0) shop.clock.advance({ ms: 1 })
    await flooder.post('/user/closing/mail', { isOn: n % 2 === 0 })
  }
  const count = () =>
    shop.db.value<number>(
      sql`select count(*)::int from security_events where merchant_id = ${flooder.merchantId} and kind = ${call}`,
    )
  expect(await count()).toBe(300)
  await made(flooder, '/user/accounting', {})
  expect((await activityOf(flooder))[0]?.kind).toBe('POST /user/accounting')
})

test.each(['accountant', 'developer', 'cashier'] as const)('the role %s reads no activity', async (role) => {
  const member = await memberOf(shop, owner, role)
  for (const path of ['/user/activity', '/user/activity/export'])
    expect((await member.get(path)).statusCode).toBe(403)
})
