import type { Dialect } from '@galla/contract/gateway-compat/dialects'
import type { Mode } from '@galla/contract/orders/order-status'
import type { Reversal } from '@galla/contract/reconciliation/reversals'
import type { Paise } from '@galla/upi/rupees'
import type { Credit } from '../ledger/credit.ts'
import { part, type Queryable, type SqlPart, sql, type Transaction } from '../platform/database/database.ts'
import { merchantsOf, ofLane } from '../platform/distributed/merchant-lanes.ts'

/** A payment as reports of reversals name it: by its UTR, or by the order whose reference they carry. */
export interface PaymentName {
  readonly merchantId: string
  readonly accountId: string
  readonly utr: string | null
  readonly orderId: string | null
}

/** What a source says about a payment that a bank took back. */
export interface ReportedReversal extends PaymentName {
  readonly source: 'alert' | 'statement'
  /** Identifies the record at its source. */
  readonly sourceKey: string
  /** Null where the message does not say. */
  readonly amount: Paise | null
  readonly at: Date
  /** The bank's own. */
  readonly words: string | null
}

/** Of a credit with a reversal. */
export interface ReversalKey {
  merchant_id: string
  credit_id: string
}

export const insertReports = (
  tx: Transaction,
  reports: readonly ReportedReversal[],
  now: Date,
): Promise<number> =>
  tx.run(sql`
    insert into reversal_reports (merchant_id, account_id, source, source_key, utr, order_id, amount_paise, occurred_at, words,
      reported_at)
    select r.*, ${now} from unnest(${reports.map(({ merchantId }) => merchantId)}::text[],
      ${reports.map(({ accountId }) => accountId)}::text[], ${reports.map(({ source }) => source)}::text[],
      ${reports.map(({ sourceKey }) => sourceKey)}::text[], ${reports.map(({ utr }) => utr)}::text[],
      ${reports.map(({ orderId }) => orderId)}::text[], ${reports.map(({ amount }) => amount)}::bigint[],
      ${reports.map(({ at }) => at)}::timestamptz[], ${reports.map(({ words }) => words)}::text[]) as r
    on conflict do nothing`)

/**
 * Gives reports that name one of these payments to their credits. Returns the credits of all reports that found theirs. A number of the bank's own may stand where the payment's should: then the order's reference counts.
 */
export const linkReports = (tx: Transaction, names: readonly PaymentName[]): Promise<ReversalKey[]> => {
  const merchants = merchantsOf(names)
  return tx.rows<ReversalKey>(sql`
    with names as materialized (
      select * from unnest(${names.map(({ merchantId }) => merchantId)}::text[],
        ${names.map(({ accountId }) => accountId)}::text[], ${names.map(({ utr }) => utr)}::text[],
        ${names.map(({ orderId }) => orderId)}::text[]) as n (merchant_id, account_id, utr, order_id)
    ), waiting as materialized (
      select r.merchant_id, r.account_id, r.source, r.source_key, r.utr, r.order_id from names n
      join reversal_reports r on ${ofLane(part`r.merchant_id`, merchants)} and r.merchant_id = n.merchant_id and r.account_id = n.account_id and r.utr = n.utr
      where r.credit_id is null
      union
      select r.merchant_id, r.account_id, r.source, r.source_key, r.utr, r.order_id from names n
      join reversal_reports r on ${ofLane(part`r.merchant_id`, merchants)} and r.merchant_id = n.merchant_id and r.account_id = n.account_id and r.order_id = n.order_id
      where r.credit_id is null
    ), linked as (
      update reversal_reports r set credit_id = c.credit_id
      from waiting w cross join lateral (
        select f.credit_id from (
          select 1 as n, credit_id from credits
          where ${ofLane(part`merchant_id`, merchants)} and merchant_id = w.merchant_id and account_id = w.account_id and utr = w.utr
          union all
          select 2, settled_by_credit_id from orders
          where ${ofLane(part`merchant_id`, merchants)} and merchant_id = w.merchant_id and order_id = w.order_id and account_id = w.account_id
            and settled_by_credit_id is not null) f
        order by f.n limit 1) c
      where ${ofLane(part`r.merchant_id`, merchants)} and r.merchant_id = w.merchant_id and r.account_id = w.account_id and r.source = w.source
        and r.source_key = w.source_key and r.credit_id is null
      returning r.merchant_id, r.credit_id
    )
    select distinct merchant_id, credit_id from linked`)
}

/** A report whose payment is not known, and its place among them. */
export interface WaitingReport extends PaymentName {
  readonly reportedAt: Date
  readonly sourceKey: string
}

/** The newest reports whose payment is not known; those after another one. */
export const listWaitingReports = async (
  db: Queryable,
  limit: number,
  after?: WaitingReport,
): Promise<WaitingReport[]> =>
  (
    await db.rows<{
      merchant_id: string
      account_id: string
      utr: string | null
      order_id: string | null
      reported_at: Date
      source_key: string
    }>(sql`
      select merchant_id, account_id, utr, order_id, reported_at, source_key from reversal_reports
      where credit_id is null and (utr is not null or order_id is not null)
        and (reported_at, source_key) < (coalesce(${after?.reportedAt ?? null}::timestamptz, 'infinity'), ${after?.sourceKey ?? ''})
      order by reported_at desc, source_key desc limit ${limit}`)
  ).map(({ merchant_id: merchantId, account_id: accountId, utr, order_id: orderId, ...row }) => ({
    merchantId,
    accountId,
    utr,
    orderId,
    reportedAt: row.reported_at,
    sourceKey: row.source_key,
  }))

/** A reversal whose event was not sent, and its place among them. */
export interface UnannouncedReversal extends ReversalKey {
  opened_at: Date
  /** Its credit settles an order: the event is due. */
  is_settled: boolean
}

