import type { Mode } from '@galla/contract/orders/order-status'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, newUtr, openLedger, orderForm } from '../../testing/ledger.ts'
import type { Recorded, ReportedCredit } from '../ledger/credit.ts'
import { mergeResolvedRepeats } from '../ledger/merge-credits.ts'
import { recordCredit } from '../ledger/record-credit.ts'
import { findOrder } from '../orders/order-store.ts'
import { sql } from '../platform/database/database.ts'
import { answerRepeat, assignCredit, confirmOrder, joinCredit } from './reconcile.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

type Merchant = { readonly merchantId: string; readonly mode: Mode }

const stateOf = (recorded: Recorded) => (recorded.kind === 'recorded' ? recorded.state : recorded.kind)
const statusOf = async (orderId: string) => (await findOrder(ledger.db, orderId))?.status

/** An order that its merchant confirmed with a UTR that was typed wrongly, and another unpaid order of the same amount. */
const confirmedWrongly = async () => {
  const merchant: Merchant = await addMerchant(ledger.db, 'live')
  const { orderId } = await ledger.create(merchant, orderForm())
  ledger.clock.advance({ seconds: 60 })
  const typed = newUtr()
  await confirmOrder(ledger, merchant, orderId, { utr: typed })
  const other = await ledger.create(merchant, orderForm())
  ledger.clock.advance({ seconds: 5 })
  return { merchant, orderId, typed, other }
}

const report = ({ merchantId }: Merchant, over: Partial<ReportedCredit> = {}) =>
  creditFor(ledger, { merchantId, orderId: '' }, { source: 'alert', reference: null, ...over })

const creditOf = (creditId: string) =>
  ledger.db.one<{ utr: string | null; state: string; order_id: string | null; asks: string | null }>(sql`
    select utr, state, order_id, possible_repeat_of as asks from credits where credit_id = ${creditId}`)

const creditOfOrder = (orderId: string) =>
  ledger.db.one<{ utr: string; credit_id: string; sources: string[] }>(sql`
    select c.utr, c.credit_id, array(
      select source from evidence e where e.merchant_id = c.merchant_id and e.credit_id = c.credit_id order by 1) as sources
    from orders o join credits c on c.merchant_id = o.merchant_id and c.credit_id = o.settled_by_credit_id
    where o.order_id = ${orderId}`)

test('a payment that a person confirmed with a mistyped UTR settles no second order when its bank reports it', async () => {
  const { merchant, orderId, other } = await confirmedWrongly()
  const recorded = await recordCredit(ledger, report(merchant))
  expect(stateOf(recorded)).toBe('unmatched')
  expect(await statusOf(other.orderId)).toBe('created')
  const { credit_id: confirmed } = await creditOfOrder(orderId)
  expect(await creditOf(recorded.creditId)).toMatchObject({ asks: confirmed })
})

test('yes corrects the UTR, counts the payment once, and keeps the typed one in the history', async () => {
  const { merchant, orderId, typed, other } = await confirmedWrongly()
  const bank = report(merchant)
  const { creditId } = await recordCredit(ledger, bank)
  await Promise.all([1, 2].map(() => answerRepeat(ledger, merchant, creditId, 'once')))
  expect(await creditOf(creditId)).toEqual({ utr: null, state: 'ignored', order_id: null, asks: null })
  const confirmed = await creditOfOrder(orderId)
  expect(confirmed).toMatchObject({ utr: bank.utr, sources: ['alert', 'manual'] })
  const history = await ledger.db.values<string>(sql`
    select detail ->> 'typedUtr' as typed from credit_history
    where credit_id = ${confirmed.credit_id} and detail ->> 'action' = 'correct_utr'`)
  expect(history).toEqual([typed])
  // The statement that lists it later is evidence of the same payment, and the mistyped UTR is free for its own.
  const again = { ...bank, source: 'statement', sourceKey: 'row 7' } as const
  expect(stateOf(await recordCredit(ledger, again))).toBe('matched')
  expect(await statusOf(other.orderId)).toBe('created')
  ledger.clock.advance({ seconds: 3600 })
  const own = report(merchant, { utr: typed, sourceKey: 'of another customer' })
  expect(stateOf(await recordCredit(ledger, own))).toBe('unmatched')
})

