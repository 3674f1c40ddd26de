import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askingNobody } from '../../testing/qr-making.ts'
import { openShop, orderDepsOf, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { sql } from '../platform/database/database.ts'
import { randomIds } from '../platform/ids.ts'
import { activatePlan } from './activate-plan.ts'
import { buyPlan } from './buy-plan.ts'
import { offerOf } from './catalogue.ts'
import { insertOffer } from './plan-offer-store.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const buy = (merchant: ShopMerchant, planName = 'basic', billingCycle = '28days') =>
  merchant.post('/user/new-subscription', { planData: { planName, billingCycle } })

const orderOf = async (merchant: ShopMerchant, planName?: string, billingCycle?: string): Promise<string> => {
  const reply = await buy(merchant, planName, billingCycle)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data.order_id
}

/** The link that the buyer's phone would scan. */
const pay = async (orderId: string, outcome = 'success') => {
  const opened = await shop.call({ method: 'POST', url: `/api/v1/order/pay/${orderId}` })
  const upi = opened.json().data.upiIntentUrl.bhim
  const paid = await shop.call({
    method: 'POST',
    url: '/api/v1/simulator/pay',
    payload: { upi, outcome },
  })
  expect(paid.statusCode, paid.body).toBe(200)
}

const activate = (orderId: string) => activatePlan({ ...orderDepsOf(shop), trialQrRequests: 25 }, { orderId })

const subscriptionOf = async (merchant: ShopMerchant) => (await merchant.get('/user/subscription')).json()

const started = (merchant: ShopMerchant) =>
  expect.poll(async () => (await subscriptionOf(merchant)).data?.isActive).toBe(true)

describe('buying a plan', () => {
  test('is an order of the platform at the listed price, and starts automatically when paid', async () => {
    const merchant = await shop.merchant()
    expect(await subscriptionOf(merchant)).toMatchObject({
      success: false,
      code: 'subscription_not_found',
      msg: 'No subscription found',
      trialLimit: 25,
      trialRemaining: 25,
    })
    const reply = await buy(merchant, 'premium', '84days')
    const { payment_url: url, order_id: orderId } = reply.json().data
    expect(url).toContain(`/pay/${orderId}`)
    expect((await merchant.get('/user/subscription-history')).json().data).toMatchObject([
      {
        orderId,
        plan: 'premium',
        billingCycle: 84,
        amount: 7999,
        paymentMethod: 'UPI',
        paymentStatus: 'pending',
      },
    ])
    await pay(orderId)
    await started(merchant)
    expect((await subscriptionOf(merchant)).data).toEqual({
      plan: 'premium',
      planAmount: 7999,
      planStart: shop.clock.now().toISOString(),
      planExpiry: new Date(shop.clock.now().getTime() + 84 * 86_400_000).toISOString(),
      isActive: true,
      orderId,
      qrLimit: 39_599,
      qrRemaining: 39_599,
      billingCycle: 84,
      daysLeft: 84,
    })
    expect((await merchant.get('/user/subscription-history')).json().data).toMatchObject([
      { paymentStatus: 'success' },
    ])
  })

  test('sent twice concurrently makes one open payment', async () => {
    const merchant = await shop.merchant()
    const orders = await Promise.all(Array.from({ length: 5 }, () => orderOf(merchant)))
    expect(new Set(orders).size).toBe(1)
  })

  test('activates once, however often it is reported, also concurrently', async () => {
    const merchant = await shop.merchant()
    const orderId = await orderOf(merchant)
    await pay(orderId, 'twice')
    // Beside the job that the payment left.
    const results = await Promise.all([1, 2, 3, 4].map(() => activate(orderId)))
    expect(results.filter((result) => result !== undefined).length).toBeLessThanOrEqual(1)
    expect((await subscriptionOf(merchant)).data.qrRemaining).toBe(4999)
  })

  test('returns the same payment while it is open', async () => {
    const merchant = await shop.merchant()
    const first = await orderOf(merchant)
    expect(await orderOf(merchant)).toBe(first)
    expect(await orderOf(merchant, 'startup')).not.toBe(first)
    await pay(first)
    await started(merchant)
    expect(await orderOf(merchant)).not.toBe(first)
  })

  test('is a new payment when the plan has another number of QR requests since', async () => {
    const merchant = await shop.merchant()
    const first = await orderOf(merchant, 'startup')
    shop.clock.advance({ ms: 1 })
    const startup = { planName: 'startup', billingCycle: '28days' } as const
    const offer = await offerOf(shop.db, startup.planName, startup.billingCycle, shop.clock.now())
    const changed = { qrRequests: offer.qrRequests + 1, validFrom: shop.clock.now(), setBy: 'the test' }
    await shop.db.transaction((tx) =>
      insertOffer(tx, { ...startup, pricePaise: offer.pricePaise, ...changed }),
    )
    const second = await orderOf(merchant, 'startup')
    expect(second).not.toBe(first)
    expect(await orderOf(merchant, 'startup')).toBe(second)
  })

  test('starts no plan when it is declined or never paid', async () => {
    const merchant = await shop.merchant()
    await pay(await orderOf(merchant), 'declined')
    expect(await subscriptionOf(merchant)).toMatchObject({ code: 'subscription_not_found' })
    expect((await merchant.get('/user/subscription-history')).json().data).toMatchObject([
      { paymentStatus: 'failed' },
    ])
  })

  test('starts the plan even when paid late', async () => {
    const merchant = await shop.merchant()
    await pay(await orderOf(merchant), 'late')
    await started(merchant)
  })

  test.each([
    [{}, 'planData'],
    [{ planData: { planName: 'gold', billingCycle: '28days' } }, 'planData.planName'],
    [{ planData: { planName: 'basic', billingCycle: '1day' } }, 'planData.billingCycle'],
  ])('%j is refused with its field', async (body, field) => {
    const merchant = await shop.merchant()
    const reply = await merchant.post('/user/new-subscription', body)
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors[0].field).toBe(field)
  })

  test('is hidden from other merchants', async () => {
    const [one, other] = [await shop.merchant(), await shop.merchant()]
    await orderOf(one)
    const reply = await other.get('/user/subscription-history')
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toMatchObject({ msg: 'No subscription payment history found' })
  })
})

