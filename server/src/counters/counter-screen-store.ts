import {
  type CounterNews,
  type CounterPayment,
  NEWS_MAX,
  PAYMENTS_SHOWN,
  WAITING_HOURS,
  WAITING_SHOWN,
  type WaitingPayment,
} from '@galla/contract/counters/counter-screen'
import { DAY_MS, HOUR_MS, SECOND_MS } from '@galla/contract/durations'
import type { OrderStatus } from '@galla/contract/orders/order-status'
import type { Paise } from '@galla/upi/rupees'
import { GRACE_SECONDS, type Received } from '../ledger/received.ts'
import { LOWERED_BY_MAX } from '../orders/order.ts'
import { part, type Queryable, type SqlPart, sql, type Transaction } from '../platform/database/database.ts'
import { firstUlidAt } from '../platform/ids.ts'
import type { WithDates } from '../platform/iso-dates.ts'
import type { CounterCaller } from './counter.ts'

/** How long before its payment an order may be added to the counter. */
const ADDED_BEFORE_MS = DAY_MS
const KEYPAD_MINUTES = 15
/** An online order may still be paid this long after its window. Then a person decides. */
const LATE_MS = DAY_MS
/** The longest window of an order, and a day that a source may be late. */
const CREATED_BEFORE_MS = 32 * DAY_MS

/** By a rail that settles orders of the account. */
const settlesByRail = part`exists (
      select from accounts a where a.merchant_id = c.merchant_id and a.account_id = c.account_id
        and c.rail = any(a.settling_rails))`

/** A later report of a payment without a UTR would be a second payment. */
const canBeTaken = part`(c.utr is not null and ${settlesByRail})`

/**
 * The credits `c` of a counter's account that are announced and wait there: they have no order, and a rail that settles orders of the
 * account or that the bank does not name. They were reported at once, not by a statement or a person. Possible repeats and
 * credits whose money goes back or was taken back are left out.
 */
const waits = ({ merchantId, accountId }: CounterCaller, now: Date): SqlPart => part`
  c.merchant_id = ${merchantId} and c.account_id = ${accountId} and c.state in ('unmatched', 'ambiguous')
    and c.received_at > ${new Date(now.getTime() - WAITING_HOURS * HOUR_MS)}
    and c.merged_into is null and c.possible_repeat_of is null and c.refunding_paise = 0 and (c.rail = 'unknown' or ${settlesByRail})
    and exists (
      select from evidence e where e.merchant_id = c.merchant_id and e.credit_id = c.credit_id
        and e.source in ('alert', 'provider', 'simulator'))
    and not exists (
      select from reversals v
      where v.merchant_id = c.merchant_id and v.credit_id = c.credit_id and v.counts)
    and not exists (
      select from reversal_reports r
      join accounts a on a.merchant_id = r.merchant_id and a.account_id = r.account_id and a.mode = c.mode
      where r.merchant_id = c.merchant_id and r.utr = c.utr and r.credit_id is null)`

/**
 * A payment is announced under one id, also when its first report had no UTR and its credit was merged since.
 */
const announcedId = part`coalesce((
    select m.credit_id from credits m
    where m.merchant_id = c.merchant_id and m.amount_paise = c.amount_paise and m.account_id = c.account_id
      and m.merged_into = c.credit_id
    order by m.created_at, m.credit_id limit 1), c.credit_id)`

/** Of a payment, as the contract shows it, but for its amount. */
type Row<Shown extends { readonly amount: number }, Dates extends keyof Shown> = WithDates<Shown, Dates> & {
  readonly amount: Paise
}

export const listWaitingCredits = (
  db: Queryable,
  caller: CounterCaller,
  now: Date,
): Promise<Row<WaitingPayment, 'receivedAt'>[]> =>
  db.rows(sql`
    select c.credit_id as "creditId", c.amount_paise as amount, c.payer_name as "payerName", c.received_at as "receivedAt",
      ${canBeTaken} as "canBeTaken"
    from credits c
    where c.merchant_id = ${caller.merchantId} and ${waits(caller, now)} order by c.received_at desc, c.credit_id desc limit ${WAITING_SHOWN}`)

/** Whether the cashier may take the credit. */
export const isOffered = async (
  db: Queryable,
  caller: CounterCaller,
  creditId: string,
  now: Date,
): Promise<boolean> =>
  (await db.maybeOne(sql`
    select from credits c where c.merchant_id = ${caller.merchantId} and ${waits(caller, now)} and ${canBeTaken} and c.credit_id = ${creditId}`)) !==
  undefined

/**
 * Whether a payment of this amount may be for an order, paid or not: its price, full or lowered, is the amount, and it could have been paid in
 * the interval or shortly after its window. Sales that were made from a payment are left out: nobody else could pay them.
 */
