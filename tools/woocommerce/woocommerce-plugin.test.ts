import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openWooShop, PHP_IS_HERE, type WooOrder, type WooShop } from './woocommerce-shop.ts'

describe.skipIf(!PHP_IS_HERE)('the WooCommerce plugin', () => {
  let shop: WooShop
  beforeAll(async () => {
    shop = await openWooShop()
  })
  afterAll(() => shop.close())

  let id = 100
  beforeEach(() => {
    id += 1
    shop.change((each) => {
      each.notices = []
    })
    shop.changeOrder(id, {})
  })
  afterEach(() => {
    const { crashes = [] } = shop.state()
    shop.change((each) => {
      each.crashes = []
    })
    expect(crashes).toEqual([])
  })

  const order = (): WooOrder => shop.orderOf(id)
  const notes = (words: string): string[] => order().notes?.filter((note) => note.includes(words)) ?? []
  const checkout = () => shop.checkout(id)
  const eventOf = (over: object = {}) => shop.eventOf(id, over)
  const notify = async (...given: Parameters<WooShop['notify']>) => (await shop.notify(...given)).status

  test('completes an order once by the signed notification, with its UTR', async () => {
    const { result, redirect } = await checkout()
    expect(result).toBe('success')
    expect(redirect).toMatch(/\/pay\/\w{26}$/)
    const { utr } = await shop.simulate(redirect, 'success')
    await expect.poll(() => notes(utr)).toHaveLength(1)
    expect(order()).toMatchObject({ status: 'processing', transaction_id: utr, completions: 1 })
    expect(await notify(eventOf({ utr }))).toBe(200)
    expect(notes(utr)).toHaveLength(1)
    expect(order().completions).toBe(1)
  })

  test('leads a retry to the same page while it can be paid, and to a new one after a failure', async () => {
    const first = await checkout()
    expect(await checkout()).toEqual(first)
    await shop.simulate(first.redirect, 'declined')
    await expect.poll(() => order().status).toBe('failed')
    const second = await checkout()
    expect(second.result).toBe('success')
    expect(second.redirect).not.toBe(first.redirect)
  })

  test('completes the order of a returning customer only if Galla confirms the payment', async () => {
    await checkout()
    await shop.ask(`/thanks?id=${id}`)
    expect(order().status).toBe('pending')
    // Without notifications.
    const utr = await shop.withSettings({ webhook_secret: 'whsec_AAAA' }, async () => {
      const { redirect } = await checkout()
      const paid = await shop.simulate(redirect, 'success')
      await shop.ask(`/thanks?id=${id}`)
      return paid.utr
    })
    expect(order()).toMatchObject({ status: 'processing', transaction_id: utr, completions: 1 })
    // A second click on Pay leads to the thanks, not to another payment.
    expect((await checkout()).redirect).toBe(`${shop.url}/thanks?id=${id}`)
    expect(order().completions).toBe(1)
  })

  test('does not complete an order by another amount', async () => {
    await checkout()
    shop.changeOrder(id, { total: '1999.50' })
    for (let times = 0; times < 2; times += 1) expect(await notify(eventOf())).toBe(200)
    expect(order()).toMatchObject({ status: 'on-hold', transaction_id: '' })
    expect(notes('400000000009')).toHaveLength(1)
    expect(order().notes?.at(-1)).toBe(
      'Paid by UPI: in test mode, no real money: Rs 1499.50 (UTR 400000000009) from asha@gallatest, but the order costs Rs 1999.50.',
    )
  })

  test('notes a second payment once', async () => {
    await checkout()
    await notify(eventOf())
    const orderId = '01J0000000000000000000GALB'
    for (const utr of ['400000000010', '400000000010']) await notify(eventOf({ orderId, utr }))
    expect(notes('400000000010')).toHaveLength(1)
    expect(order()).toMatchObject({ status: 'processing', transaction_id: '400000000009', completions: 1 })
  })

  test('ignores a webhook with another signature, of test mode in a live shop, or of an unknown event', async () => {
    await checkout()
    const before = order()
    expect(await notify(eventOf(), 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD')).toBe(400)
    expect(await notify(eventOf(), undefined, new Date(Date.now() - 301_000))).toBe(400)
    const unsigned = { method: 'POST', body: JSON.stringify(eventOf()) }
    expect((await fetch(`${shop.url}/?wc-api=galla_upi`, unsigned)).status).toBe(400)
    expect((await fetch(`${shop.url}/?wc-api=galla_upi`)).status).toBe(405)
    expect(await notify({ event: 'test.ping', mode: 'test' })).toBe(200)
    for (const foreign of ['someone-else-1', 'wcx-1-1-00000000'])
      expect(await notify(eventOf({ client_txn_id: foreign }))).toBe(200)
    for (const broken of [{ client_txn_id: undefined }, { orderAmount: 1499.5 }, { utr: null }])
      expect(await notify(eventOf(broken))).toBe(400)
    await shop.withSettings({ api_key: 'key_live_1' }, async () => expect(await notify(eventOf())).toBe(200))
    await shop.withSettings({ webhook_secret: '' }, async () =>
      expect(await notify(eventOf(), 'whsec_AAAA')).toBe(400),
    )
    expect(order()).toEqual(before)
  })

  test('ignores an older failure after the success, and accepts both secrets during a rotation', async () => {
    await checkout()
    const fresh = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
    await shop.withSettings({ webhook_secret: `${fresh} ${shop.secret}` }, async () => {
      expect(await notify(eventOf(), shop.secret)).toBe(200)
      const failed = eventOf({ event: 'order.failed', sequence: 8, failureReason: 'expired' })
      expect(await notify(failed, fresh)).toBe(200)
    })
    expect(order().status).toBe('processing')
  })

  test('shows the customer a field that Galla refuses, and other errors only to the shop', async () => {
    shop.changeOrder(id, { phone: '12345' })
    expect(await checkout()).toMatchObject({ result: 'failure' })
    expect(shop.state().notices.at(-1)).toContain(
      'customer_mobile: Please enter a valid 10-digit mobile number',
    )
    shop.changeOrder(id, { phone: '+91 98765 43210' })
    await shop.withSettings({ api_key: 'key_test_wrong' }, async () =>
      expect(await checkout()).toMatchObject({ result: 'failure' }),
    )
    expect(shop.state().notices.at(-1)).toBe(
      'The UPI payment could not be started. Please try again, or choose another way to pay.',
    )
    expect(order().notes?.at(-1)).toContain('The API key is missing or not valid')
  })
})
