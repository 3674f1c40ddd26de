import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderForm } from '../../testing/ledger.ts'
import { readCsv } from '../../testing/read-sheet.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { sql } from '../platform/database/database.ts'

let shop: Shop
let merchant: ShopMerchant
let utrs = 700_000_000_000
const newUtr = () => String(++utrs)

beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000' })
  merchant = await shop.merchant()
})
afterAll(() => shop.close())

const place = async (amount = '499.00') => {
  const reply = await shop.call({
    method: 'POST',
    url: '/api/v1/order/create-order',
    payload: { ...orderForm(), amount },
    headers: { authorization: `Bearer ${merchant.key}` },
  })
  return reply.json().data as { order_id: string; upi_intent: { bhim_link: string } }
}

const simulate = async (order: { upi_intent: { bhim_link: string } }, outcome: string): Promise<string> =>
  (
    await shop.call({
      method: 'POST',
      url: '/api/v1/simulator/pay',
      payload: { upi: order.upi_intent.bhim_link, outcome },
    })
  ).json().data.utr

const credits = async (state = 'open') =>
  (await merchant.get(`/user/credits?state=${state}&limit=100`)).json()
const byUtr = async (state: string, utr: string) =>
  (await credits(state)).data.find((row: { utr: string }) => row.utr === utr)
const statusOf = async (orderId: string) =>
  (await merchant.get(`/user/transactions/${orderId}`)).json().data.status
const act = (id: string, action: string, body: object = {}) => {
  shop.clock.advance({ seconds: 1 })
  return merchant.post(`/user/credits/${id}/${action}`, body)
}

test('an underpayment waits with its reason and evidence; accepted by a named person it is paid, and all is recorded', async () => {
  const order = await place()
  const utr = await simulate(order, 'underpaid')
  const row = await byUtr('amount_mismatch', utr)
  expect(row).toMatchObject({
    amount: 498,
    orderId: order.order_id,
    sources: ['simulator'],
    order: { amount: 499, status: 'created' },
    evidence: [{ source: 'simulator', amount: 498 }],
  })
  const replies = await Promise.all([1, 2, 3].map(() => act(row.id, 'accept', { note: 'One rupee is well' })))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await statusOf(order.order_id)).toBe('success')
  const accepted = await byUtr('matched', utr)
  expect(accepted.note).toBe('One rupee is well')
  expect(accepted.history.map(({ state, by }: { state: string; by: string }) => [state, by])).toEqual([
    ['amount_mismatch', 'simulator'],
    ['matched', merchant.email],
  ])
})

test('a second payment waits as paid twice until it is marked refunded, with the UTR of the refund', async () => {
  const order = await place()
  await simulate(order, 'success')
  const utr = await simulate(order, 'success')
  const row = await byUtr('duplicate', utr)
  const refundUtr = newUtr()
  expect((await act(row.id, 'refunded', { utr })).json().errors).toMatchObject([{ field: 'utr' }])
  expect((await act(row.id, 'refunded', { utr: 'soon' })).statusCode).toBe(400)
  expect((await act(row.id, 'refunded', { utr: refundUtr })).json().data.history.at(-1)).toMatchObject({
    state: 'refunded',
    refundUtr,
    by: merchant.email,
  })
  // Repeated it is the same action; a different refund needs a person.
  expect((await act(row.id, 'refunded', { utr: refundUtr })).statusCode).toBe(200)
  const other = await act(row.id, 'refunded', { utr: newUtr() })
  expect([other.statusCode, other.json().code]).toEqual([409, 'credit_decided'])
  expect((await act(row.id, 'ignore')).json().code).toBe('credit_decided')
  expect(await statusOf(order.order_id)).toBe('success')
})

