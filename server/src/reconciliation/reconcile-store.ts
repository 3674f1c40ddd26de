import { DAY_MS } from '@galla/contract/durations'
import type { Mode } from '@galla/contract/orders/order-status'
import type { ProposedOrder } from '@galla/contract/reconciliation/credit-decisions'
import type { CreditState } from '@galla/contract/reconciliation/credits'
import type { Paise } from '@galla/upi/rupees'
import type { Credit, CreditSource } from '../ledger/credit.ts'
import { fixed, part, type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import { firstUlidAt } from '../platform/ids.ts'
import type { WithDates } from '../platform/iso-dates.ts'

/** Sets the UTR that a person entered, where the credit has none. */
export const updateUtr = (tx: Transaction, { merchantId, creditId }: Credit, utr: string): Promise<number> =>
  tx.run(sql`
    update credits set utr = ${utr}, is_utr_typed = true, possible_repeat_of = null
    where merchant_id = ${merchantId} and credit_id = ${creditId} and utr is null`)

/** Replaces the UTR that a person typed. The database refuses it once a source has reported the payment with it. */
export const updateCorrectedUtr = (
  tx: Transaction,
  { merchantId, creditId }: Credit,
  utr: string,
): Promise<number> =>
  tx.run(sql`
    update credits set utr = ${utr}, is_utr_typed = false
    where merchant_id = ${merchantId} and credit_id = ${creditId}`)

export const updateCreditNote = (
  tx: Transaction,
  { merchantId, creditId }: Credit,
  note: string,
): Promise<number> =>
  tx.run(sql`update credits set note = ${note} where merchant_id = ${merchantId} and credit_id = ${creditId}`)

/** Counts the notes that were added apart from a decision. */
export const countNotes = (tx: Transaction, { merchantId, creditId }: Credit): Promise<number> =>
  tx.value<number>(sql`
    select count(*)::int as count from credit_history
    where merchant_id = ${merchantId} and credit_id = ${creditId} and detail ->> 'action' = 'note'`)

/** Whether someone or a source decided that it is no repeat. */
export const isSeparate = (tx: Transaction, { merchantId, creditId }: Credit): Promise<boolean> =>
  tx.value<boolean>(sql`
    select exists (
      select from credit_history
      where merchant_id = ${merchantId} and credit_id = ${creditId} and detail ->> 'action' = 'separate') as found`)

export interface ProposedRow extends WithDates<Omit<ProposedOrder, 'amount' | 'because'>, 'createdAt'> {
  readonly amount: Paise
}

const PROPOSED = fixed`
  o.order_id as "orderId", o.client_txn_id as "clientTransactionId", o.customer_name as "customerName",
  o.payable_paise as amount, o.status, o.created_at as "createdAt"`

/** Orders of one amount that are read to find the unpaid ones among them. */
const READ_MAX = 5_000
const PROPOSED_MAX = 10

/** Lists unpaid orders whose customers claim to have paid with this UTR. */
export const listClaimedOrders = (
  db: Queryable,
  { merchantId, accountId, utr }: Credit,
): Promise<ProposedRow[]> =>
  db.rows(sql`
    select ${PROPOSED} from payment_claims p
    join orders o on o.merchant_id = p.merchant_id and o.order_id = p.order_id
    where p.merchant_id = ${merchantId} and p.utr = ${utr} and o.account_id = ${accountId} and o.status <> 'success'
    order by p.claimed_at desc limit ${PROPOSED_MAX}`)

/** Lists the latest unpaid orders of exactly the credit's amount that were created before it came. */
export const listOrdersOfSameAmount = (
  db: Queryable,
  { merchantId, accountId, amount, receivedAt }: Credit,
  mode: Mode,
): Promise<ProposedRow[]> => {
  const before = firstUlidAt(new Date(receivedAt.getTime() + DAY_MS))
  return db.rows(sql`
    select ${PROPOSED}
    from (
      select order_id, status from orders
      where merchant_id = ${merchantId} and mode = ${mode} and shown_paise = ${amount} and shown_paise > 0
        and order_id < ${before}
      order by order_id desc limit ${READ_MAX}) newest
    join orders o on o.merchant_id = ${merchantId} and o.order_id = newest.order_id
    where newest.status <> 'success' and o.account_id = ${accountId} and o.settled_by_credit_id is null
    order by o.order_id desc limit ${PROPOSED_MAX}`)
}

/**
 * Lists unpaid orders of about the credit's amount, created within a day of it: the smallest difference first, then the nearest in time. On
 * each side of the credit it reads the nearest orders only.
 */
export const listOrdersOfNearAmount = (
  db: Queryable,
  { merchantId, accountId, amount, receivedAt }: Credit,
  mode: Mode,
): Promise<ProposedRow[]> => {
  const idAt = (shift: number) => firstUlidAt(new Date(receivedAt.getTime() + shift))
  const listed = part`mode = ${mode} and shown_paise > 0`
  return db.rows(sql`
    select ${PROPOSED}
    from (
      (select order_id, status, shown_paise from orders
        where merchant_id = ${merchantId} and ${listed} and order_id >= ${idAt(-DAY_MS)} and order_id < ${idAt(0)} order by order_id desc limit ${READ_MAX})
      union all
      (select order_id, status, shown_paise from orders
        where merchant_id = ${merchantId} and ${listed} and order_id >= ${idAt(0)} and order_id < ${idAt(DAY_MS)} order by order_id limit ${READ_MAX})) nearest
    join orders o on o.merchant_id = ${merchantId} and o.order_id = nearest.order_id
    where nearest.status <> 'success' and abs(nearest.shown_paise - ${amount}::bigint) * 10 <= ${amount}::bigint
      and o.account_id = ${accountId} and o.settled_by_credit_id is null
    order by abs(o.payable_paise - ${amount}::bigint), abs(extract(epoch from o.created_at - ${receivedAt})), o.order_id
    limit ${PROPOSED_MAX}`)
}

export interface Owed {
  readonly toCustomersPaise: bigint
  readonly toCustomers: number
  readonly byCustomersPaise: bigint
  readonly byCustomers: number
}

/**
 * Sums what all open cases leave open: second payments and what is too much to the customers, what is too little to the merchant. The
 * payments of one order count together. What a bank took back, or a refund sends back, is no longer owed; a payment that goes back whole
 * asks nothing more of its customer.
 */
export const sumOwed = (db: Queryable, merchantId: string, mode: Mode): Promise<Owed> =>
  db.one<Owed>(sql`
    select coalesce(sum(paise) filter (where paise > 0), 0)::bigint as "toCustomersPaise",
      coalesce(sum(n) filter (where paise > 0), 0)::int as "toCustomers",
      coalesce(-sum(paise) filter (where paise < 0), 0)::bigint as "byCustomersPaise",
      coalesce(sum(n) filter (where paise < 0), 0)::int as "byCustomers"
    from (
      select count(*) as n, sum(c.amount_paise - c.refunding_paise)
          - case when c.state = 'amount_mismatch' and o.settled_by_credit_id is null then o.payable_paise else 0 end as paise
      from credits c
      join orders o on o.merchant_id = c.merchant_id and o.order_id = c.order_id
      where c.merchant_id = ${merchantId} and c.mode = ${mode} and c.state = any(array['amount_mismatch', 'duplicate'])
        and c.copy_of is null and c.refunding_paise < c.amount_paise
        and not exists (select from reversals v where v.merchant_id = ${merchantId} and v.credit_id = c.credit_id)
      group by o.merchant_id, o.order_id, c.state) cases`)

/** Sums the credits of a day by their present state, and the payable amounts of the orders that they settled. */
export const sumCreditsOfDay = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  from: Date,
  before: Date,
): Promise<
  {
    state: CreditState
    n: number
    paise: bigint
    fee_paise: bigint
    orders: number
    expected_paise: bigint
  }[]
