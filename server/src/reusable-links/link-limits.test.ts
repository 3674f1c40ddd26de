import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { createLink, customerOf, FIXED, mainOf, orderOf, pay, tokenIn } from './link-harness.ts'

let shop: Shop
let merchant: ShopMerchant

beforeAll(async () => {
  shop = await openShop({ TRIAL_QR_REQUESTS: '25' })
})
afterAll(() => shop.close())

const newMerchant = async () => {
  merchant = await shop.merchant('Sharma Tea')
}
const linkOf = async (code: string) =>
  (await merchant.get('/user/reusable-links'))
    .json()
    .data.find((link: { code: string }) => link.code === code)
const change = (code: string, body: object) =>
  merchant.put(`/user/reusable-links/${code}`, { title: FIXED.title, ...body })
const at = (number: number) => customerOf(shop, { address: `203.0.113.${number}` })

describe('a link', () => {
  beforeAll(newMerchant)

  test('that does not exist, is closed or has ended says so with its status', async () => {
    for (const code of ['0000000000', 'x', '%00', 'a'.repeat(90)])
      expect((await at(1).open(code)).statusCode, code).toBe(404)
    const code = await createLink(merchant, FIXED)
    const token = tokenIn((await at(1).open(code)).body)
    await change(code, { isClosed: true })
    const closed = await at(1).open(code)
    expect([closed.statusCode, mainOf(closed)]).toEqual([
      410,
      expect.stringContaining('The merchant has closed this link.'),
    ])
    expect((await at(1).send(code, { token, name: 'Asha' })).statusCode).toBe(410)
    expect(await linkOf(code)).toMatchObject({ state: 'closed', paid: 0, open: 0 })
    await change(code, { isClosed: false, lastDay: '2026-11-21' })
    expect((await at(1).open(code)).statusCode).toBe(200)
    // 04:00 UTC on the 21st; the day ends at 18:30 UTC.
    shop.clock.advance({ minutes: 14 * 60 + 29 })
    expect((await at(1).open(code)).statusCode).toBe(200)
    shop.clock.advance({ minutes: 1 })
    const ended = await at(1).open(code)
    expect([ended.statusCode, mainOf(ended)]).toEqual([410, expect.stringContaining('This link has ended.')])
  })

  test('of a suspended merchant or one without quota takes no payment', async () => {
    merchant = await shop.merchant('Sharma Tea')
    const code = await createLink(merchant, FIXED)
    await shop.db.pool.query('update merchants set suspended_at = now() where merchant_id = $1', [
      merchant.merchantId,
    ])
    const closed = await at(1).open(code)
    expect([closed.statusCode, mainOf(closed)]).toEqual([
      503,
      expect.stringContaining('Please ask the merchant for another way to pay.'),
    ])
    expect((await merchant.post('/user/reusable-links', FIXED)).json().code).toBe('suspended')
  })
})

