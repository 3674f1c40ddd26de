import {
  NEWS_MAX,
  PAYMENTS_SHOWN,
  WAITING_HOURS,
  WAITING_SHOWN,
} from '@galla/contract/counters/counter-screen'
import { HOUR_MS } from '@galla/contract/durations'
import type { OrderStatus } from '@galla/contract/orders/order-status'
import { part, type Queryable, type SqlPart, sql } from '../platform/database/database.ts'
import type { CounterCaller } from './counter.ts'

/** How long before its payment an order may be added to the counter. */
const ADDED_BEFORE_MS = 86_400_000
const KEYPAD_MINUTES = 15

/**
 * The credits `c` of a counter's account that its cashier may take: they have no order, a rail that settles orders of the account, and a
 * UTR. They were reported at once, not by a statement or a person. Possible repeats and reversed credits are left out.
 */
const offered = ({ merchantId, accountId }: CounterCaller, now: Date): SqlPart => part`
  c.merchant_id = ${merchantId} and c.account_id = ${accountId} and c.state in ('unmatched', 'ambiguous')
    and c.received_at > ${new Date(now.getTime() - WAITING_HOURS * HOUR_MS)}
    and c.utr is not null and c.merged_into is null and c.possible_repeat_of is null
    and exists (
      select from accounts a where a.merchant_id = c.merchant_id and a.account_id = c.account_id
        and c.rail = any(a.settling_rails))
    and exists (
      select from evidence e where e.merchant_id = c.merchant_id and e.credit_id = c.credit_id
        and e.source in ('alert', 'provider', 'simulator'))
    and not exists (
      select from reversals v
      where v.merchant_id = c.merchant_id and v.credit_id = c.credit_id and v.counts)
    and not exists (
      select from reversal_reports r
      where r.merchant_id = c.merchant_id and r.account_id = c.account_id and r.utr = c.utr and r.credit_id is null)`

export interface WaitingRow {
  credit_id: string
  amount_paise: bigint
  payer_name: string | null
  received_at: Date
}

export const listWaitingCredits = (db: Queryable, caller: CounterCaller, now: Date): Promise<WaitingRow[]> =>
  db.rows(sql`
    select c.credit_id, c.amount_paise, c.payer_name, c.received_at from credits c
    where c.merchant_id = ${caller.merchantId} and ${offered(caller, now)} order by c.received_at desc, c.credit_id desc limit ${WAITING_SHOWN}`)

/** Whether the cashier may take the credit. */
export const isOffered = async (
  db: Queryable,
  caller: CounterCaller,
  creditId: string,
  now: Date,
): Promise<boolean> =>
  (await db.maybeOne(sql`
    select from credits c where c.merchant_id = ${caller.merchantId} and ${offered(caller, now)} and c.credit_id = ${creditId}`)) !==
  undefined

export interface PaidRow {
  order_id: string
  credit_id: string
  amount_paise: bigint
  payer_name: string | null
  note: string
  paid_at: Date
}

const paid = ({ merchantId, counterId }: CounterCaller, since: Date): SqlPart => part`
  from counter_orders k
  join orders o on o.merchant_id = k.merchant_id and o.order_id = k.order_id
  join credits c on c.merchant_id = o.merchant_id and c.credit_id = o.settled_by_credit_id
  where k.merchant_id = ${merchantId} and k.counter_id = ${counterId}
    and k.added_at > ${new Date(since.getTime() - ADDED_BEFORE_MS)} and o.paid_at >= ${since}`

export const listLastPayments = (db: Queryable, caller: CounterCaller, now: Date): Promise<PaidRow[]> =>
  db.rows(sql`
    select o.order_id, c.credit_id, c.amount_paise, c.payer_name, o.purpose as note, o.paid_at
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
    where c.merchant_id = ${caller.merchantId} and ${offered(caller, now)} and c.received_at >= ${startOfDay}`)

export interface NewsRow {
  credit_id: string
  order_id: string | null
  amount_paise: bigint
  payer_name: string | null
  at: Date
}

/** Lists the newest payments since a moment, oldest first: of the counter's orders, and those that wait. */
export const listPaymentsSince = (
  db: Queryable,
  caller: CounterCaller,
  since: Date,
  now: Date,
): Promise<NewsRow[]> =>
  db.rows(sql`
    select * from (
      select * from (
        select c.credit_id, o.order_id, c.amount_paise, c.payer_name, o.paid_at as at ${paid(caller, since)}
        union all
        select c.credit_id, null, c.amount_paise, c.payer_name, c.created_at from credits c
        where c.merchant_id = ${caller.merchantId} and ${offered(caller, now)} and c.created_at >= ${since}) found
      order by at desc, credit_id desc limit ${NEWS_MAX}) newest
    order by at, credit_id`)

/** Finds the newest order of the counter's keypad, while the screen may show it. */
export const findNewestKeypadOrder = async (
  db: Queryable,
  { merchantId, counterId }: CounterCaller,
  now: Date,
): Promise<{ order_id: string; status: OrderStatus } | undefined> =>
  db.maybeOne(sql`
    select o.order_id, o.status from counter_orders k
    join orders o on o.merchant_id = k.merchant_id and o.order_id = k.order_id
    where k.merchant_id = ${merchantId} and k.counter_id = ${counterId} and k.credit_id is null
      and k.added_at > ${new Date(now.getTime() - (KEYPAD_MINUTES * HOUR_MS) / 60)}
    order by k.added_at desc, k.order_id desc limit 1`)
