import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'

let shop: Shop
let merchant: ShopMerchant

const india = (text: string): Date => new Date(`${text}+05:30`)
let orders = 0

const at = async (text: string, rupees: string, outcome: 'success' | 'declined' | 'none'): Promise<void> => {
  const ms = india(text).getTime() - shop.clock.now().getTime()
  shop.clock.advance({ ms })
  orders += 1
  const reply = await shop.call({
    method: 'POST',
    url: '/api/v1/order/create-order',
    headers: { authorization: `Bearer ${merchant.key}` },
    payload: {
      client_txn_id: `STAT-${orders}`,
      amount: rupees,
      p_info: 'Masala tea',
      customer_name: 'Asha Rao',
      customer_email: 'asha@example.com',
      customer_mobile: '9876543210',
      redirect_url: 'https://shop.example/done',
    },
  })
  if (outcome === 'none') return
  const upi = reply.json().data.upi_intent.bhim_link
  await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload: { upi, outcome } })
}

beforeAll(async () => {
  shop = await openShop({ ROLE: 'web' })
  merchant = await shop.merchant()
  // The last millisecond of November in India, and the first of December.
  await at('2026-11-30T23:59:59.999', '10.10', 'success')
  await at('2026-12-01T00:00:00.000', '20.20', 'success')
  await at('2026-12-01T00:59:59.999', '1.00', 'declined')
  await at('2026-12-31T12:00:00', '100.00', 'success')
  await at('2027-01-01T00:00:00.000', '50.05', 'success')
  await at('2027-01-01T13:30:00', '7.00', 'none')
  const renewed = await shop.call({
    method: 'POST',
    url: '/api/v1/auth/login',
    headers: { origin: 'http://localhost:3000' },
    payload: { email: merchant.email, password: 'correct horse battery' },
  })
  cookie = renewed.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
})
afterAll(() => shop.close())

let cookie: string
const get = async (path: string) =>
  shop.call({ method: 'GET', url: `/api/v1/user/stats${path}`, headers: { cookie } })
const data = async (path: string) => (await get(path)).json().data

test('the totals are those of the whole mode; growth compares one January day with one of December', async () => {
  expect(await data('')).toEqual({
    totalTransactions: 6,
    totalAmount: 180.35,
    successRate: 80,
    // 50.05 after 20.20.
    monthlyGrowth: 147.8,
  })
})

test("the days are in India's zone, and a day without orders has a row", async () => {
  const days = await data('/daily?from=2026-11-30&to=2026-12-02')
  const none = { count: 0, successCount: 0, failedCount: 0, amount: 0, successRate: 0 }
  expect(days).toEqual([
    { day: '2026-11-30', count: 1, successCount: 1, failedCount: 0, amount: 10.1, successRate: 100 },
    { day: '2026-12-01', count: 2, successCount: 1, failedCount: 1, amount: 20.2, successRate: 50 },
    { day: '2026-12-02', ...none },
  ])
})

test('the default period is today and the 29 days before', async () => {
  const days: { day: string }[] = await data('/daily')
  expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([30, '2026-12-03', '2027-01-01'])
})

test("hours are in India's zone", async () => {
  const hours: { hour: number; count: number; amount: number }[] = await data(
    '/hourly?from=2026-11-30&to=2027-01-01',
  )
  expect(hours).toHaveLength(24)
  expect(hours.filter(({ count }) => count > 0)).toEqual([
    { hour: 0, count: 3, amount: 70.25 },
    { hour: 12, count: 1, amount: 100 },
    { hour: 13, count: 1, amount: 0 },
    { hour: 23, count: 1, amount: 10.1 },
  ])
})

test.each([
  ['from=2026-12-02&to=2026-12-01', 'to', 'The last day must not be before the first'],
  ['from=2027-01-02', 'from', 'The last day must not be before the first'],
  ['from=2025-12-31&to=2027-01-01', 'to', 'Please choose at most 366 days'],
  ['from=2025-12-31', 'from', 'Please choose at most 366 days'],
  ['to=1999-12-31', 'to', 'Please choose days since 2000-01-01'],
  ['from=0001-01-01&to=0001-01-01', 'from', 'Please choose days since 2000-01-01'],
  ['from=2026-02-29', 'from', expect.any(String)],
  ['to=yesterday', 'to', expect.any(String)],
  ['to=', 'to', expect.any(String)],
  ['from=2026-1-1', 'from', expect.any(String)],
])('%s is not a period', async (query, field, msg) => {
  for (const path of ['/daily', '/hourly']) {
    const reply = await get(`${path}?${query}`)
    expect([reply.statusCode, reply.json().errors]).toEqual([400, [{ field, msg }]])
  }
})

test('366 days are a period', async () => {
  expect(await data('/daily?from=2026-01-01&to=2027-01-01')).toHaveLength(366)
})

test('each merchant and each mode has separate statistics', async () => {
  const nothing = { totalTransactions: 0, totalAmount: 0, successRate: 0, monthlyGrowth: 0 }
  const stranger = await shop.merchant()
  expect((await stranger.get('/user/stats')).json().data).toEqual(nothing)
  await shop.db.pool.query(`update sessions set mode = 'live' where merchant_id = $1`, [merchant.merchantId])
  expect(await data('')).toEqual(nothing)
  expect((await data('/hourly')).every(({ count }: { count: number }) => count === 0)).toBe(true)
  await shop.db.pool.query(`update sessions set mode = 'test' where merchant_id = $1`, [merchant.merchantId])
})

test('the statistics require a session', async () => {
  for (const path of ['', '/daily', '/hourly'])
    expect((await shop.call({ method: 'GET', url: `/api/v1/user/stats${path}` })).statusCode).toBe(401)
})
