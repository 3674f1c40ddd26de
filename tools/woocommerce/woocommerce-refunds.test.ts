import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../server/src/platform/database/database.ts'
import { ulidFrom } from '../../server/src/platform/ids.ts'
import { restrictedKey } from '../../server/testing/every-caller.ts'
import { openWooShop, PHP_IS_HERE, type WooShop } from './woocommerce-shop.ts'

interface GallaRefund {
  readonly id: string
  readonly requestId: string
  readonly amount: string
  readonly state: string
  readonly note: string | null
}

const EVENTS = ['requested', 'sent', 'confirmed', 'failed', 'cancelled'].map((state) => `refund.${state}`)

/** WooCommerce's refund button, and refunds that are started in Galla. */
describe.skipIf(!PHP_IS_HERE)('refunds of a WooCommerce shop', () => {
  let shop: WooShop
  let key: string
  let secret: string
  beforeAll(async () => {
    shop = await openWooShop()
    const { merchantId } = shop.merchant
    key = await restrictedKey(shop.galla, merchantId, ['orders:create', 'orders:read', 'refunds:create'])
    const url = `${shop.url}/?wc-api=galla_upi`
    const added = await shop.merchant.post('/user/webhook-endpoints', { name: 'Shop', url, events: EVENTS })
    secret = added.json().data.secret
    shop.change(({ settings }) => {
      settings.api_key = key
      settings.webhook_secret = `${shop.secret} ${secret}`
    })
  })
  afterAll(() => shop.close())

  let id = 1300
  let paymentId = ''
  beforeEach(async () => {
    id += 1
    shop.changeOrder(id, {})
    const { redirect } = await shop.checkout(id)
    const { utr } = await shop.simulate(redirect, 'success')
    await expect.poll(() => shop.orderOf(id).status).toBe('processing')
    paymentId = (await shop.merchant.get(`/user/credits?state=any&search=${utr}`)).json().data[0].id
  })
  afterEach(() => {
    const { crashes = [] } = shop.state()
    shop.change((each) => {
      each.crashes = []
    })
    expect(crashes).toEqual([])
  })

  const refund = (amount: string, more = '') =>
    shop.ask<{ id?: number; error?: string }>(`/refund?id=${id}&amount=${amount}${more}`)
  /** What the shop has. */
  const recorded = async () => (await shop.ask<{ refunds: string[][] }>(`/refunds?id=${id}`)).refunds
  /** What Galla has. */
  const started = async (): Promise<GallaRefund[]> => {
    const url = `/api/v1/credits/${paymentId}`
    return (await shop.galla.call({ url, headers: { authorization: `Bearer ${key}` } })).json().data.refunds
  }
  const notes = (words: string): string[] =>
    shop.orderOf(id).notes?.filter((note) => note.includes(words)) ?? []
  let numbers = 0
  const inDashboard = async (amount: string): Promise<string> => {
    shop.galla.clock.advance({ seconds: 1 })
    const body = { requestId: `dashboard-${++numbers}`, amount }
    const { data } = (await shop.merchant.post(`/user/credits/${paymentId}/refunds`, body)).json()
    return data.refunds.at(-1).id
  }
  const send = async (refundId: string): Promise<string> => {
    shop.galla.clock.advance({ seconds: 1 })
    const utr = String(612_345_000_000 + ++numbers)
    await shop.merchant.post(`/user/refunds/${refundId}/sent`, { utr })
    return utr
  }
  /** Seconds name the event: one is newer than another if they are more, and the same if they are equal. */
  const eventOf = (type: string, of: object, seconds = 0) => ({
    id: ulidFrom(new Date(shop.galla.clock.now().getTime() + seconds * 1000), new Uint8Array(10)),
    type: `refund.${type}`,
    created: new Date().toISOString(),
    mode: 'test',
    data: {
      client_txn_id: shop.orderOf(id).meta?._galla_client_txn_id,
      requestId: null,
      utr: '612345999999',
      reason: null,
      ...of,
    },
  })

  test('the button starts a refund in Galla, in parts and with its reason, and never more than was paid', async () => {
    expect((await shop.ask<{ can: boolean }>(`/refunds?id=${id}`)).can).toBe(true)
    expect(await refund('100.25', '&reason=One cup was cold')).toHaveProperty('id')
    expect(await refund('50')).toHaveProperty('id')
    const made = (await started()).map(({ amount, state, note }) => [amount, state, note])
    expect(made.toSorted()).toEqual([
      ['100.25', 'requested', 'One cup was cold'],
      ['50.00', 'requested', null],
    ])
    expect(await recorded()).toEqual([
      ['100.25', 'One cup was cold'],
      ['50', ''],
    ])
    expect(notes('A refund of Rs 100.25 was started in Galla. No money has moved yet')).toHaveLength(1)
    // What the shop does not know of is left out of what it may refund.
    await inDashboard('1300.00')
    expect((await refund('49.26')).error).toContain('Only ₹49.25 is left to refund')
    expect(await recorded()).toHaveLength(2)
  })

  test('a refund whose reply was lost is started once, however often the button is pressed', async () => {
    shop.change((each) => {
      each.lose_next = true
    })
    expect((await refund('70')).error).toContain('it is never sent twice')
    expect(await recorded()).toEqual([])
    expect(await refund('70')).toHaveProperty('id')
    expect(await started()).toHaveLength(1)
    expect(await refund('70')).toHaveProperty('id')
    expect(await started()).toHaveLength(2)
    expect(await recorded()).toHaveLength(2)
  })

  test('another amount after a lost reply is refused until the first one is recorded', async () => {
    shop.change((each) => {
      each.lose_next = true
    })
    await refund('70')
    for (let times = 0; times < 2; times += 1)
      expect((await refund('80')).error).toContain('Please refund Rs 70.00 first')
    // Or the merchant sends it, and its event records it.
    const [first] = await started()
    await send(first?.id ?? '')
    await expect.poll(recorded).toEqual([['70.00', 'Refunded in Galla']])
    expect(await refund('80')).toHaveProperty('id')
    expect((await started()).map(({ amount }) => amount).toSorted()).toEqual(['70.00', '80.00'])
  })

  test('two refunds at once are two, each with its own name', async () => {
    const both = await Promise.all([refund('30'), refund('30')])
    for (const each of both) expect(each).toHaveProperty('id')
    expect(new Set((await started()).map(({ requestId }) => requestId)).size).toBe(2)
  })

  test('a refund that failed is no refund of the shop any more, whatever comes late, and has a new name when it is repeated', async () => {
    await refund('40')
    const [first] = await started()
    await send(first?.id ?? '')
    shop.galla.clock.advance({ seconds: 1 })
    await shop.merchant.post(`/user/refunds/${first?.id}/end`, { state: 'failed', note: 'It came back' })
    await expect
      .poll(() => notes('failed, and the customer does not have the money: It came back'))
      .toHaveLength(1)
    await expect.poll(recorded).toEqual([])
    const late = { refundId: first?.id, requestId: first?.requestId, amount: '40.00' }
    for (const type of ['sent', 'failed', 'confirmed'])
      expect((await shop.notify(eventOf(type, late, -3600), secret)).status).toBe(200)
    expect(await recorded()).toEqual([])
    expect(await refund('40')).toHaveProperty('id')
    expect((await started()).map(({ state }) => state)).toEqual(['failed', 'requested'])
  })

  test('a refund that went through after it had failed is recorded again, with a second note', async () => {
    const of = { refundId: '01M8K7WXWC1TR5MBAPG9XP70V4', amount: '45.00' }
    const reports = ['sent', 'failed', 'sent', 'confirmed'].entries()
    for (const [second, type] of reports) {
      const event = eventOf(type, of, second)
      for (let times = 0; times < 2; times += 1) expect((await shop.notify(event, secret)).status).toBe(200)
    }
    expect(await recorded()).toEqual([['45.00', 'Refunded in Galla']])
    expect(notes('The refund of Rs 45.00 was sent')).toHaveLength(2)
    expect(notes('The refund of Rs 45.00 failed')).toHaveLength(1)
    expect(notes('The refund of Rs 45.00 is confirmed')).toHaveLength(1)
  })

  test('the failure of a refund that the shop does not know outdates a report that it was sent', async () => {
    const of = { refundId: '01M8K7WXWC1TR5MBAPG9XP70V5', amount: '45.00' }
    for (const [type, second] of [['failed', 2] as const, ['sent', 1] as const])
      expect((await shop.notify(eventOf(type, of, second), secret)).status).toBe(200)
    expect([await recorded(), notes('Rs 45.00')]).toEqual([[], []])
  })

  test('an order that was refunded waits for its owner when the refund was cancelled in Galla', async () => {
    await refund('1499.50')
    shop.changeOrder(id, { status: 'refunded' })
    const [first] = await started()
    shop.galla.clock.advance({ seconds: 1 })
    await shop.merchant.post(`/user/refunds/${first?.id}/end`, { state: 'cancelled' })
    await expect.poll(() => shop.orderOf(id).status).toBe('on-hold')
    expect([await recorded(), notes('No money has moved. It was removed here.').length]).toEqual([[], 1])
  })

  test('where unique amounts lowered what was paid, all of it is refunded, and not more', async () => {
    shop.changeOrder(id, { total: '1499.90' })
    expect(await refund('1499.90')).toHaveProperty('id')
    expect(await started()).toMatchObject([{ amount: '1499.50' }])
  })

  test('a key without the scope, or no Galla, leaves no refund in the shop', async () => {
    await shop.withSettings({ api_key: shop.merchant.key }, async () =>
      expect((await refund('10')).error).toContain('needs the scope orders:read'),
    )
    await shop.withSettings({ base_url: 'http://127.0.0.1:9' }, async () =>
      expect((await refund('10')).error).toContain('Galla did not start the refund'),
    )
    expect([await recorded(), await started()]).toEqual([[], []])
  })

  test('a refund that is sent from the dashboard becomes one of the order, once, and starts none', async () => {
    const refundId = await inDashboard('75.00')
    const utr = await send(refundId)
    await expect.poll(recorded).toEqual([['75.00', 'Refunded in Galla']])
    await expect.poll(() => notes(`The refund of Rs 75.00 was sent (UTR ${utr}).`)).toHaveLength(1)
    const again = ['confirmed', 'sent', 'confirmed'].map((type) =>
      shop.notify(eventOf(type, { refundId, amount: '75.00' }, type === 'sent' ? -1 : 1), secret),
    )
    for (const { status } of await Promise.all(again)) expect(status).toBe(200)
    expect(await recorded()).toHaveLength(1)
    expect(notes('The refund of Rs 75.00 is confirmed')).toHaveLength(1)
    expect(notes('was sent')).toHaveLength(1)
    expect(notes('No money has moved yet')).toEqual([])
    expect(await started()).toHaveLength(1)
  })

  test('several reports at once of a refund that the shop does not know record it once', async () => {
    const of = { refundId: '01M8K7WXWC1TR5MBAPG9XP70V3', amount: '20.00' }
    const all = ['sent', 'confirmed', 'sent'].map((type) =>
      shop.notify(eventOf(type, of, type === 'sent' ? 0 : 1), secret),
    )
    for (const { status } of await Promise.all(all)) expect(status).toBe(200)
    expect(await recorded()).toEqual([['20.00', 'Refunded in Galla']])
  })

  test('events of a refund that the button started record no other, and one by hand is taken for its own', async () => {
    await refund('60')
    const [first] = await started()
    await send(first?.id ?? '')
    await expect.poll(() => notes('The refund of Rs 60.00 was sent')).toHaveLength(1)
    await refund('25', '&by_hand')
    await send(await inDashboard('25.00'))
    await expect.poll(() => notes('The refund of Rs 25.00 was sent')).toHaveLength(1)
    expect(await recorded()).toHaveLength(2)
    // A second one of that amount is another.
    await send(await inDashboard('25.00'))
    await expect.poll(recorded).toHaveLength(3)
  })

  test('the refund of a second payment is none of the order, which stays paid', async () => {
    id += 1
    shop.changeOrder(id, {})
    const { redirect } = await shop.checkout(id)
    const { secondUtr } = await shop.simulate(redirect, 'twice')
    await expect.poll(() => shop.orderOf(id).status).toBe('processing')
    const { data } = (await shop.merchant.get(`/user/credits?state=duplicate&search=${secondUtr}`)).json()
    paymentId = data[0].id
    await send(await inDashboard('1499.50'))
    const states = () =>
      shop.galla.db.values<string>(sql`
        select u.state from webhook_undelivered u join webhook_events e using (merchant_id, mode, event_id)
        where e.payload::json -> 'data' ->> 'creditId' = ${paymentId} and e.event = 'refund.sent'`)
    await expect.poll(states).toEqual([])
    expect([await recorded(), shop.orderOf(id).status]).toEqual([[], 'processing'])
  })

  test('what the shop cannot record is noted, and what is not about it changes nothing', async () => {
    await refund('1490', '&by_hand')
    const of = { refundId: 'R-1', amount: '20.00' }
    await shop.notify(eventOf('sent', of), secret)
    expect(notes('could not be recorded here: Invalid refund amount.')).toHaveLength(1)
    expect((await shop.notify(eventOf('cancelled', { ...of, refundId: 'R-2' }), secret)).status).toBe(200)
    expect([await recorded(), notes('cancelled')]).toEqual([[['1490', '']], []])
    const before = shop.orderOf(id)
    expect((await shop.notify({ ...eventOf('sent', of), id: undefined }, secret)).status).toBe(400)
    for (const over of [{ client_txn_id: `wc-${id}-1-00000000` }, { client_txn_id: null }])
      expect((await shop.notify(eventOf('sent', { ...of, ...over }), secret)).status).toBe(200)
    expect((await shop.notify(eventOf('sent', { refundId: 'R-3' }), secret)).status).toBe(400)
    await shop.withSettings({ api_key: 'key_live_1' }, async () =>
      expect((await shop.notify(eventOf('sent', { ...of, refundId: 'R-4' }), secret)).status).toBe(200),
    )
    expect((await shop.notify(eventOf('sent', of), 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD')).status).toBe(
      400,
    )
    expect(shop.orderOf(id)).toEqual(before)
  })
})