test('purchases and offers never change', async () => {
  const merchant = await shop.merchant()
  await pay(await orderOf(merchant))
  await started(merchant)
  const change = (statement: Parameters<Shop['db']['run']>[0]) =>
    expect(shop.db.run(statement)).rejects.toThrow()
  await change(sql`update plan_purchases set price_paise = 1 where merchant_id = ${merchant.merchantId}`)
  await change(sql`delete from plan_purchases where merchant_id = ${merchant.merchantId}`)
  await change(sql`update plan_offers set price_paise = 1`)
})

describe('invoices', () => {
  const invoiceOf = (merchant: ShopMerchant, orderId: string) =>
    merchant.get(`/user/subscription-history/${orderId}/invoice.pdf`)

  test('are numbered without gaps or repeats, even when many are paid at once', async () => {
    const merchants = await Promise.all(Array.from({ length: 6 }, () => shop.merchant()))
    const orders = await Promise.all(merchants.map((merchant) => orderOf(merchant)))
    await Promise.all(orders.map((orderId) => pay(orderId)))
    await Promise.all(orders.map((orderId) => activate(orderId)))
    const rows = await shop.db.rows<{ number: number }>(
      sql`select number from invoices where financial_year = '26-27' order by number`,
    )
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
    expect(rows.length).toBeGreaterThanOrEqual(6)
  })

  test('do not exist for unpaid orders, whose attempts use no number', async () => {
    const merchant = await shop.merchant()
    const orderId = await orderOf(merchant)
    const last = () =>
      shop.db.one(sql`select last_number from invoice_numbers where financial_year = '26-27'`)
    const before = await last()
    await expect(activate(orderId)).rejects.toThrow('not paid')
    expect(await last()).toEqual(before)
    expect((await invoiceOf(merchant, orderId)).statusCode).toBe(404)
  })

  test('are the same bytes at every download and hidden from others', async () => {
    const merchant = await shop.merchant()
    const details = {
      legalName: 'Sharma Tea Pvt Ltd',
      address: '12 MG Road, Bengaluru 560001',
      stateCode: '29',
      gstin: '29AAGCB7383J1Z4',
    }
    expect((await merchant.get('/user/billing-details')).json().data).toBeNull()
    expect((await merchant.post('/user/billing-details', details)).json().data).toEqual(details)
    const orderId = await orderOf(merchant)
    await pay(orderId)
    await started(merchant)
    const downloads = await Promise.all([1, 2, 3].map(() => invoiceOf(merchant, orderId)))
    await merchant.post('/user/billing-details', { ...details, legalName: 'Another name' })
    downloads.push(await invoiceOf(merchant, orderId))
    const [first] = downloads
    expect(first?.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename="GL-26-27-\d{6}\.pdf"$/),
    })
    expect(first?.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    for (const download of downloads)
      expect(download.rawPayload.equals(first?.rawPayload ?? Buffer.of())).toBe(true)
    expect((await invoiceOf(await shop.merchant(), orderId)).statusCode).toBe(404)
    await expect(
      shop.db.run(sql`update invoices set number = 99 where order_id = ${orderId}`),
    ).rejects.toThrow()
  })

  test.each([
    [{ gstin: '29AAGCB7383J1Z5' }, 'gstin'],
    [{ stateCode: '27', gstin: '29AAGCB7383J1Z4' }, 'stateCode'],
    [{ stateCode: '55' }, 'stateCode'],
    [{ legalName: ' ' }, 'legalName'],
  ])('details with %j are refused with the field', async (wrong, field) => {
    const merchant = await shop.merchant()
    const details = { legalName: 'Sharma Tea', address: 'MG Road', stateCode: '29', gstin: '', ...wrong }
    const reply = await merchant.post('/user/billing-details', details)
    expect(reply.json().errors?.[0]?.field).toBe(field)
  })
})

