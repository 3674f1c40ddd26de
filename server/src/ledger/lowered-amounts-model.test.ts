import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@galla/contract/durations'
import { fuzzRuns } from '@galla/upi/fuzz-harness'
import { type Paise, paise } from '@galla/upi/rupees'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, newUtr, openLedger, orderForm } from '../../testing/ledger.ts'
import { expireOrders } from '../orders/expire-orders.ts'
import { sql } from '../platform/database/database.ts'
import type { ReportedCredit } from './credit.ts'
import { mergeResolvedRepeats } from './merge-credits.ts'
import { recordCredits } from './record-credit.ts'

/**
 * A shop with so few amounts that each of them comes again soon, whose customers pay once, twice or not at all, in time or late, and whose
 * phone and mailbox report late, without times, twice and in any order. The model knows who paid; the ledger knows the reports alone.
 */
let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

/** Of 2 paise one lowered amount can be given, of 4 paise three. */
const PRICES = [paise(2n), paise(4n)] as const

const SOURCES = {
  sms: { source: 'alert', reporter: 'sbi phone-1', has: [] },
  numbered: { source: 'alert', reporter: 'sbi phone-2', has: ['number'] },
  app: { source: 'alert', reporter: 'com.example.business phone-1', has: ['payer'] },
  email: { source: 'alert', reporter: 'hdfc by e-mail', has: ['utr', 'payer', 'number'] },
} as const
type SourceName = keyof typeof SOURCES

const anyHearing = fc.record({
  name: fc.constantFrom(...(Object.keys(SOURCES) as SourceName[])),
  /** Until the message is sent. */
  delaySeconds: fc.integer({ min: 0, max: 300 }),
  /** Until it arrives; it may be without any time. */
  silentMinutes: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10 * 60 })),
  hasTime: fc.boolean(),
  again: fc.boolean(),
})

