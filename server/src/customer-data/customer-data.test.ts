import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER_BODY } from '../../testing/order-body.ts'
import { sell } from '../../testing/sell.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { manualClock } from '../platform/clock.ts'
import { sql } from '../platform/database/database.ts'
import { openReceiver } from '../webhooks/endpoints/webhook-harness.ts'
import { eraseDueCustomers } from './keep-customer-data.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.close())

const MOBILE = ORDER_BODY.customer_mobile
const EMAIL = ORDER_BODY.customer_email
const YEAR_MS = 365 * 86_400_000
let orders = 0
const nextId = () => `ERASE-${++orders}`

const open = async ({ key }: Pick<ShopMerchant, 'key'>): Promise<string> => {
  // Ids of one instant have no order.
  shop.clock.advance({ seconds: 1 })
  const made = await shop.call({
    method: 'POST',
    url: '/api/v1/order/create-order',
    headers: { authorization: `Bearer ${key}` },
    payload: { client_txn_id: nextId(), ...ORDER_BODY },
  })
  expect(made.statusCode, made.body).toBe(200)
  return made.json().data.order_id
}
const sale = ({ key }: Pick<ShopMerchant, 'key'>) => sell(shop.call, key, nextId())

/** All that is left of a customer anywhere in an order's rows. */
const tracesOf = async (merchantId: string, orderId: string): Promise<string> =>
  JSON.stringify(
    await shop.db.rows(sql`
      select o.*, c.utr, array(
        select e.payload from webhook_events e where e.merchant_id = ${merchantId} and e.order_id = ${orderId}) as events, array(
        select concat(a.request_body, a.response) from webhook_attempts a join webhook_events e on e.merchant_id = ${merchantId} and e.event_id = a.event_id
        where a.merchant_id = ${merchantId} and e.order_id = ${orderId}) as attempts,
        (select k.answers from reusable_link_orders k where k.merchant_id = ${merchantId} and k.order_id = ${orderId}) as answers
      from orders o left join credits c on c.merchant_id = o.merchant_id and c.credit_id = o.settled_by_credit_id
      where o.merchant_id = ${merchantId} and o.order_id = ${orderId}`),
    (_, value) => (typeof value === 'bigint' ? String(value) : value),
  )
const CUSTOMER = /Asha|asha@example|9876543210/i

const keep = (merchant: ShopMerchant, keepDays: number | null) =>
  merchant.post('/user/customer-data/keep', { keepDays })
const erase = (merchant: Pick<ShopMerchant, 'post'>, contact: string = MOBILE) =>
  merchant.post('/user/customer-data/erase', { contact })
const count = async (merchant: Pick<ShopMerchant, 'post'>, contact: string = MOBILE) =>
  (await merchant.post('/user/customer-data/find', { contact })).json().data
const sweep = async () => {
  while ((await eraseDueCustomers(shop)).more);
}
const logged = (merchantId: string) =>
  shop.db.values<string>(sql`
    select kind from security_events where merchant_id = ${merchantId} and kind like 'customer%' order by kind desc`)

test('customers are kept for ever unless the merchant chose a term, and then go that long after the end', async () => {
  const [chose, kept] = [await shop.merchant(), await shop.merchant()]
  const [paid, expired, others] = [await sale(chose), await open(chose), await sale(kept)]
  await shop.db.run(sql`
    update webhook_events set created_at = ${new Date(shop.clock.now().getTime() + YEAR_MS)}
    where order_id = any(${[paid, expired]}::text[])`)
  expect((await chose.get('/user/customer-data')).json().data).toEqual({ keepDays: null, notice: null })
  for (let n = 0; n < 2; n += 1) expect((await keep(chose, 90)).json().data.keepDays).toBe(90)
  expect((await keep(chose, 91)).json().errors).toMatchObject([{ field: 'keepDays' }])
  await shop.restart(() => shop.clock.advance({ days: 89 }))
  await sweep()
  expect(await tracesOf(chose.merchantId, paid)).toMatch(CUSTOMER)
  const young = await open(await shop.logInAgain(chose))
  const before = JSON.parse(await tracesOf(chose.merchantId, paid))[0]
  await shop.restart(() => shop.clock.advance({ days: 2 }))
  // Two processes at the same time, and then again.
  await Promise.all([sweep(), sweep()])
  await sweep()
  for (const orderId of [paid, expired])
    expect(await tracesOf(chose.merchantId, orderId)).not.toMatch(CUSTOMER)
  const after = JSON.parse(await tracesOf(chose.merchantId, paid))[0]
  for (const column of ['amount_paise', 'utr', 'status', 'paid_at', 'client_txn_id', 'purpose', 'version'])
    expect(after[column], column).toEqual(before[column])
  expect(await tracesOf(chose.merchantId, young)).toMatch(CUSTOMER)
  expect(await tracesOf(kept.merchantId, others)).toMatch(CUSTOMER)
  const again = await shop.logInAgain(chose)
  const list = (await again.get('/user/all-transactions?search=Asha')).json().data
  expect(JSON.stringify(list)).toContain(young)
  expect(JSON.stringify(list)).not.toContain(paid)
  expect(await logged(chose.merchantId)).toEqual(['customer_term_set'])
})

