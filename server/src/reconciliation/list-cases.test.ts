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
  expect((await cases.merchant.get('/user/credits/counts')).json().data).toEqual(counts)
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
  ])
  await cases.shop.call({ method: 'POST', url: `/api/v1/order/claim/${other.order_id}`, payload: { utr } })
  expect((await proposed())[0]).toEqual([other.order_id, 'claimed'])
  expect((await cases.merchant.get('/user/credits/unknown/orders')).statusCode).toBe(404)
})
