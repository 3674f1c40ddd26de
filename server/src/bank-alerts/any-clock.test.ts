import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@galla/contract/durations'
import { istDayOf, startOfIstDay } from '@galla/contract/ist'
import { fuzzRuns } from '@galla/upi/fuzz-harness'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, newUtr, openLedger, orderForm } from '../../testing/ledger.ts'
import type { ReportedCredit } from '../ledger/credit.ts'
import { widened } from '../ledger/received.ts'
import { recordCredit } from '../ledger/record-credit.ts'
import { findOrder } from '../orders/order-store.ts'
import { sql } from '../platform/database/database.ts'
import { timeOfMessage } from './message-time.ts'

/**
 * Orders of one amount, some abandoned and some paid, and every way in which the sources may be wrong about when: clocks hours behind or
 * minutes ahead, messages without a time, a phone that is off for a night, statements that give the second, the minute or the day. The
 * model knows which payment was for which order; the ledger knows the reports alone.
 */
let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

const WINDOW_SECONDS = 300

const anyReport = fc.record({
  /** To the account of its order, or to the address of the other one, which the phone still has. */
  isOwnAccount: fc.boolean(),
  kind: fc.constantFrom('message', 'message', 'message', 'second', 'minute', 'day'),
  /** Minutes by which each clock that the message states is wrong; none: the message states no time. */
  clocks: fc.array(fc.constantFrom(-360, -330, -45, -1, 0, 0, 0, 1, 10), { maxLength: 2 }),
  namesDay: fc.boolean(),
  /** Seconds between sending and arrival: at once, minutes, or a night in which the phone was off. */
  delay: fc.constantFrom(1, 5, 40, 400, 1500, 8 * 3600, 20 * 3600),
})

const anyOrder = fc.record({
  /** Seconds after the order before. */
  after: fc.constantFrom(0, 20, 90, 400, 1300, 4000, 30_000),
  account: fc.constantFrom('acc_1', 'acc_1', 'acc_2'),
  /** Seconds after its creation; null: never paid. */
  paidAfter: fc.option(fc.integer({ min: 1, max: WINDOW_SECONDS - 1 }), { freq: 3 }),
  /** Seconds until the bank sends its message. */
  bankDelay: fc.constantFrom(0, 2, 60, 880),
  reports: fc.array(anyReport, { minLength: 1, maxLength: 3 }),
})

const anyStory = fc.record({
  hasUniqueAmounts: fc.boolean(),
  orders: fc.array(anyOrder, { minLength: 2, maxLength: 3 }),
})
type AnyOrder = typeof anyOrder extends fc.Arbitrary<infer T> ? T : never
type AnyReport = typeof anyReport extends fc.Arbitrary<infer T> ? T : never

interface Event {
  readonly at: number
  readonly happen: () => Promise<unknown>
}

/** A statement is imported after the payment; a message arrives after it was sent. */
const arrivalOf = ({ kind, delay }: AnyReport, sentAt: number, paidAt: number): number =>
  kind === 'message' ? sentAt + delay * SECOND_MS : paidAt + HOUR_MS + delay * SECOND_MS

const timeOf = (any: AnyReport, paidAt: Date, sentAt: Date, arrivedAt: Date) => {
  const day = startOfIstDay(istDayOf(paidAt))
  const floor = (ms: number) => new Date(Math.floor(paidAt.getTime() / ms) * ms)
  const written = (at: Date, ms: number, named: 'second' | 'minute' | 'day') => ({
    receivedAt: at,
    received: widened({ from: at, to: new Date(at.getTime() + ms - 1), named }),
  })
  switch (any.kind) {
    case 'second':
      return written(floor(SECOND_MS), SECOND_MS, 'second')
    case 'minute':
      return written(floor(MINUTE_MS), MINUTE_MS, 'minute')
    case 'day':
      return written(day, 24 * HOUR_MS, 'day')
    default: {
      const { at, received } = timeOfMessage({
        // By the clock that names it, a bank sends within a quarter of an hour.
        times: any.clocks.map(
          (wrongBy) =>
            new Date(
              Math.min(
                sentAt.getTime() + wrongBy * MINUTE_MS,
                Math.max(paidAt.getTime() + 15 * MINUTE_MS, sentAt.getTime()),
              ),
            ),
        ),
        arrivedAt,
        // The phone was heard before it was switched off.
        heardAt: sentAt,
        ...(any.namesDay && { namedDay: istDayOf(paidAt) }),
      })
      return { receivedAt: at, received }
    }
  }
}

