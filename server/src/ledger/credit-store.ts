import type { Mode } from '@galla/contract/orders/order-status'
import type { CreditState } from '@galla/contract/reconciliation/credits'
import type { Paise } from '@galla/upi/rupees'
import { part, type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import { violatedUnique } from '../platform/database/database-errors.ts'
import { merchantColumnForInsert, merchantsOf, onShardOf } from '../platform/distributed/merchant-shards.ts'
import {
  type Credit,
  type CreditRow,
  type CreditSource,
  creditFrom,
  type IdentifiedReport,
  type ReportedCredit,
} from './credit.ts'
import { payerOf, reporterOf } from './same-payment.ts'

/** Finds the reports that are recorded already, and their credits. Takes no lock. */
export const findKnown = async (
  db: Queryable,
  credits: readonly IdentifiedReport[],
): Promise<ReadonlyMap<ReportedCredit, string>> => {
  const reports = credits.map(({ report }) => report)
  const merchants = merchantsOf(reports)
  const rows = await db.rows<{ n: number; credit_id: string }>(sql`
    select r.n::int as n, c.credit_id
    from unnest(${reports.map((report) => report.merchantId)}::text[], ${reports.map((report) => report.accountId)}::text[],
      ${reports.map((report) => report.utr)}::text[], ${credits.map(({ creditId }) => creditId)}::text[],
      ${reports.map((report) => report.source)}::text[], ${reports.map((report) => report.sourceKey)}::text[])
      with ordinality as r (merchant_id, account_id, utr, credit_id, source, source_key, n)
    cross join lateral (
      select credit_id from credits where ${onShardOf(part`merchant_id`, merchants)} and merchant_id = r.merchant_id and account_id = r.account_id and utr = r.utr
      union all
      select credit_id from credits where ${onShardOf(part`merchant_id`, merchants)} and r.utr is null and merchant_id = r.merchant_id and credit_id = r.credit_id
      limit 1) c
    cross join lateral (
      select from evidence e
      where ${onShardOf(part`e.merchant_id`, merchants)} and e.merchant_id = r.merchant_id and e.credit_id = c.credit_id and e.source = r.source
        and e.source_key = r.source_key
      limit 1) e`)
  const known = new Map<ReportedCredit, string>()
  for (const { n, credit_id: creditId } of rows) {
    const report = reports[n - 1]
    if (report !== undefined) known.set(report, creditId)
  }
  return known
}

/**
 * Adds the reported UTR to a credit without one. Returns false where another credit has this UTR: they stay two, and a person may merge
 * them.
 */
export const updateMissingUtr = async (
  tx: Transaction,
  report: ReportedCredit,
  creditId: string,
): Promise<boolean> => {
  const { merchantId, accountId, utr } = report
  const known = await tx.maybeOne(sql`
    select credit_id from credits
    where merchant_id = ${merchantId} and credit_id = ${creditId} and account_id = ${accountId} and utr is null
      and merged_into is null for update`)
  if (known === undefined) return false
  // Another transaction may be recording this UTR. Then only the savepoint is rolled back.
  await tx.run(sql`savepoint before_utr`)
  try {
    await tx.run(sql`
      update credits set utr = ${utr} where merchant_id = ${merchantId} and credit_id = ${creditId}`)
    return true
  } catch (error) {
    if (violatedUnique(error) !== 'credits_utr_once') throw error
    await tx.run(sql`rollback to savepoint before_utr`)
    return false
  }
}

/**
 * Inserts the new credits among these, locked and with their reports as evidence, and returns them. It waits for other transactions that
 * insert the same credits. `shard` is the merchant of all of them where tables are distributed, else empty.
 */
export const insertCredits = async (
  tx: Transaction,
  credits: readonly IdentifiedReport[],
  now: Date,
  shard: string,
): Promise<Credit[]> => {
  const reports = credits.map(({ report }) => report)
  const merchants = merchantsOf(reports)
  const merchantId = merchantColumnForInsert(shard, part`r.merchant_id`, part`a.merchant_id`)
  const rows = await tx.rows<CreditRow>(sql`
    with reported as (
      select * from unnest(${reports.map((report) => report.merchantId)}::text[],
        ${credits.map(({ creditId }) => creditId)}::text[], ${reports.map((report) => report.accountId)}::text[],
        ${reports.map((report) => report.utr)}::text[], ${reports.map((report) => report.amount)}::bigint[],
        ${reports.map((report) => report.receivedAt)}::timestamptz[], ${reports.map((report) => report.payerUpiId)}::text[],
        ${reports.map((report) => report.payerName)}::text[], ${reports.map((report) => report.source)}::text[],
        ${reports.map((report) => report.sourceKey)}::text[], ${reports.map((report) => report.reference)}::text[],
        ${reports.map((report) => report.rail)}::text[], ${reports.map(reporterOf)}::text[],
        ${reports.map((report) => report.messageId ?? null)}::text[],
        ${reports.map((report) => report.wording ?? null)}::text[], ${reports.map(payerOf)}::text[],
        ${reports.map((report) => report.receivedBefore ?? null)}::timestamptz[],
        ${reports.map((report) => report.namesTime ?? true)}::boolean[])
        as r (merchant_id, credit_id, account_id, utr, amount_paise, received_at, payer_upi_id, payer_name, source,
          source_key, reference, rail, reporter, message_id, wording, payer, received_before, names_time)),
    inserted as (
      insert into credits (merchant_id, credit_id, account_id, utr, amount_paise, received_at, payer_upi_id, payer_name,
        rail, state, created_at)
      select ${merchantId}, r.credit_id, r.account_id, r.utr, r.amount_paise, r.received_at, r.payer_upi_id, r.payer_name, r.rail,
        'unmatched', ${now}
      from reported r
      left join accounts a on ${onShardOf(part`a.merchant_id`, merchants)} and a.merchant_id = r.merchant_id and a.account_id = r.account_id
      on conflict do nothing returning *),
    evidence_inserted as (
      insert into evidence (merchant_id, credit_id, source, source_key, amount_paise, reference, reported_at, reporter,
        message_id, wording, payer, received_at, received_before, names_time)
      select ${merchantId}, r.credit_id, r.source, r.source_key, r.amount_paise, r.reference, ${now}, r.reporter, r.message_id,
        r.wording, r.payer, r.received_at, r.received_before, r.names_time
      from inserted i join reported r on r.merchant_id = i.merchant_id and r.credit_id = i.credit_id
      left join accounts a on ${onShardOf(part`a.merchant_id`, merchants)} and a.merchant_id = r.merchant_id and a.account_id = r.account_id)
    select * from inserted`)
  return rows.map(creditFrom)
}

/** Locks the known credits of these reports, in the order of their ids. */
export const lockKnown = async (
  tx: Transaction,
  credits: readonly IdentifiedReport[],
): Promise<ReadonlyMap<ReportedCredit, Credit>> => {
  if (credits.length === 0) return new Map()
  const reports = credits.map(({ report }) => report)
  const merchants = merchantsOf(reports)
  const rows = await tx.rows<CreditRow & { n: number }>(sql`
    select c.*, k.n::int as n
    from (
      select r.n, r.merchant_id, case when r.utr is null then r.credit_id else (
        select credit_id from credits
        where ${onShardOf(part`merchant_id`, merchants)} and merchant_id = r.merchant_id and account_id = r.account_id and utr = r.utr) end as credit_id
      from unnest(${reports.map((report) => report.merchantId)}::text[],
        ${reports.map((report) => report.accountId)}::text[], ${reports.map((report) => report.utr)}::text[],
        ${credits.map(({ creditId }) => creditId)}::text[])
        with ordinality as r (merchant_id, account_id, utr, credit_id, n)) k
    join credits c on ${onShardOf(part`c.merchant_id`, merchants)} and c.merchant_id = k.merchant_id and c.credit_id = k.credit_id
    order by c.merchant_id, c.credit_id for update of c`)
  const known = new Map<ReportedCredit, Credit>()
  for (const row of rows) {
    const report = reports[row.n - 1]
    if (report !== undefined) known.set(report, creditFrom(row))
  }
  return known
}

/** Locks a credit of the merchant in that mode, so that the second of two concurrent decisions sees the first. */
export const lockMerchantCredit = async (
  tx: Transaction,
  merchantId: string,
  mode: Mode,
  creditId: string,
): Promise<Credit | undefined> => {
  const row = await tx.maybeOne<CreditRow>(sql`
    select c.* from credits c
    join accounts a on a.merchant_id = c.merchant_id and a.account_id = c.account_id
    where c.merchant_id = ${merchantId} and c.credit_id = ${creditId} and a.mode = ${mode} for update of c`)
  return row && creditFrom(row)
}

/** Finds a credit of the merchant in that mode without locking it. */
export const findMerchantCredit = async (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  creditId: string,
): Promise<Credit | undefined> => {
  const row = await db.maybeOne<CreditRow>(sql`
    select c.* from credits c
    join accounts a on a.merchant_id = c.merchant_id and a.account_id = c.account_id
    where c.merchant_id = ${merchantId} and c.credit_id = ${creditId} and a.mode = ${mode}`)
  return row && creditFrom(row)
}

/** An entry in the history of a credit: its state, who set it and why. */
export interface CreditEntry {
  readonly credit: Credit
  readonly entryId: string
  readonly at: Date
  readonly byWhom: string
  readonly detail: Record<string, unknown>
}

/** Writes the states of credits whose rows are locked, each credit once. */
export const updateCreditStates = (tx: Transaction, credits: readonly Credit[]): Promise<number> =>
  tx.run(sql`
    update credits c set state = n.state, order_id = n.order_id,
      possible_repeat_of = case when n.state = 'unmatched' then c.possible_repeat_of end
    from unnest(${credits.map(({ merchantId }) => merchantId)}::text[], ${credits.map(({ creditId }) => creditId)}::text[],
      ${credits.map(({ state }) => state)}::text[], ${credits.map(({ orderId }) => orderId)}::text[])
      as n (merchant_id, credit_id, state, order_id)
    where ${onShardOf(part`c.merchant_id`, merchantsOf(credits))}
      and c.merchant_id = n.merchant_id and c.credit_id = n.credit_id`)

/** Appends to the history of credits. A state that stays is recorded too, with its reason. */
export const recordCreditHistory = (tx: Transaction, entries: readonly CreditEntry[]): Promise<number> =>
  tx.run(sql`
    insert into credit_history (merchant_id, credit_id, entry_id, at, state, order_id, by_whom, detail)
    select * from unnest(${entries.map(({ credit }) => credit.merchantId)}::text[],
      ${entries.map(({ credit }) => credit.creditId)}::text[], ${entries.map(({ entryId }) => entryId)}::text[],
      ${entries.map(({ at }) => at)}::timestamptz[], ${entries.map(({ credit }) => credit.state)}::text[],
      ${entries.map(({ credit }) => credit.orderId)}::text[], ${entries.map(({ byWhom }) => byWhom)}::text[],
      ${entries.map(({ detail }) => JSON.stringify(detail))}::jsonb[])`)

export interface OrderCredit {
  credit_id: string
  utr: string | null
  amount_paise: bigint
  fee_paise: bigint | null
  received_at: Date
  state: CreditState
  payer_upi_id: string | null
  /** The bank reversed it, and the merchant has not decided about the reversal. */
  is_reversed: boolean
  sources: CreditSource[]
}

export const listCreditsOfOrder = (
  db: Queryable,
  merchantId: string,
  orderId: string,
): Promise<OrderCredit[]> =>
  db.rows<OrderCredit>(sql`
    select c.credit_id, c.utr, c.amount_paise, c.fee_paise, c.received_at, c.state, c.payer_upi_id,
      exists (select from reversals v
              where v.merchant_id = ${merchantId} and v.credit_id = c.credit_id and v.decision is null) as is_reversed,
      array(select distinct e.source from evidence e
            where e.merchant_id = ${merchantId} and e.credit_id = c.credit_id order by 1) as sources
    from credits c where c.merchant_id = ${merchantId} and c.order_id = ${orderId} order by c.received_at`)

/**
 * Locks amounts of merchants until the transaction ends. All transactions that record or decide on credits of one amount of a merchant
 * run one after the other, so that each sees the earlier reports of the same payment, also those of another account.
 *
 * It is the first lock of the ledger, before any credit or order. Every transaction locks in one order: amounts, credits, orders.
 */
export const lockAmounts = (
  tx: Transaction,
  amounts: readonly Pick<ReportedCredit, 'merchantId' | 'amount'>[],
): Promise<number> => {
  const names = new Set(amounts.map(({ merchantId, amount }) => `credits of ${merchantId} ${amount}`))
  return tx.run(sql`
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
