import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { sql } from '../platform/database/database.ts'
import {
  CHOICE,
  createLink,
  customerOf,
  FIXED,
  ITEMS,
  mainOf,
  orderOf,
  pay,
  tokenIn,
} from './link-harness.ts'

let shop: Shop
let merchant: ShopMerchant

beforeAll(async () => {
  shop = await openShop()
  merchant = await shop.merchant('Sharma Tea')
})
afterAll(() => shop.close())

const detailOf = async (orderId: string) => (await merchant.get(`/user/transactions/${orderId}`)).json().data
const linkOf = async (code: string) =>
  (await merchant.get('/user/reusable-links'))
    .json()
    .data.find((link: { code: string }) => link.code === code)

describe('each kind of link', () => {
  test('a fixed amount is what every customer pays, each with an order of their own', async () => {
    const code = await createLink(merchant, { ...FIXED, thanks: 'See you on Monday.\nBring a mat.' })
    const orders = [
      orderOf(await customerOf(shop).order(code)),
      orderOf(await customerOf(shop).order(code, { amount: '1.00', price: '1.00' })),
    ]
    expect(new Set(orders).size).toBe(2)
    for (const orderId of orders) {
      expect(await detailOf(orderId)).toMatchObject({
        amount: 499,
        purpose: 'Yoga in November',
        customer: { name: 'Asha Rao' },
        clientTransactionId: expect.stringMatching(new RegExp(`^${code}-[0-9a-f]{16}$`)),
        link: { code, title: 'Yoga in November', answers: [] },
      })
      await pay(shop, orderId)
    }
    expect(await linkOf(code)).toMatchObject({ paid: 2, open: 0, collected: 998, state: 'open' })
    const paid = await shop.call({ method: 'GET', url: `/pay/${orders[0]}` })
    expect(mainOf(paid)).toContain('See you on Monday.\nBring a mat.')
    expect(mainOf(paid)).toContain(`href="/receipt/${orders[0]}?lang=en"`)
  })

  test('a chosen amount is accepted within its limits and as an amount only', async () => {
    const code = await createLink(merchant, CHOICE)
    for (const amount of ['10.00', '10', ' 250.5 ', '5000'])
      expect(await detailOf(orderOf(await customerOf(shop).order(code, { amount })))).toMatchObject({
        amount: Number(amount),
      })
    for (const amount of [
      '9.99',
      '5000.01',
      '',
      '0',
      '-20',
      '1e3',
      '20.001',
      '२००',
      '1,000',
      'x',
      '100\u0000',
    ]) {
      const refused = await customerOf(shop).order(code, { amount })
      expect(refused.statusCode, amount).toBe(400)
      expect(mainOf(refused)).toContain('Please enter an amount from ₹10.00 to ₹5,000.00')
    }
  })

  test('items are summed by the prices of the link', async () => {
    const code = await createLink(merchant, ITEMS)
    const orderId = orderOf(
      await customerOf(shop).order(code, { quantity0: '2', quantity1: '3', price0: '0.01', amount: '1' }),
    )
    expect(await detailOf(orderId)).toMatchObject({
      amount: 91.5,
      purpose: 'Tea stall: 2 × Masala tea, 3 × Samosa',
      link: {
        items: [
          { name: 'Masala tea', price: 15, quantity: 2 },
          { name: 'Samosa', price: 20.5, quantity: 3 },
        ],
      },
    })
    for (const quantities of [
      {},
      { quantity0: '0' },
      { quantity0: '-1' },
      { quantity1: '1.5' },
      { quantity0: '100' },
    ]) {
      const refused = await customerOf(shop).order(code, quantities)
      expect(refused.statusCode, JSON.stringify(quantities)).toBe(400)
      expect(mainOf(refused)).toContain('<p class="wrong">Choose how many of each you want.')
    }
    const dear = await createLink(merchant, {
      ...ITEMS,
      price: { kind: 'items', items: [{ name: 'Car', price: '600000' }] },
    })
    expect(mainOf(await customerOf(shop).order(dear, { quantity0: '2' }))).toContain(
      'one payment can be at most ₹10,00,000.00',
    )
  })
})

