import type { SecurityEvent } from '@galla/contract/auth/security-events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phoneWith } from '../../../testing/authenticator.ts'
import { earlier } from '../../../testing/earlier.ts'
import { openShop, type Shop, type ShopMerchant } from '../../../testing/shop.ts'
import { part, sql } from '../../platform/database/database.ts'
import { deleteExpiredAuth } from '../delete-expired-auth.ts'
import { networkOf } from './security-event.ts'

const PASSWORD = 'correct horse battery'
const ORIGIN = 'http://localhost:3000'
const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ ROLE: 'web' })
})
afterAll(() => shop.close())

const eventsOf = async (merchant: ShopMerchant): Promise<SecurityEvent[]> =>
  (await merchant.get('/user/security-events')).json().data

const kindsOf = async (merchant: ShopMerchant): Promise<string[]> =>
  (await eventsOf(merchant)).map(({ kind }) => kind).reverse()

const logIn = (email: string, password = PASSWORD) =>
  shop.call({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { email, password },
    headers: { origin: ORIGIN, 'user-agent': PHONE },
    remoteAddress: '203.0.113.77',
  })

test('every security change of an account is listed, newest first, with time, network and device', async () => {
  const merchant = await shop.merchant()
  const act = async (path: string, body: object = {}) => {
    shop.clock.advance({ ms: 1 })
    const reply = await merchant.post(path, body)
    expect(reply.statusCode, `${path} ${reply.body}`).toBe(200)
    return reply.json().data
  }
  const key = await act('/user/api-keys', { name: 'Till', scopes: ['orders:read'] })
  await act(`/user/api-keys/${key.id}/addresses`, { addresses: ['192.0.2.1'] })
  await act(`/user/api-keys/${key.id}/revoke`)
  await act(`/user/api-keys/${key.id}/revoke`)
  await act('/user/rotate-api-key')
  await act('/user/reveal-api-key', { password: PASSWORD })
  await act('/user/rotate-webhook-secret')
  await act('/user/update-webhook-url', { webhookUrl: 'https://tea.example/hook?token=s3cr3t' })
  await act('/user/update-webhook-url', {
    webhookUrl: 'https://tea.example/hook?token=s3cr3t',
    format: 'ekqr',
  })
  await act('/user/remove-webhook-url')
  await act('/user/remove-webhook-url')
  await act('/user/rotate-alert-token')
  await act('/user/rotate-alert-secret')
  await act('/user/remove-alert-secret')
  // What stays as it is, is no event.
  await act('/user/account-rails', { imps: false, unknown: false, others: 'ignore' })
  await act('/user/account-rails', { imps: true, unknown: false, others: 'keep' })
  await act('/user/account-last-digits', { lastDigits: '7722' })
  await act('/user/account-last-digits', { lastDigits: '7722' })
  await act('/user/connect-merchant', {
    merchantProvider: 'other',
    merchantName: 'Sharma Tea',
    merchantId: 'M1',
    merchantUpiId: 'sharma@okaxis',
  })
  const profile = { name: 'Sharma Tea', mobileNumber: '9876543210', currentPassword: PASSWORD }
  await act('/user/update-profile', { ...profile, email: 'another@example.com' })
  await act('/user/email-change/cancel')
  shop.clock.advance({ ms: 1 })
  await logIn(merchant.email)
  await act('/auth/sessions/logout-others')
  await act('/auth/sessions/logout-others')
  shop.clock.advance({ ms: 1 })
  await logIn(merchant.email)
  const [, phone] = (await merchant.get('/auth/sessions')).json().data
  await act(`/auth/sessions/${phone.id}/end`)
  const { secret } = await act('/auth/totp/setup')
  const app = phoneWith(shop.clock, secret)
  await act('/auth/totp/confirm', { code: app.code() })
  shop.clock.advance({ seconds: 30 })
  await act('/auth/totp/disable', { password: PASSWORD, code: app.code() })
  await act('/user/update-profile', {
    ...profile,
    email: merchant.email,
    newPassword: 'a stapler of my own',
    confirmPassword: 'a stapler of my own',
  })
  expect(await kindsOf(merchant)).toEqual([
    'login',
    'api_key_created',
    'api_key_restricted',
    'api_key_revoked',
    'api_key_rotated',
    'api_key_revealed',
    'webhook_secret_rotated',
    'webhook_url_set',
    'webhook_url_removed',
    'alert_address_replaced',
    'alert_secret_replaced',
    'alert_secret_removed',
    'rails_changed',
    'last_digits_changed',
    'payee_changed',
    'email_change_requested',
    'email_change_cancelled',
    'login_new_device',
    'other_sessions_ended',
    'login_new_device',
    'session_ended',
    'two_factor_on',
    'two_factor_off',
    'password_changed',
  ])
  const events = await eventsOf(merchant)
  expect(events.find(({ kind }) => kind === 'login_new_device')).toMatchObject({
    network: '203.0.113.x',
    device: 'Chrome on Android',
  })
  expect(events.find(({ kind }) => kind === 'webhook_url_set')?.subject).toBe('test mode, tea.example')
  expect(JSON.stringify(events)).not.toContain('s3cr3t')
  expect(events.find(({ kind }) => kind === 'payee_changed')?.subject).toBe('sharma@okaxis')
  expect(events.find(({ kind }) => kind === 'session_ended')?.subject).toBe('Chrome on Android')
})

test('a burst of failed logins is one line for its account and none for others', async () => {
  const [merchant, neighbour] = [await shop.merchant(), await shop.merchant()]
  shop.clock.advance({ ms: 1 })
  for (let n = 0; n < 14; n += 1) await logIn(merchant.email, 'a guess')
  for (let n = 0; n < 12; n += 1) await logIn('nobody@example.com', 'a guess')
  expect(await kindsOf(merchant)).toEqual(['login', 'login_failures'])
  expect(await kindsOf(neighbour)).toEqual(['login'])
  shop.clock.advance({ minutes: 16 })
  for (let n = 0; n < 12; n += 1) await logIn(merchant.email, 'a guess')
  expect(await kindsOf(merchant)).toEqual(['login', 'login_failures', 'login_failures'])
})

test('the list shows the last hundred events, and events are deleted after a year', async () => {
  const merchant = await shop.merchant()
  await shop.db.run(sql`
    insert into security_events (merchant_id, event_id, at, kind, network, device, subject)
    select merchant_id, overlay(event_id placing lpad(n::text, 10, '0') from 17), at, 'login', '', '', ''
    from security_events, generate_series(1, 150) n where merchant_id = ${merchant.merchantId}`)
  expect(await eventsOf(merchant)).toHaveLength(100)
  await shop.db.run(sql`
    update security_events set at = ${earlier(part`at`, '365 days')} where merchant_id = ${merchant.merchantId}`)
  while ((await deleteExpiredAuth(shop)).more);
  expect(
    await shop.db.rows(sql`select from security_events where merchant_id = ${merchant.merchantId}`),
  ).toEqual([])
})

test.each([
  ['203.0.113.77', '203.0.113.x'],
  ['::ffff:203.0.113.77', '203.0.113.x'],
  ['2001:DB8:1:2:3:4:5:6', '2001:db8:1::'],
  ['2001:db8::1', '2001:db8::'],
  ['::1', '::'],
  ['fe80::1%eth0', 'fe80::'],
  ['a made-up address', ''],
])('the address %s is stored as the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