> =>
  db.rows(sql`
    select c.state, count(*)::int as n, sum(c.amount_paise)::bigint as paise,
      coalesce(sum(c.fee_paise), 0)::bigint as fee_paise, count(o.order_id)::int as orders,
      coalesce(sum(o.payable_paise), 0)::bigint as expected_paise
    from unnest(array['matched', 'unmatched', 'ambiguous', 'amount_mismatch', 'duplicate', 'ignored', 'refunded']) s (state)
    join credits c on c.merchant_id = ${merchantId} and c.state = s.state and c.received_at >= ${from}
      and c.received_at < ${before} and c.mode = ${mode} and c.copy_of is null
    left join orders o on o.merchant_id = c.merchant_id and o.settled_by_credit_id = c.credit_id
    group by c.state`)

export interface NewestCredit {
  readonly creditId: string
  readonly state: CreditState
  readonly orderId: string | null
  readonly name: string | null
  readonly paise: bigint
  readonly receivedAt: Date
}

/** Lists the newest credits since a moment, in these states. The index has each state in the order of time. */
export const listNewestCredits = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  states: readonly CreditState[],
  from: Date,
  limit: number,
): Promise<NewestCredit[]> =>
  db.rows(sql`
    select c.credit_id as "creditId", c.state, c.order_id as "orderId", coalesce(o.customer_name, c.payer_name) as name,
      c.amount_paise as paise, c.received_at as "receivedAt"
    from unnest(${states}::text[]) s (state)
    cross join lateral (
      select * from credits
      where merchant_id = ${merchantId} and state = s.state and received_at >= ${from} and mode = ${mode} and copy_of is null
      order by received_at desc, credit_id desc limit ${limit}) c
    left join orders o on o.merchant_id = ${merchantId} and o.order_id = c.order_id
    order by c.received_at desc, c.credit_id desc limit ${limit}`)

/** Sums the credits of a day in these states, by the source that reported each first. */
export const listSourcesOfDay = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  states: readonly CreditState[],
  from: Date,
  before: Date,
): Promise<{ source: CreditSource; n: number; paise: bigint }[]> =>
  db.rows(sql`
    select first.source, count(*)::int as n, sum(c.amount_paise)::bigint as paise
    from unnest(${states}::text[]) s (state)
    join credits c on c.merchant_id = ${merchantId} and c.state = s.state and c.received_at >= ${from}
      and c.received_at < ${before} and c.mode = ${mode} and c.copy_of is null
    cross join lateral (
      select e.source from evidence e
      where e.merchant_id = c.merchant_id and e.credit_id = c.credit_id order by e.reported_at limit 1) first
    group by first.source order by paise desc, first.source`)
