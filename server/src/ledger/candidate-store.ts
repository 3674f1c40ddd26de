import { SECOND_MS } from '@galla/contract/durations'
import type { Rail } from '@galla/upi/rail'
import { part, type SqlPart, sql, type Transaction } from '../platform/database/database.ts'
import { prepared } from '../platform/database/sql.ts'
import { firstUlidAt } from '../platform/ids.ts'
import type { Credit } from './credit.ts'
import { CLOCKS_APART_SECONDS, GRACE_SECONDS, isLong, type Received } from './received.ts'

/** Orders with longer windows, or with a second attempt, are found by the index orders_open_long, which repeats this limit. */
const SHORT_WINDOW_SECONDS = 900
/** The time of a known payment may be wrong by this, for example by a message centre that writes UTC. */
const CLOCK_WRONG_SECONDS = 6 * 3600
/** Two are enough to know that it is ambiguous. */
const CANDIDATES_MAX = 2

/** What a credit without a reference may pay. Orders are of its merchant, mode and exact amount, and could have been paid when it came. */
export interface Candidates {
  /** Unsettled orders of all accounts, or with `withPaid` paid ones too; at most two. */
  readonly open: readonly string[]
  /** The account's settings let this rail settle orders by amount. */
  readonly acceptsRail: boolean
  /** Those of `open` that the amount alone does not settle, because customers pay any amount to a printed QR. */
  readonly notByAmount: readonly string[]
  /** Those of `open` whose account is the one that the report came to, by its number if not by its UPI ID. */
  readonly ofAccount: readonly string[]
  /** The order for which the amount was reserved at that time, where the account has unique amounts. */
  readonly amountOwner: string | null
  /** Orders that the same payer has settled; at most two. */
  readonly paidBySamePayer: readonly string[]
  /** Some other order was paid with this amount. */
  readonly hasPaid: boolean
  /** The credit of a payment that a person confirmed with another UTR, and that may be this one. */
  readonly confirmedByHand: string | null
}

export const NO_CANDIDATES: Candidates = {
  open: [],
  acceptsRail: false,
  notByAmount: [],
  ofAccount: [],
  amountOwner: null,
  paidBySamePayer: [],
  hasPaid: false,
  confirmedByHand: null,
}