test('no clock, delay or imprecise time gives a payment to another order than the one it was made for', async () => {
  let settled = 0
  await fc.assert(
    fc.asyncProperty(anyStory, async ({ hasUniqueAmounts, orders }) => {
      const merchant = await addMerchant(ledger.db, 'live')
      const { merchantId } = merchant
      await ledger.db.run(sql`
        insert into accounts (merchant_id, account_id, mode, provider, merchant_name, upi_id, is_current, created_at)
        values (${merchantId}, 'acc_2', 'live', 'other', 'Sharma Tea', ${`${merchantId}.2@examplebank`}, false, ${ledger.clock.now()})`)
      await ledger.db.run(sql`
        update accounts set unique_amounts = ${hasUniqueAmounts} where merchant_id = ${merchantId}`)
      const paidFor = new Map<string, string>()
      const events: Event[] = []
      const create = async (any: AnyOrder, createdAt: number) => {
        await ledger.db.run(sql`
          update accounts set is_current = false where merchant_id = ${merchantId} and account_id <> ${any.account}`)
        await ledger.db.run(sql`
          update accounts set is_current = true where merchant_id = ${merchantId} and account_id = ${any.account}`)
        const { orderId } = await ledger.create(merchant, orderForm({ expires_in: WINDOW_SECONDS }))
        if (any.paidAfter === null) return
        const order = await findOrder(ledger.db, orderId)
        if (order === undefined) throw new Error('no order')
        const utr = newUtr()
        paidFor.set(utr, orderId)
        const paidAt = createdAt + any.paidAfter * SECOND_MS
        const sentAt = paidAt + any.bankDelay * SECOND_MS
        for (const [n, report] of any.reports.entries()) {
          const arrivedAt = arrivalOf(report, sentAt, paidAt)
          const other = any.account === 'acc_1' ? 'acc_2' : 'acc_1'
          const reported: ReportedCredit = creditFor(ledger, order, {
            accountId: report.isOwnAccount ? any.account : other,
            source: report.kind === 'message' ? 'alert' : 'statement',
            sourceKey: `${utr} ${n}`,
            utr,
            amount: order.payable,
            reference: null,
            payerUpiId: `${utr}@okaxis`,
            ...timeOf(report, new Date(paidAt), new Date(sentAt), new Date(arrivedAt)),
          })
          events.push({ at: arrivedAt, happen: () => recordCredit(ledger, reported) })
        }
      }
      let at = ledger.clock.now().getTime()
      for (const any of orders) {
        at += any.after * SECOND_MS
        const createdAt = at
        events.push({ at: createdAt, happen: () => create(any, createdAt) })
      }
      for (;;) {
        events.sort((a, b) => a.at - b.at)
        const next = events.shift()
        if (next === undefined) break
        ledger.clock.advance({ ms: Math.max(0, next.at - ledger.clock.now().getTime()) })
        await next.happen()
      }
      const paid = await ledger.db.rows<{ order_id: string; utr: string }>(sql`
        select o.order_id, c.utr from orders o
        join credits c on c.merchant_id = o.merchant_id and c.credit_id = o.settled_by_credit_id
        where o.merchant_id = ${merchantId}`)
      for (const { order_id: orderId, utr } of paid) expect(paidFor.get(utr)).toBe(orderId)
      settled += paid.length
    }),
    { numRuns: fuzzRuns(60) },
  )
  // It is no proof if nothing settles.
  expect(settled).toBeGreaterThan(10)
})