const anyStory = fc.record({
  price: fc.constantFrom(...PRICES),
  orders: fc.array(
    fc.record({
      /** Since the order before. */
      afterMinutes: fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 36, max: 180 })),
      /** After its creation: in time, or up to a quarter of an hour late. */
      paidSeconds: fc.array(fc.integer({ min: 1, max: 300 + 15 * 60 }), { maxLength: 2 }),
      heard: fc.array(anyHearing, { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  atOnce: fc.integer({ min: 1, max: 4 }),
  place: fc.array(fc.nat({ max: 1_000 }), { minLength: 40, maxLength: 40 }),
})
type Story = typeof anyStory extends fc.Arbitrary<infer T> ? T : never
type Hearing = Story['orders'][number]['heard'][number]

interface Payment {
  readonly orderId: string
  readonly utr: string
  readonly reports: readonly ReportedCredit[]
  readonly row: ReportedCredit
}

let keys = 0

/** What is reported of a payment at this moment. Intervals are true, as wide as the message leaves them. */
const reportsOf = (
  order: { merchantId: string; orderId: string; amountPaise: bigint },
  paidMs: number,
  heard: readonly Hearing[],
): Payment => {
  const utr = newUtr()
  const report = (over: Partial<ReportedCredit>): ReportedCredit => {
    keys += 1
    const nobody = { payerUpiId: null, payerName: null, reference: null, amount: order.amountPaise as Paise }
    return creditFor(ledger, order, { ...nobody, sourceKey: `report ${keys}`, utr, ...over })
  }
  const reports = heard.flatMap(({ name, delaySeconds, silentMinutes, hasTime, again }) => {
    const { source, reporter, has } = SOURCES[name]
    const does = (what: string) => has.some((each) => each === what)
    const sentMs = paidMs + delaySeconds * SECOND_MS
    const arrivedMs = sentMs + silentMinutes * MINUTE_MS
    const fromMs = hasTime ? paidMs - MINUTE_MS : Math.min(arrivedMs - 2 * HOUR_MS, paidMs)
    const made = report({
      source,
      reporter,
      provesAmount: true,
      receivedAt: new Date(hasTime ? sentMs : arrivedMs),
      received: { from: new Date(fromMs), to: new Date(arrivedMs), named: hasTime ? 'second' : 'nothing' },
      ...(does('payer') && { payerName: `PAYER OF ${order.orderId}` }),
      ...(does('number') && { messageId: `${name} of ${utr}` }),
    })
    const own = does('utr') ? made : { ...made, utr: null }
    // The phone sends it again: the same message, which has the same key if the phone gives it a number.
    return again ? [own, does('number') ? own : { ...own, sourceKey: `${own.sourceKey} again` }] : [own]
  })
  return {
    orderId: order.orderId,
    utr,
    reports,
    row: report({ source: 'statement', receivedAt: new Date(paidMs) }),
  }
}

const record = async (reports: readonly ReportedCredit[], atOnce: number): Promise<void> => {
  for (let n = 0; n < reports.length; n += atOnce)
    await Promise.all(
      reports
        .slice(n, n + atOnce)
        .map((report) => ledger.db.transaction((tx) => recordCredits(tx, ledger, [report]))),
    )
}

let settledWithoutUtr = 0

test('no order is paid that its customer did not pay, nothing counts twice, and a statement finds every payment', async () => {
  await fc.assert(
    fc.asyncProperty(anyStory, async ({ price, orders, atOnce, place }) => {
      const merchant = await addMerchant(ledger.db)
      const { merchantId } = merchant
      await ledger.db.run(sql`update accounts set unique_amounts = true where merchant_id = ${merchantId}`)
      const payments: Payment[] = []
      const startMs = ledger.clock.now().getTime()
      for (const { afterMinutes, paidSeconds, heard } of orders) {
        ledger.clock.advance({ minutes: afterMinutes })
        const order = await ledger.create(merchant, orderForm({ amount: price }))
        const createdMs = ledger.clock.now().getTime()
        for (const seconds of paidSeconds)
          payments.push(reportsOf({ ...order, merchantId }, createdMs + seconds * SECOND_MS, heard))
      }
      ledger.clock.advance({ hours: 12 })
      await expireOrders(ledger)
      const shuffled = payments
        .flatMap(({ reports }) => reports)
        .map((report, n) => ({ report, at: place[n % place.length] ?? 0 }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ report }) => report)
      await record(shuffled, atOnce)
      settledWithoutUtr += (await liveOf(merchantId)).filter(
        ({ utr, state }) => utr === null && state === 'matched',
      ).length
      await record(shuffled.toReversed(), atOnce)
      await expectTrue(merchantId, payments)

      // The statement lists each payment once, in the order of time.
      const rows = payments
        .map(({ row }) => row)
        .toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
      if (rows.length > 0) await ledger.db.transaction((tx) => recordCredits(tx, ledger, rows))
      const covered = { from: new Date(startMs - SECOND_MS), to: ledger.clock.now() }
      await mergeResolvedRepeats(ledger, { merchantId, accountId: 'acc_1' }, covered)
      await expectTrue(merchantId, payments)
      const live = await liveOf(merchantId)
      for (const { utr } of payments) expect(live.filter((each) => each.utr === utr)).toHaveLength(1)
    }),
    { numRuns: fuzzRuns(60) },
  )
  // Else the promises would hold of nothing.
  expect(settledWithoutUtr).toBeGreaterThan(10)
})

const liveOf = (merchantId: string) =>
  ledger.db.rows<{ utr: string | null; state: string; keys: string[] }>(sql`
    select utr, state, array(select source_key from evidence e where e.merchant_id = c.merchant_id and e.credit_id = c.credit_id) as keys
    from credits c where merchant_id = ${merchantId} and merged_into is null`)

const expectTrue = async (merchantId: string, payments: readonly Payment[]): Promise<void> => {
  const paid = await ledger.db.values<string>(sql`
    select order_id from orders where merchant_id = ${merchantId} and status = 'success'`)
  for (const orderId of paid) expect(payments.map((payment) => payment.orderId)).toContain(orderId)
  const live = await liveOf(merchantId)
  for (const { sourceKey } of payments.flatMap(({ reports }) => reports))
    expect(live.filter(({ keys }) => keys.includes(sourceKey))).toHaveLength(1)
}