export interface CandidateQuery {
  readonly credit: Pick<Credit, 'merchantId' | 'creditId' | 'amount' | 'utr' | 'payerUpiId'>
  /** Without a UTR, a paid order of this amount makes an open one uncertain. */
  readonly withPaid: boolean
  /** The account that the report came to. */
  readonly accountId: string
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

/** Those of `open.ids` whose account `a` is: the same one, or another UPI ID of the same bank account. */
const ofAccount = ({ credit: { merchantId }, accountId }: CandidateQuery): SqlPart => part`array(
  select o.order_id from orders o
  join accounts other on other.merchant_id = ${merchantId} and other.account_id = o.account_id
  where o.merchant_id = ${merchantId} and o.order_id = any(open.ids)
    and (o.account_id = ${accountId} or length(a.last_digits) >= 4 and length(other.last_digits) >= 4
      and right(a.last_digits, 4) = right(other.last_digits, 4)))`

/**
 * Anyone may pay any amount to a printed QR, and anyone may make an online order of that amount. So while the account has a printed QR or
 * an open counter, the amount alone settles only orders of its counters, and orders that have a unique amount with paise.
 */
const notByAmount = ({ credit: { merchantId, amount } }: CandidateQuery): SqlPart => part`array(
  select o.order_id from orders o
  where o.merchant_id = ${merchantId} and o.order_id = any(open.ids)
    and (exists (
      select from counters k
      where k.merchant_id = ${merchantId} and k.account_id = o.account_id and k.closed_at is null)
      or exists (
      select from accounts p
      where p.merchant_id = ${merchantId} and p.account_id = o.account_id and p.has_printed_qr))
    and not exists (
      select from counter_orders k where k.merchant_id = ${merchantId} and k.order_id = o.order_id)
    and (${amount}::bigint % 100 = 0 or o.order_id is distinct from taken.order_id))`

/** Orders of the account's mode that a payment of that amount and time settled, and that could have been paid then. */
const settledThen = ({ credit: { merchantId, amount }, received }: CandidateQuery): SqlPart => part`
  accounts own
  join credits c on c.merchant_id = ${merchantId} and c.account_id = own.account_id and c.amount_paise = ${amount}
    and c.received_at between ${before(received.from, CLOCK_WRONG_SECONDS)} and ${received.to}
  cross join lateral (
    select order_id, window_seconds, attempt from orders
    where merchant_id = ${merchantId} and settled_by_credit_id = c.credit_id and payable_paise = ${amount}
      and created_at <= ${received.to} and expires_at >= ${closedAfterOf(received)} limit 1) o
  where own.merchant_id = ${merchantId} and own.mode = a.mode`

/**
 * Leaves out counter sales, because a customer may buy the same again there, and includes other orders that a cashier picked for a payment.
 */
const paidBySamePayer = (query: CandidateQuery): SqlPart => {
  const { merchantId, payerUpiId } = query.credit
  return part`
  case when ${payerUpiId}::text is null then '{}' else array(
    select o.order_id from ${settledThen(query)} and c.payer_upi_id = ${payerUpiId}
      and not exists (
        select from counter_orders k where k.merchant_id = ${merchantId} and k.order_id = o.order_id and k.is_sale)
    limit ${CANDIDATES_MAX}) end`
}

/** Paid orders that only the index of unpaid ones would have found. */
const paidWithLongWindow = (query: CandidateQuery): SqlPart => part`
  union all
  select o.order_id from ${settledThen(query)} and (o.window_seconds > 900 or o.attempt > 1)`

/** Of a long interval: whether a payment of that time settled another order that could have been paid then. */
const hasPaid = (query: CandidateQuery): SqlPart => part`
  ${isLong(query.received)}::boolean and exists (select from ${settledThen(query)})`

/**
 * The payment that a person confirmed with another UTR and that may be this one: no source has reported that UTR, its order existed when the
 * interval begins, and it was confirmed no more than GRACE_SECONDS before. Not if the merchant has said that they are two.
 */
const confirmedByHand = ({
  credit: { merchantId, creditId, amount, utr },
  received,
}: CandidateQuery): SqlPart => part`(
  select c.credit_id from accounts own
  join credits c on c.merchant_id = ${merchantId} and c.account_id = own.account_id and c.amount_paise = ${amount}
    and c.received_at >= ${before(received.from, GRACE_SECONDS)}
  cross join lateral (
    select from orders o
    where o.merchant_id = ${merchantId} and o.order_id = c.order_id
      and o.created_at <= ${before(received.from, -CLOCKS_APART_SECONDS)} limit 1) confirmed
  where own.merchant_id = ${merchantId} and own.mode = a.mode and c.state = 'matched' and c.utr is distinct from ${utr} and c.is_utr_typed
    and not exists (
      select from credit_history h
      where h.merchant_id = ${merchantId} and h.credit_id = ${creditId} and h.detail ->> 'action' = 'separate')
  order by c.received_at, c.credit_id limit 1)`

/**
 * Finds the candidates of a credit, without locking them. An order could have been paid then if it was created before the interval ends and
 * closed, if at all, no more than GRACE_SECONDS before it begins. A credit has none if it came by a rail that is no QR payment's and that
 * the account does not accept.
 *
 * `offset 0` keeps the planner from searching for the open orders again in each column.
 */
export const findCandidates = async (tx: Transaction, query: CandidateQuery): Promise<Candidates> => {
  const { credit, accountId, received, rail, withPaid } = query
  const { merchantId, amount } = credit
  const closedAfter = closedAfterOf(received)
  const row = await tx.maybeOne<Candidates>(
    prepared(sql`
    select open.ids as open, ${rail} = any(a.settling_rails) as "acceptsRail", taken.order_id as "amountOwner", ${ofAccount(query)} as "ofAccount",
      ${notByAmount(query)} as "notByAmount", ${paidBySamePayer(query)} as "paidBySamePayer", ${hasPaid(query)} as "hasPaid",
      ${confirmedByHand(query)} as "confirmedByHand"
    from accounts a
    cross join lateral (
      select array(
        select order_id from orders o
        where o.merchant_id = ${merchantId} and o.order_id >= ${firstIdOf(received)} and o.order_id < ${endIdOf(received)}
          and o.mode = a.mode and o.created_at <= ${received.to} and o.window_seconds <= 900 and o.attempt = 1
          and o.payable_paise = ${amount} ${withPaid ? part`` : part`and o.status <> 'success'`} and o.expires_at >= ${closedAfter}
        union all
        select order_id from orders o
        where o.merchant_id = ${merchantId} and o.mode = a.mode and o.payable_paise = ${amount}
          and o.expires_at >= ${closedAfter} and o.created_at <= ${received.to} and o.settled_by_credit_id is null
          and (o.window_seconds > 900 or o.attempt > 1)
        ${withPaid ? paidWithLongWindow(query) : part``}
        limit ${CANDIDATES_MAX}) as ids offset 0) open
    left join lateral (
      select t.order_id from taken_amounts t
      join orders o on o.merchant_id = ${merchantId} and o.order_id = t.order_id
      where t.merchant_id = ${merchantId} and t.account_id = ${accountId} and t.payable_paise = ${amount}
        and t.free_at > ${received.from} and o.created_at <= ${received.to}) taken on true
    where a.merchant_id = ${merchantId} and a.account_id = ${accountId} and (${rail} = any(a.settling_rails) or ${rail} = 'unknown')`),
  )
  return row ?? NO_CANDIDATES
}
