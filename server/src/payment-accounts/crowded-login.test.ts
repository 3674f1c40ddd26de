import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'

let shop: Shop
let busy: ShopMerchant
let owner: ShopMerchant
beforeAll(async () => {
  shop = await openShop({ ROLE: 'web' })
  busy = await shop.merchant()
  owner = await shop.merchant()
})
afterAll(() => shop.close())

const logIn = ({ email }: ShopMerchant, remoteAddress: string) =>
  shop.call({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { email, password: 'correct horse battery' },
    headers: { origin: 'http://localhost:3000' },
    remoteAddress,
  })

test.each([80, 800])(
  '%i concurrent correct logins from one address do not delay the login of another address',
  async (count) => {
    const statuses: number[] = []
    const flood = Array.from({ length: count }, async (_each, n) => {
      // Of IPv6 a whole network is one address.
      const reply = await logIn(busy, `2001:db8::${(n + 1).toString(16)}`)
      statuses.push(reply.statusCode)
      return reply
    })
    // Once the first has come in, the others are in line.
    await Promise.race(flood)
    const servedBefore = statuses.filter((status) => status === 200).length
    expect((await logIn(owner, '203.0.113.1')).statusCode).toBe(200)
    const servedMeanwhile = statuses.filter((status) => status === 200).length - servedBefore
    const replies = await Promise.all(flood)
    const refused = replies.filter(({ statusCode }) => statusCode === 503)
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(count - refused.length)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.json()).toMatchObject({ code: 'overloaded' })
    expect(refused[0]?.headers['retry-after']).toBe('2')
    // Its hash came next; the rest is the database's time.
    expect(servedMeanwhile).toBeLessThan(20)
  },
)
