import type { Mode } from '@galla/contract/orders/order-status'
import type { CreditState } from '@galla/contract/reconciliation/credits'
import type { Paise } from '@galla/upi/rupees'
import { sha256 } from '../platform/crypto/crypto.ts'
import { columnsOf, type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import { violatedUnique } from '../platform/database/database-errors.ts'
import { CREDIT_COLUMNS, type Credit, type CreditSource, type ReportedCredit } from './credit.ts'

const CREDIT = columnsOf('c', CREDIT_COLUMNS)

/** Finds, for each report, its credit if exactly this was recorded already. The rows of a statement need one look-up. Takes no lock. */
export const findKnown = async (
  db: Queryable,
  reports: readonly ReportedCredit[],
): Promise<(string | undefined)[]> => {
  const [first] = reports
  if (first === undefined) return []
  const { merchantId } = first
  const rows = await db.rows<{ n: number; credit_id: string }>(sql`
    select r.n::int as n, c.credit_id
    from unnest(${reports.map((report) => report.accountId)}::text[], ${reports.map((report) => report.utr)}::text[],
      ${reports.map(idWithoutUtr)}::text[], ${reports.map((report) => report.source)}::text[],
      ${reports.map((report) => report.sourceKey)}::text[])
      with ordinality as r (account_id, utr, credit_id, source, source_key, n)
    join accounts a on a.merchant_id = ${merchantId} and a.account_id = r.account_id
    cross join lateral (
      select credit_id, account_id from credits where merchant_id = ${merchantId} and utr = r.utr and mode = a.mode
      union all
      select credit_id, account_id from credits where r.utr is null and merchant_id = ${merchantId} and credit_id = r.credit_id
      limit 2) c
    cross join lateral (
      select from evidence e
      where e.merchant_id = ${merchantId} and e.credit_id = c.credit_id and e.source = r.source
        and e.source_key = case when c.account_id = r.account_id then r.source_key else left(r.account_id || ' ' || r.source_key, 200) end
      limit 1) e`)
  const known: (string | undefined)[] = reports.map(() => undefined)
  for (const { n, credit_id: creditId } of rows) known[n - 1] = creditId
  return known
}

/** Whether a write failed because another credit has its UTR. */
export const isUtrTaken = (error: unknown): boolean =>
  ['credits_utr_once', 'credits_utr_once_an_account'].includes(violatedUnique(error) ?? '')

/** Whether the account has an open counter, to whose printed QR anyone may pay. */
export const hasOpenCounter = async (
  db: Queryable,
  { merchantId, accountId }: Pick<Credit, 'merchantId' | 'accountId'>,
): Promise<boolean> =>
  (await db.maybeOne(sql`
    select from counters where merchant_id = ${merchantId} and account_id = ${accountId} and closed_at is null limit 1`)) !==
  undefined

/** Derives the id of a credit without a UTR from its report: the same report again is the same credit. */
export const idWithoutUtr = ({ accountId, source, sourceKey }: ReportedCredit): string =>
  `rec_${sha256(`${accountId}\n${source}\n${sourceKey}`).toString('hex')}`

/**
 * Adds the reported UTR to the credit that the same report made before the UTR was known. Returns false where there is none, or where
 * another credit has this UTR: they stay two, and a person may merge them.
 */
export const updateMissingUtr = async (tx: Transaction, report: ReportedCredit): Promise<boolean> => {
  const { merchantId, accountId, utr } = report
  if (utr === null) return false
  const creditId = idWithoutUtr(report)
  const known = await tx.maybeOne(sql`
    select credit_id from credits
    where merchant_id = ${merchantId} and credit_id = ${creditId} and account_id = ${accountId} and utr is null
      and merged_into is null for update`)
  return known !== undefined && updateUtr(tx, { merchantId, creditId }, utr)
}

/** Adds its UTR to a credit that has none. Returns false where another credit has this UTR. */
export const updateUtr = async (
  tx: Transaction,
  { merchantId, creditId }: Pick<Credit, 'merchantId' | 'creditId'>,
  utr: string,
): Promise<boolean> => {
  // Another transaction may be recording this UTR. Then only the savepoint is rolled back.
  await tx.run(sql`savepoint before_utr`)
  try {
    await tx.run(sql`
      update credits set utr = ${utr} where merchant_id = ${merchantId} and credit_id = ${creditId}`)
    return true
  } catch (error) {
    if (!isUtrTaken(error)) throw error
    await tx.run(sql`rollback to savepoint before_utr`)
    return false
  }
}

/** Adds what a later report says of the payer. */
export const updateMissingPayer = (
  tx: Transaction,
  { merchantId, creditId }: Pick<Credit, 'merchantId' | 'creditId'>,
  { payerUpiId, payerName }: Pick<ReportedCredit, 'payerUpiId' | 'payerName'>,
): Promise<number> =>
  tx.run(sql`
    update credits set payer_upi_id = coalesce(payer_upi_id, ${payerUpiId}), payer_name = coalesce(payer_name, ${payerName})
    where merchant_id = ${merchantId} and credit_id = ${creditId}`)

/** Whether a credit of this mode has the UTR. */
export const isUtrKnown = (tx: Transaction, { merchantId, accountId }: ReportedCredit, utr: string) =>
  tx.value<boolean>(sql`
    select exists (
      select from credits c join accounts a on a.merchant_id = ${merchantId} and a.account_id = ${accountId} and a.mode = c.mode
      where c.merchant_id = ${merchantId} and c.utr = ${utr} and c.copy_of is null) as known`)

/** Notes that a source has reported the UTR that a person entered. */
export const updateReportedUtr = (tx: Transaction, { merchantId, creditId }: Credit): Promise<number> =>
  tx.run(sql`
    update credits set is_utr_typed = false where merchant_id = ${merchantId} and credit_id = ${creditId}`)

/** Locks the report's credit, which exists: of the accounts that have one with its UTR, that of the report's own account. */
export const lockKnown = (
  tx: Transaction,
  creditId: string,
  { merchantId, accountId, utr }: ReportedCredit,
): Promise<Credit> =>
  tx.one(
    utr === null
      ? sql`
        select ${CREDIT} from credits c where c.merchant_id = ${merchantId} and c.credit_id = ${creditId} for update`
      : sql`
        select ${CREDIT} from credits c
        join accounts a on a.merchant_id = ${merchantId} and a.account_id = ${accountId} and a.mode = c.mode
        where c.merchant_id = ${merchantId} and c.utr = ${utr}
        order by c.account_id <> ${accountId} limit 1 for update of c`,
  )

/** Locks a credit of the merchant in that mode, so that the second of two concurrent decisions sees the first. */
export const lockMerchantCredit = (
  tx: Transaction,
  merchantId: string,
  mode: Mode,
  creditId: string,
): Promise<Credit | undefined> =>
  tx.maybeOne(sql`
    select ${CREDIT} from credits c
    join accounts a on a.merchant_id = c.merchant_id and a.account_id = c.account_id
    where c.merchant_id = ${merchantId} and c.credit_id = ${creditId} and a.mode = ${mode} for update of c`)

/** Finds a credit of the merchant in that mode without locking it. */
export const findMerchantCredit = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  creditId: string,
): Promise<Credit | undefined> =>
  db.maybeOne(sql`
    select ${CREDIT} from credits c
    join accounts a on a.merchant_id = c.merchant_id and a.account_id = c.account_id
    where c.merchant_id = ${merchantId} and c.credit_id = ${creditId} and a.mode = ${mode}`)