describe('what a customer writes', () => {
  test('is stored with the order and does not change it', async () => {
    const questions = [{ label: 'Which <b>batch</b>?', isRequired: true }, { label: 'Remarks' }]
    const code = await createLink(merchant, { ...FIXED, questions })
    const page = await customerOf(shop).open(code)
    expect(mainOf(page)).toContain('Which &lt;b&gt;batch&lt;/b&gt;?')
    const answer = '"><script>alert(1)</script>'
    const orderId = orderOf(
      await customerOf(shop).order(code, { answer0: answer, answer1: ' ', answer2: 'x' }),
    )
    const answers = [{ question: 'Which <b>batch</b>?', answer }]
    expect(await detailOf(orderId)).toMatchObject({ amount: 499, link: { answers } })
    const listed = (await merchant.get(`/user/reusable-links/${code}/orders`)).json()
    expect(listed).toMatchObject({ data: [{ orderId, answers }], pagination: { hasNextPage: false } })
  })

  test('as an answer to the first three questions is udf1 to udf3 of the order, by position', async () => {
    const questions = ['Batch?', 'Size?', 'Remarks', 'City?', 'Age?'].map((label) => ({ label }))
    const code = await createLink(merchant, { ...FIXED, questions })
    const sent = { answer0: 'Mornings', answer1: '', answer2: 'मसाला', answer3: 'Pune', answer4: '9' }
    const orderId = orderOf(await customerOf(shop).order(code, sent))
    const udf = ['Mornings', '', 'मसाला']
    expect(await detailOf(orderId)).toMatchObject({
      udf,
      link: {
        answers: [
          { question: 'Batch?', answer: 'Mornings' },
          { question: 'Remarks', answer: 'मसाला' },
          { question: 'City?', answer: 'Pune' },
          { question: 'Age?', answer: '9' },
        ],
      },
    })
    await pay(shop, orderId)
    const payload = await shop.db.value<string>(
      sql`select payload::text as payload from webhook_events where order_id = ${orderId}`,
    )
    const { client_txn_id, udf1, udf2, udf3 } = JSON.parse(payload)
    expect([client_txn_id.slice(0, 10), udf1, udf2, udf3]).toEqual([code, ...udf])
    const csv = await merchant.get('/user/transactions/export?format=csv')
    expect(csv.body).toContain('"Mornings","","मसाला"')
  })

  test('comes back escaped with its errors, and makes no order', async () => {
    const code = await createLink(merchant, { ...FIXED, questions: [{ label: 'Batch?', isRequired: true }] })
    const refused = await customerOf(shop).order(code, { name: '  ', answer0: `<i>${'x'.repeat(300)}` })
    expect(refused.statusCode).toBe(400)
    const main = mainOf(refused)
    expect(main).toContain('Please enter your name')
    expect(main).toContain('value="&lt;i&gt;xxx')
    expect(main).toContain('Please answer this')
    expect(await linkOf(code)).toMatchObject({ paid: 0, open: 0 })
  })

  test.each([
    ['another content type', 'application/json', '{"name":"Asha"}'],
    ['nothing', 'application/x-www-form-urlencoded', ''],
    ['a field twice', 'application/x-www-form-urlencoded', 'name=a&name=b&token=x&token=y'],
    ['odd names', 'application/x-www-form-urlencoded', '__proto__=x&constructor=y&quantity0[]=1'],
  ])('as %s makes no order and no error', async (_what, type, payload) => {
    const code = await createLink(merchant, ITEMS)
    const reply = await shop.call({
      method: 'POST',
      url: `/l/${code}`,
      headers: { 'content-type': type },
      payload,
    })
    expect([400, 415]).toContain(reply.statusCode)
  })
})

