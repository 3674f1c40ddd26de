import type { KycStatus } from '@galla/contract/kyc/kyc'
import type { KycDocumentType } from '@galla/contract/kyc/kyc-number'
import { part, type Queryable, type Statement, sql, type Transaction } from '../platform/database/database.ts'
import type { StoredDocument, Submission } from './kyc-record.ts'

interface SubmissionRow {
  merchant_id: string
  submission_id: string
  document_type: KycDocumentType
  document_number: Buffer
  status: KycStatus
  rejection_reason: string | null
  submitted_at: Date
  decided_at: Date | null
  documents: StoredDocument[]
}

const submissionFrom = (row: SubmissionRow): Submission => ({
  merchantId: row.merchant_id,
  submissionId: row.submission_id,
  documentType: row.document_type,
  sealedNumber: row.document_number,
  status: row.status,
  rejectionReason: row.rejection_reason,
  submittedAt: row.submitted_at,
  decidedAt: row.decided_at,
  documents: row.documents,
})

const HISTORY_MAX = 100

/** The documents of a submission in the order in which they were sent. */
const DOCUMENTS = part`(
  select coalesce(jsonb_agg(jsonb_build_object('documentId', document_id, 'mediaType', media_type, 'bytes', bytes)
                            order by position), '[]')
  from kyc_documents d where d.merchant_id = s.merchant_id and d.submission_id = s.submission_id)`

/** Finds the merchant's latest submission. */
export const findShown = async (db: Queryable, merchantId: string): Promise<Submission | undefined> => {
  const row = await db.maybeOne<SubmissionRow>(sql`
    select s.merchant_id, s.submission_id, s.document_type, s.document_number, s.status, s.rejection_reason, s.submitted_at,
           s.decided_at, ${DOCUMENTS} as documents
    from kyc_submissions s where s.merchant_id = ${merchantId} and s.replaced_at is null`)
  return row && submissionFrom(row)
}

export const findSubmission = async (
  db: Queryable,
  merchantId: string,
  submissionId: string,
): Promise<Submission | undefined> => {
  const row = await db.maybeOne<SubmissionRow>(sql`
    select s.merchant_id, s.submission_id, s.document_type, s.document_number, s.status, s.rejection_reason, s.submitted_at,
           s.decided_at, ${DOCUMENTS} as documents
    from kyc_submissions s where s.merchant_id = ${merchantId} and s.submission_id = ${submissionId}`)
  return row && submissionFrom(row)
}

/** Lists the merchant's submissions, the latest first, at most a hundred. */
export const listSubmissions = async (db: Queryable, merchantId: string): Promise<Submission[]> =>
  (
    await db.rows<SubmissionRow>(sql`
      select s.merchant_id, s.submission_id, s.document_type, s.document_number, s.status, s.rejection_reason, s.submitted_at,
             s.decided_at, ${DOCUMENTS} as documents
      from kyc_submissions s where s.merchant_id = ${merchantId}
      order by s.submission_id desc limit ${HISTORY_MAX}`)
  ).map(submissionFrom)

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

type QueueRowRaw = SubmissionRow & { name: string; email: string }

export const findQueueRow = async (db: Queryable, merchantId: string): Promise<QueueRow | undefined> => {
  const row = await db.maybeOne<QueueRowRaw>(sql`
    select s.merchant_id, s.submission_id, s.document_type, s.document_number, s.status, s.rejection_reason, s.submitted_at,
           s.decided_at, ${DOCUMENTS} as documents, m.name, m.email
    from kyc_submissions s join merchants m using (merchant_id)
    where s.merchant_id = ${merchantId} and s.replaced_at is null`)
  return row && queueRowFrom(row)
}

const queueRowFrom = (row: QueueRowRaw): QueueRow => ({
  merchantName: row.name,
  merchantEmail: row.email,
  submission: submissionFrom(row),
})

/** Lists the longest waiting first. */
export const listPending = (db: Queryable, limit: number, offset: number): Promise<QueueRow[]> =>
  queueRows(
    db,
    sql`
    select s.merchant_id, s.submission_id, s.document_type, s.document_number, s.status, s.rejection_reason, s.submitted_at,
           s.decided_at, m.name, m.email
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
    select s.merchant_id, s.submission_id, s.document_type, s.document_number, s.status, s.rejection_reason, s.submitted_at,
           s.decided_at, m.name, m.email
    from (select * from kyc_submissions where replaced_at is null and status = any(${[...statuses]})
          order by submitted_at desc, merchant_id limit ${limit} offset ${offset}) s
    join merchants m using (merchant_id) order by s.submitted_at desc, s.merchant_id`,
  )

/** Adds the documents in a statement of their own: many servers cannot look them up for each row of a list. */
const queueRows = async (db: Queryable, statement: Statement): Promise<QueueRow[]> => {
  const rows = await db.rows<Omit<QueueRowRaw, 'documents'>>(statement)
  const found = await db.rows<Pick<QueueRowRaw, 'submission_id' | 'documents'>>(sql`
    select s.submission_id, jsonb_agg(jsonb_build_object('documentId', document_id, 'mediaType', media_type, 'bytes', bytes)
                                      order by position) as documents
    from kyc_documents s
    where s.merchant_id = any(${rows.map((row) => row.merchant_id)}::text[])
      and s.submission_id = any(${rows.map((row) => row.submission_id)}::text[])
    group by s.merchant_id, s.submission_id`)
  const documents = new Map(found.map((row) => [row.submission_id, row.documents]))
  return rows.map((row) => queueRowFrom({ ...row, documents: documents.get(row.submission_id) ?? [] }))
}

export const countByStatus = async (db: Queryable): Promise<Record<KycStatus, number>> => {
  const rows = await db.rows<{ status: KycStatus; count: number }>(sql`
    select status, count(*)::int as count from kyc_submissions where replaced_at is null group by status`)
  const of = (status: KycStatus) => rows.find((row) => row.status === status)?.count ?? 0
  return { pending: of('pending'), approved: of('approved'), rejected: of('rejected') }
}