describe('a limit of uses', () => {
  beforeAll(newMerchant)

  test('counts paid orders, and open ones hold a use until they expire', async () => {
    const code = await createLink(merchant, { ...FIXED, usesMax: 1 })
    const [first, second] = [await at(1).open(code), await at(2).open(code)].map(({ body }) => tokenIn(body))
    const held = orderOf(await at(1).send(code, { token: first ?? '', name: 'Asha' }))
    const busy = await at(2).send(code, { token: second ?? '', name: 'Ravi' })
    expect([busy.statusCode, busy.headers['retry-after'], mainOf(busy)]).toEqual([
      409,
      '300',
      expect.stringContaining('Someone is paying for the last one right now.'),
    ])
    // A changed form of the same customer leads back to it.
    expect(orderOf(await at(1).send(code, { token: first ?? '', name: 'Asha Rao' }))).toBe(held)
    shop.clock.advance({ minutes: 5, seconds: 6 })
    const taken = orderOf(await at(2).send(code, { token: second ?? '', name: 'Ravi' }))
    expect(taken).not.toBe(held)
    await pay(shop, taken)
    const usedUp = await at(3).open(code)
    expect([usedUp.statusCode, mainOf(usedUp)]).toEqual([
      410,
      expect.stringContaining('This link has received all its payments.'),
    ])
    expect(await linkOf(code)).toMatchObject({ state: 'used_up', paid: 1, open: 0 })
  })

  test('gives the last use to one of many concurrent customers', async () => {
    const code = await createLink(merchant, { ...FIXED, usesMax: 3 })
    const tokens = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => tokenIn((await at(n).open(code)).body)),
    )
    const replies = await Promise.all(
      tokens.map((token, n) => at(n).send(code, { token, name: `Customer ${n}` })),
    )
    const statuses = replies.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 303)).toHaveLength(3)
    expect(statuses.filter((status) => status === 409)).toHaveLength(9)
  })

  test('gives one form one use, whatever its content and address', async () => {
    const code = await createLink(merchant, { ...FIXED, usesMax: 1 })
    const token = tokenIn((await at(30).open(code)).body)
    const orders = []
    for (const [address, name] of [
      [30, 'A'],
      [30, 'B'],
      [31, 'C'],
    ] as const)
      orders.push(orderOf(await at(address).send(code, { token, name })))
    expect(new Set(orders).size).toBe(1)
    expect(await linkOf(code)).toMatchObject({ open: 1 })
    const wide = await createLink(merchant, { ...FIXED, usesMax: 1 })
    const other = tokenIn((await at(32).open(wide)).body)
    const once = await Promise.all(
      ['A', 'B', 'C'].map((name, n) => at(32 + n).send(wide, { token: other, name })),
    )
    for (const { statusCode } of once) expect([303, 409]).toContain(statusCode)
    expect(await linkOf(wide)).toMatchObject({ open: 1 })
  })

  test('is not used up by one address alone', async () => {
    const code = await createLink(merchant, { ...FIXED, usesMax: 4 })
    const replies = []
    for (let n = 0; n < 4; n += 1) replies.push((await at(1).order(code)).statusCode)
    expect(replies).toEqual([303, 303, 429, 429])
    orderOf(await at(2).order(code))
  })

  test('is exceeded only by late payments, and shows it', async () => {
    const code = await createLink(merchant, { ...FIXED, usesMax: 1 })
    const late = orderOf(await at(1).order(code))
    const page = await shop.call({ method: 'GET', url: `/pay/${late}` })
    const upi = decodeURIComponent(/\/simulator\?upi=([^"]+)"/.exec(page.body)?.[1] ?? '')
    shop.clock.advance({ minutes: 5, seconds: 6 })
    const inTime = orderOf(await at(2).order(code))
    await pay(shop, inTime)
    const paid = await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload: { upi } })
    expect(paid.statusCode, paid.body).toBe(200)
    expect(await linkOf(code)).toMatchObject({ state: 'used_up', paid: 2, usesMax: 1 })
  })
})

describe('a stranger', () => {
  beforeAll(newMerchant)

  test('opens ten unpaid orders a day from one address, and others are not stopped', async () => {
    const code = await createLink(merchant, FIXED)
    for (let n = 0; n < 10; n += 1) orderOf(await at(7).order(code))
    const refused = await at(7).order(code)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '86400'])
    const other = orderOf(await at(8).order(code))
    await pay(shop, other)
    shop.clock.advance({ hours: 24 })
    orderOf(await at(7).order(code))
  })

  test('who used half of the trial leaves each link a place for the next customer', async () => {
    const [live] = [await shop.merchant('Live Tea')]
    const connected = await live.post('/user/connect-merchant', {
      merchantProvider: 'other',
      merchantName: 'Live Tea',
      merchantId: 'M1',
      merchantUpiId: 'live@okbank',
      verification: null,
    })
    expect(connected.statusCode, connected.body).toBe(200)
    await live.post('/user/mode', { mode: 'live' })
    const code = await createLink(live, FIXED)
    const otherCode = await createLink(live, FIXED)
    const statuses = []
    for (let n = 0; n < 20; n += 1) statuses.push((await at(100 + n).order(code)).statusCode)
    expect(statuses.slice(0, 12)).toEqual(Array(12).fill(303))
    expect(statuses.slice(12)).toEqual(Array(8).fill(503))
    orderOf(await at(130).order(otherCode))
    const refused = await at(131).order(otherCode)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '300'])
    shop.clock.advance({ seconds: 300 })
    orderOf(await at(131).order(code))
    // The shop's own orders go on.
    const own = await live.post('/user/generate-payment-link', {
      client_txn_id: 'OWN-1',
      amount: '10.00',
      p_info: 'Tea',
      customer_name: 'Asha',
      customer_email: 'asha@example.com',
      customer_mobile: '9876543210',
      redirect_url: 'https://shop.example/done',
    })
    expect(own.statusCode, own.body).toBe(200)
    const left = await shop.db.pool.query('select trial_left from quotas where merchant_id = $1', [
      live.merchantId,
    ])
    expect(left.rows).toEqual([{ trial_left: 10 }])
    await shop.db.pool.query('update quotas set trial_left = 0 where merchant_id = $1', [live.merchantId])
    expect((await at(200).order(code)).statusCode).toBe(503)
  })
})