describe('one form', () => {
  test('sent twice, also concurrently, is one order, and with a new amount another one', async () => {
    const code = await createLink(merchant, CHOICE)
    const customer = customerOf(shop, { address: '203.0.113.8' })
    const token = tokenIn((await customer.open(code)).body)
    const form = { token, name: 'Asha Rao', amount: '50' }
    const taps = await Promise.all([1, 2, 3].map(() => customer.send(code, form)))
    const later = await customer.send(code, form)
    const orders = new Set([...taps, later].map(orderOf))
    expect(orders.size).toBe(1)
    const other = orderOf(await customer.send(code, { ...form, amount: '60' }))
    expect(orders).not.toContain(other)
    expect(await linkOf(code)).toMatchObject({ open: 2 })
  })

  test('leads to the paid order after the payment, and to a new one after the order expired', async () => {
    const code = await createLink(merchant, FIXED)
    const customer = customerOf(shop, { address: '203.0.113.9' })
    const send = async (token: string) => orderOf(await customer.send(code, { token, name: 'Asha' }))
    const [paidForm, lateForm] = [
      tokenIn((await customer.open(code)).body),
      tokenIn((await customer.open(code)).body),
    ]
    const [paid, late] = [await send(paidForm), await send(lateForm)]
    await pay(shop, paid)
    expect(await send(paidForm)).toBe(paid)
    shop.clock.advance({ minutes: 6 })
    await expect.poll(async () => (await detailOf(late)).status).toBe('failed')
    const expired = await shop.call({ method: 'GET', url: `/pay/${late}` })
    expect(mainOf(expired)).toContain(`href="/l/${code}">Start again<`)
    expect(mainOf(expired)).not.toContain('Please generate a new payment link')
    const inTamil = await shop.call({ method: 'GET', url: `/pay/${late}?lang=ta` })
    expect(mainOf(inTamil)).toContain(`href="/l/${code}?lang=ta"`)
    expect(await send(lateForm)).not.toBe(late)
    expect(await send(paidForm)).toBe(paid)
  })

  test.each([
    ['closed', { isClosed: true }],
    ['ended', { lastDay: '2026-11-20' }],
  ])('leads to no new order once the link is %s', async (_state, change) => {
    const code = await createLink(merchant, FIXED)
    const late = orderOf(await customerOf(shop, { address: '203.0.113.12' }).order(code))
    shop.clock.advance({ minutes: 6 })
    const shown = async () => mainOf(await shop.call({ method: 'GET', url: `/pay/${late}` }))
    expect(await shown()).toContain('Start again')
    const changed = await merchant.put(`/user/reusable-links/${code}`, change)
    expect(changed.statusCode, changed.body).toBe(200)
    expect(await shown()).not.toMatch(/Start again|href="\/l\//)
  })

  test('from another site is refused', async () => {
    const code = await createLink(merchant, FIXED)
    const foreign = customerOf(shop, {
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    })
    const token = tokenIn((await foreign.open(code)).body)
    expect((await foreign.send(code, { token, name: 'Asha' })).statusCode).toBe(403)
    const own = customerOf(shop, {
      headers: { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' },
    })
    orderOf(await own.order(code))
  })
})

test('the page has the language of the address, the browser or the merchant, and keeps it', async () => {
  const code = await createLink(merchant, CHOICE)
  const hindi = await customerOf(shop, { headers: { 'accept-language': 'hi' } }).open(code)
  expect(hindi.body).toContain('<html lang="hi" dir="ltr">')
  expect(hindi.body).toContain('आपका नाम')
  const customer = customerOf(shop)
  const urdu = await customer.open(code, '?lang=ur')
  expect(urdu.body).toContain('<html lang="ur" dir="rtl">')
  expect(urdu.body).toContain(`action="/l/${code}?form=1&amp;lang=ur"`)
  const opened = await customer.send(
    code,
    { token: tokenIn(urdu.body), name: 'Asha', amount: '20' },
    '?lang=ur',
  )
  expect(opened.headers.location).toMatch(/\?lang=ur$/)
})

test('the page has no script, and browsers may cache it but not search engines', async () => {
  const code = await createLink(merchant, FIXED)
  const { headers, body } = await customerOf(shop).open(code)
  expect(body).not.toContain('<script')
  expect(headers).toMatchObject({
    'cache-control': 'private, no-cache',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'same-origin',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-/),
  })
})
