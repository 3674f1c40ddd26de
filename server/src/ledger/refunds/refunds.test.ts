import type { Refunds } from '@galla/contract/reconciliation/refunds'
import { parsePayeeLink } from '@galla/upi/link'
import { expect, test } from 'vitest'
import { sql } from '../../platform/database/database.ts'
import { openCases } from '../../reconciliation/cases-harness.ts'

const cases = openCases()
const { act, byUtr, createOrder, newUtr, recordUnmatched, simulate } = cases

let requests = 0
const form = (amount: string, over: object = {}) => ({ requestId: `request-${++requests}`, amount, ...over })

const paid = async () => {
  const order = await createOrder()
  const utr = await simulate(order, 'success')
  return { ...((await byUtr('matched', utr)) as { id: string; utr: string }), order }
}

const refundsOf = async (id: string): Promise<Refunds> =>
  (await cases.merchant.get(`/user/credits/${id}/refunds`)).json().data
/** Ids of one millisecond are in no order, so each refund has a second of its own. */
const start = (id: string, amount: string) => {
  cases.shop.clock.advance({ seconds: 1 })
  return act(id, 'refunds', form(amount))
}
const change = (refundId: string, what: 'sent' | 'end', body: object) => {
  cases.shop.clock.advance({ seconds: 1 })
  return cases.merchant.post(`/user/refunds/${refundId}/${what}`, body)
}
const stateOf = async (id: string) =>
  (await cases.merchant.get(`/user/credits/${id}`)).json().data.state as string
const eventsOf = (creditId: string) =>
  cases.shop.db.values<string>(sql`
    select event from webhook_events where payload::json -> 'data' ->> 'creditId' = ${creditId} order by event_id`)

test('a payment is refunded in parts up to what was paid, and more is refused at the field of the amount', async () => {
  const { id, order } = await paid()
  const first = await start(id, '100.00')
  expect(first.statusCode, first.body).toBe(200)
  await start(id, '350.00')
  const { left, refunds } = await refundsOf(id)
  expect([left, refunds.map(({ amount, state }) => [amount, state])]).toEqual([
    49,
    [
      [100, 'requested'],
      [350, 'requested'],
    ],
  ])
  expect(parsePayeeLink(refunds[0]?.link ?? '')).toMatchObject({ amount: 10_000n })
  const above = await start(id, '49.01')
  expect([above.statusCode, above.json().errors]).toEqual([
    400,
    [{ field: 'amount', msg: 'Only ₹49.00 is left to refund' }],
  ])
  await start(id, '49.00')
  expect((await start(id, '0.01')).json().errors).toMatchObject([{ field: 'amount' }])
  for (const refund of (await refundsOf(id)).refunds) {
    expect(await stateOf(id)).toBe('matched')
    expect((await change(refund.id, 'sent', { utr: newUtr() })).statusCode).toBe(200)
  }
  expect(await stateOf(id)).toBe('refunded')
  expect(await cases.statusOf(order.order_id)).toBe('success')
  expect(await eventsOf(id)).toEqual([...Array(3).fill('refund.requested'), ...Array(3).fill('refund.sent')])
})

test('refunds that are started at once never exceed the payment, nor does the database take more', async () => {
  const { id } = await paid()
  const replies = await Promise.all(Array.from({ length: 6 }, () => start(id, '200.00')))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 400, 400, 400, 400])
  expect((await refundsOf(id)).left).toBe(99)
  await expect(
    cases.shop.db.run(sql`
      insert into refunds (merchant_id, refund_id, credit_id, account_id, mode, amount_paise, way, state, requested_by, requested_at)
      select merchant_id, '01KAJ2Q8ZC7M3V5T9XWNB4E6RH', credit_id, account_id, mode, 9901, way, 'requested', 'x', requested_at
      from refunds where credit_id = ${id} limit 1`),
  ).rejects.toThrow('credits_refunds_within_the_amount')
})

test('the same request again, also at once, is the same refund, and names no other', async () => {
  const [one, other] = [await paid(), await paid()]
  const same = form('60.00')
  const replies = await Promise.all([1, 2, 3].map(() => act(one.id, 'refunds', same)))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect((await refundsOf(one.id)).refunds).toHaveLength(1)
  for (const reply of [
    await act(other.id, 'refunds', same),
    await act(one.id, 'refunds', { ...same, amount: '61' }),
  ])
    expect([reply.statusCode, reply.json().errors[0].field]).toEqual([400, 'requestId'])
})

test('a refund that is cancelled or did not arrive gives its amount free, and its payment is what it was', async () => {
  const order = await createOrder()
  await simulate(order, 'success')
  const { id } = await byUtr('duplicate', await simulate(order, 'success'))
  await start(id, '499.00')
  const [first] = (await refundsOf(id)).refunds
  expect((await change(first?.id ?? '', 'end', { state: 'failed' })).statusCode).toBe(200)
  await start(id, '499.00')
  const second = (await refundsOf(id)).refunds[1]?.id ?? ''
  expect((await change(second, 'sent', { utr: newUtr() })).statusCode).toBe(200)
  expect(await stateOf(id)).toBe('refunded')
  expect((await change(second, 'end', { state: 'cancelled' })).json().code).toBe('refund_decided')
  expect((await change(second, 'end', { state: 'failed', note: 'It came back' })).statusCode).toBe(200)
  expect(await stateOf(id)).toBe('duplicate')
  // The same again changes nothing.
  expect((await change(second, 'end', { state: 'failed' })).statusCode).toBe(200)
  expect((await change(second, 'sent', { utr: newUtr() })).json().code).toBe('refund_decided')
  const { left, refunds } = await refundsOf(id)
  expect([left, refunds.map(({ state, reason }) => [state, reason])]).toEqual([
    499,
    [
      ['failed', null],
      ['failed', 'It came back'],
    ],
  ])
  expect((await eventsOf(id)).filter((event) => event === 'refund.failed')).toHaveLength(2)
})