/** An entry in the history of a credit: its state, who set it and why. */
export interface CreditEntry {
  readonly credit: Credit
  readonly entryId: string
  readonly at: Date
  readonly byWhom: string
  readonly detail: Record<string, unknown>
}

/** Writes the state of a credit whose row is locked. */
export const updateCreditState = (
  tx: Transaction,
  { merchantId, creditId, state, orderId }: Credit,
): Promise<number> =>
  tx.run(sql`
    update credits set state = ${state}, order_id = ${orderId},
      possible_repeat_of = case when ${state}::text = 'unmatched' then possible_repeat_of end
    where merchant_id = ${merchantId} and credit_id = ${creditId}`)

/** Appends to the history of a credit. A state that stays is recorded too, with its reason. */
export const recordCreditHistory = (
  tx: Transaction,
  { credit: { merchantId, creditId, state, orderId }, entryId, at, byWhom, detail }: CreditEntry,
): Promise<number> =>
  tx.run(sql`
    insert into credit_history (merchant_id, credit_id, entry_id, at, state, order_id, by_whom, detail)
    values (${merchantId}, ${creditId}, ${entryId}, ${at}, ${state}, ${orderId}, ${byWhom}, ${detail})`)

export interface OrderCredit {
  readonly id: string
  readonly utr: string | null
  readonly amount: Paise
  readonly fee: Paise | null
  readonly receivedAt: Date
  readonly state: CreditState
  readonly payerUpiId: string | null
  /** The bank reversed it, and the merchant has not decided about the reversal. */
  readonly isReversed: boolean
  readonly sources: CreditSource[]
}

