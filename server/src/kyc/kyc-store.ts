import type { KycStatus } from '@galla/contract/kyc/kyc'
import { part, type Queryable, type Statement, sql, type Transaction } from '../platform/database/database.ts'
import type { Submission } from './kyc-record.ts'

const HISTORY_MAX = 100

/** The documents of a submission in the order in which they were sent. */
const DOCUMENTS = part`(
  select coalesce(jsonb_agg(jsonb_build_object('documentId', document_id, 'mediaType', media_type, 'bytes', bytes)
                            order by position), '[]')
  from kyc_documents d where d.merchant_id = s.merchant_id and d.submission_id = s.submission_id)`

const columns = part`
  s.merchant_id as "merchantId", s.submission_id as "submissionId", s.document_type as "documentType",
  s.document_number as "sealedNumber", s.status, s.rejection_reason as "rejectionReason", s.submitted_at as "submittedAt",
  s.decided_at as "decidedAt"`

/** Finds the merchant's latest submission. */
export const findShown = (db: Queryable, merchantId: string): Promise<Submission | undefined> =>
  db.maybeOne(sql`
    select ${columns}, ${DOCUMENTS} as documents
    from kyc_submissions s where s.merchant_id = ${merchantId} and s.replaced_at is null`)

export const findSubmission = (
  db: Queryable,
  merchantId: string,
  submissionId: string,
): Promise<Submission | undefined> =>
  db.maybeOne(sql`
    select ${columns}, ${DOCUMENTS} as documents
    from kyc_submissions s where s.merchant_id = ${merchantId} and s.submission_id = ${submissionId}`)

/** Lists the merchant's submissions, the latest first, at most a hundred. */
export const listSubmissions = (db: Queryable, merchantId: string): Promise<Submission[]> =>
  db.rows(sql`
    select ${columns}, ${DOCUMENTS} as documents
    from kyc_submissions s where s.merchant_id = ${merchantId}
    order by s.submission_id desc limit ${HISTORY_MAX}`)

/** Locks the submission, so that its status stays until the transaction ends. */
export const lockShown = (
  tx: Transaction,
  merchantId: string,
): Promise<{ submission_id: string; status: KycStatus; rejection_reason: string | null } | undefined> =>
  tx.maybeOne(sql`
    select submission_id, status, rejection_reason from kyc_submissions
    where merchant_id = ${merchantId} and replaced_at is null for update`)

export const updateSubmissionReplacedAt = async (
  tx: Transaction,
  merchantId: string,
  now: Date,
): Promise<void> => {
  await tx.run(sql`
    update kyc_submissions set replaced_at = ${now} where merchant_id = ${merchantId} and replaced_at is null`)
}

export const insertSubmission = async (tx: Transaction, submission: Submission): Promise<void> => {
  const { merchantId, submissionId } = submission
  await tx.run(sql`
    insert into kyc_submissions (merchant_id, submission_id, document_type, document_number, status, submitted_at)
    values (${merchantId}, ${submissionId}, ${submission.documentType}, ${submission.sealedNumber}, 'pending',
            ${submission.submittedAt})`)
  for (const [index, { documentId, mediaType, bytes }] of submission.documents.entries()) {
    await tx.run(sql`
      insert into kyc_documents (merchant_id, document_id, submission_id, position, media_type, bytes)
      values (${merchantId}, ${documentId}, ${submissionId}, ${index + 1}, ${mediaType}, ${bytes})`)
  }
}

export const recordKycDecision = async (
  tx: Transaction,
  decision: {
    readonly merchantId: string
    readonly submissionId: string
    readonly status: 'approved' | 'rejected'
    readonly reason: string | null
    readonly operatorId: string
    readonly now: Date
  },
): Promise<void> => {
  await tx.one(sql`
    update kyc_submissions set status = ${decision.status}, rejection_reason = ${decision.reason},
           decided_at = ${decision.now}, decided_by = ${decision.operatorId}
    where merchant_id = ${decision.merchantId} and submission_id = ${decision.submissionId} and status = 'pending'
    returning submission_id`)
}

export interface QueueRow {
  readonly merchantName: string
  readonly merchantEmail: string
  readonly submission: Submission
}

type QueueRowRaw = Submission & Omit<QueueRow, 'submission'>

export const findQueueRow = async (db: Queryable, merchantId: string): Promise<QueueRow | undefined> => {
  const row = await db.maybeOne<QueueRowRaw>(sql`
    select ${columns}, ${DOCUMENTS} as documents, m.name as "merchantName", m.email as "merchantEmail"
    from kyc_submissions s join merchants m using (merchant_id)
    where s.merchant_id = ${merchantId} and s.replaced_at is null`)
  return row && queueRowFrom(row)
}

const queueRowFrom = ({ merchantName, merchantEmail, ...submission }: QueueRowRaw): QueueRow => ({
  merchantName,
  merchantEmail,
  submission,
})

/** Lists the longest waiting first. */
export const listPending = (db: Queryable, limit: number, offset: number): Promise<QueueRow[]> =>
  queueRows(
    db,
    sql`
    select ${columns}, m.name as "merchantName", m.email as "merchantEmail"
    from (select * from kyc_submissions where replaced_at is null and status = 'pending'
          order by submitted_at, merchant_id limit ${limit} offset ${offset}) s
    join merchants m using (merchant_id) order by s.submitted_at, s.merchant_id`,
  )

/** Lists the latest first. */
export const listByStatus = (
  db: Queryable,
  statuses: readonly KycStatus[],
  limit: number,
  offset: number,
): Promise<QueueRow[]> =>
  queueRows(
    db,
    sql`
    select ${columns}, m.name as "merchantName", m.email as "merchantEmail"
    from (select * from kyc_submissions where replaced_at is null and status = any(${[...statuses]})
          order by submitted_at desc, merchant_id limit ${limit} offset ${offset}) s
    join merchants m using (merchant_id) order by s.submitted_at desc, s.merchant_id`,
  )

/** Adds the documents in a separate statement, because a distributed database cannot look them up for each row of a list. */
const queueRows = async (db: Queryable, statement: Statement): Promise<QueueRow[]> => {
  const rows = await db.rows<Omit<QueueRowRaw, 'documents'>>(statement)
  const found = await db.rows<Pick<Submission, 'submissionId' | 'documents'>>(sql`
    select s.submission_id as "submissionId", jsonb_agg(jsonb_build_object('documentId', document_id, 'mediaType', media_type, 'bytes', bytes)
                                      order by position) as documents
    from kyc_documents s
    where s.merchant_id = any(${rows.map((row) => row.merchantId)}::text[])
      and s.submission_id = any(${rows.map((row) => row.submissionId)}::text[])
    group by s.merchant_id, s.submission_id`)
  const documents = new Map(found.map((row) => [row.submissionId, row.documents]))
  return rows.map((row) => queueRowFrom({ ...row, documents: documents.get(row.submissionId) ?? [] }))
}

export const countByStatus = async (db: Queryable): Promise<Record<KycStatus, number>> => {
  const rows = await db.rows<{ status: KycStatus; count: number }>(sql`
    select status, count(*)::int as count from kyc_submissions where replaced_at is null group by status`)
  const of = (status: KycStatus) => rows.find((row) => row.status === status)?.count ?? 0
  return { pending: of('pending'), approved: of('approved'), rejected: of('rejected') }
}
