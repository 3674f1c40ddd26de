import type { Paise } from '@galla/upi/rupees'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, newUtr, openLedger, orderForm } from '../../testing/ledger.ts'
import { changeOrder } from '../orders/change-order.ts'
import { expireOrders } from '../orders/expire-orders.ts'
import { findOrder } from '../orders/order-store.ts'
import { sql } from '../platform/database/database.ts'
import { violatedCheck } from '../platform/database/database-errors.ts'
import { answerRepeat, confirmOrder } from '../reconciliation/reconcile.ts'
import type { Recorded, ReportedCredit } from './credit.ts'
import { ONE_SOURCE_MAX } from './match-credit.ts'
import { recordCredit } from './record-credit.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

const MINUTE_MS = 60_000

/** A shop with unique amounts, and an order of it. */
const place = async (over: Parameters<typeof orderForm>[0] = {}) => {
  const merchant = await addMerchant(ledger.db, 'live')
  await ledger.db.run(
    sql`update accounts set unique_amounts = true where merchant_id = ${merchant.merchantId}`,
  )
  return { merchant, order: await ledger.create(merchant, orderForm(over)) }
}
type Placed = Awaited<ReturnType<typeof place>>['order']

const at = (ms: number) => new Date(ledger.clock.now().getTime() + ms)
const between = (fromMs: number, toMs: number, named: 'nothing' | 'second' | 'day' = 'second') => ({
  receivedAt: at(named === 'day' ? fromMs : toMs),
  received: { from: at(fromMs), to: at(toMs), named },
})

let messages = 0
/** What a shop's phone reports: origin and account are certain, and there is no UTR. */
const message = (order: Placed, over: Partial<ReportedCredit> = {}): ReportedCredit => {
  messages += 1
  return {
    ...creditFor(ledger, order, { source: 'alert', reference: null, amount: order.amountPaise as Paise }),
    utr: null,
    sourceKey: `message ${messages}`,
    payerUpiId: null,
    payerName: null,
    provesAmount: true,
    reporter: 'sbi phone-1',
    ...over,
  }
}
const app = (order: Placed, over: Partial<ReportedCredit> = {}) =>
  message(order, { reporter: 'com.phonepe.app.business phone-1', ...over })
const withUtr = (order: Placed, over: Partial<ReportedCredit> = {}) =>
  message(order, { reporter: 'hdfc by e-mail', utr: newUtr(), ...over })

const record = (report: ReportedCredit) => recordCredit(ledger, report)
const stateOf = (recorded: Recorded) => (recorded.kind === 'recorded' ? recorded.state : recorded.kind)
const statusOf = async ({ orderId }: { orderId: string }) => (await findOrder(ledger.db, orderId))?.status
const creditsOf = ({ merchantId }: { merchantId: string }) =>
  ledger.db.rows<{
    id: string
    utr: string | null
    state: string
    payer: string | null
    asks: string | null
    of: string | null
    pieces: number
  }>(sql`
    select credit_id as id, utr, state, payer_name as payer, possible_repeat_of as asks, order_id as "of",
      (select count(*)::int from evidence e where e.merchant_id = c.merchant_id and e.credit_id = c.credit_id) as pieces
    from credits c where merchant_id = ${merchantId} and merged_into is null order by created_at, credit_id`)

