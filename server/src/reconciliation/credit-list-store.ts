import type { Mode, OrderStatus } from '@galla/contract/orders/order-status'
import type { CreditState, WaitingState } from '@galla/contract/reconciliation/credits'
import type { Reversal } from '@galla/contract/reconciliation/reversals'
import type { Rail } from '@galla/upi/rail'
import type { CreditSource } from '../ledger/credit.ts'
import { COUNTED_MAX } from '../platform/cursor.ts'
import { joinParts, part, type Queryable, sql } from '../platform/database/database.ts'
import { prepared } from '../platform/database/sql.ts'

export interface ListedCredit {
  credit_id: string
  utr: string | null
  amount_paise: bigint
  fee_paise: bigint | null
  rail: Rail
  payer_upi_id: string | null
  payer_name: string | null
  received_at: Date
  state: CreditState
  order_id: string | null
  note: string | null
  reversal: {
    opened_at: string
    decision: Reversal['decision']
    reports: {
      source: 'alert' | 'statement'
      amount_paise: string | null
      at: string
      words: string | null
    }[]
  } | null
  possible_repeat_of: string | null
  merged_into: string | null
  client_txn_id: string | null
  customer_name: string | null
  payable_paise: bigint | null
  status: OrderStatus | null
  paid_late: boolean | null
  evidence: { source: CreditSource; amount_paise: string; reference: string | null; reported_at: string }[]
  history: {
    at: string
    action: string | null
    state: CreditState
    order_id: string | null
    by_whom: string
    note: string | null
    refund_utr: string | null
    refund_paise: string | null
    typed_utr: string | null
  }[]
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

/** Lists credits in the order of the ids, each with its evidence and history in the order of time. */
export const listCreditsByIds = async (
  db: Queryable,
  merchantId: string,
  creditIds: readonly string[],
): Promise<ListedCredit[]> =>
  db.rows<ListedCredit>(sql`
    select c.credit_id, c.utr, c.amount_paise, c.fee_paise, c.rail, c.payer_upi_id, c.payer_name, c.received_at, c.state, c.order_id, c.note,
      c.possible_repeat_of, c.merged_into, o.client_txn_id, o.customer_name, o.payable_paise, o.status, o.paid_late,
      (select json_build_object('opened_at', to_json(v.opened_at), 'decision', v.decision, 'reports', (
          select coalesce(json_agg(json_build_object('source', r.source, 'amount_paise', r.amount_paise::text,
              'at', to_json(r.occurred_at), 'words', r.words) order by r.reported_at, r.source), '[]')
          from (select * from reversal_reports where merchant_id = ${merchantId} and credit_id = v.credit_id
                order by reported_at limit 20) r))
       from reversals v where v.merchant_id = ${merchantId} and v.credit_id = c.credit_id) as reversal,
      (select coalesce(json_agg(json_build_object('source', e.source, 'amount_paise', e.amount_paise::text,
                'reference', e.reference, 'reported_at', to_json(e.reported_at)) order by e.reported_at, e.source), '[]')
       from (select * from evidence where merchant_id = ${merchantId} and credit_id = c.credit_id
             order by reported_at limit 50) e) as evidence,
      (select coalesce(json_agg(json_build_object('at', to_json(h.at), 'action', h.detail ->> 'action', 'state', h.state, 'order_id', h.order_id, 'by_whom', h.by_whom,
                'note', h.detail ->> 'note', 'refund_utr', h.detail ->> 'refundUtr', 'refund_paise', h.detail ->> 'refundPaise',
               'typed_utr', h.detail ->> 'typedUtr') order by h.at, h.entry_id), '[]')
       from (select * from credit_history where merchant_id = ${merchantId} and credit_id = c.credit_id
             order by at limit 50) h) as history
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
