import type { Rail } from '@galla/upi/rail'
import type { Order } from '../orders/order.ts'
import { part, type SqlPart, sql, type Transaction } from '../platform/database/database.ts'
import { merchantsOf, onShardOf } from '../platform/distributed/merchant-shards.ts'
import { firstUlidAt } from '../platform/ids.ts'
import type { Credit, ReportedCredit } from './credit.ts'

/** A payment without a reference may come this long after the window of the order it is for. */
export const GRACE_SECONDS = 15 * 60
/** Orders with longer windows, or with a second attempt, are found by the index orders_open_long, which repeats this limit. */
const SHORT_WINDOW_SECONDS = 900
const SECOND_MS = 1000
/** Earlier reports of a batch may settle this many candidates of a credit before its candidates are found again. */
const SETTLED_BEFORE_MAX = 16

/** When the money came: an instant, a second or a day, as precisely as it is known. */
export interface Received {
  readonly from: Date
  readonly to: Date
}

export const receivedWithin = (credit: Credit, { receivedBefore }: ReportedCredit): Received => ({
  from: credit.receivedAt,
  to: receivedBefore ?? endOfSecond(credit.receivedAt),
})

/** E-mails and statements give whole seconds: the money may have come at any moment of it, so after an order of the same second. */
const endOfSecond = (at: Date): Date =>
  at.getTime() % SECOND_MS === 0 ? new Date(at.getTime() + SECOND_MS - 1) : at

/** The orders that a credit without a reference may pay. */
export interface Candidates {
  /** Unsettled orders of its amount. */
  readonly open: readonly string[]
  /** The limit was reached: there may be more. */
  readonly isTruncated: boolean
  /** Those of `open` that the amount alone does not settle, because customers pay any amount to a counter's printed QR. */
  readonly notByAmount: readonly string[]
  /** The order for which the amount was reserved at that time, where the account has unique amounts. */
  readonly amountOwner: string | null
  /** Orders of that amount and time that the same payer has settled; at most two. */
  readonly paidBySamePayer: readonly string[]
}

export const NO_CANDIDATES: Candidates = {
  open: [],
  isTruncated: false,
  notByAmount: [],
  amountOwner: null,
  paidBySamePayer: [],
}

export interface CandidateQuery {
  readonly credit: Credit
  readonly received: Received
  /** The account's settings say which rails may settle an order by amount. */
  readonly rail: Rail
  /** Earlier reports of this account and amount in the batch. Each may settle one of the candidates. */
  readonly earlierReports: number
}

const before = (at: Date, seconds: number): Date => new Date(at.getTime() - seconds * SECOND_MS)

const closedAfterOf = ({ from }: Received): Date => before(from, GRACE_SECONDS)
/** Orders with a short window that a credit may be for were created since then, and so have ids from then on. */
const firstIdOf = (received: Received): string =>
  firstUlidAt(before(closedAfterOf(received), SHORT_WINDOW_SECONDS))
const endIdOf = ({ to }: Received): string => firstUlidAt(new Date(to.getTime() + 1))

/**
 * Anyone may pay any amount to the printed QR of a counter, and anyone may make an online order of that amount. So while the account
 * has an open counter, the amount alone settles only orders of its counters, and orders that have a unique amount with paise.
 */
const notByAmount = (merchants: readonly string[]): SqlPart => part`array(
  select o.order_id from unnest(open.ids) as o (order_id)
  where exists (
      select from counters k
      where ${onShardOf(part`k.merchant_id`, merchants)} and k.merchant_id = c.merchant_id and k.account_id = c.account_id
        and k.closed_at is null)
    and not exists (
      select from counter_orders k
      where ${onShardOf(part`k.merchant_id`, merchants)} and k.merchant_id = c.merchant_id and k.order_id = o.order_id)
    and (c.amount_paise % 100 = 0 or o.order_id is distinct from taken.order_id))`

/**
 * Finds the candidates of many credits by one statement, without locking them. A candidate is of the credit's account, unsettled, of
 * exactly its amount, created before it, and closed, if at all, no more than GRACE_SECONDS before it. Two are enough to know that it
 * is ambiguous. A credit has none if the account does not accept its rail, or if the payment settled an order of another account of the
 * merchant: one message that reaches two accounts is one payment.
 *
 * `paid` leaves out counter sales, because a customer may buy the same again there, and includes other orders that a cashier picked
 * for a payment.
 *
 * The payer is looked up by a lateral join with a limit, so that it starts from the few orders of that time. As a plain join, plans made
 * before the table is analysed start from all credits of the merchant.
 */