describe('a report without a UTR', () => {
  test('settles the order of its lowered amount, once, however often and wherever it comes', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { order } = await place()
      const report = message(order)
      const states = await Promise.all(Array.from({ length: 4 }, () => record(report)))
      expect(states.map(stateOf).toSorted()).toEqual(['known', 'known', 'known', 'matched'])
      expect(await ledger.announced(order.orderId)).toEqual([{ event: 'order.success', sequence: 2 }])
      const [event] = await ledger.db.rows<{ payload: string }>(
        sql`select payload from webhook_events where order_id = ${order.orderId}`,
      )
      expect(JSON.parse(event?.payload ?? '{}')).toMatchObject({ status: 'success', utr: '' })
      expect(await creditsOf(order)).toMatchObject([{ utr: null, state: 'matched', pieces: 1 }])
    }
  })

  test.each<[string, Partial<ReportedCredit>]>([
    ['whose origin or account is not certain', { provesAmount: false }],
    ['of another rail', { rail: 'neft' }],
    ['that only a person may match', { settlesByItself: false }],
    ['a paisa more', { amount: 49_900n as Paise }],
    ['a paisa less', { amount: 49_898n as Paise }],
    ['of another account', { accountId: 'acc_2' }],
  ])('%s settles nothing', async (_what, over) => {
    const { merchant, order } = await place()
    await ledger.db.run(sql`
      insert into accounts (merchant_id, account_id, mode, provider, merchant_name, upi_id, is_current, created_at)
      values (${merchant.merchantId}, 'acc_2', 'live', 'other', 'Tea', ${`${merchant.merchantId}.2@examplebank`}, false, now())`)
    expect(stateOf(await record(message(order, over)))).toBe('unmatched')
    expect(await statusOf(order)).toBe('created')
  })

  test('of an unnamed rail settles a lowered amount, with or without a UTR, and no price', async () => {
    const [bare, named] = [await place(), await place()]
    expect(stateOf(await record(message(bare.order, { rail: 'unknown' })))).toBe('matched')
    expect(stateOf(await record(withUtr(named.order, { rail: 'unknown' })))).toBe('matched')
    const merchant = await addMerchant(ledger.db, 'live')
    const order = await ledger.create(merchant, orderForm())
    expect(stateOf(await record(withUtr(order, { rail: 'unknown' })))).toBe('unmatched')
  })

  test('never settles the full price, nor a price with paise that was not lowered', async () => {
    const merchant = await addMerchant(ledger.db, 'live')
    for (const amount of [49_900n, 49_937n]) {
      const order = await ledger.create(merchant, orderForm({ amount: amount as Paise }))
      expect(stateOf(await record(message(order)))).toBe('unmatched')
      expect(await statusOf(order)).toBe('created')
    }
  })

  test('settles nothing where another order had the amount then, paid, unpaid or closed', async () => {
    const day = 86_400_000
    const second = { amount: 2n as Paise }
    const placed = await place(second)
    const { merchant, order: first } = placed
    ledger.clock.advance({ hours: 1 })
    await expireOrders(ledger)
    const next = await ledger.create(merchant, orderForm(second))
    expect([first.amountPaise, next.amountPaise]).toEqual([1n, 1n])
    // The phone was silent for a day: the money may have come for the order that has closed since.
    expect(stateOf(await record(message(next, between(-day, 0, 'nothing'))))).toBe('ambiguous')
    expect(stateOf(await record(message(next, between(-1000, 0))))).not.toBe('matched')
    expect(await statusOf(next)).toBe('created')
  })

  test('within the window of an order that expired settles it, and after the quarter of an hour none', async () => {
    const { order } = await place()
    const inTime = message(order, between(120_000, 121_000))
    ledger.clock.advance({ hours: 5 })
    await expireOrders(ledger)
    expect(stateOf(await record(inTime))).toBe('matched')
    const late = await place()
    expect(stateOf(await record(message(late.order, between(21 * MINUTE_MS, 22 * MINUTE_MS))))).toBe(
      'unmatched',
    )
  })

  test('of which only the day is known settles the only order that had its amount that day', async () => {
    const { order } = await place()
    expect(stateOf(await record(message(order, between(-60_000, 3_600_000, 'day'))))).toBe('matched')
  })

  test('settles an order with a long window and one that is tried again', async () => {
    const long = await place({ expires_in: 86_400 })
    expect(stateOf(await record(message(long.order)))).toBe('matched')
    expect(stateOf(await record(message(long.order, { reporter: 'sbi phone-1', messageId: 'x' })))).toBe(
      'unmatched',
    )
    const again = await place()
    await changeOrder(ledger, again.order.orderId, () => ({ kind: 'declined', attempt: 1 }))
    await changeOrder(ledger, again.order.orderId, () => ({ kind: 'retried' }))
    expect(stateOf(await record(message(again.order)))).toBe('matched')
  })

  test(`above Rs ${ONE_SOURCE_MAX / 100n} waits for a second source`, async () => {
    const { order } = await place({ amount: 500_200n as Paise })
    const first = message(order)
    expect([stateOf(await record(first)), stateOf(await record(first))]).toEqual(['unmatched', 'known'])
    expect(await statusOf(order)).toBe('created')
    expect(stateOf(await record(app(order)))).toBe('matched')
    expect(await creditsOf(order)).toMatchObject([{ state: 'matched', pieces: 2 }])
    const capped = await place({ amount: (ONE_SOURCE_MAX + 1n) as Paise })
    expect([capped.order.amountPaise % 100n, stateOf(await record(message(capped.order)))]).not.toContain(
      'unmatched',
    )
  })
})

