import type { Mode } from '@galla/contract/orders/order-status'
import {
  REFUND_MIN,
  VERIFICATION_SOURCES,
  type VerificationSource,
} from '@galla/contract/payment-accounts/verification'
import type { CreditState } from '@galla/contract/reconciliation/credits'
import { part, type Queryable, sql, type Transaction } from '../../platform/database/database.ts'
import type { Credit } from '../credit.ts'
import type { Debit, DebitedRefund, Refund } from './refund.ts'

const REFUND_COLUMNS = part`
  r.merchant_id as "merchantId", r.refund_id as "refundId", r.credit_id as "creditId", r.account_id as "accountId", r.mode,
  r.amount_paise as amount, r.way, r.state, r.request_id as "requestId", r.utr, r.provider_id as "providerId",
  r.confirmed_by as "confirmedBy", r.requested_by as "requestedBy", r.note, r.reason, r.requested_at as "requestedAt",
  r.sent_at as "sentAt", r.ended_at as "endedAt", r.revived_at as "revivedAt"`

/** Sources whose provider sends refunds. */
const REFUNDING = VERIFICATION_SOURCES.filter((source) => REFUND_MIN[source] !== null)

export const insertRefund = (tx: Transaction, refund: Refund): Promise<number> =>
  tx.run(sql`
    insert into refunds (merchant_id, refund_id, credit_id, account_id, mode, amount_paise, way, state, request_id, requested_by,
      note, requested_at, due_at)
    values (${refund.merchantId}, ${refund.refundId}, ${refund.creditId}, ${refund.accountId}, ${refund.mode}, ${refund.amount},
      ${refund.way}, ${refund.state}, ${refund.requestId}, ${refund.requestedBy}, ${refund.note}, ${refund.requestedAt},
      ${refund.way === 'provider' ? refund.requestedAt : null})`)

/** Whether nothing more is to be known. What the merchant ended before the provider named it may have been taken there. */
const isOver = ({ endedAt, providerId }: Refund): boolean => endedAt !== null && providerId !== null

/** Writes what changed of a refund whose credit is locked. */
export const updateRefund = (tx: Transaction, refund: Refund): Promise<number> =>
  tx.run(sql`
    update refunds set state = ${refund.state}, utr = ${refund.utr}, provider_id = ${refund.providerId},
      confirmed_by = ${refund.confirmedBy}, reason = ${refund.reason}, sent_at = ${refund.sentAt}, ended_at = ${refund.endedAt},
      revived_at = ${refund.revivedAt}, due_at = case when ${isOver(refund)}::boolean then null else due_at end
    where merchant_id = ${refund.merchantId} and refund_id = ${refund.refundId}`)

export const findRefund = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  refundId: string,
): Promise<Refund | undefined> =>
  db.maybeOne(sql`
    select ${REFUND_COLUMNS} from refunds r
    where r.merchant_id = ${merchantId} and r.refund_id = ${refundId} and r.mode = ${mode}`)

/** Finds the refund that a request made before. */
export const findRequestedRefund = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  requestId: string,
): Promise<Refund | undefined> =>
  db.maybeOne(sql`
    select ${REFUND_COLUMNS} from refunds r
    where r.merchant_id = ${merchantId} and r.mode = ${mode} and r.request_id = ${requestId}`)

/** Lists the refunds of a credit, oldest first. What fails gives its amount free, so their number is limited. */
export const listRefundsOfCredit = (db: Queryable, merchantId: string, creditId: string): Promise<Refund[]> =>
  db.rows(sql`
    select ${REFUND_COLUMNS} from refunds r
    where r.merchant_id = ${merchantId} and r.credit_id = ${creditId} order by r.requested_at, r.refund_id`)

/** Locks the records of the same payment at other accounts, and returns what goes back of them: its money came once. */
export const lockRefundingOfCopies = (
  tx: Transaction,
  { merchantId, accountId, utr }: Pick<Credit, 'merchantId' | 'accountId' | 'utr'>,
  mode: Mode,
): Promise<bigint> =>
  tx.value<bigint>(sql`
    with same as (
      select c.refunding_paise from accounts a
      join credits c on c.merchant_id = ${merchantId} and c.account_id = a.account_id and c.utr = ${utr}
      where a.merchant_id = ${merchantId} and a.mode = ${mode} and a.account_id <> ${accountId} for update of c)
    select coalesce(sum(refunding_paise), 0)::bigint from same`)