export const findCandidates = async (
  tx: Transaction,
  queries: readonly CandidateQuery[],
): Promise<Candidates[]> => {
  if (queries.length === 0) return []
  const limits = queries.map(({ earlierReports }) => 2 + Math.min(earlierReports, SETTLED_BEFORE_MAX))
  const merchants = merchantsOf(queries.map(({ credit }) => credit))
  const rows = await tx.rows<CandidateRow>(sql`
    select open.ids as open, ${notByAmount(merchants)} as not_by_amount, taken.order_id as amount_owner,
      case when not rails.allowed or c.payer_upi_id is null or cardinality(open.ids) > 0 and c.open_max = 2 then '{}' else array(
        select o.order_id from orders o
        cross join lateral (
          select payer_upi_id from credits
          where ${onShardOf(part`merchant_id`, merchants)} and merchant_id = o.merchant_id and credit_id = o.settled_by_credit_id limit 1) p
        where ${onShardOf(part`o.merchant_id`, merchants)} and o.merchant_id = c.merchant_id and o.order_id >= c.first_id and o.order_id < c.end_id
          and o.created_at <= c.received_to and o.account_id = c.account_id and o.payable_paise = c.amount_paise
          and o.expires_at >= c.closed_after and p.payer_upi_id = c.payer_upi_id
          and not exists (
            select from counter_orders k
            where ${onShardOf(part`k.merchant_id`, merchants)} and k.merchant_id = o.merchant_id and k.order_id = o.order_id and k.is_sale)
        limit 2) end as paid
    from unnest(${queries.map(({ credit }) => credit.merchantId)}::text[],
      ${queries.map(({ credit }) => credit.accountId)}::text[], ${queries.map(({ credit }) => credit.amount)}::bigint[],
      ${queries.map(({ credit }) => credit.payerUpiId)}::text[],
      ${queries.map(({ received }) => received.from)}::timestamptz[], ${queries.map(({ received }) => received.to)}::timestamptz[],
      ${queries.map(({ received }) => closedAfterOf(received))}::timestamptz[],
      ${queries.map(({ received }) => firstIdOf(received))}::text[],
      ${queries.map(({ received }) => endIdOf(received))}::text[], ${limits}::int[], ${queries.map(({ rail }) => rail)}::text[],
      ${queries.map(({ credit }) => credit.utr)}::text[])
      with ordinality as c (merchant_id, account_id, amount_paise, payer_upi_id, received_from, received_to, closed_after,
        first_id, end_id, open_max, rail, utr, n)
    join lateral (
      select c.rail = any(a.settling_rails) and not exists (
          select from accounts other
          join credits paid on ${onShardOf(part`paid.merchant_id`, merchants)} and paid.merchant_id = other.merchant_id and paid.account_id = other.account_id and paid.utr = c.utr
          where ${onShardOf(part`other.merchant_id`, merchants)} and other.merchant_id = a.merchant_id and other.mode = a.mode and other.account_id <> a.account_id
            and paid.amount_paise = c.amount_paise and paid.state in ('matched', 'refunded')) as allowed
      from accounts a where ${onShardOf(part`a.merchant_id`, merchants)} and a.merchant_id = c.merchant_id and a.account_id = c.account_id) rails on true
    cross join lateral (
      select array(
        select order_id from orders o
        where ${onShardOf(part`o.merchant_id`, merchants)} and o.merchant_id = c.merchant_id and o.order_id >= c.first_id and o.order_id < c.end_id
          and o.created_at <= c.received_to and o.window_seconds <= 900 and o.attempt = 1
          and o.account_id = c.account_id and o.payable_paise = c.amount_paise and o.settled_by_credit_id is null
          and o.expires_at >= c.closed_after and rails.allowed
        union all
        select order_id from orders o
        where ${onShardOf(part`o.merchant_id`, merchants)} and o.merchant_id = c.merchant_id and o.account_id = c.account_id and o.payable_paise = c.amount_paise
          and o.expires_at >= c.closed_after and o.created_at <= c.received_to and o.settled_by_credit_id is null
          and (o.window_seconds > 900 or o.attempt > 1) and rails.allowed
        limit c.open_max) as ids) open
    left join lateral (
      select t.order_id from taken_amounts t
      join orders o on ${onShardOf(part`o.merchant_id`, merchants)} and o.merchant_id = t.merchant_id and o.order_id = t.order_id
      where ${onShardOf(part`t.merchant_id`, merchants)} and t.merchant_id = c.merchant_id and t.account_id = c.account_id and t.payable_paise = c.amount_paise
        and t.free_at > c.received_from and o.created_at <= c.received_to and rails.allowed) taken on true
    order by c.n`)
  return rows.map((row, n) => candidatesFrom(row, limits[n]))
}

interface CandidateRow {
  open: string[]
  not_by_amount: string[]
  amount_owner: string | null
  paid: string[]
}

const candidatesFrom = (row: CandidateRow, limit: number | undefined): Candidates => ({
  open: row.open,
  isTruncated: row.open.length === limit,
  notByAmount: row.not_by_amount,
  amountOwner: row.amount_owner,
  paidBySamePayer: row.paid,
})

/** The rule of `paid` in `findCandidates`, for an order that the same payer settled in this batch. */
export const mayHavePaid = (credit: Credit, received: Received, order: Order): boolean =>
  order.merchantId === credit.merchantId &&
  order.accountId === credit.accountId &&
  order.payable === credit.amount &&
  order.orderId >= firstIdOf(received) &&
  order.orderId < endIdOf(received) &&
  order.createdAt <= received.to &&
  order.expiresAt >= closedAfterOf(received)

/** Finds the orders among these that a counter sold. */
export const findCounterSales = async (
  tx: Transaction,
  orders: readonly Order[],
): Promise<ReadonlySet<string>> => {
  const found = await tx.values<string>(sql`
    select order_id from counter_orders
    where merchant_id = any(${merchantsOf(orders)}::text[]) and order_id = any(${orders.map(({ orderId }) => orderId)}::text[]) and is_sale`)
  return new Set(found)
}
