import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'

const KEY = 'kbzk1DSbJiV_O3p5'
const FORM = {
  merchantProvider: 'paytm',
  merchantName: 'Sharma Tea House',
  merchantId: 'SHARMA38472910',
  merchantUpiId: 'sharmatea@paytm',
}
const V3 = { source: 'paytm-v3', credentials: { merchantKey: KEY } }
const UNTESTED = { state: 'untested', detail: '', lastWorkedAt: null, lastFailedAt: null, asked: 0 }

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const connect = (merchant: ShopMerchant, over: Record<string, unknown> = {}) =>
  merchant.post('/user/connect-merchant', { ...FORM, ...over })

const sealedOf = async ({ merchantId }: ShopMerchant): Promise<string[]> =>
  (
    await shop.db.pool.query<{ sealed: Buffer }>(
      'select credentials_sealed as sealed from account_sources where merchant_id = $1',
      [merchantId],
    )
  ).rows.map(({ sealed }) => sealed.toString('latin1'))

const verificationOf = async (merchant: ShopMerchant) =>
  (await merchant.post('/user/get-merchant')).json().data.verification

test('credentials are stored encrypted, and appear in no reply and no log', async () => {
  const merchant = await shop.merchant()
  const reply = await connect(merchant, { verification: V3 })
  expect(reply.statusCode, reply.body).toBe(200)
  expect(reply.json().data.verification).toEqual({
    source: 'paytm-v3',
    health: UNTESTED,
    notificationUrl: null,
  })
  expect(await verificationOf(merchant)).toEqual({
    source: 'paytm-v3',
    health: UNTESTED,
    notificationUrl: null,
  })
  const [sealed] = await sealedOf(merchant)
  expect(sealed).toBeDefined()
  const everywhere = [reply.body, (await merchant.post('/user/get-merchant')).body, sealed, ...shop.logged]
  for (const text of everywhere) expect(text).not.toContain(KEY)
})

test('the same credentials are encrypted differently for each account', async () => {
  const [one, other] = [await shop.merchant(), await shop.merchant()]
  await connect(one, { verification: V3 })
  await connect(other, { verification: V3, merchantUpiId: 'other@paytm' })
  expect(await sealedOf(one)).not.toEqual(await sealedOf(other))
})

test('omitted credentials are kept, null removes them, and another provider does not inherit them', async () => {
  const merchant = await shop.merchant()
  await connect(merchant, { verification: V3 })
  const before = await sealedOf(merchant)
  await connect(merchant, { merchantName: 'Sharma Tea and Sons' })
  expect(await sealedOf(merchant)).toEqual(before)
  await connect(merchant, { merchantProvider: 'other' })
  expect(await sealedOf(merchant)).toEqual([])
  await connect(merchant, { verification: { source: 'paytm-keyless' } })
  expect(await verificationOf(merchant)).toMatchObject({ source: 'paytm-keyless' })
  await connect(merchant, { verification: null })
  expect(await verificationOf(merchant)).toBeNull()
})

test.each([
  ['another provider', { merchantProvider: 'phonepe', verification: V3 }, 'verification.source'],
  ['an unknown source', { verification: { source: 'screen-scraping' } }, 'verification.source'],
  [
    'no key',
    { verification: { source: 'paytm-v3', credentials: {} } },
    'verification.credentials.merchantKey',
  ],
  [
    'a short key',
    { verification: { source: 'paytm-v3', credentials: { merchantKey: 'short' } } },
    'verification.credentials.merchantKey',
  ],
  [
    'an odd merchant ID',
    { verification: { source: 'paytm-keyless', credentials: { merchantId: 'a b&c' } } },
    'verification.credentials.merchantId',
  ],
  [
    'a PhonePe secret with a space',
    {
      merchantProvider: 'phonepe',
      verification: { source: 'phonepe-v2', credentials: { clientId: 'SU26', clientSecret: 'a secret' } },
    },
    'verification.credentials.clientSecret',
  ],
  [
    'a PhonePe webhook password alone',
    {
      merchantProvider: 'phonepe',
      verification: {
        source: 'phonepe-v2',
        credentials: { clientId: 'SU26', clientSecret: 'a-secret', webhookPassword: 'chai4pani' },
      },
    },
    'verification.credentials.webhookUsername',
  ],
  [
    'no Cashfree client ID',
    {
      merchantProvider: 'other',
      verification: { source: 'cashfree', credentials: { clientSecret: 'cfsk_ma_prod_0f9e8d7c' } },
    },
    'verification.credentials.clientId',
  ],
])('%s is refused as an invalid field, and nothing is connected', async (_what, over, field) => {
  const merchant = await shop.merchant()
  const reply = await connect(merchant, over)
  expect(reply.statusCode, reply.body).toBe(400)
  expect(reply.json().errors.map((error: { field: string }) => error.field)).toEqual([field])
  expect((await merchant.post('/user/get-merchant')).statusCode).toBe(404)
})

test('a replaced account keeps its source, and still recognizes payments for its orders', async () => {
  const merchant = await shop.merchant()
  await connect(merchant, { verification: V3 })
  await connect(merchant, { merchantUpiId: 'second@paytm' })
  expect(await verificationOf(merchant)).toBeNull()
  expect(await sealedOf(merchant)).toHaveLength(1)
})
