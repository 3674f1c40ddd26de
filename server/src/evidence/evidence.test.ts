import { createHash, createPublicKey, verify } from 'node:crypto'
import { EVIDENCE_CREDITS_MAX, type EvidencePack } from '@galla/contract/evidence/evidence'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertPathOf, recordAlertsOf } from '../../testing/merchants-phone.ts'
import { ORDER_BODY } from '../../testing/order-body.ts'
import { textOfPdf } from '../../testing/pdf-text.ts'
import { placeOrder } from '../../testing/place-order.ts'
import { sell } from '../../testing/sell.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { renderEvidence } from './render-evidence.ts'

const HOSTILE = '\u202e<b>"O\'Brien"</b> %s \\ {x}'
const DEVANAGARI = 'चाय मसाला और समोसा'
const LONG = 'नमस्ते दुनिया '.repeat(60)
const DAY = '2026-11-21'

let shop: Shop
let merchant: ShopMerchant
beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '100000' })
  merchant = await shop.merchant()
})
afterAll(() => shop.close())

const packOf = async (query: string, caller = merchant): Promise<EvidencePack> => {
  const reply = await caller.get(`/user/evidence?${query}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}
const hashOf = (part: unknown): string => createHash('sha256').update(JSON.stringify(part)).digest('hex')

/** Every hash is that of its part, and the last one that of all. */
const expectWhole = ({ credits, sha256 }: EvidencePack): void => {
  for (const { sha256: hashes, ...parts } of credits)
    expect(hashes).toEqual(
      Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, hashOf(part)])),
    )
  const all = credits.flatMap(({ sha256: hashes }) => Object.values(hashes)).join('\n')
  expect(createHash('sha256').update(all).digest('hex')).toBe(sha256)
}

test("a payment's pack has its order, what was sold, a receipt that verifies, the bank's words and what happened", async () => {
  const orderId = await placeOrder(shop, merchant, '101.00')
  const text = `Rs.101.00 credited to your A/c XX1234 on 21-11-26 by UPI from asha.rao@okaxis. UPI Ref No 633300000101 -HDFC Bank`
  shop.clock.advance({ seconds: 1 })
  const url = await alertPathOf(merchant)
  await shop.call({ method: 'POST', url, payload: { from: 'VM-HDFCBK-S', text } })
  await recordAlertsOf(shop)
  const [credit] = (await merchant.get('/user/credits?state=matched')).json().data
  const pack = await packOf(`creditId=${credit.id}`)
  expectWhole(pack)
  const [evidence] = pack.credits
  expect(evidence).toMatchObject({
    credit: { id: credit.id, utr: '633300000101', amount: 101 },
    order: { orderId, purpose: expect.any(String) },
    receipt: { url: `http://localhost:3000/receipt/${orderId}` },
    messages: [{ text, sender: 'VM-HDFCBK-S' }],
  })
  const times = (evidence?.timeline ?? []).map(({ at }) => at)
  expect(times).toEqual(times.toSorted())
  const story = (evidence?.timeline ?? []).map(({ what }) => what).join('\n')
  expect(story).toMatch(/created[\s\S]*reported \(alert\)[\s\S]*Payment matched/)
  const [head = '', body = '', signature = ''] = (evidence?.receipt?.signed ?? '').split('.')
  const { keys } = (await shop.call({ method: 'GET', url: '/.well-known/galla-receipts.json' })).json()
  const key = createPublicKey({ key: keys[0], format: 'jwk' })
  expect(verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))).toBe(true)
  expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toMatchObject({
    order: orderId,
    amount: '101.00',
  })

  const pdf = (await merchant.get(`/user/evidence?format=pdf&creditId=${credit.id}`)).rawPayload
  const printed = textOfPdf(pdf)
  for (const part of ['633300000101', orderId, 'VM-HDFCBK-S', evidence?.sha256.messages ?? 'none'])
    expect(printed.replaceAll('\n', '')).toContain(part)
})

