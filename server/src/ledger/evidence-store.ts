import { part, type Queryable, type SqlPart, sql, type Transaction } from '../platform/database/database.ts'
import {
  type Credit,
  type CreditRow,
  type CreditSource,
  creditFrom,
  type ReceivedTime,
  type ReportedCredit,
  receivedTimeOf,
} from './credit.ts'
import { payerOf, reporterOf } from './same-payment.ts'

/** Whether a source has reported a reference of the credit. */
export const hasReference = (
  db: Queryable,
  { merchantId, creditId }: Pick<Credit, 'merchantId' | 'creditId'>,
): Promise<boolean> =>
  db.value<boolean>(sql`
    select exists (
      select from evidence
      where merchant_id = ${merchantId} and credit_id = ${creditId} and reference is not null) as found`)

/** The values of a report's row, after its merchant and credit. */
const valuesOf = (report: ReportedCredit, now: Date): SqlPart => part`
  ${report.source}, ${report.sourceKey}, ${report.amount}, ${report.reference}, ${now}, ${reporterOf(report)},
  ${report.messageId ?? null}, ${report.wording ?? null}, ${payerOf(report)}, ${report.receivedAt},
  ${report.receivedBefore ?? null}, ${report.namesTime ?? true}`

/**
 * Inserts the report's credit, locked and with the report as evidence. Undefined if it exists. It waits for other transactions that insert
 * the same credit.
 */
export const insertCredit = async (
  tx: Transaction,
  creditId: string,
  report: ReportedCredit,
  now: Date,
): Promise<Credit | undefined> => {
  const { merchantId, accountId, utr, amount, receivedAt, payerUpiId, payerName, rail } = report
  const row = await tx.maybeOne<CreditRow>(sql`
    with inserted as (
      insert into credits (merchant_id, credit_id, account_id, utr, amount_paise, received_at, payer_upi_id, payer_name,
        rail, state, created_at)
      values (${merchantId}, ${creditId}, ${accountId}, ${utr}, ${amount}, ${receivedAt}, ${payerUpiId}, ${payerName}, ${rail},
        'unmatched', ${now})
      on conflict do nothing returning *),
    evidence_inserted as (
      insert into evidence (merchant_id, credit_id, source, source_key, amount_paise, reference, reported_at, reporter,
        message_id, wording, payer, received_at, received_before, names_time)
      select ${merchantId}, credit_id, ${valuesOf(report, now)} from inserted)
    select * from inserted`)
  return row && creditFrom(row)
}

/** Adds a report as evidence of a locked credit. Returns false where exactly this was reported before. */
export const insertEvidence = async (
  tx: Transaction,
  creditId: string,
  report: ReportedCredit,
  now: Date,
): Promise<boolean> => {
  const inserted = await tx.run(sql`
    insert into evidence (merchant_id, credit_id, source, source_key, amount_paise, reference, reported_at, reporter,
      message_id, wording, payer, received_at, received_before, names_time)
    values (${report.merchantId}, ${creditId}, ${valuesOf(report, now)})
    on conflict do nothing`)
  return inserted === 1
}

/** Copies the evidence of a credit to another one. */
export const copyEvidence = (
  tx: Transaction,
  { merchantId, from, to }: { readonly merchantId: string; readonly from: string; readonly to: string },
): Promise<number> =>
  tx.run(sql`
    insert into evidence (merchant_id, credit_id, source, source_key, amount_paise, reference, reported_at, reporter,
      message_id, wording, payer, received_at, received_before, names_time)
    select merchant_id, ${to}, source, source_key, amount_paise, reference, reported_at, reporter, message_id, wording,
      payer, received_at, received_before, names_time
    from evidence where merchant_id = ${merchantId} and credit_id = ${from}
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
