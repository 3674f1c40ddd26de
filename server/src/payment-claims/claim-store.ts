import type { Mode } from '@galla/contract/orders/order-status'
import type { ClaimRow } from '@galla/contract/payment-claims/claims'
import type { CreditState } from '@galla/contract/reconciliation/credits'
import type { Paise } from '@galla/upi/rupees'
import type { Order } from '../orders/order.ts'
import { part, type Queryable, type SqlPart, sql, type Transaction } from '../platform/database/database.ts'
import type { WithDates } from '../platform/iso-dates.ts'

export interface Claim {
  readonly merchantId: string
  readonly orderId: string
  readonly utr: string
  readonly claimedAt: Date
}

/** Inserts a claim, or returns false if the order has too many. The caller has locked the order's row, so the count cannot change. */
export const insertClaim = async (tx: Transaction, claim: Claim, claimsMax: number): Promise<boolean> => {
  const { others, same } = await tx.one<{ others: number; same: boolean }>(sql`
    select count(*)::int as others, coalesce(bool_or(utr = ${claim.utr}), false) as same from payment_claims
    where merchant_id = ${claim.merchantId} and order_id = ${claim.orderId}`)
  if (same) return true
  if (others >= claimsMax) return false
  await tx.run(sql`
    insert into payment_claims (merchant_id, order_id, utr, claimed_at)
    values (${claim.merchantId}, ${claim.orderId}, ${claim.utr}, ${claim.claimedAt})`)
  return true
}

/** Finds the credit with a UTR on the account that the order is paid to, or one that has settled an order of another account. */
export const findCreditStateOfUtr = async (
  db: Queryable,
  { merchantId, accountId, mode }: Pick<Order, 'merchantId' | 'accountId' | 'mode'>,
  utr: string,
): Promise<{ state: CreditState; order_id: string | null } | undefined> =>
  db.maybeOne(sql`
    select state, order_id from credits
    where merchant_id = ${merchantId} and mode = ${mode} and utr = ${utr} and copy_of is null
      and (account_id = ${accountId} or state in ('matched', 'refunded'))`)

/** Schedules a status check at `by` or earlier, if the account has a source; also after the end of the polling schedule. */
export const requestCheckBy = (tx: Transaction, { merchantId, orderId }: Claim, by: Date): Promise<number> =>
  tx.run(sql`
    update orders set next_check_at = ${by}
    where merchant_id = ${merchantId} and order_id = ${orderId} and status <> 'success'
      and (next_check_at > ${by} or next_check_at is null and exists (
        select from account_sources s
        where s.merchant_id = ${merchantId} and s.account_id = orders.account_id))`)

export const findClaim = (
  db: Queryable,
  merchantId: string,
  orderId: string,
  utr: string,
): Promise<{ claimed_at: Date } | undefined> =>
  db.maybeOne(sql`
    select claimed_at from payment_claims where merchant_id = ${merchantId} and order_id = ${orderId} and utr = ${utr}`)

export const findClaimDecision = (
  tx: Transaction,
  merchantId: string,
  orderId: string,
  utr: string,
): Promise<{ note: string | null } | undefined> =>
  tx.maybeOne(sql`
    select note from claim_decisions where merchant_id = ${merchantId} and order_id = ${orderId} and utr = ${utr}`)

export interface ClaimDecision {
  readonly merchantId: string
  readonly orderId: string
  readonly utr: string
  readonly decidedAt: Date
  readonly byWhom: string
  readonly note: string | null
}

export const insertDecision = (tx: Transaction, decision: ClaimDecision): Promise<number> =>
  tx.run(sql`
    insert into claim_decisions (merchant_id, order_id, utr, decided_at, by_whom, note)
    values (${decision.merchantId}, ${decision.orderId}, ${decision.utr}, ${decision.decidedAt}, ${decision.byWhom},
      ${decision.note})`)

export interface ListedClaim extends WithDates<Omit<ClaimRow, 'amount'>, 'claimedAt'> {
  readonly amount: Paise
}

export interface ClaimFilter {
  /** Only undecided claims of unpaid orders. */
  readonly isOpen: boolean
  /** In lower case; empty for all. */
  readonly word: string
}

/** Older ones are found by their order. */
const CLAIMS_LISTED_MAX = 10_000

const newestClaims = (merchantId: string): SqlPart => part`(
  select * from payment_claims where merchant_id = ${merchantId} order by claimed_at desc limit ${CLAIMS_LISTED_MAX})`

export const listClaims = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  { isOpen, word }: ClaimFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<ListedClaim[]> =>
  db.rows(sql`
    select p.order_id as "orderId", o.client_txn_id as "clientTransactionId", p.utr, p.claimed_at as "claimedAt",
      o.payable_paise as amount, o.customer_name as "customerName", o.status, c.credit_id as "creditId",
      c.state as "creditState", case when d.decided_at is not null then json_build_object(
        'at', to_json(d.decided_at), 'by', d.by_whom, 'note', d.note) end as dismissed
    from ${newestClaims(merchantId)} p
    join orders o on o.merchant_id = p.merchant_id and o.order_id = p.order_id and o.mode = ${mode}
    left join credits c on c.merchant_id = p.merchant_id and c.mode = o.mode and c.utr = p.utr and c.copy_of is null
      and (c.account_id = o.account_id or c.state in ('matched', 'refunded'))
    left join claim_decisions d on d.merchant_id = p.merchant_id and d.order_id = p.order_id and d.utr = p.utr
    where p.merchant_id = ${merchantId} and (not ${isOpen}::boolean or (o.status <> 'success' and d.order_id is null))
      and (${word} = '' or strpos(lower(concat_ws(E'\n', p.utr, p.order_id, o.client_txn_id, o.customer_name)), ${word}) > 0)
    order by p.claimed_at desc, p.order_id, p.utr limit ${page.limit} offset ${page.offset}`)

export const countClaims = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  { isOpen, word }: ClaimFilter,
  countedMax: number,
): Promise<number> =>
  db.value<number>(sql`
    select count(*)::int as n from (
      select from ${newestClaims(merchantId)} p
      join orders o on o.merchant_id = p.merchant_id and o.order_id = p.order_id and o.mode = ${mode}
      left join claim_decisions d on d.merchant_id = p.merchant_id and d.order_id = p.order_id and d.utr = p.utr
      where p.merchant_id = ${merchantId} and (not ${isOpen}::boolean or (o.status <> 'success' and d.order_id is null))
        and (${word} = '' or strpos(lower(concat_ws(E'\n', p.utr, p.order_id, o.client_txn_id, o.customer_name)), ${word}) > 0)
      limit ${countedMax + 1}) counted`)

/** Counts undecided claims of unpaid orders since a time, for the badge. */
export const countOpenClaims = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  since: Date,
  countedMax: number,
): Promise<number> =>
  db.value<number>(sql`
    select count(*)::int as n from (
      select from payment_claims p
      join orders o on o.merchant_id = p.merchant_id and o.order_id = p.order_id and o.mode = ${mode}
        and o.status <> 'success'
      where p.merchant_id = ${merchantId} and p.claimed_at >= ${since} and not exists (
        select from claim_decisions d
        where d.merchant_id = ${merchantId} and d.order_id = p.order_id and d.utr = p.utr)
      limit ${countedMax}) counted`)
