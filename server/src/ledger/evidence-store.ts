import { part, type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import { merchantsOf, onShardOf } from '../platform/distributed/merchant-shards.ts'
import {
  type Credit,
  type CreditSource,
  type IdentifiedReport,
  type ReceivedTime,
  receivedTimeOf,
} from './credit.ts'
import { payerOf, reporterOf } from './same-payment.ts'

/** Finds the credits of which a source has reported a reference, as `merchantId creditId`. */
export const findReferenced = async (
  db: Queryable,
  credits: readonly Credit[],
): Promise<ReadonlySet<string>> => {
  if (credits.length === 0) return new Set()
  const found = await db.values<string>(sql`
    select distinct e.merchant_id || ' ' || e.credit_id as key
    from unnest(${credits.map(({ merchantId }) => merchantId)}::text[], ${credits.map(({ creditId }) => creditId)}::text[])
      as c (merchant_id, credit_id)
    join evidence e on ${onShardOf(part`e.merchant_id`, merchantsOf(credits))}
      and e.merchant_id = c.merchant_id and e.credit_id = c.credit_id and e.reference is not null`)
  return new Set(found)
}

export const evidenceKey = ({ creditId, report }: IdentifiedReport): string =>
  `${report.merchantId} ${creditId} ${report.source} ${report.sourceKey}`

/** Adds reports as evidence of locked credits. Returns the `evidenceKey` of each new one. */
export const insertEvidence = async (
  tx: Transaction,
  evidence: readonly IdentifiedReport[],
  now: Date,
): Promise<Set<string>> => {
  if (evidence.length === 0) return new Set()
  const reports = evidence.map(({ report }) => report)
  const found = await tx.values<string>(sql`
    insert into evidence (merchant_id, credit_id, source, source_key, amount_paise, reference, reporter, message_id, wording, payer,
      received_at, received_before, names_time, reported_at)
    select r.*, ${now} from unnest(${reports.map((report) => report.merchantId)}::text[],
      ${evidence.map(({ creditId }) => creditId)}::text[], ${reports.map((report) => report.source)}::text[],
      ${reports.map((report) => report.sourceKey)}::text[], ${reports.map((report) => report.amount)}::bigint[],
      ${reports.map((report) => report.reference)}::text[], ${reports.map(reporterOf)}::text[],
      ${reports.map((report) => report.messageId ?? null)}::text[],
        ${reports.map((report) => report.wording ?? null)}::text[], ${reports.map(payerOf)}::text[],
      ${reports.map((report) => report.receivedAt)}::timestamptz[],
      ${reports.map((report) => report.receivedBefore ?? null)}::timestamptz[],
      ${reports.map((report) => report.namesTime ?? true)}::boolean[]) as r
    on conflict do nothing
    returning merchant_id || ' ' || credit_id || ' ' || source || ' ' || source_key as key`)
  return new Set(found)
}

/** Copies the evidence of credits to others. */
export const copyEvidence = (
  tx: Transaction,
  copies: readonly { readonly merchantId: string; readonly from: string; readonly to: string }[],
): Promise<number> =>
  tx.run(sql`
    insert into evidence (merchant_id, credit_id, source, source_key, amount_paise, reference, reported_at, reporter,
      message_id, wording, payer, received_at, received_before, names_time)
    select e.merchant_id, c.to_id, e.source, e.source_key, e.amount_paise, e.reference, e.reported_at, e.reporter, e.message_id,
      e.wording, e.payer, e.received_at, e.received_before, e.names_time
    from unnest(${copies.map(({ merchantId }) => merchantId)}::text[], ${copies.map(({ from }) => from)}::text[],
      ${copies.map(({ to }) => to)}::text[]) as c (merchant_id, from_id, to_id)
    join evidence e on ${onShardOf(part`e.merchant_id`, merchantsOf(copies))}
      and e.merchant_id = c.merchant_id and e.credit_id = c.from_id
    on conflict do nothing`)

/** Far more than one payment has. */
const REPORTS_MAX = 100

/** Finds when the money of a credit came, as its evidence says. */
export const findReceivedTime = async (
  db: Queryable,
  { merchantId, creditId }: Pick<Credit, 'merchantId' | 'creditId'>,
): Promise<ReceivedTime | null> => {
  const rows = await db.rows<{
    source: CreditSource
    received_at: Date | null
    received_before: Date | null
    names_time: boolean
    reported_at: Date
  }>(sql`
    select source, received_at, received_before, names_time, reported_at from evidence
    where merchant_id = ${merchantId} and credit_id = ${creditId}
    order by reported_at limit ${REPORTS_MAX}`)
  return receivedTimeOf(
    rows.map((row) => ({
      source: row.source,
      from: row.names_time ? row.received_at : null,
      before: row.received_before,
      reportedAt: row.reported_at,
    })),
  )
}