describe('another source of a payment that a lowered amount settled', () => {
  test('fills in the UTR and the payer, and tells the merchant nothing twice', async () => {
    const { order } = await place()
    await record(app(order))
    const sms = withUtr(order, { ...between(-1000, 3000), payerName: 'ASHA RAO', payerUpiId: 'asha@okaxis' })
    expect([stateOf(await record(sms)), stateOf(await record(sms))]).toEqual(['matched', 'known'])
    expect(await creditsOf(order)).toMatchObject([
      { utr: sms.utr, state: 'matched', payer: 'ASHA RAO', pieces: 2 },
    ])
    expect(await ledger.announced(order.orderId)).toHaveLength(1)
    // A third source with the same UTR, and one without.
    expect(stateOf(await record({ ...sms, source: 'statement', sourceKey: 'row 1' }))).toBe('matched')
    expect(stateOf(await record(app(order, { reporter: 'axis phone-1' })))).toBe('matched')
    expect(await creditsOf(order)).toMatchObject([{ pieces: 4 }])
  })

  test('hours late, with the time of the payment in a wide interval, still fills in', async () => {
    const { order } = await place()
    await record(app(order, between(-2000, 0)))
    ledger.clock.advance({ hours: 3 })
    const late = withUtr(order, between(-4 * 3_600_000, 0, 'nothing'))
    expect(stateOf(await record(late))).toBe('matched')
    expect(await creditsOf(order)).toMatchObject([{ utr: late.utr, pieces: 2 }])
  })

  test('at the same moment is one payment, whichever comes first', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { order } = await place()
      const reports = [app(order), withUtr(order), message(order)]
      await Promise.all([...reports, ...reports].map(record))
      const credits = (await creditsOf(order)).filter(({ asks }) => asks === null)
      expect(credits).toMatchObject([{ utr: reports[1]?.utr, state: 'matched' }])
      expect(await ledger.announced(order.orderId)).toHaveLength(1)
    }
  })

  test('with another UTR is a second payment', async () => {
    const { order } = await place()
    await record(app(order))
    await record(withUtr(order))
    expect(await record(withUtr(order))).toMatchObject({ state: 'duplicate', orderId: order.orderId })
    expect(await statusOf(order)).toBe('success')
  })

  test('of the same reporter is a second payment if it tells itself apart, and otherwise a question', async () => {
    const { order } = await place()
    await record(message(order, { messageId: '1' }))
    expect(await record(message(order, { messageId: '2' }))).toMatchObject({
      state: 'duplicate',
      orderId: order.orderId,
    })
    const asked = await place()
    const first = await record(message(asked.order))
    await record(message(asked.order))
    const question = (await creditsOf(asked.order)).find(({ asks }) => asks !== null)
    expect(question).toMatchObject({ state: 'unmatched', asks: first.creditId })
    await answerRepeat(ledger, asked.merchant, question?.id ?? '', 'once')
    expect(await creditsOf(asked.order)).toMatchObject([{ state: 'matched', pieces: 2 }])
  })

  test('asks where it may also be for an open order, and yes gives the payment its UTR', async () => {
    const form = { amount: 2n as Paise }
    const { merchant, order: first } = await place(form)
    await record(app(first))
    ledger.clock.advance({ hours: 25 })
    const next = await ledger.create(merchant, orderForm(form))
    const sms = withUtr(next, between(-26 * 3_600_000, 0, 'nothing'))
    expect(stateOf(await record(sms))).toBe('unmatched')
    expect(await statusOf(next)).toBe('created')
    const credits = await creditsOf(next)
    const question = credits.find(({ asks }) => asks !== null)
    expect(credits.map(({ id }) => id)).toContain(question?.asks)
    await answerRepeat(ledger, merchant, question?.id ?? '', 'once')
    expect(await creditsOf(next)).toMatchObject([{ utr: sms.utr, state: 'matched', of: first.orderId }])
  })

  test('by our reference fills in the UTR', async () => {
    const { order } = await place()
    await record(app(order))
    const provider = withUtr(order, { source: 'provider', reference: order.orderId })
    expect(stateOf(await record(provider))).toBe('matched')
    expect(await creditsOf(order)).toMatchObject([{ utr: provider.utr, pieces: 2 }])
  })

  test('with a UTR that another payment has is of that payment', async () => {
    const { merchant, order } = await place()
    const other = await ledger.create(merchant, orderForm())
    const known = withUtr(other)
    await record(known)
    await record(app(order))
    expect(stateOf(await record(withUtr(order, { utr: known.utr })))).toBe('matched')
    const credits = await creditsOf(order)
    expect(credits.filter(({ utr }) => utr === known.utr)).toMatchObject([{ of: other.orderId }])
    expect(credits.filter(({ utr }) => utr === null)).toMatchObject([{ of: order.orderId }])
  })
})

test('a payment that a person confirmed by hand is asked about when its message comes', async () => {
  const { merchant, order } = await place()
  await confirmOrder(ledger, merchant, order.orderId, { utr: newUtr() })
  ledger.clock.advance({ minutes: 2 })
  expect(stateOf(await record(message(order, between(-1000, 0))))).toBe('unmatched')
  const credits = await creditsOf(order)
  expect(credits.map(({ asks, state }) => [asks === null, state]).toSorted()).toEqual([
    [false, 'unmatched'],
    [true, 'matched'],
  ])
})

test('the database refuses a whole rupee without a UTR', async () => {
  const { order } = await place()
  const report = message(order, { amount: 49_900n as Paise })
  await record(report)
  const settle = ledger.db.run(sql`
    update credits set state = 'matched', order_id = ${order.orderId} where merchant_id = ${order.merchantId}`)
  expect(await settle.catch(violatedCheck)).toBe('credits_match_by_utr_or_paise')
})
