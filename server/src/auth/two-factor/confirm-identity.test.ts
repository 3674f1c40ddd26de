import { ENDPOINTS } from '@galla/contract/endpoint-harness'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { phoneWith } from '../../../testing/authenticator.ts'
import { openShop, type Shop, type ShopMerchant } from '../../../testing/shop.ts'

const PASSWORD = 'correct horse battery'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ ROLE: 'web' })
})
afterAll(() => shop.close())

const ACCOUNT = {
  merchantProvider: 'other',
  merchantName: 'Sharma Tea',
  merchantId: 'M1',
  merchantUpiId: 'sharma@okaxis',
}

/** Each call that guards the account or its money, with what it takes. */
const GUARDED: readonly (readonly [path: string, body: object])[] = [
  ['/user/connect-merchant', ACCOUNT],
  ['/user/api-keys', { name: 'Till', scopes: ['orders:create'] }],
  ['/user/rotate-api-key', {}],
  ['/user/rotate-webhook-secret', {}],
  ['/user/update-webhook-url', { webhookUrl: 'https://tea.example/hook' }],
  ['/user/remove-webhook-url', {}],
  ['/user/rotate-alert-token', {}],
  ['/user/rotate-alert-secret', {}],
  ['/user/remove-alert-secret', {}],
  ['/user/account-rails', { imps: true, unknown: false, others: 'keep' }],
  ['/user/account-last-digits', { lastDigits: '7722' }],
  ['/user/counters', { name: 'Front desk', pin: '4711' }],
  ['/user/team/invitations', { role: 'cashier' }],
  ['/user/customer-data/keep', { keepDays: 90 }],
  ['/user/customer-data/erase', { contact: '9876543210' }],
  ['/auth/totp/setup', {}],
  ['/auth/passkeys/begin', {}],
]

const statusesOf = (merchant: ShopMerchant) =>
  Promise.all(
    GUARDED.map(async ([path, body]) => {
      const reply = await merchant.post(path, body)
      return reply.statusCode === 200 ? 'done' : reply.json().code
    }),
  )

const all = (outcome: string): string[] => GUARDED.map(() => outcome)

test('every call that changes keys, the payee, which money counts, the team, the login of a counter, the webhook, the alert address the second factor or a passkey needs a confirmation', () => {
  const guarded = ENDPOINTS.filter(({ endpoint }) => endpoint.needsConfirmation).map(({ name }) => name)
  expect(guarded.sort()).toEqual([
    'addBrowser',
    'addPasskey',
    'addWebhookEndpoint',
    'answerDigits',
    'beginPasskey',
    'changeMemberRole',
    'changeWebhookEndpoint',
    'confirmHeard',
    'connectMailbox',
    'connectMerchant',
    'createApiKey',
    'createCounter',
    'disconnectMailbox',
    'eraseCustomer',
    'inviteMember',
    'openTelegramLink',
    'removeAlertSecret',
    'removeMember',
    'removePasskey',
    'removeWebhookEndpoint',
    'removeWebhookUrl',
    'renewCounterLogin',
    'revokeApiKey',
    'rotateAlertSecret',
    'rotateAlertToken',
    'rotateApiKey',
    'rotateEmailAddress',
    'rotateWebhookEndpointSecret',
    'rotateWebhookSecret',
    'setKeyAddresses',
    'startProviderRefund',
    'updateKeepDays',
    'updateLastDigits',
    'updateRails',
    'updateWebhookUrl',
  ])
})

describe('a call that guards the account or its money', () => {
  test('requires nothing within ten minutes of the login, and then requires a confirmation', async () => {
    const merchant = await shop.merchant()
    shop.clock.advance({ minutes: 10 })
    expect(await statusesOf(merchant)).toEqual(all('done'))
    shop.clock.advance({ ms: 1 })
    expect(await statusesOf(merchant)).toEqual(all('confirmation_required'))
  })

  test('works for ten more minutes after the password was given, only in this session', async () => {
    const merchant = await shop.merchant()
    const elsewhere = await shop.logInAgain(merchant)
    shop.clock.advance({ minutes: 11 })
    const confirmed = await merchant.post('/user/confirm-identity', { password: PASSWORD })
    expect(confirmed.json().data).toEqual({
      confirmedUntil: new Date(shop.clock.now().getTime() + 600_000).toISOString(),
    })
    expect(await statusesOf(merchant)).toEqual(all('done'))
    expect(await statusesOf(elsewhere)).toEqual(all('confirmation_required'))
    shop.clock.advance({ minutes: 10, ms: 1 })
    expect(await statusesOf(merchant)).toEqual(all('confirmation_required'))
  })

  test('works after a code of the app, which is valid once', async () => {
    const merchant = await shop.merchant()
    const { secret } = (await merchant.post('/auth/totp/setup')).json().data
    const phone = phoneWith(shop.clock, secret)
    await merchant.post('/auth/totp/confirm', { code: phone.code() })
    shop.clock.advance({ minutes: 11 })
    const confirm = (code: string) => merchant.post('/user/confirm-identity', { code })
    const code = phone.code()
    const replies = await Promise.all([confirm(code), confirm(code), confirm(code)])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400])
    expect((await merchant.post('/user/rotate-api-key')).statusCode).toBe(200)
  })

  test('reports errors of the form before it requires a confirmation', async () => {
    const merchant = await shop.merchant()
    shop.clock.advance({ minutes: 11 })
    const reply = await merchant.post('/user/connect-merchant', { ...ACCOUNT, merchantUpiId: 'no' })
    expect(reply.json().code).toBe('invalid_fields')
  })
})

describe('confirming', () => {
  test('names the wrong field and limits guessing', async () => {
    const merchant = await shop.merchant()
    shop.clock.advance({ minutes: 11 })
    const confirm = (body: object) => merchant.post('/user/confirm-identity', body)
    expect((await confirm({})).json().errors).toEqual([
      { field: 'password', msg: 'Please enter your current password' },
    ])
    expect((await confirm({ password: 'a guess' })).json()).toMatchObject({
      code: 'wrong_password',
      errors: [{ field: 'password' }],
    })
    expect((await confirm({ code: '123456' })).json().errors[0].field).toBe('code')
    const guesses = await Promise.all(Array.from({ length: 12 }, () => confirm({ password: 'a guess' })))
    expect(guesses.map(({ statusCode }) => statusCode)).toContain(429)
    expect((await confirm({ password: PASSWORD })).statusCode).toBe(429)
    expect(await statusesOf(merchant)).toEqual(all('confirmation_required'))
  })
})