describe('the merchant', () => {
  beforeAll(newMerchant)

  test.each([
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(101) }, 'title'],
    [{ thanks: 'x'.repeat(501) }, 'thanks'],
    [{ description: 'bell \u0007' }, 'description'],
    [{ lastDay: 'tomorrow' }, 'lastDay'],
    [{ lastDay: '2026-11-20' }, 'lastDay'],
    [{ usesMax: 0 }, 'usesMax'],
    [{ usesMax: 1.5 }, 'usesMax'],
    [{ questions: Array(6).fill({ label: 'Why?' }) }, 'questions'],
    [{ questions: [{ label: '' }] }, 'questions.0.label'],
    [{ price: { kind: 'fixed', amount: '0' } }, 'price.amount'],
    [{ price: { kind: 'choice', min: '20', max: '10' } }, 'price.max'],
    [{ price: { kind: 'items', items: [] } }, 'price.items'],
    [{ price: { kind: 'free' } }, 'price.kind'],
    [{ price: undefined }, 'price'],
  ])('cannot make a link with %j', async (wrong, field) => {
    const refused = await merchant.post('/user/reusable-links', { ...FIXED, ...wrong })
    expect(refused.statusCode, refused.body).toBe(400)
    expect(refused.json().errors).toMatchObject([{ field }])
  })

  test('changes the texts and limits of a link, and never its price', async () => {
    const code = await createLink(merchant, { ...FIXED, questions: [{ label: 'Batch?' }] })
    const changed = await change(code, {
      title: 'Yoga in December',
      usesMax: 5,
      thanks: 'Bye',
      price: { kind: 'fixed', amount: '1' },
      questions: [],
    })
    expect(changed.json().data).toMatchObject({
      title: 'Yoga in December',
      usesMax: 5,
      thanks: 'Bye',
      price: { kind: 'fixed', amount: 499 },
      questions: [{ label: 'Batch?', isRequired: false }],
      url: `http://localhost:3000/l/${code}`,
    })
    expect((await merchant.put('/user/reusable-links/0000000000', { title: 'x' })).statusCode).toBe(404)
  })

  test('changes only the fields of the call', async () => {
    const code = await createLink(merchant, { ...FIXED, usesMax: 5, lastDay: '2030-01-01', thanks: 'Bye' })
    const put = async (body: object) => (await merchant.put(`/user/reusable-links/${code}`, body)).json().data
    expect(await put({ isClosed: true })).toMatchObject({ title: FIXED.title, state: 'closed', usesMax: 5 })
    const kept = { title: 'New', state: 'closed', usesMax: 5, lastDay: '2030-01-01', thanks: 'Bye' }
    expect(await put({ title: 'New' })).toMatchObject(kept)
    expect(await put({ usesMax: null, lastDay: null })).toMatchObject({
      ...kept,
      usesMax: null,
      lastDay: null,
    })
    expect(await put({ isClosed: false })).toMatchObject({ state: 'open' })
  })

  test('has 200 open links at most, and closed ones do not count', async () => {
    const full = await shop.merchant('Many Links')
    const code = await createLink(full, FIXED)
    await shop.db.pool.query(
      `insert into reusable_links (merchant_id, code, mode, title, description, thanks, price, questions, created_at)
       select merchant_id, 'A' || lpad(n::text, 9, '0'), mode, title, '', '', price, questions, created_at
       from reusable_links, generate_series(1, 199) n where code = $1`,
      [code],
    )
    expect((await full.post('/user/reusable-links', FIXED)).json().code).toBe('too_many_links')
    await full.put(`/user/reusable-links/${code}`, { isClosed: true })
    await createLink(full, FIXED)
    const again = await full.put(`/user/reusable-links/${code}`, { isClosed: false })
    expect(again.json().code).toBe('too_many_links')
  })

  test('has 200 open links at most, even with concurrent calls', async () => {
    const full = await shop.merchant('Many Links at Once')
    const closed = await Promise.all(Array.from({ length: 4 }, () => createLink(full, FIXED)))
    for (const code of closed) await full.put(`/user/reusable-links/${code}`, { isClosed: true })
    const code = await createLink(full, FIXED)
    await shop.db.pool.query(
      `insert into reusable_links (merchant_id, code, mode, title, description, thanks, price, questions, created_at)
       select merchant_id, 'B' || lpad(n::text, 9, '0'), mode, title, '', '', price, questions, created_at
       from reusable_links, generate_series(1, 198) n where code = $1`,
      [code],
    )
    const replies = await Promise.all([
      ...closed.map((each) => full.put(`/user/reusable-links/${each}`, { isClosed: false })),
      ...closed.map(() => full.post('/user/reusable-links', FIXED)),
    ])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(7).fill(409)])
  })
})