/** Money of the account that no order asked for: it came an hour ago. */
const stray = async (over: { utr?: string | null; amount?: bigint } = {}) => {
  const { recordCredit } = await import('../ledger/record-credit.ts')
  const utr = over.utr === undefined ? newUtr() : over.utr
  const report = await recordCredit(
    {
      db: shop.db,
      clock: shop.clock,
      ids: (await import('../platform/ids.ts')).randomIds,
      wakeDeliveries: () => {},
      changed: () => {},
    },
    {
      merchantId: merchant.merchantId,
      accountId: 'acc_test',
      source: 'statement',
      rail: 'upi',
      sourceKey: `row ${utr} ${++utrs}`,
      utr,
      amount: (over.amount ?? 77700n) as never,
      receivedAt: new Date(shop.clock.now().getTime() - 3_600_000),
      reference: null,
      payerUpiId: 'asha@okaxis',
      payerName: 'Asha Rao',
    },
  )
  if (report.kind !== 'recorded') throw new Error('known')
  return { id: report.creditId, utr }
}

test('money that no order asked for is assigned by hand, once, by the first who does', async () => {
  const [one, other] = [await place('777.00'), await place('777.00')]
  const { id } = await stray()
  const replies = await Promise.all(
    [one, other].map(({ order_id: orderId }) => act(id, 'assign', { orderId, note: 'They called' })),
  )
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const statuses = await Promise.all([one, other].map(({ order_id: orderId }) => statusOf(orderId)))
  expect(statuses.sort()).toEqual(['created', 'success'])
  const again = await act(id, 'ignore')
  expect([again.statusCode, again.json().code]).toEqual([409, 'credit_decided'])
})

test('two payments assigned to one order at once settle it once', async () => {
  const order = await place('777.00')
  const both = [await stray(), await stray()]
  await Promise.all(both.map(({ id }) => act(id, 'assign', { orderId: order.order_id })))
  const settled = await shop.db.rows<{ state: string }>(
    sql`select state from credits where order_id = ${order.order_id} order by state`,
  )
  expect(settled.map(({ state }) => state)).toEqual(['duplicate', 'matched'])
})

test('a payment of another amount that is assigned waits to be accepted', async () => {
  const order = await place('500.00')
  const { id } = await stray()
  expect((await act(id, 'assign', { orderId: order.order_id })).json().data).toMatchObject({
    state: 'amount_mismatch',
    orderId: order.order_id,
  })
  expect(await statusOf(order.order_id)).toBe('created')
  expect((await act(id, 'accept')).json().data.state).toBe('matched')
  expect(await statusOf(order.order_id)).toBe('success')
})

test('a payment without a UTR is assigned with the one on the bank statement', async () => {
  const order = await place('777.00')
  const { id } = await stray({ utr: null })
  const without = await act(id, 'assign', { orderId: order.order_id })
  expect([without.statusCode, without.json().errors[0].field]).toEqual([400, 'utr'])
  const taken = await stray()
  expect((await act(id, 'assign', { orderId: order.order_id, utr: taken.utr })).json().code).toBe('utr_taken')
  const otherwise = await act(taken.id, 'assign', { orderId: order.order_id, utr: newUtr() })
  expect([otherwise.statusCode, otherwise.json().errors[0].field]).toEqual([400, 'utr'])
  expect((await act(id, 'assign', { orderId: order.order_id, utr: newUtr() })).json().data.state).toBe(
    'matched',
  )
  expect(await statusOf(order.order_id)).toBe('success')
})

test('a record without a UTR is merged with the same payment that was reported again with one', async () => {
  const { id } = await stray({ utr: null, amount: 31300n })
  const withUtr = await stray({ amount: 31300n })
  const other = await stray({ amount: 31301n })
  expect((await act(id, 'join', { creditId: other.id })).statusCode).toBe(400)
  expect((await act(id, 'join', { creditId: withUtr.id, note: 'Same time' })).json().data.state).toBe(
    'ignored',
  )
  expect((await byUtr('open', withUtr.utr ?? '')).evidence).toHaveLength(2)
  expect((await act(withUtr.id, 'join', { creditId: id })).statusCode).toBe(409)
})

test('a report that was merged into a payment settles nothing of its own: one payment is for one order', async () => {
  const { id } = await stray({ utr: null, amount: 31400n })
  const payment = await stray({ amount: 31400n })
  expect((await act(id, 'join', { creditId: payment.id })).statusCode).toBe(200)
  const [first, second] = [await place('314.00'), await place('314.00')]
  expect((await act(payment.id, 'assign', { orderId: first.order_id })).statusCode).toBe(200)
  const again = await act(id, 'assign', { orderId: second.order_id, utr: newUtr() })
  expect([again.statusCode, again.json().code]).toEqual([409, 'credit_decided'])
  expect(await statusOf(second.order_id)).toBe('created')
})

