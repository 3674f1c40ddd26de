import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { CASHFREE_MERCHANT, type FakeCashfree, startFakeCashfree } from '../../testing/fake-cashfree.ts'
import { type FakePaytm, PAYTM_MERCHANT, startFakePaytm } from '../../testing/fake-paytm.ts'
import { type FakePhonePe, PHONEPE_MERCHANT, startFakePhonePe } from '../../testing/fake-phonepe.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'

const PHONEPE = { ...PHONEPE_MERCHANT, webhook: null }

let shop: Shop
let paytm: FakePaytm
let phonepe: FakePhonePe
let cashfree: FakeCashfree
beforeAll(async () => {
  paytm = await startFakePaytm(PAYTM_MERCHANT, () => shop.clock.now())
  phonepe = await startFakePhonePe(PHONEPE, () => shop.clock.now())
  cashfree = await startFakeCashfree(CASHFREE_MERCHANT, () => shop.clock.now())
  shop = await openShop({ PAYTM_URL: paytm.url, PHONEPE_URL: phonepe.url, CASHFREE_URL: cashfree.url })
})
afterAll(async () => {
  await shop.close()
  await Promise.all([paytm.close(), phonepe.close(), cashfree.close()])
})
afterEach(() => paytm.mend())

const connectedBy = async (merchantProvider: string, verification: object): Promise<ShopMerchant> => {
  const merchant = await shop.merchant()
  const reply = await merchant.post('/user/connect-merchant', {
    merchantProvider,
    merchantName: 'Sharma Tea',
    merchantId: PAYTM_MERCHANT.merchantId,
    merchantUpiId: `${merchant.merchantId}@paytm`.replace('_', ''),
    verification,
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return merchant
}
const connected = (merchantKey: string): Promise<ShopMerchant> =>
  connectedBy('paytm', { source: 'paytm-v3', credentials: { merchantKey } })

const healthOf = async (merchant: ShopMerchant) =>
  (await merchant.post('/user/get-merchant')).json().data.verification.health

test('correct credentials work, and the account is shown as working', async () => {
  const merchant = await connected(PAYTM_MERCHANT.merchantKey)
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

test('a wrong key is shown with the provider’s message', async () => {
  const merchant = await connected('0000000000000000')
  const { data } = (await merchant.post('/user/test-connection')).json()
  expect(data).toMatchObject({ works: false })
  expect(await healthOf(merchant)).toMatchObject({ state: 'failing', detail: data.detail })
})

test.each([
  [
    'phonepe',
    'phonepe-v2',
    { clientId: PHONEPE.clientId, clientSecret: PHONEPE.clientSecret },
    'PhonePe answers for this client ID',
    'PhonePe refused the client ID, the client secret or the client version',
  ],
  [
    'other',
    'cashfree',
    CASHFREE_MERCHANT,
    'Cashfree answers for this client ID',
    'Cashfree refused the client ID or the client secret',
  ],
])(
  '%s, tested by %s, distinguishes correct from wrong credentials',
  async (provider, source, right, works, refused) => {
    const merchant = await connectedBy(provider, { source, credentials: right })
    expect((await merchant.post('/user/test-connection')).json().data).toEqual({
      source,
      works: true,
      detail: works,
    })
    const wrong = { ...right, clientSecret: 'another-secret-of-its-length' }
    const mistaken = await connectedBy(provider, { source, credentials: wrong })
    expect((await mistaken.post('/user/test-connection')).json().data).toMatchObject({
      works: false,
      detail: refused,
    })
    expect(await healthOf(mistaken)).toMatchObject({ state: 'failing', detail: refused })
  },
)

test('a provider that is down is shown as failing, and works again later', async () => {
  const merchant = await connected(PAYTM_MERCHANT.merchantKey)
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

test('tests are limited, so that nobody can guess keys with them', async () => {
  const merchant = await connected('0000000000000000')
  const before = paytm.requests.length
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await merchant.post('/user/test-connection')).statusCode),
  )
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(5)
  expect(paytm.requests.length - before).toBeLessThanOrEqual(5)
})
