import { BYTE_ORDER_MARK, csvLine } from '@galla/contract/csv-line'
import { DAY_MS } from '@galla/contract/durations'
import type { ReplyOf } from '@galla/contract/endpoint'
import { istDayOf, startOfIstDay } from '@galla/contract/ist'
import {
  type dailyClosing as endpoint,
  type getClosing,
  TODAY_PAYMENTS_MAX,
  type readToday as todayEndpoint,
} from '@galla/contract/reconciliation/closing'
import { CREDIT_STATES, type CreditState, WAITING_STATES } from '@galla/contract/reconciliation/credits'
import { type Paise, toRupeeNumber } from '@galla/upi/rupees'
import type { CreditSource } from '../ledger/credit.ts'
import { sumRefundsOfDay } from '../ledger/refunds/refund-store.ts'
import { sumReversedOfDay } from '../ledger/reversals/reversal-store.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { invalidField } from '../platform/refusal.ts'
import { listNewestCredits, listSourcesOfDay, sumCreditsOfDay } from './reconcile-store.ts'

export type Closing = ReplyOf<typeof endpoint>['data']

const FIRST_YEAR = 2000
const LAST_YEAR = 9998

/** Ignored credits are no payments of orders, and refunded ones went back. */
const COUNTS_AS_RECEIVED = {
  matched: true,
  unmatched: true,
  ambiguous: true,
  amount_mismatch: true,
  duplicate: true,
  ignored: false,
  refunded: false,
} as const satisfies Record<CreditState, boolean>

const RECEIVED_STATES = CREDIT_STATES.filter((state) => COUNTS_AS_RECEIVED[state])

const rupees = (paise: bigint): number => toRupeeNumber(paise as Paise)

/**
 * Sums what was received on a day in India, whenever it was reported, and what its settled orders ask for. The difference is what waits,
 * what was paid twice, and what was accepted with another amount.
 */
export const dailyClosing = async (
  { db }: { readonly db: Database },
  { merchantId, mode }: Pick<SessionCaller, 'merchantId' | 'mode'>,
  date: string,
): Promise<Closing> => {
  const year = Number(date.slice(0, 4))
  if (year < FIRST_YEAR || year > LAST_YEAR) throw invalidField('date', 'Please choose a day')
  const from = startOfIstDay(date)
  const before = new Date(from.getTime() + DAY_MS)
  const [sums, sources, reversed, refunds] = await Promise.all([
    sumCreditsOfDay(db, merchantId, mode, from, before),
    listSourcesOfDay(db, merchantId, mode, RECEIVED_STATES, from, before),
    sumReversedOfDay(db, merchantId, mode, from, before),
    sumRefundsOfDay(db, merchantId, mode, from, before),
  ])
  const byState = new Map(sums.map((sum) => [sum.state, sum]))
  const counted = sums.filter(({ state }) => COUNTS_AS_RECEIVED[state])
  const received = counted.reduce((sum, { paise }) => sum + paise, 0n)
  const expected = counted.reduce((sum, { expected_paise: paise }) => sum + paise, 0n)
  const fees = counted.reduce((sum, { fee_paise: paise }) => sum + paise, 0n)
  return {
    date,
    expected: rupees(expected),
    received: rupees(received),
    difference: rupees(received - expected),
    fees: rupees(fees),
    reversed: { count: reversed.n, amount: rupees(reversed.paise) },
    refunds: { count: refunds.n, amount: rupees(refunds.paise) },
    open: WAITING_STATES.reduce((sum, state) => sum + (byState.get(state)?.n ?? 0), 0),
    orders: counted.reduce((sum, { orders }) => sum + orders, 0),
    states: CREDIT_STATES.map((state) => ({
      state,
      count: byState.get(state)?.n ?? 0,
      amount: rupees(byState.get(state)?.paise ?? 0n),
    })),
    sources: sources.map(({ source, n, paise }) => ({ source, count: n, amount: rupees(paise) })),
  }
}

const moneyAsText = <Sum extends { readonly amount: number }>(sum: Sum) => ({
  ...sum,
  amount: sum.amount.toFixed(2),
})

/** The closing as a key reads it. */
export const closingOfKey = (closing: Closing): ReplyOf<typeof getClosing>['data'] => ({
  ...closing,
  expected: closing.expected.toFixed(2),
  received: closing.received.toFixed(2),
  difference: closing.difference.toFixed(2),
  fees: closing.fees.toFixed(2),
  reversed: moneyAsText(closing.reversed),
  refunds: moneyAsText(closing.refunds),
  states: closing.states.map(moneyAsText),
  sources: closing.sources.map(moneyAsText),
})

/** What was received today, as its closing counts it. */
export const readToday = async (
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { merchantId, mode }: Pick<SessionCaller, 'merchantId' | 'mode'>,
): Promise<ReplyOf<typeof todayEndpoint>['data']> => {
  const date = istDayOf(clock.now())
  const from = startOfIstDay(date)
  const before = new Date(from.getTime() + DAY_MS)
  const [sums, newest] = await Promise.all([
    sumCreditsOfDay(db, merchantId, mode, from, before),
    listNewestCredits(db, merchantId, mode, RECEIVED_STATES, from, TODAY_PAYMENTS_MAX),
  ])
  const counted = sums.filter(({ state }) => COUNTS_AS_RECEIVED[state])
  return {
    date,
    count: counted.reduce((sum, { n }) => sum + n, 0),
    amount: rupees(counted.reduce((sum, { paise }) => sum + paise, 0n)),
    payments: newest.map(({ paise, receivedAt, ...payment }) => ({
      ...payment,
      amount: rupees(paise),
      receivedAt: receivedAt.toISOString(),
    })),
  }
}

const STATE_LABELS = {
  matched: 'Matched',
  unmatched: 'Unmatched',
  ambiguous: 'Ambiguous',
  amount_mismatch: 'Other amount',
  duplicate: 'Paid twice',
  ignored: 'Not a payment of an order',
  refunded: 'Refunded',
} as const satisfies Record<CreditState, string>

const SOURCE_LABELS = {
  provider: 'Reported by the provider',
  alert: 'Reported by an alert',
  statement: 'From a bank statement',
  manual: 'Confirmed manually',
  simulator: 'Paid in the simulator',
} as const satisfies Record<CreditSource, string>

/** The closing as CSV. It contains no text that a customer wrote. */
export const closingCsv = (closing: Closing): string => {
  const amount = (value: number) => value.toFixed(2)
  const lines = [
    ['Date', closing.date, ''],
    ['Expected', amount(closing.expected), String(closing.orders)],
    ['Received', amount(closing.received), ''],
    ['Difference', amount(closing.difference), ''],
    ['Open', '', String(closing.open)],
    ...closing.states.map(({ state, count, amount: sum }) => [
      STATE_LABELS[state],
      amount(sum),
      String(count),
    ]),
    ...closing.sources.map(({ source, count, amount: sum }) => [
      SOURCE_LABELS[source],
      amount(sum),
      String(count),
    ]),
    ['Fees', amount(closing.fees), ''],
    ['Received after fees', amount(closing.received - closing.fees), ''],
    ['Reversed by the bank', amount(closing.reversed.amount), String(closing.reversed.count)],
    ['Refunds sent', amount(closing.refunds.amount), String(closing.refunds.count)],
  ]
  return `${BYTE_ORDER_MARK}${[['What', 'Amount (₹)', 'Count'], ...lines].map(csvLine).join('')}`
}