test('what was ignored may still be assigned; what settled an order may not be moved', async () => {
  const order = await place('777.00')
  const { id } = await stray()
  expect((await act(id, 'ignore', { note: 'Rent' })).json().data).toMatchObject({
    state: 'ignored',
    note: 'Rent',
  })
  expect((await act(id, 'assign', { orderId: order.order_id })).json().data.state).toBe('matched')
  const second = await place('777.00')
  expect((await act(id, 'assign', { orderId: second.order_id })).statusCode).toBe(409)
  expect((await act(id, 'assign', { orderId: order.order_id })).statusCode).toBe(200)
})

test('the merchant confirms an order by its UTR, and no UTR twice', async () => {
  const order = await place()
  const utr = newUtr()
  const both = await Promise.all(
    [1, 2].map(() =>
      merchant.post(`/user/transactions/${order.order_id}/confirm`, { utr, note: 'Seen in the app' }),
    ),
  )
  expect(both.map((reply) => reply.json().status)).toEqual(['success', 'success'])
  const other = await place()
  const again = await merchant.post(`/user/transactions/${other.order_id}/confirm`, { utr })
  expect([again.statusCode, again.json().code]).toEqual([409, 'utr_taken'])
  expect(await statusOf(other.order_id)).toBe('created')
  const paid = await merchant.post(`/user/transactions/${order.order_id}/confirm`, { utr: newUtr() })
  expect([paid.statusCode, paid.json().code]).toEqual([409, 'not_payable'])
  expect((await byUtr('matched', utr)).history).toMatchObject([
    { state: 'matched', by: merchant.email, note: 'Seen in the app' },
  ])
})

test('the UTR of a payment of another amount confirms nothing, not even its own order, and adds nothing', async () => {
  const [order, other] = [await place(), await place()]
  const underpaid = await simulate(order, 'underpaid')
  const { utr } = await stray()
  for (const [of, report] of [
    [order, underpaid],
    [other, underpaid],
    [other, utr],
  ] as const) {
    const reply = await merchant.post(`/user/transactions/${of.order_id}/confirm`, { utr: report })
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'utr_taken'])
    expect(await statusOf(of.order_id)).toBe('created')
    expect((await byUtr('open', report ?? '')).sources).not.toContain('manual')
  }
})

test('lists have pages, counts by reason, and what was paid late', async () => {
  const order = await place()
  const utr = await simulate(order, 'late')
  expect(await byUtr('late', utr)).toMatchObject({ state: 'matched', order: { paidLate: true } })
  const { counts, pagination } = await credits()
  expect(counts.open).toBe(counts.unmatched + counts.ambiguous + counts.amount_mismatch + counts.duplicate)
  expect(pagination.total).toBe(counts.open)
  expect((await merchant.get('/user/credits/counts')).json().data).toEqual(counts)
  const beyond = await merchant.get('/user/credits?page=900')
  expect(beyond.json().data).toEqual([])
  expect((await merchant.get('/user/credits?state=all')).statusCode).toBe(400)
})

test('the closing of a day tells what was expected and received in India, and what is open', async () => {
  const owner = await shop.merchant()
  const mine = merchant
  merchant = owner
  try {
    await simulate(await place('100.00'), 'success')
    await simulate(await place('200.00'), 'underpaid')
    await simulate(await place('50.00'), 'twice')
    const { data } = (await owner.get('/user/closing?date=2026-11-21')).json()
    expect(data).toMatchObject({ expected: 150, received: 399, difference: 249, open: 2, orders: 2 })
    const csv = await owner.get('/user/closing?date=2026-11-21&format=csv')
    expect(csv.headers['content-type']).toContain('text/csv')
    expect(readCsv(csv.body)).toContainEqual(['Difference', '249.00', ''])
    expect(data.sources).toEqual([{ source: 'simulator', count: 4, amount: 399 }])
    expect((await owner.get('/user/closing?date=2026-11-20')).json().data.received).toBe(0)
    expect((await owner.get('/user/closing?date=0001-01-01')).statusCode).toBe(400)
  } finally {
    merchant = mine
  }
})

