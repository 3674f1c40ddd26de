import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openWooShop, PHP_IS_HERE, type WooOrder, type WooShop } from './woocommerce-shop.ts'

/** Payments at a bad moment: for a changed order, twice at once, or under an unknown id. */
describe.skipIf(!PHP_IS_HERE)('money for orders of a WooCommerce shop', () => {
  let shop: WooShop
  beforeAll(async () => {
    shop = await openWooShop()
  })
  afterAll(() => shop.close())

  let id = 500
  beforeEach(() => {
    id += 1
    shop.changeOrder(id, { total: '1499.50' })
  })
  afterEach(() => {
    shop.openGate()
    const { crashes = [] } = shop.state()
    shop.change((each) => {
      each.crashes = []
    })
    expect(crashes).toEqual([])
  })

  const order = (): WooOrder => shop.orderOf(id)
  const notes = (words: string): string[] => order().notes?.filter((note) => note.includes(words)) ?? []
  const notify = async (over: object = {}) => (await shop.notify(shop.eventOf(id, over))).status

  test.each(['cancelled', 'refunded', 'completed', 'on-hold'])(
    'a paid order that is now %s does not change when its webhook is repeated',
    async (status) => {
      const { redirect } = await shop.checkout(id)
      const { utr } = await shop.simulate(redirect, 'success')
      await expect.poll(() => notes(utr)).toHaveLength(1)
      shop.changeOrder(id, { status })
      const before = order()
      expect(await notify({ utr })).toBe(200)
      await shop.ask(`/thanks?id=${id}`)
      await shop.checkout(id)
      expect(order()).toEqual({ ...before, meta: { ...before.meta, ...order().meta } })
      expect(order()).toMatchObject({ status, completions: 1 })
    },
  )

  test.each(['cancelled', 'trash', 'checkout-draft'])(
    'money for an order that was %s before it was paid waits for the shop owner with a note, once',
    async (status) => {
      await shop.checkout(id)
      shop.changeOrder(id, { status })
      for (let times = 0; times < 2; times += 1) expect(await notify()).toBe(200)
      expect(order()).toMatchObject({ status: 'on-hold', transaction_id: '400000000009' })
      expect(order().completions ?? 0).toBe(0)
      expect(notes('400000000009')).toHaveLength(1)
      expect(notes('400000000009')[0]).toContain(`the order was ${status}`)
      // The owner's change stays.
      shop.changeOrder(id, { status: 'cancelled' })
      await notify()
      expect(order().status).toBe('cancelled')
    },
  )

  test('money for an order that was refunded is noted and changes nothing', async () => {
    await shop.checkout(id)
    shop.changeOrder(id, { status: 'refunded' })
    for (let times = 0; times < 2; times += 1) expect(await notify()).toBe(200)
    expect(order()).toMatchObject({ status: 'refunded' })
    expect(notes('400000000009')).toHaveLength(1)
  })

  test('money for an order that was paid by another method is noted, and the order does not change', async () => {
    await shop.checkout(id)
    shop.changeOrder(id, { status: 'cancelled', date_paid: 1_790_000_000, transaction_id: 'card_1' })
    expect(await notify()).toBe(200)
    expect(order()).toMatchObject({ status: 'cancelled', transaction_id: 'card_1' })
    expect(notes('400000000009')).toHaveLength(1)
  })

  test('live money completes an order even if the shop now uses a test key', async () => {
    await shop.checkout(id)
    expect(await notify({ mode: 'live' })).toBe(200)
    expect(order()).toMatchObject({ status: 'processing', completions: 1 })
  })

  test('concurrent notification and return of the customer complete an order once', async () => {
    const { redirect } = await shop.checkout(id)
    const before = shop.state().lock_waits ?? 0
    shop.closeGate()
    const { utr } = await shop.simulate(redirect, 'success')
    await expect.poll(() => order().completions).toBe(1)
    const returned = shop.ask(`/thanks?id=${id}`)
    await expect
      .poll(() => (shop.state().lock_waits ?? 0) > before || (order().completions ?? 0) > 1)
      .toBe(true)
    shop.openGate()
    await returned
    await expect.poll(() => notes(utr)).toHaveLength(1)
    expect(order()).toMatchObject({ status: 'processing', completions: 1 })
    await expect.poll(() => Object.keys(shop.state().options ?? {})).toEqual([])
  })

  test.each([true, false])(
    'a payment whose UTR is in one of two reports is one payment (in the first: %s)',
    async (isInFirst) => {
      const { redirect } = await shop.checkout(id)
      const unsigned = { webhook_secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' }
      await shop.withSettings(unsigned, () => shop.simulate(redirect, 'success'))
      const orderId = redirect.split('/pay/')[1]
      const reports = [
        () => shop.ask(`/thanks?id=${id}`),
        async () => expect(await notify({ orderId, utr: '' })).toBe(200),
      ]
      const [first, second] = isInFirst ? reports : reports.toReversed()
      await first?.()
      expect(order().completions).toBe(1)
      // Customers who return ask about an order that is not paid.
      shop.changeOrder(id, { status: 'cancelled' })
      await second?.()
      expect(order()).toMatchObject({ status: 'cancelled', completions: 1 })
      expect(notes('Another UPI payment')).toEqual([])
    },
  )

  test('the lock of a killed request is taken over, and a request waits for a held lock and then reports it', async () => {
    await shop.checkout(id)
    const name = `galla_upi_lock_${id}`
    const seconds = Math.floor(Date.now() / 1000)
    shop.change((each) => {
      each.options = { [name]: `${seconds + 300}:someone` }
    })
    const busy = await shop.notify(shop.eventOf(id))
    expect(busy).toMatchObject({ status: 503 })
    expect(order().status ?? 'pending').toBe('pending')
    shop.change((each) => {
      each.options = { [name]: `${seconds - 1}:someone` }
    })
    expect(await notify()).toBe(200)
    expect(order()).toMatchObject({ status: 'processing', completions: 1 })
    expect(Object.keys(shop.state().options ?? {})).toEqual([])
  })

  test('orders are found after the salts of WordPress were changed', async () => {
    const { redirect } = await shop.checkout(id)
    shop.change((each) => {
      each.salt = 'other salts'
    })
    const { utr } = await shop.simulate(redirect, 'success')
    await expect.poll(() => order()).toMatchObject({ status: 'processing', transaction_id: utr })
  })

  test('a payment of an earlier attempt is still recognized', async () => {
    const first = await shop.checkout(id)
    const firstId = order().meta?._galla_client_txn_id
    await shop.simulate(first.redirect, 'declined')
    await expect.poll(() => order().status).toBe('failed')
    await shop.checkout(id)
    expect(order().meta?._galla_client_txn_id).not.toBe(firstId)
    expect(await notify({ client_txn_id: firstId })).toBe(200)
    expect(order()).toMatchObject({ status: 'processing', transaction_id: '400000000009' })
  })

  test('money for a missing order of this shop is refused, so that Galla retries and shows it', async () => {
    for (const lost of [`wc-${id}-1-00000000`, 'wc-999999-1-00000000']) {
      const answer = await shop.notify(shop.eventOf(id, { client_txn_id: lost }))
      expect(answer.status).toBe(404)
      expect(answer.said).toContain(lost)
      // A failed order that the shop does not have needs no attention.
      const failed = { client_txn_id: lost, event: 'order.failed', failureReason: 'expired' }
      expect(await notify(failed)).toBe(200)
    }
    expect(order().status ?? 'pending').toBe('pending')
  })

  test('a lost reply causes the same request again, and no second order', async () => {
    shop.change((each) => {
      each.lose_next = true
    })
    expect(await shop.checkout(id)).toMatchObject({ result: 'failure' })
    const asked = order().meta?._galla_client_txn_id
    expect(await shop.checkout(id)).toMatchObject({ result: 'success' })
    expect(order().meta?._galla_client_txn_id).toBe(asked)
  })

  test.each([
    ['the name', { name: 'Asha Devi' }],
    ['the amount', { total: '1599.50' }],
  ])('a lost reply causes a new order if the %s of the order changed', async (_what, over) => {
    shop.change((each) => {
      each.lose_next = true
    })
    expect(await shop.checkout(id)).toMatchObject({ result: 'failure' })
    shop.changeOrder(id, over)
    const { result, redirect } = await shop.checkout(id)
    expect(result).toBe('success')
    const { utr } = await shop.simulate(redirect, 'success')
    await expect.poll(() => order()).toMatchObject({ status: 'processing', transaction_id: utr })
  })

  test.each([
    ['twice', 'Paid twice by UPI', 'processing'],
    ['underpaid', 'A wrong amount arrived by UPI', 'failed'],
    ['overpaid', 'A wrong amount arrived by UPI', 'failed'],
  ])(
    'a payment that does not settle the order (%s) is noted once, and changes nothing',
    async (outcome, words, status) => {
      const { redirect } = await shop.checkout(id)
      await shop.simulate(redirect, outcome)
      if (status === 'failed') await notify({ event: 'order.failed', failureReason: 'expired' })
      await expect.poll(() => order().status).toBe(status)
      const planned = () => shop.state().planned?.filter(([, , given]) => given[0] === id) ?? []
      await expect.poll(() => planned()).toHaveLength(3)
      for (let times = 0; times < 2; times += 1) await shop.ask(`/planned?id=${id}`)
      expect(notes(words)).toHaveLength(1)
      expect(notes(words)[0]).toMatch(/in test mode, no real money: Rs [0-9.]+ \(UTR \d{12}\)/)
      expect([order().status, order().completions ?? 0]).toEqual([status, status === 'processing' ? 1 : 0])
    },
  )

  test('a wrong amount that is accepted in Galla after the shop noted it completes its order', async () => {
    const { redirect } = await shop.checkout(id)
    const { utr } = await shop.simulate(redirect, 'underpaid')
    await notify({ event: 'order.failed', sequence: 1, failureReason: 'expired' })
    await shop.ask(`/planned?id=${id}`)
    expect(notes('A wrong amount arrived by UPI')).toHaveLength(1)
    const { data } = (await shop.merchant.get('/user/credits?state=open&limit=100')).json()
    const credit = data.find((each: { utr: string }) => each.utr === utr)
    expect((await shop.merchant.post(`/user/credits/${credit.id}/accept`)).statusCode).toBe(200)
    await expect.poll(order).toMatchObject({ status: 'processing', transaction_id: utr, completions: 1 })
    await shop.ask(`/planned?id=${id}`)
    expect(notes('A wrong amount arrived by UPI')).toHaveLength(1)
  })

  test('a wrong amount that came for an earlier attempt is noted, once, with what that attempt asked for', async () => {
    const first = await shop.checkout(id)
    const { utr } = await shop.simulate(first.redirect, 'underpaid')
    await notify({ event: 'order.failed', failureReason: 'expired' })
    // The customer tries again before the shop first looks, and the price is another one now.
    shop.changeOrder(id, { total: '1599.50' })
    expect((await shop.checkout(id)).redirect).not.toBe(first.redirect)
    for (let times = 0; times < 2; times += 1) await shop.ask(`/planned?id=${id}`)
    expect(notes('A wrong amount arrived by UPI')).toHaveLength(1)
    expect(notes(utr)[0]).toContain('instead of Rs 1499.50.')
  })

  test('an order that expires while its customer pays by another method keeps its status', async () => {
    await shop.checkout(id)
    shop.changeOrder(id, { method: 'card' })
    expect(await notify({ event: 'order.failed', failureReason: 'expired' })).toBe(200)
    expect(order().status).toBe('pending')
    expect(notes('The time to pay by UPI is over')).toEqual([])
  })

  test('two concurrent clicks lead to one payment page', async () => {
    const [first, second] = await Promise.all([shop.checkout(id), shop.checkout(id)])
    expect(first).toMatchObject({ result: 'success' })
    expect(second).toEqual(first)
  })
})
