import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../../testing/shop.ts'
import { sql } from '../../platform/database/database.ts'
import { openReceiver, type Receiver } from '../endpoints/webhook-harness.ts'

/** Beyond the window of 300 s and the settling time. */
const EXPIRY_SECONDS = 306

let shop: Shop
let merchant: ShopMerchant
let receiver: Receiver
let answer: (reply: ServerResponse) => void

beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000' })
})
beforeEach(async () => {
  answer = (reply) => reply.end('OK')
  merchant = await shop.merchant()
  receiver = await openReceiver((reply) => answer(reply))
})
afterEach(() => receiver.close())
afterAll(() => shop.close())

const answering = (status: number) => (reply: ServerResponse) => void reply.writeHead(status).end()
const hook = () => merchant.post('/user/update-webhook-url', { webhookUrl: receiver.url })

let transactions = 0
const make = async () => {
  transactions += 1
  const { data } = (
    await merchant.post('/user/generate-payment-link', {
      client_txn_id: `STALE_${transactions}`,
      amount: '499.00',
      p_info: 'Masala tea',
      customer_name: 'Asha Rao',
      customer_email: 'asha@example.com',
      customer_mobile: '9876543210',
      redirect_url: 'https://shop.example/done',
    })
  ).json()
  const orderId: string = data.payment_url.slice(-26)
  return { orderId, upi: await open(orderId) }
}
/** Opens the page; a declined order gets its next attempt. */
const open = async (orderId: string): Promise<string> => {
  const page = await shop.call({ method: 'POST', url: `/api/v1/order/pay/${orderId}`, payload: {} })
  return page.json().data.upiIntentUrl.generic
}
const pay = (upi: string, outcome = 'success') =>
  shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload: { upi, outcome } })

/** The events that came, with their sequence. */
const came = () =>
  receiver.received.map(({ body }) => {
    const { event, sequence } = JSON.parse(body)
    return `${event} ${sequence}`
  })
/** As the list of deliveries shows them, sorted, because their ids are of one millisecond. */
const shown = async (): Promise<string[]> => {
  const { data } = (await merchant.get('/user/webhook-deliveries')).json()
  return data
    .map(
      (row: { event: string; state: string; attempts: { status: number }[] }) =>
        `${row.event} ${row.state} ${row.attempts.map(({ status }) => status)}`,
    )
    .toSorted()
}
const expired = async (orderId: string) => {
  shop.clock.advance({ seconds: EXPIRY_SECONDS })
  await expect
    .poll(() => shop.db.maybeValue(sql`select event from webhook_events where order_id = ${orderId}`))
    .toBe('order.failed')
}
/** Nothing is due, and every attempt is recorded. */
const settled = () =>
  expect
    .poll(() =>
      shop.db.rows(sql`
        select event_id from webhook_undelivered
        where due_at is not null and (leased_until is not null or due_at <= ${shop.clock.now()})`),
    )
    .toEqual([])
/** More than the whole schedule of attempts. */
const waitForEveryAttempt = async () => {
  await settled()
  for (let hour = 0; hour < 80; hour += 4) {
    shop.clock.advance({ hours: 4 })
    await settled()
  }
  merchant = await shop.logInAgain(merchant)
}

test('a receiver that was down for the failure hears only of the success once the order is paid', async () => {
  answer = answering(503)
  await hook()
  const { orderId, upi } = await make()
  await expired(orderId)
  await receiver.until(1)
  await expect.poll(shown).toEqual(['order.failed failed 503'])
  answer = answering(200)
  await pay(upi)
  await receiver.until(2)
  await waitForEveryAttempt()
  expect(came()).toEqual(['order.failed 3', 'order.success 4'])
  expect(await shown()).toEqual(['order.failed cancelled 503', 'order.success delivered 200'])
})

test('a failure that waits while the webhook is paused is not sent when it is resumed after the payment', async () => {
  answer = answering(410)
  await hook()
  const { orderId, upi } = await make()
  await expired(orderId)
  await expect.poll(shown).toEqual(['order.failed paused 410'])
  await pay(upi)
  answer = answering(200)
  await hook()
  await receiver.until(2)
  await waitForEveryAttempt()
  expect(came()).toEqual(['order.failed 3', 'order.success 4'])
})

test('a failure that is being sent when the order is paid is recorded, and not sent again', async () => {
  const open: ServerResponse[] = []
  answer = (reply) => void open.push(reply)
  await hook()
  const { orderId, upi } = await make()
  await expired(orderId)
  await receiver.until(1)
  await pay(upi)
  await receiver.until(2)
  for (const [n, reply] of open.entries()) reply.writeHead(n === 0 ? 503 : 200).end()
  await expect.poll(shown).toEqual(['order.failed cancelled 503', 'order.success delivered 200'])
  await waitForEveryAttempt()
  expect(came()).toEqual(['order.failed 3', 'order.success 4'])
})

test('a failure that was answered with 200 while the order was being paid is shown as delivered', async () => {
  const open: ServerResponse[] = []
  answer = (reply) => void open.push(reply)
  await hook()
  const { orderId, upi } = await make()
  await expired(orderId)
  await receiver.until(1)
  await pay(upi)
  await receiver.until(2)
  for (const reply of open) reply.end()
  await expect.poll(shown).toEqual(['order.failed delivered 200', 'order.success delivered 200'])
})

test('neither a replay nor a resend brings a failure of a paid order back, also one that was never due', async () => {
  const before = await make()
  await expired(before.orderId)
  await pay(before.upi)
  answer = answering(503)
  await hook()
  const { orderId, upi } = await make()
  await expired(orderId)
  await expect.poll(shown).toEqual(['order.failed failed 503'])
  answer = answering(200)
  await pay(upi)
  await receiver.until(2)
  await expect.poll(shown).toEqual(['order.failed cancelled 503', 'order.success delivered 200'])
  // A replay skips what was sent since it was asked for.
  shop.clock.advance({ seconds: 1 })
  const from = new Date(shop.clock.now().getTime() - 3_600_000).toISOString()
  const to = new Date(shop.clock.now().getTime() + 3_600_000).toISOString()
  const count = await merchant.get(
    `/user/webhook-deliveries/replay/count?${new URLSearchParams({ from, to, state: 'all' })}`,
  )
  expect(count.json().data.count).toBe(2)
  await merchant.post('/user/webhook-deliveries/replay', { from, to, state: 'all' })
  await receiver.until(4)
  await waitForEveryAttempt()
  expect(came().toSorted()).toEqual([
    'order.failed 3',
    'order.success 4',
    'order.success 4',
    'order.success 4',
  ])
  const { data } = (await merchant.get('/user/webhook-deliveries')).json()
  const failure = data.find(({ event }: { event: string }) => event === 'order.failed')
  const again = await merchant.post(`/user/webhook-deliveries/${failure.id}/redeliver`)
  expect([again.statusCode, again.json().code]).toEqual([409, 'failure_outdated'])
})

test('a failure that was not delivered before the customer tried again is not sent; the next one is', async () => {
  answer = answering(503)
  await hook()
  const made = await make()
  await pay(made.upi, 'declined')
  await expect.poll(shown).toEqual(['order.failed failed 503'])
  const next = await open(made.orderId)
  answer = answering(200)
  expect(await shown()).toEqual(['order.failed cancelled 503'])
  await pay(next, 'declined')
  await receiver.until(2)
  await waitForEveryAttempt()
  expect(came()).toEqual(['order.failed 3', 'order.failed 5'])
})