export const listCreditsOfOrder = (
  db: Queryable,
  merchantId: string,
  orderId: string,
): Promise<OrderCredit[]> =>
  db.rows<OrderCredit>(sql`
    select c.credit_id as id, c.utr, c.amount_paise as amount, c.fee_paise as fee, c.received_at as "receivedAt", c.state,
      c.payer_upi_id as "payerUpiId",
      exists (select from reversals v
              where v.merchant_id = ${merchantId} and v.credit_id = c.credit_id and v.decision is null) as "isReversed",
      array(select distinct e.source from evidence e
            where e.merchant_id = ${merchantId} and e.credit_id = c.credit_id order by 1) as sources
    from credits c where c.merchant_id = ${merchantId} and c.order_id = ${orderId} order by c.received_at`)

/**
 * Locks amounts of merchants until the transaction ends. All transactions that record or decide on credits of one amount of a merchant
 * run one after the other, so that each sees the earlier reports of the same payment, also those of another account.
 *
 * It is the first lock of the ledger, before any credit or order. Every transaction locks in one order: amounts, credits, orders.
 */
export const lockAmounts = async (
  tx: Transaction,
  amounts: readonly Pick<ReportedCredit, 'merchantId' | 'amount'>[],
): Promise<void> => {
  const names = new Set(amounts.map(({ merchantId, amount }) => `credits of ${merchantId} ${amount}`))
  if (names.size === 0) return
  await tx.run(sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${[...names].sort()}::text[]) as n (name)`)
}

export interface ReportedFee {
  readonly creditId: string
  readonly amount: Paise
  readonly fee: Paise | null
}

/**
 * Writes the fees of credits that have none yet: the first report counts, unless its amount differs from the credit's. The rows are
 * locked in the order of their keys.
 */
export const recordFees = async (
  tx: Transaction,
  merchantId: string,
  reports: readonly ReportedFee[],
): Promise<void> => {
  const known = reports.filter(({ fee }) => fee !== null)
  if (known.length === 0) return
  await tx.run(sql`
    with reported as (
      select distinct on (credit_id) * from unnest(${known.map(({ creditId }) => creditId)}::text[],
        ${known.map(({ amount }) => amount)}::bigint[], ${known.map(({ fee }) => fee)}::bigint[])
        with ordinality as r (credit_id, amount_paise, fee_paise, n)
      order by credit_id, n
    ), locked as (
      select c.credit_id, r.fee_paise from reported r
      join credits c on c.merchant_id = ${merchantId} and c.credit_id = r.credit_id and c.amount_paise = r.amount_paise
      where c.fee_paise is null order by c.credit_id for update of c
    )
    update credits c set fee_paise = l.fee_paise from locked l
    where c.merchant_id = ${merchantId} and c.credit_id = l.credit_id and c.fee_paise is null`)
}

export interface CaseFacts {
  readonly mode: Mode
  /** Null: of no order. */
  readonly clientTxnId: string | null
  readonly payable: bigint | null
}

/** What an event about a case names; undefined where no endpoint of the merchant chose the event. */
export const findCaseFacts = (
  tx: Transaction,
  { merchantId, accountId, orderId }: Pick<Credit, 'merchantId' | 'accountId' | 'orderId'>,
  event: string,
): Promise<CaseFacts | undefined> =>
  tx.maybeOne(sql`
    -- Without an order '' is compared, not null: null would take the merchant out of the join, and distributed tables need it there.
    select a.mode, o.client_txn_id as "clientTxnId", o.payable_paise as payable
    from accounts a left join orders o on o.merchant_id = ${merchantId} and o.order_id = ${orderId ?? ''}
    where a.merchant_id = ${merchantId} and a.account_id = ${accountId} and exists (
      select from webhook_endpoints e
      where e.merchant_id = ${merchantId} and e.mode = a.mode and ${event}::text = any(e.events))`)

/** Whether an account takes real money and its merchant is notified at once, by anything. */
export const isLiveAndNotified = (tx: Transaction, merchantId: string, accountId: string): Promise<boolean> =>
  tx.value(sql`
    select exists (
      select from accounts a where a.merchant_id = ${merchantId} and a.account_id = ${accountId} and a.mode = 'live')
      and (exists (select from notice_targets t where t.merchant_id = ${merchantId})
        or exists (select from notice_choices c where c.merchant_id = ${merchantId} and c.way = 'email' and c.is_wanted))`)
