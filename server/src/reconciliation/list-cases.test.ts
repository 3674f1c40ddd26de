import { expect, test } from 'vitest'
import { readCsv } from '../../testing/read-sheet.ts'
import { openCases } from './cases-harness.ts'

const cases = openCases()
const { act, byUtr, credits, createOrder, simulate, recordUnmatched } = cases

test('listCredits returns pages, counts by state, and late payments', async () => {
  const order = await createOrder()
  const utr = await simulate(order, 'late')
  expect(await byUtr('late', utr)).toMatchObject({ state: 'matched', order: { paidLate: true } })
  const { counts, pagination } = await credits()
  expect(counts.open).toBe(counts.unmatched + counts.ambiguous + counts.amount_mismatch + counts.duplicate)
  expect(pagination.total).toBe(counts.open)
  expect((await cases.merchant.get('/user/credits/counts')).json().data).toMatchObject(counts)
  const beyond = await cases.merchant.get('/user/credits?page=900')
  expect(beyond.json().data).toEqual([])
  expect((await cases.merchant.get('/user/credits?state=all')).statusCode).toBe(400)
})

test('dailyClosing shows what was expected and received on the Indian day, and what is open', async () => {
  const owner = await cases.shop.merchant()
  const mine = cases.merchant
  cases.merchant = owner
  try {
    await simulate(await createOrder('100.00'), 'success')
    await simulate(await createOrder('200.00'), 'underpaid')
    await simulate(await createOrder('50.00'), 'twice')
    const { data } = (await owner.get('/user/closing?date=2026-11-21')).json()
    expect(data).toMatchObject({ expected: 150, received: 399, difference: 249, open: 2, orders: 2 })
    const csv = await owner.get('/user/closing?date=2026-11-21&format=csv')
    expect(csv.headers['content-type']).toContain('text/csv')
    expect(readCsv(csv.body)).toContainEqual(['Difference', '249.00', ''])
    expect(data.sources).toEqual([{ source: 'simulator', count: 4, amount: 399 }])
    expect((await owner.get('/user/closing?date=2026-11-20')).json().data.received).toBe(0)
    expect((await owner.get('/user/closing?date=0001-01-01')).statusCode).toBe(400)
  } finally {
    cases.merchant = mine
  }
})

test('noteCredit adds a note to the history in every state and changes nothing else', async () => {
  const { id } = await recordUnmatched()
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
  expect((await cases.merchant.get(`/user/credits/${id}`)).json().data).toEqual(data)
})

test('a payment holds at most 200 notes, also at once, and can still be decided', async () => {
  const { id } = await recordUnmatched()
  for (let n = 0; n < 195; n += 1) await act(id, 'note', { note: `Note ${n}` })
  const replies = await Promise.all(Array.from({ length: 12 }, () => act(id, 'note', { note: 'One more' })))
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5)
  const refused = replies.find(({ statusCode }) => statusCode === 400)
  expect(refused?.json().errors).toEqual([{ field: 'note', msg: 'A payment holds at most 200 notes' }])
  expect((await act(id, 'ignore', { note: 'Rent' })).json().data.state).toBe('ignored')
})

test('listCredits finds a payment by a part of its UTR, payer or order, and by its amount', async () => {
  const order = await createOrder('640.00')
  const utr = await simulate(order, 'underpaid')
  const odd = await recordUnmatched({ amount: 64_123n })
  const found = async (state: string, word: string) =>
    (await cases.merchant.get(`/user/credits?state=${state}&search=${encodeURIComponent(word)}`)).json()
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
  const paged = await cases.merchant.get('/user/credits?state=any&search=asha&limit=1&page=900')
  expect(paged.json().pagination.total).toBeGreaterThan(0)
})

test('proposeOrders lists orders whose customers claim the UTR, then those of the amount, the nearest first', async () => {
  const early = await createOrder('812.00')
  cases.shop.clock.advance({ minutes: 30 })
  const near = await createOrder('812.00')
  const other = await createOrder('813.00')
  const paid = await createOrder('812.00')
  await simulate(paid, 'success')
  cases.shop.clock.advance({ hours: 2 })
  const { id, utr } = await recordUnmatched({ amount: 81_200n })
  const proposed = async () =>
    (await cases.merchant.get(`/user/credits/${id}/orders`))
      .json()
      .data.map((row: Record<string, unknown>) => [row.orderId, row.because])
  expect(await proposed()).toEqual([
    [near.order_id, 'same_amount'],
    [early.order_id, 'same_amount'],
    [other.order_id, 'near_amount'],
  ])
  await cases.shop.call({ method: 'POST', url: `/api/v1/order/claim/${other.order_id}`, payload: { utr } })
  expect((await proposed())[0]).toEqual([other.order_id, 'claimed'])
  expect((await cases.merchant.get('/user/credits/unknown/orders')).statusCode).toBe(404)
})

