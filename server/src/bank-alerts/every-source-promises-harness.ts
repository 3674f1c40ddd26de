import type { CreditState } from '@galla/contract/reconciliation/credits'
import { expect } from 'vitest'
import type { LiveLedger } from '../../testing/live-shop.ts'
import { sql } from '../platform/database/database.ts'
import type { Shopkeeper } from './every-source-harness.ts'
import type { Notice, Payment } from './every-source-providers-harness.ts'

/** What happened in a shop, as the bank knows it. */
export interface Story {
  readonly who: Shopkeeper
  readonly orders: string[]
  readonly payments: Payment[]
  /** UTRs that a source has certainly reported, and those that one may have reported and the program may have refused. */
  readonly report: Set<string>
  readonly offered: Set<string>
  /** Reported with different amounts: only a person can decide. */
  readonly disputed: Set<string>
  /** Credits about which the merchant decided. */
  readonly decided: Set<string>
  readonly paid: Map<string, string>
  /** Notifications of the provider that may arrive at any time and repeatedly. */
  readonly notices: Notice[]
}

interface Row {
  readonly utr: string
  readonly paise: bigint
  readonly state: CreditState
  readonly order_id: string | null
  readonly own_reference: boolean
  readonly reports: number
}

/** A success stays one, by the same credit. */
export const expectFinal = async (ledger: LiveLedger, story: Story): Promise<void> => {
  const now = await ledger.db.rows<{ order_id: string; credit: string }>(sql`
    select order_id, settled_by_credit_id as credit from orders
    where merchant_id = ${story.who.merchantId} and status = 'success'`)
  const paid = new Map(now.map(({ order_id: orderId, credit }) => [orderId, credit]))
  for (const [orderId, credit] of story.paid) expect([orderId, paid.get(orderId)]).toEqual([orderId, credit])
  for (const [orderId, credit] of paid) story.paid.set(orderId, credit)
}

/**
 * The property itself, after each turn: no sequence of inputs makes an order a success without exactly one settlement, of exactly its
 * payable amount, or of another that a named person accepted.
 */
export const expectSettlements = async (
  ledger: LiveLedger,
  { who, report, offered }: Story,
): Promise<void> => {
  const successes = await ledger.db.rows<{
    order_id: string
    status: string
    utr: string | null
    settling: number
    matched: number
    settles: number
    exact: boolean | null
    accepted_by: string | null
    accepted_why: string | null
  }>(sql`
    select o.order_id, o.status, c.utr, o.amount_accepted_by as accepted_by, o.amount_accepted_why as accepted_why,
      (c.amount_paise = o.payable_paise and o.settled_paise = c.amount_paise) as exact,
      (select count(*)::int from credits s where s.merchant_id = o.merchant_id and s.credit_id = o.settled_by_credit_id
        and s.order_id = o.order_id and s.account_id = o.account_id and s.state in ('matched', 'refunded')) as settling,
      (select count(*)::int from credits m where m.merchant_id = o.merchant_id and m.order_id = o.order_id
        and m.state = 'matched') as matched,
      (select count(*)::int from orders other where other.merchant_id = o.merchant_id
        and other.settled_by_credit_id = o.settled_by_credit_id) as settles
    from orders o left join credits c on c.merchant_id = o.merchant_id and c.credit_id = o.settled_by_credit_id
    where o.merchant_id = ${who.merchantId} and (o.status = 'success' or o.settled_by_credit_id is not null
      or exists (select from credits m where m.merchant_id = o.merchant_id and m.order_id = o.order_id and m.state = 'matched'))`)
  for (const order of successes) {
    const isAccepted = order.accepted_by === who.email && (order.accepted_why ?? '') !== ''
    expect(order).toMatchObject({ status: 'success', settling: 1, settles: 1 })
    expect(order.matched).toBeLessThanOrEqual(1)
    expect([order.order_id, order.exact === true || isAccepted]).toEqual([order.order_id, true])
    // Whatever was forged, or is another's, settles nothing.
    expect(report.has(order.utr ?? '') || offered.has(order.utr ?? '')).toBe(true)
  }
}

export const expectCredits = async (
  ledger: LiveLedger,
  { who, report, offered, disputed, decided, payments }: Story,
): Promise<void> => {
  const credits = await ledger.db.rows<Row>(sql`
    select c.utr, c.amount_paise as paise, c.state, c.order_id,
      exists (select from evidence e join orders o on o.merchant_id = e.merchant_id and o.order_id = left(e.reference, 26)
        where e.merchant_id = c.merchant_id and e.credit_id = c.credit_id) as own_reference,
      (select count(*)::int from evidence e where e.merchant_id = c.merchant_id and e.credit_id = c.credit_id) as reports
    from credits c where c.merchant_id = ${who.merchantId}`)
  const utrs = credits.map(({ utr }) => utr)
  expect(new Set(utrs).size).toBe(utrs.length)
  expect([...report].filter((utr) => !utrs.includes(utr))).toEqual([])
  expect(utrs.filter((utr) => !report.has(utr) && !offered.has(utr))).toEqual([])
  for (const credit of credits) {
    const payment = payments.find(({ utr }) => utr === credit.utr)
    if (payment !== undefined && !disputed.has(credit.utr))
      expect([credit.utr, credit.paise]).toEqual([credit.utr, payment.amount])
    if (decided.has(credit.utr)) continue
    // Only a person ignores or refunds; and what names its order is never left lying without one.
    expect(['matched', 'unmatched', 'ambiguous', 'amount_mismatch', 'duplicate']).toContain(credit.state)
    if (credit.own_reference && !disputed.has(credit.utr)) {
      expect([credit.utr, credit.state]).toEqual([
        credit.utr,
        expect.stringMatching(/^(matched|duplicate|amount_mismatch)$/),
      ])
      expect([credit.utr, credit.order_id]).toEqual([credit.utr, expect.any(String)])
    }
  }
}

export const expectOrders = async (ledger: LiveLedger, { who, orders, decided }: Story): Promise<void> => {
  for (const orderId of orders) {
    const found = await ledger.db.one<{
      status: string
      payable: bigint
      utr: string | null
      paise: bigint | null
      credits: number
      accepted_by: string | null
    }>(sql`
      select o.status, o.payable_paise as payable, c.utr, c.amount_paise as paise, o.amount_accepted_by as accepted_by,
        (select count(*)::int from credits m
          where m.merchant_id = o.merchant_id and m.order_id = o.order_id and m.state = 'matched') as credits
      from orders o left join credits c on c.merchant_id = o.merchant_id and c.credit_id = o.settled_by_credit_id
      where o.order_id = ${orderId}`)
    const successes = (await ledger.announced(orderId)).filter(({ event }) => event === 'order.success')
    expect([orderId, successes.length]).toEqual([orderId, found.status === 'success' ? 1 : 0])
    expect([orderId, found.utr !== null]).toEqual([orderId, found.status === 'success'])
    expect(found.credits).toBeLessThanOrEqual(1)
    if (found.utr === null) continue
    if (found.paise !== found.payable) {
      expect([orderId, found.accepted_by]).toEqual([orderId, who.email])
      expect(decided.has(found.utr)).toBe(true)
    }
  }
}