test('the events of a refund name the order only if its payment settled the order', async () => {
  const order = await createOrder()
  const settling = await byUtr('matched', await simulate(order, 'success'))
  const second = await byUtr('duplicate', await simulate(order, 'success'))
  for (const { id } of [settling, second]) {
    await start(id, '499.00')
    await change((await refundsOf(id)).refunds[0]?.id ?? '', 'sent', { utr: newUtr() })
  }
  const named = (creditId: string) =>
    cases.shop.db.rows(sql`
      select payload::json -> 'data' ->> 'orderId' as "orderId", payload::json -> 'data' ->> 'client_txn_id' as name
      from webhook_events where payload::json -> 'data' ->> 'creditId' = ${creditId} and event like 'refund.%'`)
  const name = expect.stringMatching(/^TXN_/)
  expect(await named(settling.id)).toEqual(Array(2).fill({ orderId: order.order_id, name }))
  expect(await named(second.id)).toEqual(Array(2).fill({ orderId: null, name: null }))
})

test('the UTR of a refund is neither the payment’s nor that of another refund, also at once', async () => {
  const { id, utr } = await paid()
  await start(id, '10.00')
  await start(id, '20.00')
  const [one, other] = (await refundsOf(id)).refunds.map((refund) => refund.id)
  expect((await change(one ?? '', 'sent', { utr })).json().errors).toMatchObject([{ field: 'utr' }])
  const same = newUtr()
  const replies = await Promise.all([one, other].map((each) => change(each ?? '', 'sent', { utr: same })))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  expect(replies.find((reply) => reply.statusCode === 400)?.json().errors).toMatchObject([{ field: 'utr' }])
})

test('a mistyped UTR is corrected until a debit confirms the refund, and the history keeps the earlier one', async () => {
  const { id } = await paid()
  await start(id, '499.00')
  const [{ id: refundId = '' } = {}] = (await refundsOf(id)).refunds
  const [typed, right, other] = [newUtr(), newUtr(), newUtr()]
  await change(refundId, 'sent', { utr: typed })
  const [{ sentAt } = {}] = (await refundsOf(id)).refunds
  const replies = await Promise.all([right, other].map((utr) => change(refundId, 'sent', { utr })))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  await change(refundId, 'sent', { utr: right })
  expect((await refundsOf(id)).refunds).toMatchObject([{ state: 'sent', utr: right, sentAt }])
  expect(await stateOf(id)).toBe('refunded')
  const { history } = (await cases.merchant.get(`/user/credits/${id}`)).json().data
  const utrs = history
    .filter(({ action }: { action: string }) => action === 'refund')
    .map((entry: { refundUtr: string; typedUtr: string | null }) => [entry.typedUtr, entry.refundUtr])
  // Those of one moment are in no order. Each names the one that it replaced.
  const now = utrs.map(([, utr]: string[]) => utr)
  expect(new Set(now)).toEqual(new Set([typed, right, other]))
  expect(utrs.map(([before]: (string | null)[]) => before).toSorted()).toEqual(
    expect.arrayContaining([null, typed]),
  )
  expect((await eventsOf(id)).filter((event) => event === 'refund.sent')).toHaveLength(1)
  await cases.shop.db.run(sql`
    update refunds set state = 'confirmed', confirmed_by = 'statement', ended_at = now() where refund_id = ${refundId}`)
  expect((await change(refundId, 'sent', { utr: typed })).json().code).toBe('refund_decided')
})

test('a payment that is marked as refunded has one refund of what was left, sent by the merchant’s word', async () => {
  const { id } = await recordUnmatched()
  await start(id, '700.00')
  const utr = newUtr()
  expect((await act(id, 'refunded', { utr, note: 'Rang up' })).statusCode).toBe(200)
  // The first part is not sent yet.
  expect(await stateOf(id)).toBe('unmatched')
  const [first, rest] = (await refundsOf(id)).refunds
  expect(rest).toMatchObject({ amount: 77, state: 'sent', utr, note: 'Rang up', by: cases.merchant.email })
  await change(first?.id ?? '', 'sent', { utr: newUtr() })
  expect(await stateOf(id)).toBe('refunded')
})

test('a payment of unknown payer has no link, and one that is ignored no refund', async () => {
  const { id } = await recordUnmatched()
  await cases.shop.db.run(sql`update credits set payer_upi_id = null where credit_id = ${id}`)
  await start(id, '1.00')
  expect((await refundsOf(id)).refunds).toMatchObject([{ link: null }])
  await act(id, 'ignore')
  expect((await start(id, '1.00')).json().code).toBe('credit_decided')
})

test('the refunds of one merchant are unknown to others', async () => {
  const { id } = await paid()
  await start(id, '5.00')
  const refundId = (await refundsOf(id)).refunds[0]?.id ?? ''
  const [mine, stranger] = [cases.merchant, await cases.shop.merchant()]
  cases.merchant = stranger
  expect((await cases.merchant.get(`/user/credits/${id}/refunds`)).statusCode).toBe(404)
  expect((await start(id, '1.00')).statusCode).toBe(404)
  expect((await change(refundId, 'sent', { utr: newUtr() })).statusCode).toBe(404)
  expect((await change(refundId, 'end', { state: 'cancelled' })).statusCode).toBe(404)
  cases.merchant = mine
  expect((await refundsOf(id)).refunds).toMatchObject([{ state: 'requested' }])
})
