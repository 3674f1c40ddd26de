import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertPathOf, recordAlertsOf } from '../../testing/merchants-phone.ts'
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
})
afterAll(() => shop.close())

const jobsDone = () => expect.poll(() => shop.db.rows(sql`select from jobs`)).toEqual([])

const order = async (client_txn_id: string, amount: string) => {
  const created = await shop.call({
    method: 'POST',
    url: '/api/v1/order/create-order',
    headers: { authorization: `Bearer ${merchant.key}` },
    payload: { ...ORDER_BODY, client_txn_id, amount },
  })
  expect(created.statusCode, created.body).toBe(200)
  return created.json().data as { upi_intent: { bhim_link: string } }
}
/** Pays the printed QR and returns what became of the payments of this amount: sold by themselves, or waiting. */
const pay = async (amount: string, payee = { merchant, counter }) => {
  await payPrintedQr(shop, payee.merchant, amount)
  await jobsDone()
  const { payments, waiting } = await payee.counter.state()
  const ofAmount = (each: { amount: number }) => each.amount === Number(amount)
  return [payments.filter(ofAmount).length, waiting.filter(ofAmount).length]
}

test('a payment to the printed QR that fits no order becomes a sale, is announced once and notifies the shop', async () => {
  const before = shop.clock.now()
  expect(await pay('15.00')).toEqual([1, 0])
  // The same customer buys the same again: the sale before could not be paid by anyone.
  shop.clock.advance({ seconds: 60 })
  expect(await pay('15.00')).toEqual([2, 0])
  const { news, payments, today } = await counter.state(before)
  expect(new Set(news.map(({ creditId }) => creditId)).size).toBe(2)
  expect(news.map(({ orderId }) => orderId).toSorted()).toEqual(
    payments.map(({ orderId }) => orderId).toSorted(),
  )
  expect(today).toMatchObject({ count: 2, amount: 30 })
  const history = await shop.db.values<string>(sql`
    select distinct by_whom from credit_history where merchant_id = ${merchant.merchantId} and state = 'matched'`)
  expect(history).toEqual(['Counter: Front desk, by itself'])
  const events = await shop.db.values<string>(sql`
    select event from webhook_events where merchant_id = ${merchant.merchantId}`)
  expect(events).toEqual(['order.success', 'order.success'])
})

test('it waits if its amount is the price of an order that could be meant, unpaid, paid or closed within a day', async () => {
  await order('OPEN', '20.00')
  expect(await pay('20.00')).toEqual([0, 1])
  shop.clock.advance({ hours: 1 })
  expect(await pay('20.00')).toEqual([0, 2])
  shop.clock.advance({ hours: 24 })
  merchant = await shop.logInAgain(merchant)
  expect(await pay('20.00')).toEqual([1, 0])
})

test('it waits if its amount is the full or the lowered price of an order with a unique amount', async () => {
  const unique = (isOn: boolean) =>
    shop.db.run(
      sql`update accounts set unique_amounts = ${isOn} where merchant_id = ${merchant.merchantId} and mode = 'test'`,
    )
  await unique(true)
  await order('UNIQUE', '30.00')
  expect(await pay('30.00')).toEqual([0, 1])
  expect(await pay('29.99')).toEqual([0, 0])
  expect(await pay('29.99')).toEqual([0, 0])
  await unique(false)
})

test('it waits if a person accepted another amount for an order of its price', async () => {
  const { upi_intent: links } = await order('ACCEPTED', '47.00')
  const payload = { upi: links.bhim_link, outcome: 'underpaid' }
  const paid = await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload })
  expect(paid.statusCode, paid.body).toBe(200)
  const [credit] = (await merchant.get('/user/credits?state=amount_mismatch')).json().data
  const accepted = await merchant.post(`/user/credits/${credit.id}/accept`, { note: 'One rupee is well' })
  expect(accepted.statusCode, accepted.body).toBe(200)
  expect(await pay('47.00')).toEqual([0, 1])
})

test('it waits where two counters are open, and is a sale again once one is closed', async () => {
  const second = await openCounter(shop, merchant, 'Back door')
  expect(await pay('51.00')).toEqual([0, 1])
  await merchant.post(`/user/counters/${second.counterId}/close`)
  expect(await pay('52.00')).toEqual([1, 0])
})

test('of a cashier and the sale by itself, one takes it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const amount = `${60 + round}.00`
    await payPrintedQr(shop, merchant, amount)
    const [waiting] = (await counter.state()).waiting.filter((each) => each.amount === 60 + round)
    if (waiting !== undefined)
      await Promise.all(
        Array.from({ length: 4 }, () => counter.post(`/counter/credits/${waiting.creditId}/take`)),
      )
    await jobsDone()
    expect((await counter.state()).payments.filter((each) => each.amount === 60 + round)).toHaveLength(1)
  }
})

test('without an account to sell by it waits, and nothing is lost', async () => {
  const isCurrent = (is: boolean) =>
    shop.db.run(
      sql`update accounts set is_current = ${is} where merchant_id = ${merchant.merchantId} and mode = 'test'`,
    )
  await payPrintedQr(shop, merchant, '70.00')
  await isCurrent(false)
  await jobsDone()
  await isCurrent(true)
  const { payments, waiting } = await counter.state()
  const all = [...payments, ...waiting].filter(({ amount }) => amount === 70)
  expect(all).toHaveLength(1)
})

test('a payment that the bank reports without a UTR is announced at once, and not again when the UTR is known', async () => {
  const own = await shop.merchant()
  await own.post('/user/account-last-digits', { lastDigits: '1234' })
  const desk = await openCounter(shop, own)
  const url = await alertPathOf(own)
  const since = shop.clock.now()
  const forward = async (from: string, text: string) => {
    shop.clock.advance({ seconds: 2 })
    const reply = await shop.call({
      method: 'POST',
      url,
      payload: { from, text, sentStamp: shop.clock.now().getTime() },
    })
    expect(reply.statusCode, reply.body).toBe(200)
    await recordAlertsOf(shop)
    await jobsDone()
  }
  const parts = { timeZone: 'Asia/Kolkata', day: '2-digit', month: 'short', year: '2-digit' } as const
  const today = shop.clock.now().toLocaleDateString('en-GB', parts).replaceAll(' ', '-')
  await forward(
    'AX-IDFCFB-S',
    `Your A/C XX1234 is credited with INR 80.00 on ${today}. Your new balance is INR 90,000.00. Team IDFC FIRST Bank`,
  )
  const first = await desk.state(since)
  expect(first.news).toMatchObject([{ amount: 80, orderId: null }])
  expect(first.waiting).toMatchObject([{ amount: 80, canBeTaken: false }])
  expect(first.today).toMatchObject({ count: 1, amount: 80 })
  await forward(
    'VM-HDFCBK-S',
    `Rs.80.00 credited to HDFC Bank A/c XX1234 on ${today} by a/c linked to VPA asha@okaxis (UPI Ref No 633200000001)`,
  )
  const second = await desk.state(since)
  expect(second.news.map(({ creditId }) => creditId)).toEqual(first.news.map(({ creditId }) => creditId))
  expect([second.waiting, second.payments.length, second.today]).toMatchObject([
    [],
    1,
    { count: 1, amount: 80 },
  ])
})
