import { DIALECT_PATHS } from '@galla/contract/gateway-compat/dialects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORDER_BODY } from '../../testing/order-body.ts'
import { openShop, type Shop, type ShopCaller, type ShopMerchant } from '../../testing/shop.ts'

const ORDER = {
  client_txn_id: 'SUSPENDED-1',
  ...ORDER_BODY,
}

let shop: Shop
let operator: ShopCaller

beforeAll(async () => {
  shop = await openShop()
  operator = await shop.operator()
})
afterAll(() => shop.close())

const create = (merchant: ShopMerchant, clientTxnId: string) =>
  shop.call({
    method: 'POST',
    url: '/api/v1/order/create-order',
    payload: { ...ORDER, client_txn_id: clientTxnId },
    headers: { authorization: `Bearer ${merchant.key}` },
  })

const actsOf = async (merchantId: string) =>
  (await operator.get(`/operator/audit?merchantId=${merchantId}`)).json().data

describe('suspending a merchant', () => {
  let merchant: ShopMerchant
  let open: { order_id: string; upi_intent: { bhim_link: string } }

  beforeAll(async () => {
    merchant = await shop.merchant('Suspended Tea')
    open = (await create(merchant, 'OPEN')).json().data
  })

  test('requires a reason', async () => {
    const path = `/operator/merchants/${merchant.merchantId}/suspend`
    for (const body of [{}, { reason: ' ' }, { reason: 'x'.repeat(1001) }]) {
      const reply = await operator.post(path, body)
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toMatchObject({ errors: [{ field: 'reason' }] })
    }
    expect(await actsOf(merchant.merchantId)).toEqual([])
  })

  test('happens and is recorded once if it is requested concurrently', async () => {
    const replies = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((reason) =>
        operator.post(`/operator/merchants/${merchant.merchantId}/suspend`, { reason }),
      ),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200))
    const results = replies.map((reply) => reply.json().data)
    expect(results.filter(({ changed }) => changed)).toHaveLength(1)
    expect(new Set(results.map(({ suspendedReason }) => suspendedReason)).size).toBe(1)
    expect(await actsOf(merchant.merchantId)).toMatchObject([
      {
        act: 'merchant.suspend',
        operator: 'operator@example.com',
        merchantName: 'Suspended Tea',
        reason: results[0].suspendedReason,
        before: { suspendedAt: null },
        after: { reason: results[0].suspendedReason },
      },
    ])
  })

  test('refuses new orders by key and by form, new accounts and plans, with 403 suspended', async () => {
    const { client_txn_id: _id, ...form } = ORDER
    const replies = await Promise.all([
      create(merchant, 'NEW'),
      merchant.post('/user/generate-payment-link', { ...form, client_txn_id: 'NEW-2' }),
      merchant.post('/user/connect-merchant', {
        merchantProvider: 'other',
        merchantName: 'Suspended Tea',
        merchantId: 'M1',
        merchantUpiId: 'tea@examplebank',
      }),
      merchant.post('/user/new-subscription', {
        planData: { planName: 'basic', billingCycle: '28days' },
      }),
    ])
    for (const reply of replies) expect([reply.statusCode, reply.json().code]).toEqual([403, 'suspended'])
    expect((await merchant.get('/user/all-transactions')).json().pagination.totalTransactions).toBe(1)
  })

  test('lets the merchant read their data, and shows the reason', async () => {
    const session = (await merchant.get('/auth/session')).json().data
    expect(session.suspended).toEqual({ reason: expect.stringMatching(/^[a-f]$/) })
    expect((await merchant.get('/user/all-transactions')).statusCode).toBe(200)
  })

  test('still settles open orders', async () => {
    const paid = await shop.call({
      method: 'POST',
      url: '/api/v1/simulator/pay',
      payload: { upi: open.upi_intent.bhim_link },
    })
    expect(paid.statusCode).toBe(200)
    const row = (await merchant.get(`/user/transactions/${open.order_id}`)).json().data
    expect(row.status).toBe('success')
  })

  test('lets the shop read the status of a paid order by key', async () => {
    const headers = { authorization: `Bearer ${merchant.key}` }
    const payload = { client_txn_id: 'OPEN', key: merchant.key }
    const asked = await shop.call({
      method: 'POST',
      url: '/api/v1/order/check-order-status',
      payload,
      headers,
    })
    expect([asked.statusCode, asked.json().data?.status]).toEqual([200, 'success'])
    const events = await shop.call({ method: 'GET', url: '/api/v1/events?after=0&limit=10', headers })
    expect(events.json().data).toMatchObject([{ orderId: open.order_id, event: 'order.success' }])
    const words = async (url: string) => (await shop.call({ method: 'POST', url, payload })).json()
    expect(await words(DIALECT_PATHS.ekqrCheck)).toMatchObject({ status: true, data: { status: 'success' } })
    // What would create is refused in every gateway's words, whatever else is wrong with it.
    const refused = 'User account is not active'
    expect(await words(DIALECT_PATHS.ekqrCreate)).toMatchObject({ status: false, msg: refused })
    expect(await words(DIALECT_PATHS.cutepeCreate)).toMatchObject({ status: 'error', message: refused })
    const wrong = await shop.call({ method: 'POST', url: '/api/v1/order/create-order', payload, headers })
    expect([wrong.statusCode, wrong.json().code]).toEqual([403, 'suspended'])
  })

  test('ends once if it is ended concurrently', async () => {
    const resume = () => operator.post(`/operator/merchants/${merchant.merchantId}/resume`)
    const replies = await Promise.all([resume(), resume(), resume()])
    expect(replies.map((reply) => reply.json().data.changed).filter(Boolean)).toHaveLength(1)
    expect((await create(merchant, 'AFTER')).statusCode).toBe(200)
    expect((await merchant.get('/auth/session')).json().data.suspended).toBeUndefined()
    const acts = await actsOf(merchant.merchantId)
    expect(acts.map(({ act }: { act: string }) => act).sort()).toEqual([
      'merchant.resume',
      'merchant.suspend',
    ])
  })

  test('is refused for an operator and 404 for an unknown merchant', async () => {
    const self = (await operator.get('/auth/session')).json().data.id
    const own = await operator.post(`/operator/merchants/${self}/suspend`, { reason: 'x' })
    expect([own.statusCode, own.json().code]).toEqual([409, 'not_suspendable'])
    const unknown = `mer_${'0'.repeat(26)}`
    for (const reply of [
      await operator.post(`/operator/merchants/${unknown}/suspend`, { reason: 'x' }),
      await operator.post(`/operator/merchants/${unknown}/resume`),
      await operator.get(`/operator/merchants/${unknown}`),
    ])
      expect(reply.statusCode).toBe(404)
  })
})

