import type { Dialect } from '@galla/contract/gateway-compat/dialects'
import type { Mode } from '@galla/contract/orders/order-status'
import type { Reversal } from '@galla/contract/reconciliation/reversals'
import type { PaymentReversedPayload } from '@galla/contract/webhooks/webhook'
import type { Paise } from '@galla/upi/rupees'
import {
  part,
  type Queryable,
  type SqlPart,
  sql,
  type Transaction,
} from '../../platform/database/database.ts'
import type { Credit } from '../credit.ts'

/** A reversal without an event, with its position in the list. */
export interface UnannouncedReversal {
  readonly merchantId: string
  readonly creditId: string
  readonly openedAt: Date
  /** Its credit settles an order: the event is due. */
  readonly isSettled: boolean
}

/** Lists the newest reversals without an event, from a position on. Most are of credits that never settle an order. */
export const listUnannounced = (
  db: Queryable,
  limit: number,
  after?: UnannouncedReversal,
): Promise<UnannouncedReversal[]> =>
  db.rows(sql`
    select v.merchant_id as "merchantId", v.credit_id as "creditId", v.opened_at as "openedAt", exists (
      select from orders o where o.merchant_id = v.merchant_id and o.settled_by_credit_id = v.credit_id) as "isSettled"
    from reversals v
    where v.announced_at is null and v.decision is null
      and (v.opened_at, v.credit_id) < (coalesce(${after?.openedAt ?? null}::timestamptz, 'infinity'), ${after?.creditId ?? ''})
    order by v.opened_at desc, v.credit_id desc limit ${limit}`)

/**
 * What was taken back of a credit `c` on each day in India, and when. A bank may take parts: each is a row of a statement, and perhaps
 * several messages of its day, of which one counts. What either source has reported by a day, the other reports again. Where nobody says
 * how much, it is all.
 */
const partsOf = (merchantId: string, reversal: SqlPart): SqlPart => part`
  select at, paise - lag(paise, 1, 0::bigint) over (order by day) as paise from (
    select day, at, least(c.amount_paise, case when sum(listed + alerted) over () = 0 then c.amount_paise
      else greatest(sum(listed) over (order by day), sum(alerted) over (order by day)) end)::bigint as paise
    from (
      select (occurred_at at time zone 'Asia/Kolkata')::date as day, min(occurred_at) as at,
        coalesce(sum(amount_paise) filter (where source = 'statement'), 0) as listed,
        coalesce(max(amount_paise) filter (where source = 'alert'), 0) as alerted
      from reversal_reports r
      where r.merchant_id = ${merchantId} and r.credit_id = ${reversal}.credit_id group by 1) reported) days`

export interface AnnouncedReversal
  extends Pick<PaymentReversedPayload, 'mode' | 'orderId' | 'client_txn_id'> {
  readonly dialect: Dialect | null
  readonly amount: Paise
  readonly utr: string | null
  readonly reversed: Paise | null
  readonly at: Date
}

/** Marks a merchant's reversals as announced, each once, and returns the content of their events. Those of credits that settle no order wait. */
export const claimReversalAnnouncements = (
  tx: Transaction,
  merchantId: string,
  creditIds: readonly string[],
  now: Date,
): Promise<AnnouncedReversal[]> =>
  tx.rows(sql`
    with announced as (
      update reversals v set announced_at = ${now}
      from orders o
      where v.merchant_id = ${merchantId} and v.credit_id = any(${creditIds}::text[]) and v.announced_at is null
        and v.decision is null and o.merchant_id = ${merchantId} and o.settled_by_credit_id = v.credit_id
      returning v.credit_id, o.order_id, o.mode, o.dialect, o.client_txn_id
    )
    select a.mode, a.dialect, a.order_id as "orderId", a.client_txn_id, c.amount_paise as amount, c.utr, r.paise as reversed, r.at
    from announced a
    join credits c on c.merchant_id = ${merchantId} and c.credit_id = a.credit_id
    cross join lateral (select sum(paise)::bigint as paise, min(at) as at from (${partsOf(merchantId, part`a`)}) parts) r`)

/** Finds the merchant's decision about the reversal of a locked credit. Null: none yet. Undefined: there is no reversal. */
export const findReversal = (
  tx: Transaction,
  { merchantId, creditId }: Credit,
): Promise<{ decision: Reversal['decision'] } | undefined> =>
  tx.maybeOne(sql`
    select decision from reversals where merchant_id = ${merchantId} and credit_id = ${creditId}`)