/** The newest reversals whose events were not sent; those after another one. Most wait for a credit that never settles an order. */
export const listUnannounced = (
  db: Queryable,
  limit: number,
  after?: UnannouncedReversal,
): Promise<UnannouncedReversal[]> =>
  db.rows(sql`
    select v.merchant_id, v.credit_id, v.opened_at, exists (
      select from orders o where o.merchant_id = v.merchant_id and o.settled_by_credit_id = v.credit_id) as is_settled
    from reversals v
    where v.announced_at is null and v.decision is null
      and (v.opened_at, v.credit_id) < (coalesce(${after?.opened_at ?? null}::timestamptz, 'infinity'), ${after?.credit_id ?? ''})
    order by v.opened_at desc, v.credit_id desc limit ${limit}`)

/** What was taken back of a credit `c`, and when: a bank may do it in parts. Two sources report the same parts. */
const takenBackFrom = (reversal: SqlPart, merchants: readonly string[]): SqlPart => part`
  select least(c.amount_paise, max(s.paise)) as paise, min(s.at) as at from (
    select sum(amount_paise)::bigint as paise, min(occurred_at) as at from reversal_reports r
    where ${ofLane(part`r.merchant_id`, merchants)} and r.merchant_id = ${reversal}.merchant_id
      and r.credit_id = ${reversal}.credit_id
    group by source) s`

export interface AnnouncedReversal {
  merchant_id: string
  mode: Mode
  dialect: Dialect | null
  order_id: string
  client_txn_id: string
  amount_paise: bigint
  utr: string | null
  reversed_paise: bigint | null
  reversed_at: Date
}

/** Marks reversals as announced, each once, and gives what their events say. Those of credits that settle no order wait. */
export const claimReversalAnnouncements = (
  tx: Transaction,
  keys: readonly ReversalKey[],
  now: Date,
): Promise<AnnouncedReversal[]> => {
  const merchants = [...new Set(keys.map((key) => key.merchant_id))]
  return tx.rows<AnnouncedReversal>(sql`
    with announced as (
      update reversals v set announced_at = ${now}
      from unnest(${keys.map((key) => key.merchant_id)}::text[], ${keys.map((key) => key.credit_id)}::text[])
        k (merchant_id, credit_id)
      join orders o on ${ofLane(part`o.merchant_id`, merchants)} and o.merchant_id = k.merchant_id
        and o.settled_by_credit_id = k.credit_id
      where ${ofLane(part`v.merchant_id`, merchants)} and v.merchant_id = k.merchant_id and v.credit_id = k.credit_id and v.announced_at is null and v.decision is null
      returning v.merchant_id, v.credit_id, o.order_id, o.mode, o.dialect, o.client_txn_id
    )
    select a.merchant_id, a.mode, a.dialect, a.order_id, a.client_txn_id, c.amount_paise, c.utr, r.paise as reversed_paise,
      r.at as reversed_at
    from announced a
    join credits c on ${ofLane(part`c.merchant_id`, merchants)} and c.merchant_id = a.merchant_id and c.credit_id = a.credit_id
    cross join lateral (${takenBackFrom(part`a`, merchants)}) r`)
}

/** What the merchant decided about the reversal of a credit: null: nothing. Undefined: it has none. The credit's row is locked. */
export const findReversal = (
  tx: Transaction,
  { merchantId, creditId }: Credit,
): Promise<{ decision: Reversal['decision'] } | undefined> =>
  tx.maybeOne(sql`
    select decision from reversals where merchant_id = ${merchantId} and credit_id = ${creditId}`)

/** Decides on the reversal of a credit, if it has one that waits. */
export const recordReversalDecision = (
  tx: Transaction,
  { merchantId, creditId }: Credit,
  decision: NonNullable<Reversal['decision']>,
  at: Date,
): Promise<number> =>
  tx.run(sql`
    update reversals set decision = ${decision}, decided_at = ${at}
    where merchant_id = ${merchantId} and credit_id = ${creditId} and decision is null`)

/** A page of the cases: reversals of payments that settled their orders, newest first. */
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

export interface OpenReversal {
  client_txn_id: string
  amount_paise: bigint
  utr: string | null
}

/** The newest reversals of orders about which nothing is decided. */
export const listOpenReversals = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  limit: number,
): Promise<OpenReversal[]> =>
  db.rows(sql`
    select o.client_txn_id, c.amount_paise, c.utr from reversals v
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

/** What banks took back on a day, by when the first report says that it happened. */
export const sumReversedOfDay = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  from: Date,
  before: Date,
): Promise<{ n: number; paise: bigint }> =>
  db.one(sql`
    select count(*)::int as n, coalesce(sum(coalesce(r.paise, c.amount_paise)), 0)::bigint as paise
    from reversals v
    join credits c on c.merchant_id = v.merchant_id and c.credit_id = v.credit_id and c.state in ('matched', 'refunded')
    join accounts a on a.merchant_id = c.merchant_id and a.account_id = c.account_id and a.mode = ${mode}
    cross join lateral (${takenBackFrom(part`v`, [merchantId])}) r
    where v.merchant_id = ${merchantId} and v.counts and r.at >= ${from} and r.at < ${before}`)

/** Deletes reports whose payment never came, a bounded batch at a time; not those that wait for the merchant. */
export const deleteWaitingReports = (db: Queryable, before: Date, limit: number): Promise<number> =>
  db.run(sql`
    delete from reversal_reports where (merchant_id, account_id, source, source_key) in (
      select merchant_id, account_id, source, source_key from reversal_reports where credit_id is null and reported_at < ${before}
        and (seen_at is not null or (source = 'alert' and (utr is not null or order_id is not null)))
      order by reported_at limit ${limit})`)