test('a payment that a person saw without a UTR settles once, and the bank’s report gives it its UTR', async () => {
  const merchant: Merchant = await addMerchant(ledger.db, 'live')
  const { orderId } = await ledger.create(merchant, orderForm())
  ledger.clock.advance({ seconds: 60 })
  await Promise.all([1, 2, 3].map(() => confirmOrder(ledger, merchant, orderId, {})))
  expect(await statusOf(orderId)).toBe('success')
  expect(await ledger.announced(orderId)).toHaveLength(1)
  expect(await creditOfOrder(orderId)).toMatchObject({ utr: null, sources: ['manual'] })
  const other = await ledger.create(merchant, orderForm())
  ledger.clock.advance({ seconds: 5 })
  const bank = report(merchant)
  const { creditId } = await recordCredit(ledger, bank)
  expect(await creditOf(creditId)).toMatchObject({ state: 'unmatched', asks: expect.any(String) })
  await answerRepeat(ledger, merchant, creditId, 'once')
  expect(await creditOfOrder(orderId)).toMatchObject({ utr: bank.utr, sources: ['alert', 'manual'] })
  expect(await statusOf(other.orderId)).toBe('created')
})

test('a statement that lists the typed UTR makes the question two payments: nothing is merged, and yes is refused', async () => {
  const { merchant, orderId, typed } = await confirmedWrongly()
  const bank = report(merchant)
  const { creditId } = await recordCredit(ledger, bank)
  await recordCredit(ledger, report(merchant, { utr: typed, source: 'statement', sourceKey: 'row 1' }))
  const covered = { from: new Date(0), to: new Date(ledger.clock.now().getTime() + 60_000) }
  await mergeResolvedRepeats(ledger, { merchantId: merchant.merchantId, accountId: 'acc_1' }, covered)
  expect(await creditOf(creditId)).toMatchObject({ utr: bank.utr, state: 'unmatched' })
  await expect(answerRepeat(ledger, merchant, creditId, 'once')).rejects.toMatchObject({
    code: 'credit_decided',
  })
  expect(await creditOfOrder(orderId)).toMatchObject({ utr: typed })
})

test('no leaves two payments, and is not asked again', async () => {
  const { merchant, orderId, typed, other } = await confirmedWrongly()
  const bank = report(merchant)
  const { creditId } = await recordCredit(ledger, bank)
  await answerRepeat(ledger, merchant, creditId, 'twice')
  expect(await creditOf(creditId)).toMatchObject({ utr: bank.utr, state: 'unmatched', asks: null })
  expect(await creditOfOrder(orderId)).toMatchObject({ utr: typed })
  const again = { ...bank, source: 'statement', sourceKey: 'row 8' } as const
  expect(stateOf(await recordCredit(ledger, again))).toBe('matched')
  expect(await statusOf(other.orderId)).toBe('success')
})

test.each([
  ['an hour after it was confirmed', 3600],
  ['before its order was made', -600],
])('a payment that came %s is another one', async (_what, seconds) => {
  const { merchant } = await confirmedWrongly()
  const receivedAt = new Date(ledger.clock.now().getTime() + seconds * 1000)
  const recorded = await recordCredit(ledger, report(merchant, { receivedAt }))
  expect((await creditOf(recorded.creditId)).asks).toBeNull()
})

test("a provider's report of an order that was confirmed by hand asks the same, and is no second payment", async () => {
  const { merchant, orderId } = await confirmedWrongly()
  const byProvider = report(merchant, { source: 'provider', reference: orderId })
  expect(stateOf(await recordCredit(ledger, byProvider))).toBe('unmatched')
})

test('a confirmed payment that a source has reported since is known, and asks nothing', async () => {
  const { merchant, typed, other } = await confirmedWrongly()
  await recordCredit(ledger, report(merchant, { utr: typed, sourceKey: 'the true one' }))
  expect(stateOf(await recordCredit(ledger, report(merchant)))).toBe('matched')
  expect(await statusOf(other.orderId)).toBe('success')
})