test('proposeOrders adds unpaid orders that differ by at most a tenth within a day, the smallest difference first', async () => {
  const owner = await cases.shop.merchant()
  const stranger = await cases.shop.merchant()
  const before = cases.merchant
  try {
    cases.merchant = stranger
    await createOrder('1000.00')
    cases.merchant = owner
    await createOrder('1000.00') // More than a day before the payment.
    for (let n = 0; n < 9; n += 1) {
      cases.shop.clock.advance({ hours: 3 })
      await credits()
    }
    const [tenth, more, close, nearer] = [
      await createOrder('900.00'),
      await createOrder('889.99'),
      await createOrder('998.50'),
      await createOrder('1001.00'),
    ]
    await simulate(await createOrder('998.00'), 'success')
    cases.shop.clock.advance({ minutes: 50 })
    const later = await createOrder('1003.00')
    const exact = await createOrder('1000.00')
    const { id } = await recordUnmatched({ amount: 100_000n })
    const { data } = (await owner.get(`/user/credits/${id}/orders`)).json()
    expect(
      data.map(({ orderId, because }: Record<string, unknown>) => [orderId, because]).slice(0, 5),
    ).toEqual([
      [exact.order_id, 'same_amount'],
      expect.arrayContaining(['same_amount']),
      [nearer.order_id, 'near_amount'],
      [close.order_id, 'near_amount'],
      [later.order_id, 'near_amount'],
    ])
    expect(data.map(({ orderId }: { orderId: string }) => orderId)).toContain(tenth.order_id)
    expect(data.map(({ orderId }: { orderId: string }) => orderId)).not.toContain(more.order_id)
    // At most eight are proposed, each once.
    for (let n = 0; n < 10; n += 1) await createOrder(`100${n}.50`)
    const many = (await owner.get(`/user/credits/${id}/orders`)).json().data
    expect(new Set(many.map(({ orderId }: { orderId: string }) => orderId)).size).toBe(8)
    expect(many).toHaveLength(8)
  } finally {
    cases.merchant = before
  }
})

test('creditCounts sums what is owed over all open cases, the payments of one order together', async () => {
  const owner = await cases.shop.merchant()
  const before = cases.merchant
  const owed = async () => (await owner.get('/user/credits/counts')).json().data.owed
  cases.merchant = owner
  try {
    expect(await owed()).toEqual({
      toCustomers: { count: 0, amount: 0 },
      byCustomers: { count: 0, amount: 0 },
    })
    // More cases than a page has.
    for (let n = 0; n < 27; n += 1) await simulate(await createOrder('100.10'), 'twice')
    await simulate(await createOrder('200.00'), 'overpaid')
    const short = await createOrder('300.00')
    await simulate(short, 'underpaid')
    await simulate(await createOrder('400.00'), 'underpaid')
    expect(await owed()).toEqual({
      toCustomers: { count: 28, amount: 2703.7 },
      byCustomers: { count: 2, amount: 2 },
    })
    // The customer pays the whole amount after all, so the first payment is too much.
    await simulate(short, 'success')
    expect(await owed()).toEqual({
      toCustomers: { count: 29, amount: 3002.7 },
      byCustomers: { count: 1, amount: 1 },
    })
    // A refund of what was too much is on its way.
    const [over] = (await owner.get('/user/credits?state=amount_mismatch&search=201.00')).json().data
    const begun = await act(over.id, 'refunds', { requestId: 'too-much-1', amount: '1.00' })
    expect(begun.statusCode).toBe(200)
    expect((await owed()).toCustomers).toEqual({ count: 28, amount: 3001.7 })
    const [twice] = (await owner.get('/user/credits?state=duplicate')).json().data
    await act(twice.id, 'refunded', { utr: '688888888888' })
    expect((await owed()).toCustomers).toEqual({ count: 27, amount: 2901.6 })
    // All that came is going back, so nobody waits for the rest of it.
    const [less] = (await owner.get('/user/credits?state=amount_mismatch&search=399.00')).json().data
    const back = await act(less.id, 'refunds', { requestId: 'too-little-1', amount: '399.00' })
    expect(back.statusCode).toBe(200)
    expect(await owed()).toEqual({
      toCustomers: { count: 27, amount: 2901.6 },
      byCustomers: { count: 0, amount: 0 },
    })
  } finally {
    cases.merchant = before
  }
})