/** Lists the refunds of an account that a debit may be, with who paid, and those that had its UTR and failed. */
export const listDebitedRefunds = (
  db: Queryable,
  { merchantId, accountId, amount, utr }: Pick<Debit, 'merchantId' | 'accountId' | 'amount' | 'utr'>,
): Promise<DebitedRefund[]> =>
  db.rows(sql`
    select ${REFUND_COLUMNS}, c.payer_upi_id as "payerUpiId" from refunds r
    join credits c on c.merchant_id = ${merchantId} and c.credit_id = r.credit_id
    where r.merchant_id = ${merchantId} and r.account_id = ${accountId}
      and (r.utr = ${utr} or (r.state in ('requested', 'sent', 'confirmed') and r.amount_paise = ${amount}))
    order by r.utr = ${utr} desc nulls last, r.requested_at desc limit 200`)

export interface RefundedCredit {
  readonly amount: bigint
  readonly refunding: bigint
  readonly upiId: string | null
  readonly name: string | null
  /** Of the order that it is for, settled by it or not. */
  readonly clientTxnId: string | null
  /** The order that it settled: a second payment of an order settled none. */
  readonly settledOrderId: string | null
  /** The account's provider, where it reported the payment and can send it back. */
  readonly provider: VerificationSource | null
}

/** Finds what the refunds of a credit are about. */
export const findRefundedCredit = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  creditId: string,
): Promise<RefundedCredit | undefined> =>
  db.maybeOne(sql`
    select c.amount_paise as amount, c.refunding_paise as refunding, c.payer_upi_id as "upiId",
      coalesce(c.payer_name, o.customer_name) as name, o.client_txn_id as "clientTxnId",
      case when o.settled_by_credit_id = c.credit_id then o.order_id end as "settledOrderId",
      (
        select s.source from evidence e
        join account_sources s on s.merchant_id = ${merchantId} and s.account_id = c.account_id
        where e.merchant_id = ${merchantId} and e.credit_id = c.credit_id and e.source = 'provider'
          and e.source_key like s.source || ':%' and s.source = any(${REFUNDING})
        limit 1) as provider
    from credits c
    left join orders o on o.merchant_id = ${merchantId} and o.order_id = c.order_id
    where c.merchant_id = ${merchantId} and c.credit_id = ${creditId} and c.mode = ${mode}`)

/** Finds the state that a refunded credit had before. */
export const findStateBeforeRefund = (
  tx: Transaction,
  merchantId: string,
  creditId: string,
): Promise<CreditState | undefined> =>
  tx.maybeValue(sql`
    select state from credit_history
    where merchant_id = ${merchantId} and credit_id = ${creditId} and state <> 'refunded'
    order by entry_id desc limit 1`)

/** Schedules the e-mailed receipt of the order that a credit settled once more: it shows the refund. */
export const scheduleReceiptAgain = (
  tx: Transaction,
  merchantId: string,
  creditId: string,
  at: Date,
): Promise<number> =>
  tx.run(sql`
    update receipt_emails e set due_at = ${at}, sent_at = null, tries = 0
    from orders o
    where o.merchant_id = ${merchantId} and o.settled_by_credit_id = ${creditId} and e.merchant_id = ${merchantId}
      and e.order_id = o.order_id and e.sent_at is not null`)

/**
 * Refunds that went out of payments that count as received. One under the UTR of a payment that the bank took back is the reversal, which
 * is summed as such.
 */
const WENT = part`r.state in ('sent', 'confirmed') and not exists (
  select from credits i where i.merchant_id = r.merchant_id and i.credit_id = r.credit_id and i.state = 'ignored') and (r.way <> 'upi' or not exists (
  select from reversals v join credits vc on vc.merchant_id = v.merchant_id and vc.credit_id = v.credit_id
  where v.merchant_id = r.merchant_id and v.credit_id = r.credit_id and v.counts and vc.utr = r.utr))`

/** Sums what was sent back on a day, of payments of any day. */
export const sumRefundsOfDay = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  from: Date,
  before: Date,
): Promise<{ n: number; paise: bigint }> =>
  db.one(sql`
    select count(*)::int as n, coalesce(sum(r.amount_paise), 0)::bigint as paise from refunds r
    where r.merchant_id = ${merchantId} and r.mode = ${mode} and r.sent_at >= ${from} and r.sent_at < ${before} and ${WENT}`)

export interface SentRefund {
  readonly refundId: string
  readonly at: Date
  readonly paise: bigint
  readonly utr: string | null
  readonly payer: string | null
  readonly clientTxnId: string | null
}

