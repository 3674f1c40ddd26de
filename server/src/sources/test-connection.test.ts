import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type FakePaytm, startFakePaytm } from '../../testing/fake-paytm.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'

const MERCHANT = { merchantId: 'SHARMA38472910', merchantKey: 'kbzk1DSbJiV_O3p5' }

let shop: Shop
let paytm: FakePaytm
beforeAll(async () => {
  paytm = await startFakePaytm(MERCHANT, () => shop.clock.now())
  shop = await openShop({ PAYTM_URL: paytm.url })
})
afterAll(async () => {
  await shop.close()
  await paytm.close()
})
afterEach(() => paytm.mend())

const connected = async (merchantKey: string): Promise<ShopMerchant> => {
  const merchant = await shop.merchant()
  const reply = await merchant.post('/user/connect-merchant', {
    merchantProvider: 'paytm',
    merchantName: 'Sharma Tea',
    merchantId: MERCHANT.merchantId,
    merchantUpiId: `${merchant.merchantId}@paytm`.replace('_', ''),
    verification: { source: 'paytm-v3', credentials: { merchantKey } },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return merchant
}

const healthOf = async (merchant: ShopMerchant) =>
  (await merchant.post('/user/get-merchant')).json().data.verification.health

test('right credentials work, and the account is shown as working since then', async () => {
  const merchant = await connected(MERCHANT.merchantKey)
  const reply = await merchant.post('/user/test-connection')
  expect([reply.statusCode, reply.json().data]).toEqual([
    200,
    { source: 'paytm-v3', works: true, detail: 'Paytm answers for this merchant ID' },
  ])
  expect(await healthOf(merchant)).toMatchObject({
    state: 'working',
    lastWorkedAt: shop.clock.now().toISOString(),
    asked: 1,
  })
})

test('a wrong key is told as what the provider says of it', async () => {
  const merchant = await connected('0000000000000000')
  const { data } = (await merchant.post('/user/test-connection')).json()
  expect(data).toMatchObject({ works: false })
  expect(await healthOf(merchant)).toMatchObject({ state: 'failing', detail: data.detail })
})

test('a provider that is down is told as such, and works again afterwards', async () => {
  const merchant = await connected(MERCHANT.merchantKey)
  paytm.breaks({ kind: 'status', status: 503 })
  expect((await merchant.post('/user/test-connection')).json().data).toMatchObject({
    works: false,
    detail: 'The provider answered HTTP 503',
  })
  expect((await merchant.post('/user/test-connection')).json().data).toMatchObject({ works: true })
  expect(await healthOf(merchant)).toMatchObject({ state: 'working' })
})

test('without an account, or without a source, there is nothing to test', async () => {
  const merchant = await shop.merchant()
  expect((await merchant.post('/user/test-connection')).json()).toMatchObject({ code: 'no_account' })
  await merchant.post('/user/connect-merchant', {
    merchantProvider: 'other',
    merchantName: 'Sharma Tea',
    merchantId: 'X',
    merchantUpiId: 'plain@examplebank',
  })
  const reply = await merchant.post('/user/test-connection')
  expect([reply.statusCode, reply.json().code]).toEqual([404, 'no_verification'])
})

test('tests are limited, so that nobody guesses keys through us', async () => {
  const merchant = await connected('0000000000000000')
  const before = paytm.requests.length
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await merchant.post('/user/test-connection')).statusCode),
  )
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(5)
  expect(paytm.requests.length - before).toBeLessThanOrEqual(5)
})
