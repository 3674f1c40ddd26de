import {
  columnsOf,
  part,
  type Queryable,
  type SqlPart,
  sql,
  type Transaction,
} from '../platform/database/database.ts'
import { prepared } from '../platform/database/sql.ts'
import {
  CREDIT_COLUMNS,
  type Credit,
  type CreditSource,
  type ReceivedTime,
  type ReportedCredit,
  receivedOf,
  receivedTimeOf,
} from './credit.ts'
import { bothReceived, type Received } from './received.ts'
import { payerOf, reporterOf } from './same-payment.ts'

const CREDIT = columnsOf('c', CREDIT_COLUMNS)

/** What the sources of a credit say of it. */
export interface KnownEvidence {
  /** Some source has reported a reference. */
  readonly hasReference: boolean
  /** When the money came; null before the first report. */
  readonly received: Received | null
  /** The banks, apps and other sources that have reported it. */
  readonly reporters: readonly string[]
}

export const NO_EVIDENCE: KnownEvidence = { hasReference: false, received: null, reporters: [] }

/** Far more than one payment has. */
const REPORTS_MAX = 100

export const findEvidence = async (
  db: Queryable,
  { merchantId, creditId }: Pick<Credit, 'merchantId' | 'creditId'>,
): Promise<KnownEvidence> => {
  const rows = await db.rows<{
    has_reference: boolean
    reporter: string
    from: Date
    to: Date
    named: Received['named']
  }>(sql`
    select reference is not null as has_reference, coalesce(reporter, source) as reporter, received_from as "from",
      received_to as "to", named from evidence
    where merchant_id = ${merchantId} and credit_id = ${creditId}
    order by reported_at limit ${REPORTS_MAX}`)
  const times = rows.map(({ from, to, named }): Received => ({ from, to, named }))
  return {
    hasReference: rows.some((row) => row.has_reference),
    received: times.length === 0 ? null : times.reduce(bothReceived),
    reporters: [...new Set(rows.map(({ reporter }) => reporter))],
  }
}

/** The values of a report's row, after its merchant and credit. */
const valuesOf = (report: ReportedCredit, now: Date): SqlPart => part`
  ${report.source}, ${report.sourceKey}, ${report.amount}, ${report.reference}, ${now}, ${reporterOf(report)},
  ${report.messageId ?? null}, ${report.wording ?? null}, ${payerOf(report)}, ${report.receivedAt},
  ${receivedOf(report).from}, ${receivedOf(report).to}, ${receivedOf(report).named}`

/**
 * Inserts the report's credit, locked and with the report as evidence. Undefined if it exists. It waits for other transactions that insert
 * the same credit.
 */
export const insertCredit = async (
  tx: Transaction,
  creditId: string,
  report: ReportedCredit,
  now: Date,
  copyOf: string | null = null,
): Promise<Credit | undefined> => {
  const {
    merchantId,
    accountId,
    utr,
    isUtrTyped = false,
    amount,
    receivedAt,
    payerUpiId,
    payerName,
    rail,
  } = report
  return tx.maybeOne(
    prepared(sql`
    with inserted as (
      insert into credits (merchant_id, credit_id, account_id, mode, utr, is_utr_typed, amount_paise, received_at, payer_upi_id,
        payer_name, rail, state, copy_of, created_at)
      select ${merchantId}, ${creditId}, account_id, mode, ${utr}, ${isUtrTyped}, ${amount}, ${receivedAt}, ${payerUpiId}, ${payerName}, ${rail},
        'unmatched', ${copyOf}, ${now}
      from accounts where merchant_id = ${merchantId} and account_id = ${accountId}
      on conflict do nothing returning *),
    evidence_inserted as (
      insert into evidence (merchant_id, credit_id, source, source_key, amount_paise, reference, reported_at, reporter,
        message_id, wording, payer, received_at, received_from, received_to, named)
      select ${merchantId}, credit_id, ${valuesOf(report, now)} from inserted)
    select ${CREDIT} from inserted c`),
  )
}

const SOURCE_KEY_CHARS_MAX = 200

/** The same row or message may be reported to another account too, whose order it may pay. */
const keyOfEvidence = ({ accountId, sourceKey }: ReportedCredit, ofCredit: string): string =>
  accountId === ofCredit ? sourceKey : `${accountId} ${sourceKey}`.slice(0, SOURCE_KEY_CHARS_MAX)

/** Adds a report as evidence of a locked credit. Returns false where exactly this was reported before. */
export const insertEvidence = async (
  tx: Transaction,
  { creditId, accountId }: Pick<Credit, 'creditId' | 'accountId'>,
  reported: ReportedCredit,
  now: Date,
): Promise<boolean> => {
  const report = { ...reported, sourceKey: keyOfEvidence(reported, accountId) }
  const inserted = await tx.run(
    prepared(sql`
    insert into evidence (merchant_id, credit_id, source, source_key, amount_paise, reference, reported_at, reporter,
      message_id, wording, payer, received_at, received_from, received_to, named)
    values (${report.merchantId}, ${creditId}, ${valuesOf(report, now)})
    on conflict do nothing`),
  )
  return inserted === 1
}

/** Copies the evidence of a credit to another one. */
export const copyEvidence = (
  tx: Transaction,
  { merchantId, from, to }: { readonly merchantId: string; readonly from: string; readonly to: string },
): Promise<number> =>
  tx.run(sql`
    insert into evidence (merchant_id, credit_id, source, source_key, amount_paise, reference, reported_at, reporter,
      message_id, wording, payer, received_at, received_from, received_to, named)
    select merchant_id, ${to}, source, source_key, amount_paise, reference, reported_at, reporter, message_id, wording,
      payer, received_at, received_from, received_to, named
    from evidence where merchant_id = ${merchantId} and credit_id = ${from}
    on conflict do nothing`)

/** Finds when the money of a credit came, as its evidence says. */
export const findReceivedTime = async (
  db: Queryable,
  { merchantId, creditId }: Pick<Credit, 'merchantId' | 'creditId'>,
): Promise<ReceivedTime | null> => {
  const rows = await db.rows<{
    source: CreditSource
    received_at: Date
    received_to: Date
    named: Received['named']
    reported_at: Date
  }>(sql`
    select source, received_at, received_to, named, reported_at from evidence
    where merchant_id = ${merchantId} and credit_id = ${creditId}
    order by reported_at limit ${REPORTS_MAX}`)
  return receivedTimeOf(
    rows.map((row) => ({
      source: row.source,
      from: row.named === 'nothing' ? null : row.received_at,
      before: row.named === 'day' ? row.received_to : null,
      reportedAt: row.reported_at,
    })),
  )
}
