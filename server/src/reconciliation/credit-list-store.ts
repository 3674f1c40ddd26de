import type { Mode } from '@galla/contract/orders/order-status'
import type { CreditRow, CreditState, WaitingState } from '@galla/contract/reconciliation/credits'
import type { Reversal } from '@galla/contract/reconciliation/reversals'
import { COUNTED_MAX } from '../platform/cursor.ts'
import { joinParts, part, type Queryable, sql } from '../platform/database/database.ts'
import { prepared } from '../platform/database/sql.ts'
import type { WithDates } from '../platform/iso-dates.ts'

type Amounts = 'amount' | 'fee' | 'refundAmount'
/** A part of a credit that the database writes as JSON: amounts in paise as text. */
type Json<T> = {
  readonly [Name in keyof T]: Name extends Amounts ? string | Extract<T[Name], null> : T[Name]
}

type Listed = Omit<CreditRow, Amounts | 'sources' | 'reversal' | 'order' | 'evidence' | 'history'>
export interface ListedCredit extends WithDates<Listed, 'receivedAt'> {
  readonly amount: bigint
  readonly fee: bigint | null
  readonly copyOf: string | null
  readonly reversal:
    | (Omit<Reversal, 'reports'> & { readonly reports: Json<Reversal['reports'][number]>[] })
    | null
  readonly order: Json<NonNullable<CreditRow['order']>> | null
  readonly evidence: Json<CreditRow['evidence'][number]>[]
  readonly history: Json<Omit<CreditRow['history'][number], 'action'> & { readonly action: string | null }>[]
}

export interface CreditsOf {
  readonly merchantId: string
  readonly mode: Mode
  readonly states: readonly CreditState[]
}

export interface Page {
  readonly offset: number
  readonly limit: number
}

/** What a payment in a list shows of its history, and one alone: more than its notes and refunds can be. */
const ENTRIES_MAX = 50
const ENTRIES_OF_ONE_MAX = 1_000

/** Lists credits in the order of the ids, each with its evidence and newest history in the order of time. */
export const listCreditsByIds = async (
  db: Queryable,
  merchantId: string,
  creditIds: readonly string[],
): Promise<ListedCredit[]> =>
  db.rows<ListedCredit>(sql`
    select c.credit_id as id, c.utr, c.amount_paise as amount, c.fee_paise as fee, c.rail, c.payer_upi_id as "payerUpiId",
      c.payer_name as "payerName", c.received_at as "receivedAt", c.state, c.order_id as "orderId", c.note,
      c.possible_repeat_of as "possibleRepeatOf", c.merged_into as "mergedInto",
      c.copy_of as "copyOf",
      case when o.order_id is not null then json_build_object('clientTransactionId', o.client_txn_id,
        'customerName', o.customer_name, 'amount', o.payable_paise::text, 'status', o.status, 'paidLate', o.paid_late) end as "order",
      (select json_build_object('openedAt', to_json(v.opened_at), 'decision', v.decision, 'reports', (
          select coalesce(json_agg(json_build_object('source', r.source, 'amount', r.amount_paise::text,
              'at', to_json(r.occurred_at), 'words', r.words) order by r.reported_at, r.source), '[]')
          from (select * from reversal_reports where merchant_id = ${merchantId} and credit_id = v.credit_id
                order by reported_at limit 20) r))
       from reversals v where v.merchant_id = ${merchantId} and v.credit_id = c.credit_id) as reversal,
      (select coalesce(json_agg(json_build_object('source', e.source, 'amount', e.amount_paise::text,
                'reference', e.reference, 'reportedAt', to_json(e.reported_at)) order by e.reported_at, e.source), '[]')
       from (select * from evidence where merchant_id = ${merchantId} and credit_id = c.credit_id
             order by reported_at limit 50) e) as evidence,
      (select coalesce(json_agg(json_build_object('at', to_json(h.at), 'action', h.detail ->> 'action', 'state', h.state,
                'orderId', h.order_id, 'by', h.by_whom, 'note', h.detail ->> 'note', 'refundUtr', h.detail ->> 'refundUtr',
                'refundAmount', h.detail ->> 'refundPaise', 'typedUtr', h.detail ->> 'typedUtr') order by h.at, h.entry_id), '[]')
       from (select * from credit_history where merchant_id = ${merchantId} and credit_id = c.credit_id
             order by at desc, entry_id desc
             limit ${creditIds.length === 1 ? ENTRIES_OF_ONE_MAX : ENTRIES_MAX}) h) as history
    from unnest(${creditIds}::text[]) with ordinality listed (credit_id, position)
    join credits c on c.merchant_id = ${merchantId} and c.credit_id = listed.credit_id
    left join orders o on o.merchant_id = c.merchant_id and o.order_id = c.order_id
    order by listed.position`)