describe('the list of merchants', () => {
  let tea: ShopMerchant
  beforeAll(async () => {
    // Ids sort by time, to the millisecond.
    shop.clock.advance({ ms: 1 })
    tea = await shop.merchant('Ravi & Söhne Tea House')
    shop.clock.advance({ ms: 1 })
    await shop.merchant('Anita Fabrics')
  })
  const names = async (query: string): Promise<string[]> =>
    (await operator.get(`/operator/merchants?${query}`)).json().data.map(({ name }: { name: string }) => name)

  test('shows the newest first, including the operator', async () => {
    const shown = await names('')
    expect(shown.slice(0, 2)).toEqual(['Anita Fabrics', 'Ravi & Söhne Tea House'])
    expect(shown).toContain('Galla')
  })

  test.each([
    ['a part of a name in any case', () => 'öhne tea'],
    ['an e-mail', () => tea.email.toUpperCase()],
    ['an id', () => tea.merchantId],
    ['two characters', () => 'hn'],
  ])('finds by %s', async (_what, search) => {
    expect(await names(`search=${encodeURIComponent(search())}`)).toEqual(['Ravi & Söhne Tea House'])
  })

  test.each(['%', '_x_', "' or 1=1 --", 'no such shop', '\\'])(
    'searches for %s literally',
    async (search) => {
      expect(await names(`search=${encodeURIComponent(search)}`)).toEqual([])
    },
  )

  test('shows only suspended merchants on request', async () => {
    await operator.post(`/operator/merchants/${tea.merchantId}/suspend`, { reason: 'Checked' })
    expect(await names('state=suspended')).toEqual(['Ravi & Söhne Tea House'])
    expect(await names('state=suspended&search=söhne')).toEqual(['Ravi & Söhne Tea House'])
    expect(await names('state=suspended&search=fabrics')).toEqual([])
  })

  test('shows every merchant exactly once across its pages', async () => {
    await shop.db.pool.query(`
      insert into merchants (merchant_id, role, name, email, mobile_number, password_hash, created_at)
      select 'mer_' || lpad(n::text, 26, '0'), 'owner', 'Paged ' || n, n || '@paged.example', '', '$argon2id$none', now()
      from generate_series(1, 120) n`)
    const seen: string[] = []
    let after: string | null = null
    do {
      const from: string = after === null ? '' : `&after=${after}`
      const page: { data: { id: string }[]; next: string | null } = (
        await operator.get(`/operator/merchants?search=paged${from}`)
      ).json()
      seen.push(...page.data.map(({ id }) => id))
      after = page.next
    } while (after !== null)
    expect(seen).toHaveLength(120)
    expect(new Set(seen).size).toBe(120)
    expect(seen).toEqual(seen.toSorted().toReversed())
  })

  test('uses its index for the search', async () => {
    const client = await shop.db.pool.connect()
    try {
      await client.query('set enable_seqscan = off')
      const { rows } = await client.query(`
        explain select from merchants m
        where word_marks(merchant_words(m.merchant_id, m.name, m.email, m.website_name, m.mobile_number)) collate "C"
          @> word_marks('paged')`)
      expect(JSON.stringify(rows)).toContain('merchants_marks')
    } finally {
      client.release(true)
    }
  })
})

test('the detail shows what an operator needs, and no key, secret, password or URL beyond its host', async () => {
  const merchant = await shop.merchant('Detail Tea')
  await merchant.post('/user/update-webhook-url', {
    webhookUrl: 'https://hooks.detail-tea.example/secret-path?token=s3cr3t',
  })
  const { webhookSecret } = (await merchant.post('/user/get-api-details')).json().data
  const { upi_intent } = (await create(merchant, 'D-1')).json().data
  await create(merchant, 'D-2')
  await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload: { upi: upi_intent.bhim_link } })
  const reply = await operator.get(`/operator/merchants/${merchant.merchantId}`)
  expect(reply.json().data).toMatchObject({
    name: 'Detail Tea',
    email: merchant.email,
    suspendedAt: null,
    lastSeenAt: shop.clock.now().toISOString(),
    accounts: [{ mode: 'test', provider: 'simulator', isCurrent: true }],
    subscription: null,
    trial: { limit: 25, remaining: 25 },
    totals: [
      { mode: 'test', orders: 2, succeeded: 1, failed: 0, collected: 499 },
      { mode: 'live', orders: 0, collected: 0 },
    ],
    openCredits: 0,
    kyc: null,
    webhooks: expect.arrayContaining([
      expect.objectContaining({ mode: 'test', host: 'hooks.detail-tea.example' }),
    ]),
    acts: [],
  })
  for (const secret of [merchant.key, webhookSecret, 's3cr3t', 'secret-path', '$argon2id', 'sealed'])
    expect(reply.body).not.toContain(secret)
})
