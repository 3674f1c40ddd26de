import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop } from '../../testing/shop.ts'
import { connected, newOrder, payPageOf } from './connect-merchant-harness.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const payPage = (orderId: string) => payPageOf(shop, orderId)

describe('the payment page', () => {
  const shownTo = async (orderId: string): Promise<string> =>
    (await shop.call({ method: 'POST', url: `/api/v1/order/pay/${orderId}` })).json().data.merchantName

  test('names the connected account in live mode, and the registered business in test mode', async () => {
    const merchant = await shop.merchant('Sharma Trading Private Limited')
    const inTest = await newOrder(merchant)
    await connected(merchant)
    const inLive = await newOrder(merchant)
    expect(await shownTo(inLive)).toBe('Sharma Tea House')
    expect(await payPage(inLive)).toContain('Sharma Tea House')
    expect(await payPage(inLive)).not.toContain('Sharma Trading Private Limited')
    expect(await shownTo(inTest)).toBe('Sharma Trading Private Limited')
    await connected(merchant, { merchantName: 'Sharma Tea and Snacks' })
    expect(await shownTo(inLive)).toBe('Sharma Tea and Snacks')
  })
})

describe('an unverified account', () => {
  test.each(['personal', 'small_merchant'])(
    'of kind %s gets no app links but the advice to scan, and a limit for shared QR pictures',
    async (kind) => {
      const merchant = await shop.merchant()
      await connected(merchant, { kind })
      const small = await payPage(await newOrder(merchant, { amount: '2000.00' }))
      expect(small).toContain('Please scan the code')
      expect(small).not.toContain('href="upi://')
      expect(small).not.toContain('phonepe://')
      expect(small).not.toContain('Above ₹2,000.00')
      const large = await payPage(await newOrder(merchant, { amount: '2000.01' }))
      expect(large).toContain('Above ₹2,000.00, you')
      await connected(merchant, { kind: 'verified_merchant' })
      const business = await payPage(await newOrder(merchant))
      expect(business).toContain('href="upi://')
      expect(business).not.toContain('Please scan the code')
    },
  )
})

describe('without the sandbox', () => {
  let live: Shop
  beforeAll(async () => {
    live = await openShop({ SANDBOX: 'off' })
  })
  afterAll(() => live.close())

  test('an account can be connected, and orders then work', async () => {
    const merchant = await live.merchant()
    expect((await merchant.post('/user/get-merchant')).json().code).toBe('no_account')
    await connected(merchant)
    expect((await merchant.get('/auth/session')).json().data.mode).toBe('live')
    await newOrder(merchant)
  })
})
