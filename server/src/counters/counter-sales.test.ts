import { istDayOf, startOfIstDay } from '@galla/contract/ist'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER_BODY } from '../../testing/order-body.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { sql } from '../platform/database/database.ts'
import { type CounterRig, openCounter, payPrintedQr } from './counters-harness.ts'

let shop: Shop
let merchant: ShopMerchant
let counter: CounterRig

beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000' })
  merchant = await shop.merchant()
  counter = await openCounter(shop, merchant)
  // With two, payments wait for a cashier.
  await openCounter(shop, merchant, 'Spare till')
})
afterAll(() => shop.close())

const NONE = { count: 0, amount: 0 }

/** The only payment of this amount that waits. */
const waitingOf = async (amount: number) => {
  const found = (await counter.state()).waiting.filter((each) => each.amount === amount)
  expect(found).toHaveLength(1)
  return found[0]?.creditId ?? ''
}
const orderOf = async (orderId: string) => (await merchant.get(`/user/transactions/${orderId}`)).json().data

test('a payment to the printed QR waits at every counter of the account until one of them takes it', async () => {
  const other = await openCounter(shop, merchant, 'Garden')
  await payPrintedQr(shop, merchant, '250.00', 'Another%20counter')
  const creditId = await waitingOf(250)
  const heard = { count: 1, amount: 250 }
  expect((await counter.state()).today).toEqual({ ...heard, waiting: heard })
  expect((await other.state()).waiting.map((each) => each.creditId)).toContain(creditId)
  const taken = await counter.post(`/counter/credits/${creditId}/take`, { note: 'Two plates' })
  expect(taken.statusCode, taken.body).toBe(200)
  const { orderId } = taken.json().data
  expect(await orderOf(orderId)).toMatchObject({ status: 'success', amount: 250 })
  const state = await counter.state()
  expect(state.payments[0]).toMatchObject({
    orderId,
    creditId,
    amount: 250,
    payerName: 'Test Customer',
    note: 'Two plates',
  })
  expect(state.today).toEqual({ count: 1, amount: 250, waiting: NONE })
  expect((await other.state()).waiting.map((each) => each.creditId)).not.toContain(creditId)
  expect((await other.state()).today).toEqual({ ...NONE, waiting: NONE })
  const late = await other.post(`/counter/credits/${creditId}/take`)
  expect([late.statusCode, late.json().code]).toEqual([409, 'credit_decided'])
  const events = await shop.db.rows<{ event: string }>(
    sql`select event from webhook_events where order_id = ${orderId}`,
  )
  expect(events).toEqual([{ event: 'order.success' }])
})

test('takeCredit makes one order of many concurrent calls of two devices', async () => {
  const other = await openCounter(shop, merchant, 'Second till')
  await payPrintedQr(shop, merchant, '31.00')
  const creditId = await waitingOf(31)
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_each, n) =>
      (n % 2 === 0 ? counter : other).post(`/counter/credits/${creditId}/take`),
    ),
  )
  const done = replies.filter(({ statusCode }) => statusCode === 200)
  // All of the device that was first, none of the other.
  expect(done).toHaveLength(6)
  expect(new Set(done.map((reply) => reply.json().data.orderId)).size).toBe(1)
  const orders = await shop.db.value<number>(sql`
    select count(*)::int as orders from orders where amount_paise = 3100`)
  expect(orders).toBe(1)
})

test('takeCredit accepts an open order of exactly the amount of the payment, and no other', async () => {
  const place = async (client_txn_id: string, amount: string) =>
    (
      await shop.call({
        method: 'POST',
        url: '/api/v1/order/create-order',
        headers: { authorization: `Bearer ${merchant.key}` },
        payload: { ...ORDER_BODY, client_txn_id, amount },
      })
    ).json().data.order_id as string
  // Two bills of one amount: nothing is certain, so the payment waits.
  const bills = [await place('BILL-1', '77.00'), await place('BILL-2', '77.00')]
  const dearer = await place('BILL-3', '78.00')
  await payPrintedQr(shop, merchant, '77.00')
  const creditId = await waitingOf(77)
  const listed = (await counter.get(`/counter/credits/${creditId}/orders`)).json().data
  expect(listed.map((bill: { orderId: string }) => bill.orderId).toSorted()).toEqual(bills.toSorted())
  const wrong = await counter.post(`/counter/credits/${creditId}/take`, { orderId: dearer })
  expect([wrong.statusCode, wrong.json().code]).toEqual([404, 'order_not_found'])
  const picked = await counter.post(`/counter/credits/${creditId}/take`, { orderId: bills[1] })
  expect(picked.json().data).toEqual({ orderId: bills[1] })
  expect((await orderOf(bills[1] ?? '')).status).toBe('success')
  expect((await orderOf(bills[0] ?? '')).status).not.toBe('success')
})