export const hasOrderOfPrice = async (
  tx: Transaction,
  { merchantId, mode }: CounterCaller,
  amount: Paise,
  { from, to }: Received,
): Promise<boolean> => {
  const since = new Date(from.getTime() - LATE_MS)
  const prices = Array.from({ length: LOWERED_BY_MAX + 1 }, (_each, paise) => amount - BigInt(paise))
  const isPrice = part`(o.payable_paise = ${amount} or o.amount_paise = ${amount})`
  const row = await tx.maybeOne(sql`
    select from orders o
    where o.merchant_id = ${merchantId} and o.mode = ${mode} and o.shown_paise > 0 and o.shown_paise = any(${prices}::bigint[])
      and o.order_id >= ${firstUlidAt(new Date(since.getTime() - CREATED_BEFORE_MS))} and ${isPrice} and o.created_at <= ${to}
      and o.expires_at >= ${since} and not exists (
        select from counter_orders k
        where k.merchant_id = ${merchantId} and k.order_id = o.order_id and k.is_sale
          and (k.credit_id is not null or o.expires_at < ${new Date(from.getTime() - GRACE_SECONDS * SECOND_MS)}))
    union all
    select from credits c join orders o on o.merchant_id = ${merchantId} and o.settled_by_credit_id = c.credit_id
    where c.merchant_id = ${merchantId} and c.state = 'matched' and c.received_at >= ${since} and o.mode = ${mode}
      and o.amount_accepted_by is not null and ${isPrice}
    limit 1`)
  return row !== undefined
}

const paid = ({ merchantId, counterId }: CounterCaller, since: Date): SqlPart => part`
  from counter_orders k
  join orders o on o.merchant_id = k.merchant_id and o.order_id = k.order_id
  join credits c on c.merchant_id = o.merchant_id and c.credit_id = o.settled_by_credit_id
  where k.merchant_id = ${merchantId} and k.counter_id = ${counterId}
    and k.added_at > ${new Date(since.getTime() - ADDED_BEFORE_MS)} and o.paid_at >= ${since}`

export const listLastPayments = (
  db: Queryable,
  caller: CounterCaller,
  now: Date,
): Promise<Row<CounterPayment, 'paidAt'>[]> =>
  db.rows(sql`
    select o.order_id as "orderId", c.credit_id as "creditId", c.amount_paise as amount, c.payer_name as "payerName",
      o.purpose as note, o.paid_at as "paidAt"
    ${paid(caller, new Date(now.getTime() - ADDED_BEFORE_MS))}
    order by o.paid_at desc, o.order_id desc limit ${PAYMENTS_SHOWN}`)

export interface Sum {
  count: number
  paise: bigint
}

/** Sums the payments of a day. A payment counts for the day on which it came, even if it is taken on the next one. */
export const sumPaymentsOfDay = (db: Queryable, caller: CounterCaller, startOfDay: Date): Promise<Sum> =>
  db.one(sql`
    select count(*)::int as count, coalesce(sum(c.amount_paise), 0)::bigint as paise
    ${paid(caller, startOfDay)} and c.received_at >= ${startOfDay}`)

export const sumWaitingOfDay = (
  db: Queryable,
  caller: CounterCaller,
  startOfDay: Date,
  now: Date,
): Promise<Sum> =>
  db.one(sql`
    select count(*)::int as count, coalesce(sum(c.amount_paise), 0)::bigint as paise from credits c
    where c.merchant_id = ${caller.merchantId} and ${waits(caller, now)} and c.received_at >= ${startOfDay}`)

/** Lists the newest payments since a moment, oldest first: of the counter's orders, and those that wait. */
export const listPaymentsSince = (
  db: Queryable,
  caller: CounterCaller,
  since: Date,
  now: Date,
): Promise<Row<CounterNews, 'at'>[]> =>
  db.rows(sql`
    select * from (
      select * from (
        select ${announcedId} as "creditId", o.order_id as "orderId", c.amount_paise as amount, c.payer_name as "payerName",
          o.paid_at as at
        ${paid(caller, since)}
        union all
        select ${announcedId}, null, c.amount_paise, c.payer_name, c.created_at from credits c
        where c.merchant_id = ${caller.merchantId} and ${waits(caller, now)} and c.created_at >= ${since}) found
      order by at desc, "creditId" desc limit ${NEWS_MAX}) newest
    order by at, "creditId"`)

/** Finds the newest order of the counter's keypad, while the screen may show it. */
export const findNewestKeypadOrder = async (
  db: Queryable,
  { merchantId, counterId }: CounterCaller,
  now: Date,
): Promise<{ orderId: string; status: OrderStatus } | undefined> =>
  db.maybeOne(sql`
    select o.order_id as "orderId", o.status from counter_orders k
    join orders o on o.merchant_id = k.merchant_id and o.order_id = k.order_id
    where k.merchant_id = ${merchantId} and k.counter_id = ${counterId} and k.credit_id is null
      and k.added_at > ${new Date(now.getTime() - (KEYPAD_MINUTES * HOUR_MS) / 60)}
    order by k.added_at desc, k.order_id desc limit 1`)