/** Lists credits of these states, newest first. Each state is read by the index. */
export const listByStates = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  states: readonly CreditState[],
  { offset, limit }: Page,
): Promise<string[]> =>
  db.values(
    prepared(sql`
      select c.credit_id from credits c
      join accounts a on a.merchant_id = c.merchant_id and a.account_id = c.account_id and a.mode = ${mode}
      where c.merchant_id = ${merchantId} and ${states.length === 1 ? part`c.state = ${states[0] ?? null}` : part`c.state = any(${states})`}
      order by c.received_at desc, c.credit_id desc limit ${limit} offset ${offset}`),
  )

/** Where a list of credits goes on, and which of them it has. */
export interface CreditRange {
  readonly below: { readonly receivedAt: Date; readonly creditId: string } | null
  readonly from: Date | null
  readonly before: Date | null
}

/** Lists the credits of a range, newest first. Each state is read by the index, and no further than the limit. */
export const listCreditsOfRange = (
  db: Queryable,
  { merchantId, mode, states }: CreditsOf,
  { below, from, before }: CreditRange,
  limit: number,
): Promise<string[]> => {
  const conditions = [part`true`]
  if (below !== null)
    conditions.push(part`(c.received_at, c.credit_id) < (${below.receivedAt}, ${below.creditId})`)
  if (from !== null) conditions.push(part`c.received_at >= ${from}`)
  if (before !== null) conditions.push(part`c.received_at < ${before}`)
  return db.values(sql`
    select p.credit_id from unnest(${states}::text[]) s (state) cross join lateral (
      select c.credit_id, c.received_at from credits c
      join accounts a on a.merchant_id = c.merchant_id and a.account_id = c.account_id and a.mode = ${mode}
      where c.merchant_id = ${merchantId} and c.state = s.state and ${joinParts(conditions, ' and ')}
      order by c.received_at desc, c.credit_id desc limit ${limit}) p
    order by p.received_at desc, p.credit_id desc limit ${limit}`)
}

/** Lists credits that settled their orders late, the latest settlement first. */
export const listLate = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  { offset, limit }: Page,
): Promise<string[]> =>
  db.values(sql`
    select settled_by_credit_id as credit_id from orders
    where merchant_id = ${merchantId} and mode = ${mode} and paid_late
    order by paid_at desc, order_id desc limit ${limit} offset ${offset}`)

export const findListed = async (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  creditId: string,
): Promise<ListedCredit | undefined> => {
  const found = await db.maybeOne(sql`
    select c.credit_id from credits c
    join accounts a on a.merchant_id = c.merchant_id and a.account_id = c.account_id and a.mode = ${mode}
    where c.merchant_id = ${merchantId} and c.credit_id = ${creditId}`)
  return found === undefined ? undefined : (await listCreditsByIds(db, merchantId, [creditId]))[0]
}

/** Counts at most COUNTED_MAX + 1. */
export const countByStates = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  states: readonly CreditState[],
): Promise<number> =>
  db.value<number>(sql`
    select count(*)::int as n from (
      select from credits c
      join accounts a on a.merchant_id = c.merchant_id and a.account_id = c.account_id and a.mode = ${mode}
      where c.merchant_id = ${merchantId} and c.state = any(${states}) limit ${COUNTED_MAX + 1}) counted`)

export const countLate = (db: Queryable, merchantId: string, mode: Mode): Promise<number> =>
  db.value<number>(sql`
    select count(*)::int as n from (
      select from orders where merchant_id = ${merchantId} and mode = ${mode} and paid_late
      limit ${COUNTED_MAX + 1}) counted`)

/** Counts at most `countedMax` of each state. The order of the index keeps the planner, which cannot know how few wait, from reading every credit. */
export const countWaiting = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  countedMax = COUNTED_MAX,
): Promise<{ state: WaitingState; n: number }[]> =>
  db.rows(sql`
    select s.state, (
      select count(*)::int from (
        select from credits c
        join accounts a on a.merchant_id = c.merchant_id and a.account_id = c.account_id and a.mode = ${mode}
        where c.merchant_id = ${merchantId} and c.state = s.state
        order by c.received_at desc limit ${countedMax}) counted) as n
    from unnest(array['unmatched', 'ambiguous', 'amount_mismatch', 'duplicate']) s (state)`)

/** Lists the payments of a time, oldest first. What was found to report another payment again is left out. */
export const listCreditIdsOfTime = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  { from, before, limit }: { readonly from: Date; readonly before: Date; readonly limit: number },
): Promise<string[]> =>
  db.values(sql`
    select c.credit_id from credits c
    join accounts a on a.merchant_id = c.merchant_id and a.account_id = c.account_id and a.mode = ${mode}
    where c.merchant_id = ${merchantId} and c.received_at >= ${from} and c.received_at < ${before} and c.merged_into is null
    order by c.received_at, c.credit_id limit ${limit}`)
