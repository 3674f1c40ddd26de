import { expect, test } from 'vitest'
import { memberOf } from '../../testing/team.ts'
import { sql } from '../platform/database/database.ts'
import { openCases } from './cases-harness.ts'

const cases = openCases()
const { act, byUtr, newUtr, createOrder, simulate, statusOf, recordUnmatched } = cases

test('an underpayment waits with its reason and evidence until a named person accepts it, which is recorded', async () => {
  const order = await createOrder()
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
    ['matched', cases.merchant.email],
  ])
})

test('a second payment waits as a duplicate until it is marked as refunded, with the UTR of the refund', async () => {
  const order = await createOrder()
  await simulate(order, 'success')
  const utr = await simulate(order, 'success')
  const row = await byUtr('duplicate', utr)
  const refundUtr = newUtr()
  expect((await act(row.id, 'refunded', { utr })).json().errors).toMatchObject([{ field: 'utr' }])
  expect((await act(row.id, 'refunded', { utr: 'soon' })).statusCode).toBe(400)
  expect((await act(row.id, 'refunded', { utr: refundUtr })).json().data.history.at(-1)).toMatchObject({
    state: 'refunded',
    refundUtr,
    by: cases.merchant.email,
  })
  // Repeated it is the same action; a different refund needs a person.
  expect((await act(row.id, 'refunded', { utr: refundUtr })).statusCode).toBe(200)
  const other = await act(row.id, 'refunded', { utr: newUtr() })
  expect([other.statusCode, other.json().code]).toEqual([409, 'credit_decided'])
  expect((await act(row.id, 'ignore')).json().code).toBe('credit_decided')
  expect(await statusOf(order.order_id)).toBe('success')
})

test('assignCredit assigns an unmatched payment once, by the first person who does', async () => {
  const [one, other] = [await createOrder('777.00'), await createOrder('777.00')]
  const { id } = await recordUnmatched()
  const replies = await Promise.all(
    [one, other].map(({ order_id: orderId }) => act(id, 'assign', { orderId, note: 'They called' })),
  )
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const statuses = await Promise.all([one, other].map(({ order_id: orderId }) => statusOf(orderId)))
  expect(statuses.sort()).toEqual(['created', 'success'])
  const again = await act(id, 'ignore')
  expect([again.statusCode, again.json().code]).toEqual([409, 'credit_decided'])
})

test('two payments that are assigned to one order concurrently settle it once', async () => {
  const order = await createOrder('777.00')
  const both = [await recordUnmatched(), await recordUnmatched()]
  await Promise.all(both.map(({ id }) => act(id, 'assign', { orderId: order.order_id })))
  const settled = await cases.shop.db.rows<{ state: string }>(
    sql`select state from credits where order_id = ${order.order_id} order by state`,
  )
  expect(settled.map(({ state }) => state)).toEqual(['duplicate', 'matched'])
})

test('an assigned payment of another amount waits to be accepted', async () => {
  const order = await createOrder('500.00')
  const { id } = await recordUnmatched()
  expect((await act(id, 'assign', { orderId: order.order_id })).json().data).toMatchObject({
    state: 'amount_mismatch',
    orderId: order.order_id,
  })
  expect(await statusOf(order.order_id)).toBe('created')
  expect((await act(id, 'accept')).json().data.state).toBe('matched')
  expect(await statusOf(order.order_id)).toBe('success')
})

test('assignCredit requires a UTR that no other payment has, where the bank reported none', async () => {
  const order = await createOrder('777.00')
  const { id } = await recordUnmatched({ utr: null })
  const without = await act(id, 'assign', { orderId: order.order_id })
  expect([without.statusCode, without.json().errors[0].field]).toEqual([400, 'utr'])
  const taken = await recordUnmatched()
  expect((await act(id, 'assign', { orderId: order.order_id, utr: taken.utr })).json().code).toBe('utr_taken')
  const otherwise = await act(taken.id, 'assign', { orderId: order.order_id, utr: newUtr() })
  expect([otherwise.statusCode, otherwise.json().errors[0].field]).toEqual([400, 'utr'])
  expect((await act(id, 'assign', { orderId: order.order_id, utr: newUtr() })).json().data.state).toBe(
    'matched',
  )
  expect(await statusOf(order.order_id)).toBe('success')
})

