import type { KeyScope } from '@galla/contract/api-keys/key-scopes'
import { beforeAll, expect, test } from 'vitest'
import { restrictedKey } from '../../../testing/every-caller.ts'
import { sql } from '../../platform/database/database.ts'
import { openCases } from '../../reconciliation/cases-harness.ts'

const cases = openCases()
const { byUtr, createOrder, newUtr, recordUnmatched, simulate } = cases

let key: string
const keyWith = (...scopes: KeyScope[]) => restrictedKey(cases.shop, cases.merchant.merchantId, scopes)
beforeAll(async () => {
  key = await keyWith('refunds:create')
})

const paid = async (): Promise<string> =>
  (await byUtr('matched', await simulate(await createOrder(), 'success'))).id

const call = async (path: string, payload?: object, headers: Record<string, string> = {}, by = key) => {
  const reply = await cases.shop.call({
    method: payload === undefined ? 'GET' : 'POST',
    url: `/api/v1/credits/${path}`,
    headers: { authorization: `Bearer ${by}`, ...headers },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: reply.statusCode, text: reply.body, ...reply.json() }
}

let names = 0
const refund = (id: string, body: object = {}, headers: Record<string, string> = {}) => {
  cases.shop.clock.advance({ seconds: 1 })
  return call(`${id}/refunds`, { requestId: `RF.${++names}`, ...body }, headers)
}

test('a key refunds a payment in parts up to what was paid, and reads what became of each', async () => {
  const id = await paid()
  const part = await refund(id, { amount: '120.50', note: 'One cup was cold' })
  expect(part).toMatchObject({
    status: 200,
    data: { state: 'requested', way: 'upi', amount: '120.50', note: 'One cup was cold', utr: null },
  })
  expect((await refund(id, { amount: 378.51 })).errors).toEqual([
    { field: 'amount', msg: 'Only ₹378.50 is left to refund' },
  ])
  const rest = await refund(id)
  const utr = newUtr()
  await cases.merchant.post(`/user/refunds/${part.data.id}/sent`, { utr })
  const { data } = await call(id)
  expect(data).toMatchObject({ id, amount: '499.00', left: '0.00', isAtProvider: false, state: 'matched' })
  expect(data.refunds).toEqual([{ ...part.data, state: 'sent', utr, sentAt: expect.any(String) }, rest.data])
  expect((await refund(id, { amount: '0.01' })).errors).toMatchObject([{ field: 'amount' }])
  const { history } = (await cases.merchant.get(`/user/credits/${id}`)).json().data
  expect(history.at(1)).toMatchObject({ action: 'request_refund', by: 'API key' })
})

test('the same request is one refund, also at once, with a key or without, and later with its state', async () => {
  const id = await paid()
  const same = { requestId: 'RF-same', amount: '60.00' }
  const headers = { 'idempotency-key': 'once-1' }
  const replies = await Promise.all([
    ...[1, 2, 3].map(() => refund(id, same, headers)),
    ...[1, 2, 3].map(() => refund(id, same)),
  ])
  const ids = new Set(replies.map(({ data }) => data.id))
  expect(ids.size).toBe(1)
  expect((await call(id)).data.refunds).toHaveLength(1)
  const [refundId = ''] = ids
  await cases.merchant.post(`/user/refunds/${refundId}/end`, { state: 'cancelled' })
  expect((await refund(id, same)).data).toMatchObject({ id: refundId, state: 'cancelled' })
  // Byte for byte, as with every call that takes the header.
  expect((await refund(id, same, headers)).text).toBe(replies[0]?.text)
  expect((await call(id)).data.left).toBe('499.00')
})

test('one name or one Idempotency-Key never means two refunds', async () => {
  const [one, other] = [await paid(), await paid()]
  const same = { requestId: 'RF-one', amount: '60.00' }
  const headers = { 'idempotency-key': 'once-2' }
  await refund(one, same, headers)
  for (const [id, body] of [
    [other, same],
    [one, { ...same, amount: '61.00' }],
    [one, { ...same, way: 'provider' }],
  ] as const)
    expect(await refund(id, body)).toMatchObject({ status: 400, errors: [{ field: 'requestId' }] })
  for (const [id, body] of [
    [other, same],
    [one, { ...same, requestId: 'RF-two' }],
  ] as const)
    expect(await refund(id, body, headers)).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  // A refusal keeps neither.
  expect(await refund(other, { amount: '500.00' }, { 'idempotency-key': 'once-3' })).toMatchObject({
    status: 400,
  })
  expect((await refund(other, { amount: '1.00' }, { 'idempotency-key': 'once-3' })).status).toBe(200)
})

test('refunds of keys and of people at once never exceed the payment', async () => {
  const id = await paid()
  const replies = await Promise.all([
    ...[1, 2, 3].map(() => refund(id, { amount: '200.00' })),
    ...[1, 2, 3].map((n) =>
      cases.merchant.post(`/user/credits/${id}/refunds`, { requestId: `request-${n}`, amount: '200.00' }),
    ),
  ])
  const statuses = replies.map((reply) => ('status' in reply ? reply.status : reply.statusCode))
  expect(statuses.sort()).toEqual([200, 200, 400, 400, 400, 400])
  expect((await call(id)).data.left).toBe('99.00')
})

test.each([
  ['requestId', { amount: '1.00', requestId: 'two words' }],
  ['requestId', { amount: '1.00', requestId: undefined }],
  ['amount', { amount: '0' }],
  ['way', { way: 'cash' }],
])('a wrong %s is named', async (field, body) => {
  const reply = await refund(await paid(), body)
  expect([reply.status, reply.errors?.[0]?.field]).toEqual([400, field])
})

test('what cannot be refunded is refused with its reason', async () => {
  const { id } = await recordUnmatched()
  expect((await refund(id, { way: 'provider' })).code).toBe('no_verification')
  await cases.act(id, 'ignore')
  expect((await refund(id)).code).toBe('credit_decided')
  expect((await refund('NONE')).status).toBe(404)
})

test('a key without the scope starts no refund, and no other merchant sees one', async () => {
  const id = await paid()
  const body = { requestId: 'RF-scope', amount: '1.00' }
  const reading = await keyWith('credits:read', 'orders:create')
  expect((await call(`${id}/refunds`, body, {}, reading)).code).toBe('forbidden')
  expect((await call(id, undefined, {}, reading)).status).toBe(200)
  const stranger = await restrictedKey(cases.shop, (await cases.shop.merchant()).merchantId, [
    'refunds:create',
  ])
  expect((await call(id, undefined, {}, stranger)).status).toBe(404)
  expect((await call(`${id}/refunds`, body, {}, stranger)).status).toBe(404)
  expect(
    await cases.shop.db.value<number>(
      sql`select count(*)::int as n from refunds where request_id = 'RF-scope'`,
    ),
  ).toBe(0)
})