test('a payment for a keypad order of another counter is taken once, and only the counter that took it may repeat the call', async () => {
  const other = await openCounter(shop, merchant, 'Upstairs')
  const sent = { amount: '64.00', note: 'Upstairs' }
  const bill = await other.post('/counter/orders', { ...sent, requestId: 'device-2-0001' })
  await counter.post('/counter/orders', { ...sent, requestId: 'device-1-0064' })
  await payPrintedQr(shop, merchant, '64.00')
  const creditId = await waitingOf(64)
  const { orderId } = bill.json().data
  for (const _try of ['first', 'again']) {
    const picked = await counter.post(`/counter/credits/${creditId}/take`, { orderId })
    expect([picked.statusCode, picked.json().data]).toEqual([200, { orderId }])
  }
  expect((await orderOf(orderId)).status).toBe('success')
  const late = await other.post(`/counter/credits/${creditId}/take`, { orderId })
  expect([late.statusCode, late.json().code]).toEqual([409, 'credit_decided'])
  // It stays a sale of the counter whose keypad made it.
  expect((await other.state()).payments).toMatchObject([{ orderId, creditId, amount: 64 }])
})

test('createKeypadOrder makes one order for each request id, and the screen reports its payment', async () => {
  shop.clock.advance({ seconds: 1 })
  const before = shop.clock.now()
  const sent = { requestId: 'device-1-0001', amount: '120.50', note: 'Table 4' }
  const replies = await Promise.all([1, 2, 3].map(() => counter.post('/counter/orders', sent)))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  const ids = new Set(replies.map((reply) => reply.json().data.orderId))
  expect(ids.size).toBe(1)
  const [orderId = ''] = ids
  const shown = (await counter.state()).order
  expect(shown).toMatchObject({ orderId, amount: 120.5, status: 'pending' })
  await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload: { upi: shown?.link } })
  const state = await counter.state(before)
  expect(state.order).toBeNull()
  expect(state.news.filter((each) => each.orderId === orderId)).toMatchObject([{ amount: 120.5 }])
  expect(state.payments[0]).toMatchObject({ orderId, note: 'Table 4' })
})

test('a repeated keypad request opens an order that was created but not opened', async () => {
  // The screen shows the newest order: those of other tests are older.
  shop.clock.advance({ seconds: 1 })
  const sent = { requestId: 'device-1-0071', amount: '71.00' }
  await shop.db.pool.query(`
    create function refuse_opening() returns trigger language plpgsql as $$
      begin if new.status = 'pending' then raise exception 'cut off'; end if; return new; end $$`)
  await shop.db.pool.query(
    'create trigger refuse_opening before update on orders for each row execute function refuse_opening()',
  )
  expect((await counter.post('/counter/orders', sent)).statusCode).toBe(500)
  await shop.db.pool.query('drop trigger refuse_opening on orders')
  const { orderId } = (await counter.post('/counter/orders', sent)).json().data
  expect((await counter.state()).order).toMatchObject({ orderId, status: 'pending' })
})

test('news have the same id for a payment before and after it is taken, and no earlier payments', async () => {
  await payPrintedQr(shop, merchant, '11.00')
  shop.clock.advance({ minutes: 1 })
  const since = shop.clock.now()
  await payPrintedQr(shop, merchant, '12.00')
  const [first] = (await counter.state(since)).news
  expect((await counter.state(since)).news).toMatchObject([{ amount: 12, orderId: null }])
  await counter.post(`/counter/credits/${first?.creditId}/take`)
  expect((await counter.state(since)).news).toMatchObject([{ amount: 12, creditId: first?.creditId }])
})

test('the screen lists the last ten payments, the newest first', async () => {
  const busy = await openCounter(shop, merchant, 'Busy till')
  for (let amount = 901; amount <= 911; amount += 1) {
    await payPrintedQr(shop, merchant, `${amount}.00`)
    const taken = await busy.post(`/counter/credits/${await waitingOf(amount)}/take`)
    expect(taken.statusCode, taken.body).toBe(200)
    shop.clock.advance({ seconds: 1 })
  }
  expect((await busy.state()).payments.map(({ amount }) => amount)).toEqual(
    Array.from({ length: 10 }, (_each, n) => 911 - n),
  )
})