test('joinCredit merges a credit without a UTR into one of the same amount with a UTR', async () => {
  const { id } = await recordUnmatched({ utr: null, amount: 31300n })
  const withUtr = await recordUnmatched({ amount: 31300n })
  const other = await recordUnmatched({ amount: 31301n })
  expect((await act(id, 'join', { creditId: other.id })).statusCode).toBe(400)
  expect((await act(id, 'join', { creditId: withUtr.id, note: 'Same time' })).json().data.state).toBe(
    'ignored',
  )
  expect((await byUtr('open', withUtr.utr ?? '')).evidence).toHaveLength(2)
  expect((await act(withUtr.id, 'join', { creditId: id })).statusCode).toBe(409)
})

test('joinCredit merges once and accepts the same call again', async () => {
  const { id } = await recordUnmatched({ utr: null, amount: 31500n })
  const [payment, other] = [
    await recordUnmatched({ amount: 31500n }),
    await recordUnmatched({ amount: 31500n }),
  ]
  const replies = await Promise.all([1, 2, 3].map(() => act(id, 'join', { creditId: payment.id })))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  const { history } = (await cases.merchant.get(`/user/credits/${id}`)).json().data
  expect(history.filter(({ action }: { action: string }) => action === 'join')).toHaveLength(1)
  const elsewhere = await act(id, 'join', { creditId: other.id })
  expect([elsewhere.statusCode, elsewhere.json().code]).toEqual([409, 'credit_decided'])
})

test('acceptCredit reports that another payment has paid the order', async () => {
  const order = await createOrder()
  const underpaid = await byUtr('amount_mismatch', await simulate(order, 'underpaid'))
  await simulate(order, 'success')
  const reply = (await act(underpaid.id, 'accept')).json()
  expect(reply.data.state).toBe('duplicate')
  expect(reply.msg).toBe('The order was already paid. This payment is listed as paid twice.')
})

test('a merged credit cannot be assigned to another order', async () => {
  const { id } = await recordUnmatched({ utr: null, amount: 31400n })
  const payment = await recordUnmatched({ amount: 31400n })
  expect((await act(id, 'join', { creditId: payment.id })).statusCode).toBe(200)
  const [first, second] = [await createOrder('314.00'), await createOrder('314.00')]
  expect((await act(payment.id, 'assign', { orderId: first.order_id })).statusCode).toBe(200)
  const again = await act(id, 'assign', { orderId: second.order_id, utr: newUtr() })
  expect([again.statusCode, again.json().code]).toEqual([409, 'credit_decided'])
  expect(await statusOf(second.order_id)).toBe('created')
})

test('an ignored credit can still be assigned; a credit that settled an order cannot be moved', async () => {
  const order = await createOrder('777.00')
  const { id } = await recordUnmatched()
  expect((await act(id, 'ignore', { note: 'Rent' })).json().data).toMatchObject({
    state: 'ignored',
    note: 'Rent',
  })
  expect((await act(id, 'assign', { orderId: order.order_id })).json().data.state).toBe('matched')
  const second = await createOrder('777.00')
  expect((await act(id, 'assign', { orderId: second.order_id })).statusCode).toBe(409)
  expect((await act(id, 'assign', { orderId: order.order_id })).statusCode).toBe(200)
})

