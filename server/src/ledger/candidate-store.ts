import type { Rail } from '@galla/upi/rail'
import { sql, type Transaction } from '../platform/database/database.ts'
import { firstUlidAt } from '../platform/ids.ts'
import type { Credit, ReportedCredit } from './credit.ts'

/** A payment without a reference may come this long after the window of the order it is for. */
export const GRACE_SECONDS = 15 * 60
/** Orders with longer windows, or with a second attempt, are found by the index orders_open_long, which repeats this limit. */
const SHORT_WINDOW_SECONDS = 900
const SECOND_MS = 1000
/** Two are enough to know that it is ambiguous. */
const CANDIDATES_MAX = 2

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
  /** Unsettled orders of its amount; at most two. */
  readonly open: readonly string[]
  /** Those of `open` that the amount alone does not settle, because customers pay any amount to a counter's printed QR. */
  readonly notByAmount: readonly string[]
  /** The order for which the amount was reserved at that time, where the account has unique amounts. */
  readonly amountOwner: string | null
  /** Orders of that amount and time that the same payer has settled; at most two. */
  readonly paidBySamePayer: readonly string[]
}

export const NO_CANDIDATES: Candidates = {
  open: [],
  notByAmount: [],
  amountOwner: null,
  paidBySamePayer: [],
}

export interface CandidateQuery {
  readonly credit: Credit
  readonly received: Received
  /** The account's settings say which rails may settle an order by amount. */
  readonly rail: Rail
}

const before = (at: Date, seconds: number): Date => new Date(at.getTime() - seconds * SECOND_MS)

const closedAfterOf = ({ from }: Received): Date => before(from, GRACE_SECONDS)
/** Orders with a short window that a credit may be for were created since then, and so have ids from then on. */
const firstIdOf = (received: Received): string =>
  firstUlidAt(before(closedAfterOf(received), SHORT_WINDOW_SECONDS))
const endIdOf = ({ to }: Received): string => firstUlidAt(new Date(to.getTime() + 1))

/**
 * Finds the candidates of a credit, without locking them. A candidate is of the credit's account, unsettled, of exactly its amount, created
 * before it, and closed, if at all, no more than GRACE_SECONDS before it. A credit has none if the account does not accept its rail, or if
 * the payment settled an order of another account of the merchant: one message that reaches two accounts is one payment.
 *
 * Anyone may pay any amount to the printed QR of a counter, and anyone may make an online order of that amount. So while the account has
 * an open counter, the amount alone settles only orders of its counters, and orders that have a unique amount with paise: the others are
 * in `not_by_amount`. `paid` leaves out counter sales, because a customer may buy the same again there, and includes other orders that a
 * cashier picked for a payment.
 *
 * The payer is looked up by a lateral join with a limit, so that it starts from the few orders of that time. As a plain join, plans made
 * before the table is analysed start from all credits of the merchant.
 */
export const findCandidates = async (
  tx: Transaction,
  { credit: { merchantId, accountId, amount, payerUpiId, utr }, received, rail }: CandidateQuery,
): Promise<Candidates> => {
  const [firstId, endId, closedAfter] = [firstIdOf(received), endIdOf(received), closedAfterOf(received)]
  const row = await tx.maybeOne<CandidateRow>(sql`
    select open.ids as open, taken.order_id as amount_owner,
      array(
        select o.order_id from unnest(open.ids) as o (order_id)
        where exists (
            select from counters k
            where k.merchant_id = ${merchantId} and k.account_id = ${accountId} and k.closed_at is null)
          and not exists (
            select from counter_orders k where k.merchant_id = ${merchantId} and k.order_id = o.order_id)
          and (${amount}::bigint % 100 = 0 or o.order_id is distinct from taken.order_id)) as not_by_amount,
      case when ${payerUpiId}::text is null or cardinality(open.ids) > 0 then '{}' else array(
        select o.order_id from orders o
        cross join lateral (
          select payer_upi_id from credits
          where merchant_id = ${merchantId} and credit_id = o.settled_by_credit_id limit 1) p
        where o.merchant_id = ${merchantId} and o.order_id >= ${firstId} and o.order_id < ${endId}
          and o.created_at <= ${received.to} and o.account_id = ${accountId} and o.payable_paise = ${amount}
          and o.expires_at >= ${closedAfter} and p.payer_upi_id = ${payerUpiId}
          and not exists (
            select from counter_orders k
            where k.merchant_id = ${merchantId} and k.order_id = o.order_id and k.is_sale)
        limit ${CANDIDATES_MAX}) end as paid
    from accounts a
    cross join lateral (
      select array(
        select order_id from orders o
        where o.merchant_id = ${merchantId} and o.order_id >= ${firstId} and o.order_id < ${endId}
          and o.created_at <= ${received.to} and o.window_seconds <= 900 and o.attempt = 1
          and o.account_id = ${accountId} and o.payable_paise = ${amount} and o.settled_by_credit_id is null
          and o.expires_at >= ${closedAfter}
        union all
        select order_id from orders o
        where o.merchant_id = ${merchantId} and o.account_id = ${accountId} and o.payable_paise = ${amount}
          and o.expires_at >= ${closedAfter} and o.created_at <= ${received.to} and o.settled_by_credit_id is null
          and (o.window_seconds > 900 or o.attempt > 1)
        limit ${CANDIDATES_MAX}) as ids) open
    left join lateral (
      select t.order_id from taken_amounts t
      join orders o on o.merchant_id = ${merchantId} and o.order_id = t.order_id
      where t.merchant_id = ${merchantId} and t.account_id = ${accountId} and t.payable_paise = ${amount}
        and t.free_at > ${received.from} and o.created_at <= ${received.to}) taken on true
    where a.merchant_id = ${merchantId} and a.account_id = ${accountId} and ${rail} = any(a.settling_rails)
      and not exists (
        select from accounts other
        join credits paid on paid.merchant_id = ${merchantId} and paid.account_id = other.account_id and paid.utr = ${utr}
        where other.merchant_id = ${merchantId} and other.mode = a.mode and other.account_id <> a.account_id
          and paid.amount_paise = ${amount} and paid.state in ('matched', 'refunded'))`)
  if (row === undefined) return NO_CANDIDATES
  return {
    open: row.open,
    notByAmount: row.not_by_amount,
    amountOwner: row.amount_owner,
    paidBySamePayer: row.paid,
  }
}

interface CandidateRow {
  open: string[]
  not_by_amount: string[]
  amount_owner: string | null
  paid: string[]
}
