import { afterEach, expect, test } from 'vitest'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { sql } from '../../platform/database/database.ts'

let shop: Shop
afterEach(() => shop.close())

const ORIGIN = 'http://localhost:3000'
const register = (email: string) =>
  shop.call({
    method: 'POST',
    url: '/api/v1/auth/register',
    headers: { origin: ORIGIN },
    payload: {
      name: 'Second Shop',
      email,
      mobileNumber: '9876543210',
      password: 'a stapler of my own',
      confirmPassword: 'a stapler of my own',
      acceptTerms: true,
    },
  })
const pageOf = async (url: string) => shop.call({ method: 'GET', url })
const choose = async (hosting: string) => (await shop.operator()).post('/operator/hosting', { hosting })
const meteredOf = () =>
  shop.db.values<boolean>(sql`select is_metered from merchants where role = 'owner' order by merchant_id`)

test('without an answer, and for other merchants, everything is as specified', async () => {
  shop = await openShop()
  await shop.merchant()
  expect((await (await shop.operator()).get('/operator/hosting')).json().data).toEqual({ hosting: null })
  for (const answer of [null, 'merchants'] as const) {
    if (answer !== null) expect((await choose(answer)).statusCode).toBe(200)
    expect(await meteredOf()).not.toContain(false)
    expect((await pageOf('/')).body).not.toContain('data-own-shop')
    expect((await pageOf('/pricing')).statusCode).toBe(200)
  }
})

test('a shop of its own is unmetered and alone: its page is the first, there are no prices, and nobody else registers', async () => {
  shop = await openShop()
  expect((await choose('own_shop')).statusCode).toBe(200)
  expect((await choose('own_shop')).statusCode).toBe(200)
  const before = await pageOf('/')
  expect(before.body).toMatch(/<html data-own-shop=""[^>]*>/)
  await shop.merchant()
  expect(await meteredOf()).toEqual([false])
  shop.clock.advance({ seconds: 11 })
  await pageOf('/')
  await expect.poll(async () => (await pageOf('/')).body).toMatch(/<html data-own-shop="[^"]+"/)
  expect((await pageOf('/pricing')).statusCode).toBe(404)

  const refused = await register('second@example.com')
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'registration_closed'])
  const acts = await shop.db.values<string>(sql`select act from operator_acts`)
  expect(acts).toEqual(['hosting.choose'])
})

test('of two registrations at the same time, a shop of its own gets one', async () => {
  shop = await openShop()
  await choose('own_shop')
  const replies = await Promise.all(
    ['a@example.com', 'b@example.com', 'c@example.com'].map((email) => register(email)),
  )
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403, 403])
  expect(await meteredOf()).toEqual([false])
})

test('where several merchants have registered, it cannot become one shop', async () => {
  shop = await openShop()
  await shop.merchant()
  await shop.merchant()
  const refused = await choose('own_shop')
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'many_shops'])
  expect(await meteredOf()).toEqual([true, true])
})