test('a reversed payment, a possible repeat, and a payment of another rail are not offered', async () => {
  await payPrintedQr(shop, merchant, '41.00')
  const creditId = await waitingOf(41)
  await shop.db.run(sql`
    insert into reversals (merchant_id, credit_id, opened_at)
    values (${merchant.merchantId}, ${creditId}, ${shop.clock.now()})`)
  expect((await counter.state()).waiting.map((each) => each.creditId)).not.toContain(creditId)
  const refused = await counter.post(`/counter/credits/${creditId}/take`)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'credit_decided'])
  expect((await counter.get(`/counter/credits/${creditId}/orders`)).statusCode).toBe(404)
  await shop.db.run(sql`
    update reversals set decision = 'ignored', decided_at = opened_at where credit_id = ${creditId}`)
  expect(await waitingOf(41)).toBe(creditId)
  const accountId = await shop.db.value<string>(sql`
    select account_id as "accountId" from credits where credit_id = ${creditId}`)
  const insert = (id: string, utr: string | null, rail: string, repeatOf: string | null) =>
    shop.db.run(sql`
      with made as (
        insert into credits (merchant_id, credit_id, account_id, mode, utr, amount_paise, received_at, rail, state, possible_repeat_of,
          created_at)
        values (${merchant.merchantId}, ${id}, ${accountId}, 'test', ${utr}, 4200, ${shop.clock.now()}, ${rail}, 'unmatched', ${repeatOf},
          ${shop.clock.now()}) returning *), entry as (
        insert into credit_history (merchant_id, credit_id, entry_id, at, state, by_whom)
        select merchant_id, credit_id, credit_id, created_at, state, 'alert' from made)
      insert into evidence (merchant_id, credit_id, source, source_key, amount_paise, reported_at, received_at,
        received_from, received_to, named)
      select merchant_id, credit_id, 'alert', credit_id, amount_paise, created_at, created_at, created_at, created_at, 'nothing'
      from made`)
  await insert('by-neft', '640000000001', 'neft', null)
  await insert('a-repeat', null, 'upi', creditId)
  await insert('without-utr', null, 'upi', null)
  // Announced and listed, but only a report with a UTR makes it a payment that a cashier may take.
  expect((await counter.state()).waiting.filter(({ amount }) => amount === 42)).toMatchObject([
    { creditId: 'without-utr', canBeTaken: false },
  ])
  expect((await counter.post('/counter/credits/without-utr/take')).json().code).toBe('credit_decided')
})

test('a payment whose money goes back is not offered', async () => {
  const isOffered = async (creditId: string) => {
    const { waiting } = await counter.state()
    const { statusCode } = await counter.get(`/counter/credits/${creditId}/orders`)
    return [waiting.some((each) => each.creditId === creditId), statusCode]
  }
  await payPrintedQr(shop, merchant, '43.00')
  const refunded = await waitingOf(43)
  const form = { requestId: 'back-to-the-payer', amount: '1.00' }
  const { refunds } = (await merchant.post(`/user/credits/${refunded}/refunds`, form)).json().data
  expect(await isOffered(refunded)).toEqual([false, 404])
  expect((await counter.post(`/counter/credits/${refunded}/take`)).json().code).toBe('credit_decided')
  await merchant.post(`/user/refunds/${refunds[0].id}/end`, { state: 'cancelled' })
  expect(await isOffered(refunded)).toEqual([true, 200])
})

test('the counter of a replaced account sells nothing, and its payment waits for the owner', async () => {
  await payPrintedQr(shop, merchant, '51.00')
  const creditId = await waitingOf(51)
  await shop.db.run(sql`
    update accounts set is_current = false where merchant_id = ${merchant.merchantId} and mode = 'test'`)
  for (const [path, body] of [
    [`/counter/credits/${creditId}/take`, {}],
    ['/counter/orders', { requestId: 'device-1-0009', amount: '1.00' }],
  ] as const) {
    const refused = await counter.post(path, body)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'no_account'])
  }
  expect((await counter.state()).counter.accountIsCurrent).toBe(false)
  await shop.db.run(sql`
    update accounts set is_current = true where merchant_id = ${merchant.merchantId} and mode = 'test'`)
  expect(await waitingOf(51)).toBe(creditId)
})

// Last, because the logins of the other tests end with their day.
test('a payment counts for the day on which it came, even if it is taken after midnight', async () => {
  const own = await shop.merchant()
  const desk = await openCounter(shop, own)
  await openCounter(shop, own, 'Spare till')
  await payPrintedQr(shop, own, '40.00')
  const [waiting] = (await desk.state()).waiting
  const now = shop.clock.now()
  const midnight = startOfIstDay(istDayOf(now)).getTime() + 86_400_000
  shop.clock.advance({ ms: midnight - now.getTime() + 1 })
  const taken = await desk.post(`/counter/credits/${waiting?.creditId}/take`)
  expect(taken.statusCode, taken.body).toBe(200)
  const { today, payments } = await desk.state()
  expect([today, payments.length]).toEqual([{ ...NONE, waiting: NONE }, 1])
})
