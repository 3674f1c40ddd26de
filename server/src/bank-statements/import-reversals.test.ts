import { istDayOf } from '@galla/contract/ist'
import { fuzzRuns } from '@galla/upi/fuzz-harness'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from '../../testing/place-order.ts'
import { openShop, orderDepsOf, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { createReversalSweep } from '../ledger/reversals/record-reversals.ts'
import { sql } from '../platform/database/database.ts'
import { importStatement, istNow } from './import-harness.ts'

let shop: Shop
let merchant: ShopMerchant

beforeAll(async () => {
  shop = await openShop()
  merchant = await shop.merchant()
  await merchant.post('/user/update-webhook-url', { webhookUrl: 'http://localhost:9/hook' })
})
afterAll(() => shop.close())

let payments = 0
/** An order with a unique amount, and the UTR under which it will be paid. */
const newOrder = async (who = merchant) => {
  payments += 1
  const amount = `${1000 + payments}.00`
  const client = `REV-${payments}`
  const orderId = await placeOrder(shop, who, amount, { client_txn_id: client })
  const utr = String(632_800_000_000 + payments)
  return { orderId, client, amount, utr, at: istNow(shop) }
}
type Paid = Awaited<ReturnType<typeof newOrder>>

const csv = (...rows: string[]): string => ['Date,Narration,Debit,Credit', ...rows, ''].join('\r\n')
const creditRow = ({ at, utr, amount }: Paid) => `${at},UPI/CR/${utr}/ASHA RAO/asha@okaxis/Tea,,${amount}`
const debitRow = ({ at, amount }: Paid, narration: string) => `${at},${narration},${amount},`
const reversalRow = (paid: Paid) => debitRow(paid, `UPI/REV/${paid.utr}/ASHA RAO`)

const detailOf = async ({ orderId }: Paid) =>
  (await merchant.get(`/user/transactions/${orderId}`)).json().data
const creditOf = async (paid: Paid) => {
  const { id } = (await detailOf(paid)).credits[0]
  return (await merchant.get(`/user/credits/${id}`)).json().data
}
const reversedIds = async (): Promise<string[]> => {
  const { data } = (await merchant.get('/user/credits?state=reversed&limit=100')).json()
  return data.map(({ orderId }: { orderId: string }) => orderId)
}
const eventsOf = ({ orderId }: Paid) =>
  shop.db.rows<{ payload: string }>(sql`
    select payload from webhook_events where event = 'order.payment_reversed' and payload like ${`%${orderId}%`}`)

const settled = async (): Promise<Paid> => {
  const paid = await newOrder()
  expect(await importStatement(shop, merchant, csv(creditRow(paid)))).toMatchObject({ matched: 1 })
  return paid
}
const reversed = async (): Promise<Paid> => {
  const paid = await settled()
  await importStatement(shop, merchant, csv(reversalRow(paid)))
  return paid
}

test('a reversal of a payment opens one case with its evidence, sends one event, and changes neither credit nor order', async () => {
  const paid = await settled()
  const before = (await merchant.get('/user/cases')).json().data
  const statement = csv(reversalRow(paid))
  expect(await importStatement(shop, merchant, statement)).toMatchObject({
    imported: 0,
    ignoredFor: { reversal: 1 },
  })
  await importStatement(shop, merchant, statement)
  await importStatement(shop, merchant, csv(debitRow(paid, `REV-UPI/${paid.utr}/asha rao`)))
  expect(await detailOf(paid)).toMatchObject({
    status: 'success',
    credits: [{ state: 'matched', isReversed: true }],
  })
  expect(await creditOf(paid)).toMatchObject({
    state: 'matched',
    reversal: {
      decision: null,
      reports: [{ source: 'statement', amount: Number(paid.amount), words: `UPI/REV/${paid.utr}/ASHA RAO` }],
    },
  })
  expect(await reversedIds()).toContain(paid.orderId)
  const after = (await merchant.get('/user/cases')).json().data
  expect([after.reversed - before.reversed, after.total - before.total]).toEqual([1, 1])
  const events = await eventsOf(paid)
  expect(events.map(({ payload }) => JSON.parse(payload))).toEqual([
    {
      event: 'order.payment_reversed',
      eventId: expect.any(String),
      sequence: 1,
      mode: 'test',
      createdAt: expect.any(String),
      client_txn_id: paid.client,
      orderId: paid.orderId,
      amount: paid.amount,
      utr: paid.utr,
      reversedAmount: paid.amount,
      reversedAt: expect.any(String),
    },
  ])
})

test.each([
  ['UPI/REV/UTR/ASHA RAO'],
  ['REV:UPI/CR/UTR/ASHA RAO/HDFC/asha@okhdfcbank'],
  ['UPI/CR/UTR/ASHA RAO/HDFC/asha@okhdfcbank/Tea'],
  ['UPI CHARGEBACK/UTR/612345678999'],
  ['UPI/CHBK/UTR/DISPUTE DEBIT'],
  ['UPIREV/UTR'],
])('a debit that reverses a payment is recognized by the bank’s words: %s', async (narration) => {
  const paid = await settled()
  await importStatement(shop, merchant, csv(debitRow(paid, narration.replace('UTR', paid.utr))))
  expect(await reversedIds()).toContain(paid.orderId)
})

test('a chargeback in a provider’s report is recognized by its type and the order’s reference', async () => {
  const paid = await settled()
  const report = [
    'Transaction Type,Merchant Order Id,Transaction UTR,Transaction Amount,Transaction Date,Status',
    `CHARGEBACK,${paid.orderId},612345678988,${paid.amount},${paid.at},SUCCESS`,
    `REFUND,${paid.orderId},612345678989,${paid.amount},${paid.at},SUCCESS`,
    '',
  ].join('\r\n')
  expect(await importStatement(shop, merchant, report)).toMatchObject({
    ignoredFor: { reversal: 1, debit: 1 },
  })
  expect(await reversedIds()).toContain(paid.orderId)
})

test('an ordinary debit opens no case, and an outgoing payment that came back is not a credit', async () => {
  const paid = await settled()
  const count = (await reversedIds()).length
  const other = { ...paid, utr: '612345678900' }
  const { ignoredFor, imported } = await importStatement(
    shop,
    merchant,
    csv(
      debitRow(paid, `UPI/DR/${paid.utr}/REVATHI/YESB/s@ybl/rev`),
      debitRow(paid, `UPI/DR/612345678901/SHOP/YESB/s@ybl/refund`),
      reversalRow(other),
      `${paid.at},UPI/REV/612345678902/SHOP,,${paid.amount}`,
      `${paid.at},UPI/DR/612345678903/SHOP/RETURN,,${paid.amount}`,
    ),
  )
  expect(imported).toBe(0)
  expect(ignoredFor).toMatchObject({ debit: 2, reversal: 1, returned: 2 })
  expect(await reversedIds()).toHaveLength(count)
  expect(await eventsOf(paid)).toEqual([])
})

const needsAttention = async ({ orderId }: Paid): Promise<boolean[]> => {
  const listed = (await merchant.get('/user/all-transactions?status=attention&limit=all')).json().data
  const isFound = listed.some((each: { orderId: string }) => each.orderId === orderId)
  return [isFound, (await detailOf({ orderId } as Paid)).attention]
}

test('a reversed order needs attention until the merchant decides', async () => {
  const paid = await settled()
  expect(await needsAttention(paid)).toEqual([false, false])
  await importStatement(shop, merchant, csv(reversalRow(paid)))
  expect(await needsAttention(paid)).toEqual([true, true])
  await merchant.post(`/user/credits/${(await creditOf(paid)).id}/accept`, { note: 'Lost' })
  expect(await needsAttention(paid)).toEqual([false, false])
})

test('the events of a key list a reversal after the payment, and no body for a gateway that has none', async () => {
  const seller = await shop.merchant()
  const paid = await newOrder(seller)
  await importStatement(shop, seller, csv(creditRow(paid)))
  await importStatement(shop, seller, csv(reversalRow(paid)))
  const url = '/api/v1/events?notifications=1'
  const headers = { authorization: `Bearer ${seller.key}` }
  const read = async () => (await shop.call({ method: 'GET', url, headers })).json()
  const { data, notifications } = await read()
  expect(data).toMatchObject([
    { event: 'order.success', orderId: paid.orderId },
    { event: 'order.payment_reversed', orderId: paid.orderId, utr: paid.utr },
  ])
  expect(JSON.parse(notifications[1].body)).toEqual(data[1])
  await shop.db.run(sql`
    update webhook_events set dialect = 'ekqr' where merchant_id = ${seller.merchantId}`)
  expect((await read()).notifications[1]).toBeNull()
})

test('accepting a loss closes the case, keeps the payment, and the day shows the reversed amount', async () => {
  const paid = await reversed()
  const { id } = await creditOf(paid)
  const reply = await merchant.post(`/user/credits/${id}/accept`, { note: 'The customer disputed it' })
  expect(reply.json()).toMatchObject({ msg: 'Loss accepted', data: { state: 'matched' } })
  expect((await merchant.post(`/user/credits/${id}/accept`, { note: 'Again' })).statusCode).toBe(200)
  expect((await merchant.post(`/user/credits/${id}/ignore`, {})).statusCode).toBe(409)
  const credit = await creditOf(paid)
  expect(credit.reversal.decision).toBe('accepted')
  expect(credit.history.map(({ action }: { action: string }) => action)).toEqual([null, 'accept_reversal'])
  expect(await reversedIds()).not.toContain(paid.orderId)
  const day = paid.at.slice(0, 10).split('/').reverse().join('-')
  const { reversed: taken } = (await merchant.get(`/user/closing?date=${day}`)).json().data
  expect(taken.count).toBeGreaterThan(0)
})

test('a refund is recorded under the payment’s own UTR, and the closing no longer counts the payment', async () => {
  const paid = await reversed()
  const { id } = await creditOf(paid)
  const day = istDayOf(shop.clock.now())
  const closing = async () => (await merchant.get(`/user/closing?date=${day}`)).json().data
  const before = await closing()
  const reply = await merchant.post(`/user/credits/${id}/refunded`, { utr: paid.utr })
  expect(reply.json()).toMatchObject({ data: { state: 'refunded', reversal: { decision: 'refunded' } } })
  expect((await detailOf(paid)).status).toBe('success')
  expect(await reversedIds()).not.toContain(paid.orderId)
  const { received, reversed: taken, refunds } = await closing()
  expect(received).toBe(before.received - Number(paid.amount))
  // The money left the account once.
  expect([taken, refunds]).toEqual([before.reversed, before.refunds])
  const plain = await creditOf(await settled())
  const refused = await merchant.post(`/user/credits/${plain.id}/refunded`, { utr: plain.utr })
  expect(refused.statusCode).toBe(400)
})

test('a reversal waits again, without a second event, when the refund that closed it fails', async () => {
  const paid = await reversed()
  const { id } = await creditOf(paid)
  const form = { requestId: `back-${paid.utr}`, amount: paid.amount }
  const [refund] = (await merchant.post(`/user/credits/${id}/refunds`, form)).json().data.refunds
  await merchant.post(`/user/refunds/${refund.id}/sent`, { utr: `7${paid.utr.slice(1)}` })
  expect(await creditOf(paid)).toMatchObject({ state: 'refunded', reversal: { decision: 'refunded' } })
  expect((await merchant.post(`/user/refunds/${refund.id}/end`, { state: 'failed' })).statusCode).toBe(200)
  expect(await creditOf(paid)).toMatchObject({ state: 'matched', reversal: { decision: null } })
  expect(await reversedIds()).toContain(paid.orderId)
  expect(await needsAttention(paid)).toEqual([true, true])
  expect((await merchant.post(`/user/credits/${id}/accept`, { note: 'Lost' })).statusCode).toBe(200)
  expect((await creditOf(paid)).reversal.decision).toBe('accepted')
  await createReversalSweep(orderDepsOf(shop))()
  expect(await eventsOf(paid)).toHaveLength(1)
})

test('an ignored reversal stays ignored when it is reported again', async () => {
  const paid = await reversed()
  const { id } = await creditOf(paid)
  const reply = await merchant.post(`/user/credits/${id}/ignore`, {})
  expect(reply.json()).toMatchObject({ msg: 'Reversal ignored', data: { state: 'matched' } })
  await importStatement(shop, merchant, csv(debitRow({ ...paid, amount: '7.00' }, `UPI/REV/${paid.utr}/x`)))
  expect(await reversedIds()).not.toContain(paid.orderId)
  expect(await eventsOf(paid)).toHaveLength(1)
})

test('other merchants can neither see nor decide a reversal', async () => {
  const paid = await reversed()
  const { id } = await creditOf(paid)
  const other = await shop.merchant()
  for (const action of ['accept', 'ignore'])
    expect((await other.post(`/user/credits/${id}/${action}`, { note: 'x' })).statusCode).toBe(404)
  expect((await creditOf(paid)).reversal.decision).toBeNull()
  await importStatement(shop, other, csv(reversalRow(paid)))
  expect((await other.get('/user/credits?state=reversed')).json().data).toEqual([])
})

test('a payment settles its order automatically only if its reversal is not known before, even if both are reported repeatedly', async () => {
  const stories = fc.array(fc.constantFrom('credit', 'reversal'), { minLength: 2, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(stories, fc.boolean(), async (story, inOneFile) => {
      fc.pre(story.includes('credit') && story.includes('reversal'))
      const paid = await newOrder()
      const rows = story.map((each) => (each === 'credit' ? creditRow(paid) : reversalRow(paid)))
      for (const file of inOneFile ? [csv(...rows)] : rows.map((row) => csv(row)))
        await importStatement(shop, merchant, file)
      const isKnownBefore = inOneFile || story[0] === 'reversal'
      expect((await detailOf(paid)).status).toBe(isKnownBefore ? 'created' : 'success')
      const found = (await merchant.get(`/user/credits?state=any&search=${paid.utr}`)).json().data
      expect(found).toHaveLength(1)
      const { state, reversal, evidence } = (await merchant.get(`/user/credits/${found[0].id}`)).json().data
      // Equal rows of one file are parts of the payment.
      const parts = inOneFile ? story.filter((each) => each === 'reversal').length : 1
      expect([state, reversal.decision, reversal.reports.length, evidence.length]).toEqual([
        isKnownBefore ? 'unmatched' : 'matched',
        null,
        parts,
        1,
      ])
      expect(await eventsOf(paid)).toHaveLength(isKnownBefore ? 0 : 1)
    }),
    { numRuns: fuzzRuns(5) },
  )
})

test('a payment whose reversal was reported first settles its order when the merchant matches it', async () => {
  const paid = await newOrder()
  expect(await importStatement(shop, merchant, csv(creditRow(paid), reversalRow(paid)))).toMatchObject({
    imported: 1,
    matched: 0,
    ignoredFor: { reversal: 1 },
  })
  const [credit] = (await merchant.get(`/user/credits?state=unmatched&search=${paid.utr}`)).json().data
  const reply = await merchant.post(`/user/credits/${credit.id}/assign`, { orderId: paid.orderId })
  expect(reply.json()).toMatchObject({ data: { state: 'matched' } })
  expect((await detailOf(paid)).status).toBe('success')
})

test('another payment settles the order of a payment that was reversed before it was reported', async () => {
  const paid = await newOrder()
  await importStatement(shop, merchant, csv(reversalRow(paid), creditRow(paid)))
  await importStatement(shop, merchant, csv(creditRow({ ...paid, utr: `7${paid.utr.slice(1)}` })))
  expect(await detailOf(paid)).toMatchObject({ status: 'success', credits: [{ state: 'matched' }] })
})

test.each(['in one file', 'in a file of its own'])(
  'a chargeback with only the order’s reference prevents the settlement, and the payment shows why it waits, %s',
  async (how) => {
    const paid = await newOrder()
    const heading =
      'Transaction Type,Merchant Order Id,Transaction UTR,Transaction Amount,Transaction Date,Status'
    const rowOf = (type: string, utr: string) =>
      `${type},${paid.orderId},${utr},${paid.amount},${paid.at},SUCCESS`
    const rows = [rowOf('CHARGEBACK', '612345678977'), rowOf('PAYMENT', paid.utr)]
    const files = how === 'in one file' ? [rows] : rows.map((row) => [row])
    for (const file of files) await importStatement(shop, merchant, [heading, ...file, ''].join('\r\n'))
    expect((await detailOf(paid)).status).toBe('created')
    const found = (await merchant.get(`/user/credits?state=unmatched&search=${paid.utr}`)).json().data
    expect(found).toMatchObject([{ reversal: { decision: null, reports: [{ source: 'statement' }] } }])
    const second = { ...paid, utr: `7${paid.utr.slice(1)}` }
    await importStatement(shop, merchant, csv(creditRow(second)))
    expect(await detailOf(paid)).toMatchObject({ status: 'success', credits: [{ utr: second.utr }] })
  },
)