test('one customer is exported and erased, of this merchant only, and an open order follows when it ends', async () => {
  const [merchant, other] = [await shop.merchant(), await shop.merchant()]
  const [paid, waiting, foreign] = [await sale(merchant), await open(merchant), await sale(other)]
  expect(await count(merchant)).toEqual({ orders: 2, open: 1 })
  expect(await count(merchant, EMAIL.toUpperCase())).toEqual({ orders: 2, open: 1 })
  expect(await count(merchant, '9999999999')).toEqual({ orders: 0, open: 0 })
  const reply = await merchant.post('/user/customer-data/export', { contact: MOBILE })
  expect(reply.json().data).toMatchObject({
    contact: MOBILE,
    isComplete: true,
    orders: [
      { orderId: waiting, customerName: 'Asha Rao', utr: null },
      { orderId: paid, amount: '499.00', customerEmail: EMAIL, utr: expect.stringMatching(/^\d{12}$/) },
    ],
  })
  expect(reply.body).not.toContain(foreign)
  // What was sent in another gateway's format is kept as it was sent.
  await shop.db.run(sql`
    insert into webhook_attempts (merchant_id, mode, event_id, attempt, at, url, status, duration_ms, request_body)
    select merchant_id, mode, event_id, 9, created_at, 'https://tea.example', 200, 5, 'customer_name=Asha+Rao&amount=499'
    from webhook_events where order_id in (${paid}, ${foreign})`)
  expect((await erase(merchant)).json().data).toEqual({ erased: 1, waiting: 1 })
  expect(await tracesOf(merchant.merchantId, paid)).not.toMatch(CUSTOMER)
  expect(await tracesOf(merchant.merchantId, waiting)).toMatch(CUSTOMER)
  // Again, by the other contact: nothing is left but the open order.
  expect((await erase(merchant, EMAIL)).json().data).toEqual({ erased: 0, waiting: 1 })
  expect(await count(merchant)).toEqual({ orders: 1, open: 1 })
  await shop.restart(() => shop.clock.advance({ hours: 1 }))
  await expect
    .poll(async () => {
      await sweep()
      return tracesOf(merchant.merchantId, waiting)
    })
    .not.toMatch(CUSTOMER)
  expect(await tracesOf(other.merchantId, foreign)).toMatch(CUSTOMER)
  expect(await logged(merchant.merchantId)).toEqual(['customer_exported', 'customer_erased'])
  expect((await erase(await shop.logInAgain(merchant))).json().data).toEqual({ erased: 0, waiting: 0 })
})

test('orders that are created while their customer is erased are erased as a whole, or kept as a whole', async () => {
  const merchant = await shop.merchant()
  for (let n = 0; n < 5; n += 1) await sale(merchant)
  const made = await Promise.all([
    ...Array.from({ length: 10 }, () => sale(merchant)),
    ...Array.from({ length: 5 }, async () => {
      expect((await erase(merchant)).statusCode).toBe(200)
      return ''
    }),
  ])
  for (const orderId of made.filter((id) => id !== '')) {
    const [row] = JSON.parse(await tracesOf(merchant.merchantId, orderId))
    const isErased = row.customer_erased_at !== null
    expect([row.customer_name, row.customer_mobile, row.customer_email]).toEqual(
      isErased ? ['', '', ''] : ['Asha Rao', MOBILE, EMAIL],
    )
    expect(row.status).toBe('success')
    expect(CUSTOMER.test(row.events.join(''))).toBe(!isErased)
  }
  await erase(merchant)
  expect(await count(merchant)).toEqual({ orders: 0, open: 0 })
})

test('what a customer wrote in a reusable link goes with the customer, and nothing else of it can change', async () => {
  const merchant = await shop.merchant()
  const { merchantId } = merchant
  const orderId = await sale(merchant)
  await shop.db.run(sql`
    insert into reusable_links (merchant_id, code, mode, title, description, thanks, price, questions, created_at)
    values (${merchantId}, '0123456789', 'test', 'Tea', '', '', '{"kind": "fixed", "amount": "49900"}', '[]', ${shop.clock.now()})`)
  await shop.db.run(sql`
    insert into reusable_link_orders (merchant_id, order_id, code, created_at, form_hash, address_hash, items, answers)
    values (${merchantId}, ${orderId}, '0123456789', ${shop.clock.now()}, sha256('f'), sha256('a'), '[]',
      '[{"question": "Where to?", "answer": "Asha, 9876543210"}]')`)
  const exported = await merchant.post('/user/customer-data/export', { contact: MOBILE })
  expect(exported.json().data.orders[0].answers).toEqual([
    { question: 'Where to?', answer: 'Asha, 9876543210' },
  ])
  for (const change of [
    sql`update reusable_link_orders set answers = '[1]'`,
    sql`update reusable_link_orders set items = '[]'`,
  ])
    await expect(shop.db.run(change)).rejects.toThrow('never changed')
  expect((await erase(merchant)).json().data.erased).toBe(1)
  expect(await tracesOf(merchantId, orderId)).not.toMatch(CUSTOMER)
})