test('a note stands in the history of a payment, whatever it is taken for, and changes nothing else', async () => {
  const { id } = await stray()
  expect((await act(id, 'note', { note: ' ' })).json().errors).toMatchObject([{ field: 'note' }])
  await act(id, 'note', { note: 'Called, they call back' })
  await act(id, 'ignore')
  const { data } = (await act(id, 'note', { note: 'It was rent' })).json()
  expect(data.state).toBe('ignored')
  expect(
    data.history.map(({ action, state, note }: Record<string, unknown>) => [action, state, note]),
  ).toEqual([
    [null, 'unmatched', null],
    ['note', 'unmatched', 'Called, they call back'],
    ['ignore', 'ignored', null],
    ['note', 'ignored', 'It was rent'],
  ])
  expect((await merchant.get(`/user/credits/${id}`)).json().data).toEqual(data)
})

test('a payment is found by a part of its UTR, its payer, its order or its whole amount', async () => {
  const order = await place('640.00')
  const utr = await simulate(order, 'underpaid')
  const odd = await stray({ amount: 64_123n })
  const found = async (state: string, word: string) =>
    (await merchant.get(`/user/credits?state=${state}&search=${encodeURIComponent(word)}`)).json()
  const ids = async (state: string, word: string) =>
    (await found(state, word)).data.map(({ id }: { id: string }) => id)
  const { id } = await byUtr('amount_mismatch', utr)
  expect(await ids('open', utr.slice(3))).toEqual([id])
  expect(await ids('open', order.order_id.toLowerCase())).toEqual([id])
  expect(await ids('open', '641.23')).toEqual([odd.id])
  expect(await ids('any', odd.utr ?? '')).toEqual([odd.id])
  expect(await ids('matched', odd.utr ?? '')).toEqual([])
  expect(await ids('late', odd.utr ?? '')).toEqual([])
  expect(await ids('open', 'ASHA@OK')).toContain(odd.id)
  expect((await found('open', '%')).pagination.total).toBe(0)
  const paged = await merchant.get('/user/credits?state=any&search=asha&limit=1&page=900')
  expect(paged.json().pagination.total).toBeGreaterThan(0)
})

test('proposed are the unpaid orders that claim the UTR, then those of the amount, the nearest first', async () => {
  const early = await place('812.00')
  shop.clock.advance({ minutes: 30 })
  const near = await place('812.00')
  const other = await place('813.00')
  const paid = await place('812.00')
  await simulate(paid, 'success')
  shop.clock.advance({ hours: 2 })
  const { id, utr } = await stray({ amount: 81_200n })
  const proposed = async () =>
    (await merchant.get(`/user/credits/${id}/orders`))
      .json()
      .data.map((row: Record<string, unknown>) => [row.orderId, row.because])
  expect(await proposed()).toEqual([
    [near.order_id, 'same_amount'],
    [early.order_id, 'same_amount'],
  ])
  await shop.call({ method: 'POST', url: `/api/v1/order/claim/${other.order_id}`, payload: { utr } })
  expect((await proposed())[0]).toEqual([other.order_id, 'claimed'])
  expect((await merchant.get('/user/credits/unknown/orders')).statusCode).toBe(404)
})

test("nobody reaches another merchant's payments", async () => {
  const order = await place('777.00')
  const { id } = await stray()
  const stranger = await shop.merchant()
  for (const [action, body] of [
    ['assign', { orderId: order.order_id }],
    ['accept', {}],
    ['refunded', { utr: newUtr() }],
    ['ignore', {}],
    ['join', { creditId: id }],
    ['note', { note: 'Mine' }],
  ] as const) {
    const reply = await stranger.post(`/user/credits/${id}/${action}`, body)
    expect([action, reply.statusCode]).toEqual([action, 404])
  }
  const theirs = await stranger.post(`/user/transactions/${order.order_id}/confirm`, { utr: newUtr() })
  expect(theirs.statusCode).toBe(404)
  expect((await stranger.get('/user/credits')).json().data).toEqual([])
})
