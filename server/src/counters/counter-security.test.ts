import type { SecurityEvent } from '@galla/contract/auth/security-events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logInAtCounter } from '../../testing/every-caller.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { memberOf } from '../../testing/team.ts'
import { sql } from '../platform/database/database.ts'
import { readOutbox } from '../platform/mail/outbox.ts'
import { type CounterRig, openCounter, PIN } from './counters-harness.ts'

const PASSWORD = 'correct horse battery'
const ORIGIN = 'http://localhost:3000'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000' })
})
afterAll(() => shop.close())

const eventsOf = async (merchant: ShopMerchant): Promise<SecurityEvent[]> =>
  (await merchant.get('/user/security-events')).json().data

const lettersTo = async (email: string) => {
  await expect.poll(() => shop.db.rows(sql`select from jobs`)).toEqual([])
  const letters = (await readOutbox(shop.dataDir)).filter(({ to }) => to === email).reverse()
  return letters.filter(({ subject }) => subject !== 'Welcome to Galla')
}

const isOpen = async ({ get }: CounterRig): Promise<boolean> => (await get('/counter')).statusCode === 200

const logInWith = (token: string) =>
  shop.call({
    method: 'POST',
    url: '/api/v1/counter/login',
    payload: { token, pin: PIN },
    headers: { origin: ORIGIN },
  })

test("each new login of a counter is a security event and a letter with the counter's name", async () => {
  const merchant = await shop.merchant()
  const { counterId } = await openCounter(shop, merchant, 'Back door')
  shop.clock.advance({ ms: 1 })
  expect((await merchant.post(`/user/counters/${counterId}/login`, { pin: '8264' })).statusCode).toBe(200)
  const events = (await eventsOf(merchant)).filter(({ kind }) => kind.startsWith('counter'))
  expect(events.map(({ kind, subject }) => [kind, subject])).toEqual([
    ['counter_login_replaced', 'Back door (test mode)'],
    ['counter_added', 'Back door (test mode)'],
  ])
  const letters = await lettersTo(merchant.email)
  // Each is a job of its own, so either may be sent first.
  expect(letters.map(({ subject }) => subject).sort()).toEqual([
    'The counter Back door was added',
    'The login of the counter Back door was replaced',
  ])
  for (const { text } of letters) {
    expect(text).toContain('2026-11-21 09:30:00 IST')
    expect(text).toContain(`${ORIGIN}/forgot-password`)
    expect(text).not.toContain('/counter#')
  }
})

test('a counter that could not be added is no event and no letter', async () => {
  const merchant = await shop.merchant()
  expect(
    (await merchant.post('/user/counters/01KXXXXXXXXXXXXXXXXXXXXXXX/login', { pin: PIN })).statusCode,
  ).toBe(404)
  expect((await eventsOf(merchant)).map(({ kind }) => kind)).toEqual(['login'])
  expect(await lettersTo(merchant.email)).toEqual([])
})

const profileOf = ({ email }: ShopMerchant) => ({
  name: 'Sharma Tea',
  email,
  mobileNumber: '9876543210',
  currentPassword: PASSWORD,
  newPassword: 'a stapler of my own',
  confirmPassword: 'a stapler of my own',
})

/** Asks for a link to a new password, and uses it. */
const resetPassword = async ({ email }: ShopMerchant) => {
  const anonymous = (path: string, payload: object) =>
    shop.call({ method: 'POST', url: `/api/v1${path}`, payload, headers: { origin: ORIGIN } })
  // The outbox shows the newest letters, and those of one moment have no order.
  shop.clock.advance({ ms: 1 })
  await anonymous('/auth/forgot-password', { email })
  const letter = (await lettersTo(email)).find(({ subject }) => subject === 'Set a new password')
  const token = /token=([\w-]+)/.exec(letter?.text ?? '')?.[1]
  return anonymous('/auth/reset-password', {
    token,
    password: 'a stapler of my own',
    confirmPassword: 'a stapler of my own',
  })
}