/** Records the decision about the reversal of a credit, if one waits. */
export const recordReversalDecision = (
  tx: Transaction,
  { merchantId, creditId }: Credit,
  decision: NonNullable<Reversal['decision']>,
  at: Date,
): Promise<number> =>
  tx.run(sql`
    update reversals set decision = ${decision}, decided_at = ${at}
    where merchant_id = ${merchantId} and credit_id = ${creditId} and decision is null`)

/** Has the reversal of a credit wait again whose refund did not arrive. Its event was sent. */
export const clearRefundedDecision = (tx: Transaction, { merchantId, creditId }: Credit): Promise<number> =>
  tx.run(sql`
    update reversals set decision = null, decided_at = null
    where merchant_id = ${merchantId} and credit_id = ${creditId} and decision = 'refunded'`)

/** Lists a page of the open cases: reversals of payments that settled their orders, newest first. */
export const listReversed = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<string[]> =>
  db.values(sql`
    select v.credit_id from reversals v
    join credits c on c.merchant_id = v.merchant_id and c.credit_id = v.credit_id and c.state in ('matched', 'refunded')
    join accounts a on a.merchant_id = c.merchant_id and a.account_id = c.account_id and a.mode = ${mode}
    where v.merchant_id = ${merchantId} and v.decision is null
    order by v.opened_at desc, v.credit_id desc limit ${limit} offset ${offset}`)

/** Lists the newest open reversals with their orders. */
export const listOpenReversals = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  limit: number,
): Promise<{ readonly order: string; readonly paise: Paise; readonly utr: string | null }[]> =>
  db.rows(sql`
    select o.client_txn_id as "order", c.amount_paise as paise, c.utr from reversals v
    join credits c on c.merchant_id = v.merchant_id and c.credit_id = v.credit_id
    join orders o on o.merchant_id = v.merchant_id and o.settled_by_credit_id = v.credit_id and o.mode = ${mode}
    where v.merchant_id = ${merchantId} and v.decision is null
    order by v.opened_at desc, v.credit_id desc limit ${limit}`)

export const countReversed = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  countedMax: number,
): Promise<number> =>
  db.value<number>(sql`
    select count(*)::int as n from (
      select from reversals v
      join credits c on c.merchant_id = v.merchant_id and c.credit_id = v.credit_id and c.state in ('matched', 'refunded')
      join accounts a on a.merchant_id = c.merchant_id and a.account_id = c.account_id and a.mode = ${mode}
      where v.merchant_id = ${merchantId} and v.decision is null limit ${countedMax}) counted`)

/** What banks reversed on a day of all payments that count as received. Of a payment with two records, one counts. */
const reversedOnDay = (merchantId: string, mode: Mode, from: Date, before: Date): SqlPart => part`
  reversals v
  join credits c on c.merchant_id = v.merchant_id and c.credit_id = v.credit_id and c.mode = ${mode} and c.state <> 'ignored'
    and not exists (
      select from reversals first where first.merchant_id = c.merchant_id and first.credit_id = c.copy_of and first.counts)
  cross join lateral (${partsOf(merchantId, part`v`)}) r
  left join orders o on o.merchant_id = c.merchant_id and o.settled_by_credit_id = c.credit_id
  where v.merchant_id = ${merchantId} and v.counts and r.at >= ${from} and r.at < ${before} and r.paise > 0`

export const sumReversedOfDay = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  from: Date,
  before: Date,
): Promise<{ n: number; paise: bigint }> =>
  db.one(sql`
    select count(*)::int as n, coalesce(sum(r.paise), 0)::bigint as paise
    from ${reversedOnDay(merchantId, mode, from, before)}`)

export interface ReversedPayment {
  readonly creditId: string
  readonly at: Date
  readonly paise: bigint
  readonly utr: string | null
  readonly payer: string | null
  readonly clientTxnId: string | null
}

/** Lists what the sum of a day is made of. */
export const listReversedOfDay = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  from: Date,
  before: Date,
): Promise<ReversedPayment[]> =>
  db.rows(sql`
    select c.credit_id as "creditId", r.at, r.paise, c.utr,
      coalesce(c.payer_name, c.payer_upi_id) as payer, o.client_txn_id as "clientTxnId"
    from ${reversedOnDay(merchantId, mode, from, before)}
    order by r.at, c.credit_id`)