/** The ways in which a mistyped UTR gets into the ledger besides the confirmation of an order. */
const MISTYPED = {
  'is entered where a message without one is assigned': async (merchant: Merchant, orderId: string) => {
    const { creditId } = await recordCredit(ledger, withoutUtr(merchant))
    ledger.clock.advance({ seconds: 20 })
    await assignCredit(ledger, merchant, creditId, { orderId, utr: newUtr() })
    return creditId
  },
  'confirmed the order to which a message without one is joined': async (
    merchant: Merchant,
    orderId: string,
  ) => {
    await confirmOrder(ledger, merchant, orderId, { utr: newUtr() })
    const { creditId } = await recordCredit(ledger, withoutUtr(merchant))
    const { credit_id: confirmed } = await creditOfOrder(orderId)
    await joinCredit(ledger, merchant, creditId, { creditId: confirmed })
    return confirmed
  },
} as const
const withoutUtr = (merchant: Merchant): ReportedCredit => ({
  ...report(merchant, { reporter: 'canara', payerUpiId: null }),
  utr: null,
})

test.each(Object.entries(MISTYPED))(
  'a mistyped UTR that %s settles no second order',
  async (_how, mistype) => {
    const merchant: Merchant = await addMerchant(ledger.db, 'live')
    const { orderId } = await ledger.create(merchant, orderForm())
    ledger.clock.advance({ seconds: 60 })
    const confirmed = await mistype(merchant, orderId)
    ledger.clock.advance({ seconds: 20 })
    const other = await ledger.create(merchant, orderForm())
    ledger.clock.advance({ seconds: 10 })
    const now = ledger.clock.now()
    const from = new Date(now.getTime() - 60_000)
    const bank = report(merchant, { received: { from, to: now, named: 'second' } })
    const recorded = await recordCredit(ledger, bank)
    expect(stateOf(recorded)).toBe('unmatched')
    expect(await creditOf(recorded.creditId)).toMatchObject({ asks: confirmed })
    await answerRepeat(ledger, merchant, recorded.creditId, 'once')
    expect(await creditOf(confirmed)).toMatchObject({ utr: bank.utr, state: 'matched', order_id: orderId })
    expect(await statusOf(other.orderId)).toBe('created')
  },
)

test('an entered UTR that a source has reported since is known, and asks nothing', async () => {
  const merchant: Merchant = await addMerchant(ledger.db, 'live')
  const { orderId } = await ledger.create(merchant, orderForm())
  const { creditId } = await recordCredit(ledger, withoutUtr(merchant))
  const utr = newUtr()
  await assignCredit(ledger, merchant, creditId, { orderId, utr })
  const other = await ledger.create(merchant, orderForm())
  await recordCredit(ledger, report(merchant, { utr, source: 'statement', sourceKey: 'row 3' }))
  expect(stateOf(await recordCredit(ledger, report(merchant)))).toBe('matched')
  expect(await statusOf(other.orderId)).toBe('success')
  await expect(
    ledger.db.run(sql`update credits set utr = ${newUtr()} where credit_id = ${creditId}`),
  ).rejects.toThrow('never change')
})

test('a UTR that paid an order of one account confirms no order of another', async () => {
  const { merchant, orderId, typed } = await confirmedWrongly()
  await ledger.db.run(sql`update accounts set is_current = false where merchant_id = ${merchant.merchantId}`)
  await ledger.db.run(sql`
    insert into accounts (merchant_id, account_id, mode, provider, merchant_name, upi_id, is_current, created_at)
    values (${merchant.merchantId}, 'acc_2', 'live', 'other', 'Tea', ${`${merchant.merchantId}.2@examplebank`}, true,
      ${ledger.clock.now()})`)
  const elsewhere = await ledger.create(merchant, orderForm())
  await expect(confirmOrder(ledger, merchant, elsewhere.orderId, { utr: typed })).rejects.toMatchObject({
    code: 'utr_taken',
  })
  const { creditId } = await recordCredit(
    ledger,
    report(merchant, { utr: null, sourceKey: 'no utr', receivedAt: new Date('2026-11-01T00:00:00Z') }),
  )
  await expect(
    assignCredit(ledger, merchant, creditId, { orderId: elsewhere.orderId, utr: typed }),
  ).rejects.toMatchObject({ code: expect.stringMatching(/utr_taken|invalid/) })
  expect(await statusOf(elsewhere.orderId)).toBe('created')
  expect(await statusOf(orderId)).toBe('success')
})