describe('someone who had the session for a moment', () => {
  const acts = [
    ['logs out all others', (owner: ShopMerchant) => owner.post('/auth/sessions/logout-others')],
    ['changes the password', (owner: ShopMerchant) => owner.post('/user/update-profile', profileOf(owner))],
    ['resets the password', resetPassword],
  ] as const

  test.each(acts)('keeps no counter once the owner %s', async (_, act) => {
    const [owner, neighbour] = [await shop.merchant(), await shop.merchant()]
    const [counter, second] = [await openCounter(shop, owner), await openCounter(shop, owner, 'Back door')]
    const elsewhere = await openCounter(shop, neighbour)
    const reply = await act(owner)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await Promise.all([counter, second, elsewhere].map(isOpen))).toEqual([false, false, true])
    // Nor with the link that they kept.
    expect((await logInWith(counter.loginToken)).json().code).toBe('wrong_pin')
    expect((await logInWith(elsewhere.loginToken)).statusCode).toBe(200)
  })

  test.each(acts)('keeps no counter of a shop where they were an admin once the admin %s', async (_, act) => {
    const owner = await shop.merchant()
    const [admin, cashier] = [await memberOf(shop, owner, 'admin'), await memberOf(shop, owner, 'cashier')]
    const counter = await openCounter(shop, admin)
    expect((await act(cashier)).statusCode).toBe(200)
    expect(await isOpen(counter)).toBe(true)
    const reply = await act(admin)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await isOpen(counter)).toBe(false)
    expect((await logInWith(counter.loginToken)).json().code).toBe('wrong_pin')
  })
})

test('after the owner logs out all others, each counter says that it needs a new link, and gets one', async () => {
  const owner = await shop.merchant()
  const { counterId } = await openCounter(shop, owner)
  const listed = async () => (await owner.get('/user/counters')).json().data[0]
  expect(await listed()).toMatchObject({ devices: 1, hasLogin: true })
  shop.clock.advance({ ms: 1 })
  const replies = await Promise.all([1, 2, 3].map(() => owner.post('/auth/sessions/logout-others')))
  expect(replies.map((reply) => reply.json().data).sort((a, b) => b.counters - a.counters)).toEqual([
    { ended: 0, counters: 1 },
    { ended: 0, counters: 0 },
    { ended: 0, counters: 0 },
  ])
  expect(await listed()).toMatchObject({ devices: 0, hasLogin: false })
  const [event] = await eventsOf(owner)
  expect(event).toMatchObject({ kind: 'other_sessions_ended', subject: '1 counter' })
  const renewed = await owner.post(`/user/counters/${counterId}/login`, { pin: PIN })
  const token = new URL(renewed.json().data.loginUrl).hash.slice(1)
  await logInAtCounter(shop, token, PIN)
  expect(await listed()).toMatchObject({ devices: 1, hasLogin: true })
})

test('no device logs in at a counter at the same time as it is logged out', async () => {
  const owner = await shop.merchant()
  const { loginToken, counterId } = await openCounter(shop, owner)
  const [, ...logins] = await Promise.all([
    owner.post('/auth/sessions/logout-others'),
    ...[1, 2, 3, 4].map(() => logInWith(loginToken)),
  ])
  expect(logins.every(({ statusCode }) => statusCode === 200 || statusCode === 401)).toBe(true)
  expect(await shop.db.rows(sql`select from counter_sessions where counter_id = ${counterId}`)).toEqual([])
})

describe('a login that is on its way', () => {
  const idIn = async (owner: ShopMerchant, { email }: ShopMerchant): Promise<string> => {
    const { members } = (await owner.get('/user/team')).json().data
    return members.find((member: { email: string }) => member.email === email).id
  }
  const NEW = ['/user/counters', { name: 'Back door', pin: PIN }] as const

  test.each([
    [
      'its maker is removed',
      async (owner: ShopMerchant, maker: ShopMerchant) => {
        const id = await idIn(owner, maker)
        return () => owner.post(`/user/team/members/${id}/remove`)
      },
    ],
    [
      "its maker's other sessions end",
      async (_: ShopMerchant, maker: ShopMerchant) => {
        const other = await shop.logInAgain(maker)
        return () => other.post('/auth/sessions/logout-others')
      },
    ],
  ])('while %s is made by nobody, or ends at once', async (_, preparing) => {
    for (let round = 0; round < 4; round += 1) {
      const owner = await shop.merchant()
      const maker = await memberOf(shop, owner, 'admin')
      const { counterId } = await openCounter(shop, maker)
      const end = await preparing(owner, maker)
      const [ended, ...made] = await Promise.all([
        end(),
        ...Array.from({ length: 8 }, (_each, n) =>
          n % 2 === 0 ? maker.post(...NEW) : maker.post(`/user/counters/${counterId}/login`, { pin: PIN }),
        ),
      ])
      expect(ended.statusCode, ended.body).toBe(200)
      expect(
        made.map(({ statusCode }) => statusCode).filter((status) => ![200, 401, 403].includes(status)),
      ).toEqual([])
      const open = await shop.db.rows(sql`
        select from counters where merchant_id = ${owner.merchantId} and login_hash is not null`)
      expect(open).toEqual([])
      const url = made.find(({ statusCode }) => statusCode === 200)?.json().data.loginUrl
      if (url !== undefined)
        expect((await logInWith(new URL(url).hash.slice(1))).json().code).toBe('wrong_pin')
    }
  })
})