test('a second payment that was refunded has no receipt: that of its order is about the first', async () => {
  const other = await shop.merchant()
  const headers = { authorization: `Bearer ${other.key}` }
  const payload = { client_txn_id: 'TWICE-1', ...ORDER_BODY }
  const made = await shop.call({ method: 'POST', url: '/api/v1/order/create-order', payload, headers })
  const { order_id: orderId, upi_intent: intent } = made.json().data
  const pay = { upi: intent.bhim_link, outcome: 'twice' }
  await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload: pay })
  const [second] = (await other.get('/user/credits?state=duplicate')).json().data
  await other.post(`/user/credits/${second.id}/refunded`, { utr: '688888888881' })
  const [first] = (await other.get('/user/credits?state=matched')).json().data
  await other.post(`/user/credits/${first.id}/refunded`, { utr: '688888888882' })
  const { credits } = await packOf(`from=${DAY}&to=${DAY}`, other)
  const receipts = new Map(credits.map(({ credit, receipt }) => [credit.id, receipt?.url]))
  expect(receipts).toEqual(
    new Map([
      [first.id, `http://localhost:3000/receipt/${orderId}`],
      [second.id, undefined],
    ]),
  )
})

test('a pack of hostile, Indian and very long texts keeps them in the JSON, and draws pages of the same bytes', async () => {
  const other = await shop.merchant('दुकान')
  await sell(shop.call, other.key, 'ODD-1', { customer_name: HOSTILE.slice(1), p_info: DEVANAGARI })
  const [credit] = (await other.get('/user/credits?state=matched')).json().data
  await other.post(`/user/credits/${credit.id}/note`, { note: LONG.slice(0, 500) })
  const pack = await packOf(`from=${DAY}&to=${DAY}`, other)
  expectWhole(pack)
  expect(pack.credits[0]?.order).toMatchObject({ purpose: DEVANAGARI, customer: { name: HOSTILE.slice(1) } })
  const [evidence] = pack.credits
  if (evidence === undefined) throw new Error('no evidence')
  const odd = {
    ...pack,
    credits: [
      {
        ...evidence,
        timeline: [HOSTILE, LONG, 'x'.repeat(5_000), ''].map((what) => ({ at: pack.madeAt, what })),
      },
    ],
  }
  const pdf = await renderEvidence(odd)
  expect(pdf.equals(await renderEvidence(odd))).toBe(true)
  expect(textOfPdf(pdf)).toContain('cut here; whole in the JSON')
})

test.each([
  ['', 'from'],
  [`from=${DAY}`, 'to'],
  [`from=${DAY}&to=2026-11-20`, 'to'],
  [`from=${DAY}&to=tomorrow`, 'to'],
  [`creditId=crd_1&from=${DAY}`, 'creditId'],
  [`from=${DAY}&to=${DAY}&format=doc`, 'format'],
])('the query %j is refused with the field %s', async (query, field) => {
  const reply = await merchant.get(`/user/evidence?${query}`)
  expect([reply.statusCode, reply.json().errors?.[0]?.field]).toEqual([400, field])
})

test('a payment of another merchant is not found, and in no pack of a period', async () => {
  const stranger = await shop.merchant()
  const [credit] = (await merchant.get('/user/credits?state=matched')).json().data
  for (const format of ['json', 'pdf'])
    expect((await stranger.get(`/user/evidence?format=${format}&creditId=${credit.id}`)).statusCode).toBe(404)
  expect((await packOf(`from=${DAY}&to=${DAY}`, stranger)).credits).toEqual([])
})

test(`a pack has up to ${EVIDENCE_CREDITS_MAX} payments, and one more is refused`, {
  timeout: 240_000,
}, async () => {
  const busy = await shop.merchant()
  const sellMany = (from: number, to: number) =>
    Promise.all(Array.from({ length: to - from }, (_, n) => sell(shop.call, busy.key, `MANY-${from + n}`)))
  for (let n = 0; n < EVIDENCE_CREDITS_MAX; n += 20) await sellMany(n, n + 20)
  const pack = await packOf(`from=${DAY}&to=${DAY}`, busy)
  expect(pack.credits).toHaveLength(EVIDENCE_CREDITS_MAX)
  expectWhole(pack)
  await sellMany(EVIDENCE_CREDITS_MAX, EVIDENCE_CREDITS_MAX + 1)
  const refused = await busy.get(`/user/evidence?from=${DAY}&to=${DAY}`)
  expect([refused.statusCode, refused.json().errors[0].field]).toEqual([400, 'to'])
})