test('confirmOrder settles an order by its UTR, and accepts no UTR twice', async () => {
  const order = await createOrder()
  const utr = newUtr()
  const both = await Promise.all(
    [1, 2].map(() =>
      cases.merchant.post(`/user/transactions/${order.order_id}/confirm`, { utr, note: 'Seen in the app' }),
    ),
  )
  expect(both.map((reply) => reply.json().status)).toEqual(['success', 'success'])
  const other = await createOrder()
  const again = await cases.merchant.post(`/user/transactions/${other.order_id}/confirm`, { utr })
  expect([again.statusCode, again.json().code]).toEqual([409, 'utr_taken'])
  expect(await statusOf(other.order_id)).toBe('created')
  const paid = await cases.merchant.post(`/user/transactions/${order.order_id}/confirm`, { utr: newUtr() })
  expect([paid.statusCode, paid.json().code]).toEqual([409, 'not_payable'])
  expect((await byUtr('matched', utr)).history).toMatchObject([
    { state: 'matched', by: cases.merchant.email, note: 'Seen in the app' },
  ])
})

test('confirmOrder refuses the UTR of a payment of another amount and records nothing', async () => {
  const [order, other] = [await createOrder(), await createOrder()]
  const underpaid = await simulate(order, 'underpaid')
  const { utr } = await recordUnmatched()
  for (const [of, report] of [
    [order, underpaid],
    [other, underpaid],
    [other, utr],
  ] as const) {
    const reply = await cases.merchant.post(`/user/transactions/${of.order_id}/confirm`, { utr: report })
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'utr_taken'])
    expect(await statusOf(of.order_id)).toBe('created')
    expect((await byUtr('open', report ?? '')).sources).not.toContain('manual')
  }
})

test("no action reaches another merchant's payments", async () => {
  const order = await createOrder('777.00')
  const { id } = await recordUnmatched()
  const stranger = await cases.shop.merchant()
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

test('what an accountant of the team decides is recorded under their name, not under that of the shop', async () => {
  const { shop, merchant: owner } = cases
  const accountant = await memberOf(shop, owner, 'accountant')
  cases.merchant = { ...accountant, merchantId: owner.merchantId }
  try {
    const ignored = await recordUnmatched()
    expect((await act(ignored.id, 'note', { note: 'Rent' })).statusCode).toBe(200)
    expect((await act(ignored.id, 'ignore')).statusCode).toBe(200)
    const refunded = await recordUnmatched()
    expect((await act(refunded.id, 'refunded', { utr: newUtr() })).statusCode).toBe(200)
    const confirmed = await createOrder()
    const byHand = { utr: newUtr() }
    const reply = await accountant.post(`/user/transactions/${confirmed.order_id}/confirm`, byHand)
    expect(reply.statusCode, reply.body).toBe(200)
    const written = await accountant.post(`/user/transactions/${confirmed.order_id}/notes`, { text: 'Seen' })
    expect(written.json().data.by).toBe(accountant.email)
    const authors = async (state: string, utr: string | null) =>
      (await byUtr(state, utr ?? '')).history.slice(1).map(({ by }: { by: string }) => by)
    expect(await authors('ignored', ignored.utr)).toEqual([accountant.email, accountant.email])
    expect((await authors('refunded', refunded.utr)).at(-1)).toBe(accountant.email)
    expect((await byUtr('matched', byHand.utr)).history.at(-1).by).toBe(accountant.email)
  } finally {
    cases.merchant = owner
  }
})

test('a payment alone has its whole history, and one in a list its newest', async () => {
  const { id, utr } = await recordUnmatched()
  for (let n = 1; n <= 60; n += 1) await act(id, 'note', { note: `Note ${n}` })
  const notesOf = ({ history }: { history: { note: string | null }[] }) =>
    history.flatMap(({ note }) => note ?? [])
  const { data } = (await cases.merchant.get(`/user/credits/${id}`)).json()
  expect(notesOf(data)).toEqual(Array.from({ length: 60 }, (_, n) => `Note ${n + 1}`))
  expect(notesOf(await byUtr('unmatched', utr ?? ''))).toEqual(notesOf(data).slice(10))
})