/** Lists what the sum of a day is made of, after one of them. */
export const listRefundsOfDay = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  { from, before, after }: { from: Date; before: Date; after: SentRefund | undefined },
  limit: number,
): Promise<SentRefund[]> =>
  db.rows(sql`
    select r.refund_id as "refundId", r.sent_at as at, r.amount_paise as paise, r.utr,
      coalesce(c.payer_name, c.payer_upi_id) as payer, o.client_txn_id as "clientTxnId"
    from refunds r
    join credits c on c.merchant_id = r.merchant_id and c.credit_id = r.credit_id
    left join orders o on o.merchant_id = c.merchant_id and o.settled_by_credit_id = c.credit_id
    where r.merchant_id = ${merchantId} and r.mode = ${mode} and r.sent_at >= ${from} and r.sent_at < ${before} and ${WENT}
      and (r.sent_at, r.refund_id) > (${after?.at ?? from}, ${after?.refundId ?? ''})
    order by r.sent_at, r.refund_id limit ${limit}`)

export interface DueRefund extends Refund {
  readonly askedAt: Date
  /** It was asked for before: first it is looked for by its name. */
  readonly wasAsked: boolean
  readonly tries: number
  /** The end of the claim: then another process may have it. */
  readonly until: Date
}

/**
 * Claims the refunds of all merchants whose provider is asked now, one of each merchant before a second of any. What a dead process claimed is
 * due again after `until`.
 */
export const claimDueRefunds = async (
  db: Queryable,
  now: Date,
  until: Date,
  limit: number,
): Promise<DueRefund[]> => {
  const due = await db.rows<Pick<DueRefund, 'merchantId' | 'refundId' | 'wasAsked'>>(sql`
    select merchant_id as "merchantId", refund_id as "refundId", was_asked as "wasAsked" from (
      select merchant_id, refund_id, asked_at is not null as was_asked, due_at,
        row_number() over (partition by merchant_id order by due_at) as turn
      from refunds where due_at <= ${now}) due
    order by turn, due_at limit ${limit}`)
  const claimed: DueRefund[] = []
  for (const { merchantId, refundId, wasAsked } of due)
    claimed.push(
      ...(await db.rows<DueRefund>(sql`
        update refunds r set due_at = ${until}, tries = r.tries + 1, asked_at = coalesce(r.asked_at, ${now})
        where r.merchant_id = ${merchantId} and r.refund_id = ${refundId} and r.due_at <= ${now}
          and (r.asked_at is not null) = ${wasAsked}
        returning ${REFUND_COLUMNS}, r.asked_at as "askedAt", ${wasAsked}::boolean as "wasAsked", r.tries,
          r.due_at as until`)),
    )
  return claimed
}

/** Ends a claim: sets when the provider is asked next, and takes back that it was asked where it certainly was not. */
export const scheduleRefund = (
  db: Queryable,
  { merchantId, refundId, until }: DueRefund,
  dueAt: Date | null,
  isUnsent: boolean,
): Promise<number> =>
  db.run(sql`
    update refunds set due_at = ${dueAt}, asked_at = case when ${isUnsent}::boolean then null else asked_at end
    where merchant_id = ${merchantId} and refund_id = ${refundId} and due_at = ${until}`)

/** Whether the claim of a refund still stands, so that no other process has asked since. */
export const isClaimed = (db: Queryable, { merchantId, refundId, until }: DueRefund): Promise<boolean> =>
  db.value(sql`
    select exists (
      select from refunds where merchant_id = ${merchantId} and refund_id = ${refundId} and due_at = ${until})`)

/** Whether a provider is still asked about a refund of a credit. One that was cancelled may have gone. */
export const isAskedFor = (db: Queryable, merchantId: string, creditId: string): Promise<boolean> =>
  db.value(sql`
    select exists (
      select from refunds where merchant_id = ${merchantId} and credit_id = ${creditId} and due_at is not null)`)

/** Finds the provider's report of a credit: its key there, and the attempt that it paid. */
export const findProviderEvidence = (
  db: Queryable,
  { merchantId, creditId }: Refund,
): Promise<{ key: string; reference: string } | undefined> =>
  db.maybeOne(sql`
    select source_key as key, reference from evidence
    where merchant_id = ${merchantId} and credit_id = ${creditId} and source = 'provider' and reference is not null
    order by reported_at limit 1`)