test('the plans are public', async () => {
  const reply = await shop.call({ method: 'GET', url: '/api/v1/plans' })
  expect(reply.json().data).toMatchObject([
    { planName: 'basic', offers: [{ price: 999, qrRequests: 4999 }, { price: 2999 }, { price: 17_999 }] },
    { planName: 'startup' },
    { planName: 'premium', offers: [{ billingCycle: '28days', price: 2399 }, {}, {}] },
  ])
})

test('plans in production need the connected account of the platform, and cost live money', async () => {
  const merchant = await shop.merchant()
  const settings = { production: true, sandbox: true, publicUrl: new URL('https://galla.example') }
  const deps = {
    db: shop.db,
    clock: shop.clock,
    ids: randomIds,
    paymentUrl: (orderId: string) => `https://galla.example/pay/${orderId}`,
    trialQrRequests: 25,
    qr: askingNobody,
    settings,
  }
  const buyNow = () => buyPlan(deps, merchant.merchantId, 'basic', '28days')
  await expect(buyNow()).rejects.toMatchObject({ code: 'platform_not_connected', status: 503 })
  await shop.db.run(sql`
    insert into accounts (merchant_id, account_id, mode, provider, merchant_name, upi_id, is_current, created_at)
    select merchant_id, 'acc_live', 'live', 'other', 'Galla', 'galla@examplebank', true, ${shop.clock.now()}
    from merchants where is_platform`)
  const { orderId } = await buyNow()
  expect(
    await shop.db.one(sql`select mode, amount_paise::int as paise from orders where order_id = ${orderId}`),
  ).toEqual({ mode: 'live', paise: 99_900 })
})