test('the payment page shows the latest notice, and an order keeps the version that its page showed first', async () => {
  const merchant = await shop.merchant()
  const save = async (text: string) => (await merchant.post('/user/customer-data/notice', { text })).json()
  const page = (orderId: string) => shop.call({ method: 'GET', url: `/pay/${orderId}?r=1` })
  const versionOf = (orderId: string) =>
    shop.db.value<number | null>(sql`select notice_version from orders where order_id = ${orderId}`)
  const before = await open(merchant)
  expect((await page(before)).body).not.toContain('Privacy notice')
  const TEXT = 'We keep your number for 90 days. <b>Ask us</b>\nto delete it.'
  // The same text twice is one version.
  for (let n = 0; n < 2; n += 1)
    expect((await save(` ${TEXT}\n`)).data.notice).toMatchObject({ version: 1, text: TEXT })
  const first = await open(merchant)
  const shown = await page(first)
  expect(shown.body).toContain('We keep your number for 90 days. &lt;b&gt;Ask us')
  expect(shown.body).toMatch(/v1 · \d{4}-\d\d-\d\d/)
  await save('Another text')
  expect((await page(first)).body).toContain('Another text')
  const second = await open(merchant)
  await page(second)
  expect((await save('')).data.notice).toBeNull()
  const third = await open(merchant)
  expect((await page(third)).body).not.toContain('Privacy notice')
  await expect.poll(() => versionOf(first)).toBe(1)
  expect([await versionOf(before), await versionOf(second), await versionOf(third)]).toEqual([null, 2, null])
  const { orders: exported, notices } = (
    await merchant.post('/user/customer-data/export', { contact: MOBILE })
  ).json().data
  expect(exported.map(({ noticeVersion }: { noticeVersion: number }) => noticeVersion)).toEqual([
    null,
    2,
    1,
    null,
  ])
  expect(notices).toMatchObject([
    { version: 1, text: TEXT },
    { version: 2, text: 'Another text' },
  ])
  expect((await save('x'.repeat(1001))).errors).toMatchObject([{ field: 'text' }])
})

test('after the most versions of a notice, it can still be taken off the page, and nothing else', async () => {
  const merchant = await shop.merchant()
  const save = async (text: string) => (await merchant.post('/user/customer-data/notice', { text })).json()
  const latest = () =>
    shop.db.value<number>(
      sql`select max(version) from data_notices where merchant_id = ${merchant.merchantId}`,
    )
  await shop.db.run(sql`
    insert into data_notices (merchant_id, version, text, at)
    select ${merchant.merchantId}, n, 'Text ' || n, ${shop.clock.now()} from generate_series(1, 200) n`)
  expect((await save('Text 200')).data.notice).toMatchObject({ version: 200, text: 'Text 200' })
  expect((await save('Text 201')).code).toBe('too_many_notices')
  for (let n = 0; n < 2; n += 1) expect((await save('')).data.notice).toBeNull()
  expect((await save('Text 201')).code).toBe('too_many_notices')
  expect(await latest()).toBe(201)
})

test('what a receiver echoed goes too, also of a webhook in the standard format', async () => {
  const receiver = await openReceiver((reply, { body }) => reply.end(body))
  const merchant = await shop.merchant()
  await merchant.post('/user/update-webhook-url', { webhookUrl: receiver.url })
  const orderId = await sale(merchant)
  const responses = () =>
    shop.db.values<string>(
      sql`select response from webhook_attempts where merchant_id = ${merchant.merchantId}`,
    )
  await expect.poll(async () => (await responses()).join('')).toMatch(CUSTOMER)
  expect((await erase(merchant)).json().data).toEqual({ erased: 1, waiting: 0 })
  expect(await tracesOf(merchant.merchantId, orderId)).not.toMatch(CUSTOMER)
  await receiver.close()
})

test('an order whose webhook is being sent waits for its end, whether one customer or all old ones are erased', async () => {
  const merchant = await shop.merchant()
  const { merchantId } = merchant
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const receiver = await openReceiver((reply, { body }) => void held.then(() => reply.end(body)))
  await merchant.post('/user/update-webhook-url', { webhookUrl: receiver.url, format: 'ekqr' })
  const orderId = await sale(merchant)
  await receiver.until(1)
  await keep(merchant, 90)
  expect((await erase(merchant)).json().data).toEqual({ erased: 0, waiting: 1 })
  const afterTerm = manualClock(new Date(shop.clock.now().getTime() + YEAR_MS))
  await eraseDueCustomers({ db: shop.db, clock: afterTerm })
  expect(await tracesOf(merchantId, orderId)).toMatch(/Asha.*Asha/)
  release()
  const left = () => shop.db.rows(sql`select from webhook_undelivered where merchant_id = ${merchantId}`)
  await expect.poll(left).toEqual([])
  await sweep()
  expect(await tracesOf(merchantId, orderId)).not.toMatch(CUSTOMER)
  await receiver.close()
})
