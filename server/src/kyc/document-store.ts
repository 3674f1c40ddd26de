import type { KycPictureType } from '@galla/contract/kyc/kyc'
import { part, type Queryable, type SqlPart, sql } from '../platform/database/database.ts'

export interface DocumentRow {
  merchant_id: string
  document_id: string
  media_type: KycPictureType
  bytes: number
}

/** Finds a document of any merchant, for the operator. */
export const findDocument = (db: Queryable, documentId: string): Promise<DocumentRow | undefined> =>
  db.maybeOne(sql`
    select merchant_id, document_id, media_type, bytes from kyc_documents where document_id = ${documentId}`)

export const findOwnDocument = (
  db: Queryable,
  merchantId: string,
  documentId: string,
): Promise<DocumentRow | undefined> =>
  db.maybeOne(sql`
    select merchant_id, document_id, media_type, bytes from kyc_documents
    where merchant_id = ${merchantId} and document_id = ${documentId}`)

export interface View {
  readonly merchantId: string
  readonly viewId: string
  readonly documentId: string
  readonly viewerId: string
  readonly viewer: 'merchant' | 'operator'
  readonly viewedAt: Date
}

export const insertView = async (db: Queryable, view: View): Promise<void> => {
  await db.run(sql`
    insert into kyc_document_views (merchant_id, view_id, document_id, viewer_id, viewer, viewed_at)
    values (${view.merchantId}, ${view.viewId}, ${view.documentId}, ${view.viewerId}, ${view.viewer}, ${view.viewedAt})`)
}

const VIEWS_MAX = 100

/** Lists the latest first. */
export const listViews = (
  db: Queryable,
  merchantId: string,
): Promise<{ document_id: string; viewer: View['viewer']; viewed_at: Date }[]> =>
  db.rows(sql`
    select document_id, viewer, viewed_at from kyc_document_views where merchant_id = ${merchantId}
    order by view_id desc limit ${VIEWS_MAX}`)

/** Replaced or rejected before a time. */
const discarded = (before: Date): SqlPart => part`
  least(s.replaced_at, case when s.status = 'rejected' then s.decided_at end) < ${before}
    and (s.replaced_at is not null or s.status = 'rejected')`

export const listMerchantsOfDiscarded = (db: Queryable, before: Date, max: number): Promise<string[]> =>
  db.values<string>(sql`
    select distinct s.merchant_id from kyc_submissions s
    join kyc_documents d on d.merchant_id = s.merchant_id and d.submission_id = s.submission_id
    where ${discarded(before)} limit ${max}`)

/** Deletes the rows of documents, with the record of who viewed them. Their files then have no row, and are removed. */
export const deleteDiscardedDocuments = (
  db: Queryable,
  merchantId: string,
  before: Date,
  max: number,
): Promise<number> =>
  db.run(sql`
    delete from kyc_documents where merchant_id = ${merchantId} and document_id in (
      select d.document_id from kyc_submissions s
      join kyc_documents d on d.merchant_id = s.merchant_id and d.submission_id = s.submission_id
      where s.merchant_id = ${merchantId} and ${discarded(before)} limit ${max})`)

export const listMerchantsOfOldViews = (db: Queryable, before: Date, max: number): Promise<string[]> =>
  db.values<string>(sql`
    select distinct merchant_id from kyc_document_views where viewed_at < ${before} limit ${max}`)

export const deleteOldViews = (
  db: Queryable,
  merchantId: string,
  before: Date,
  max: number,
): Promise<number> =>
  db.run(sql`
    delete from kyc_document_views where merchant_id = ${merchantId} and view_id in (
      select view_id from kyc_document_views
      where merchant_id = ${merchantId} and viewed_at < ${before} limit ${max})`)

/** Returns which of these ids are documents of the merchant. */
export const findKnownDocumentIds = async (
  db: Queryable,
  merchantId: string,
  documentIds: readonly string[],
): Promise<Set<string>> => {
  const found = await db.values<string>(sql`
    select document_id from kyc_documents where merchant_id = ${merchantId} and document_id = any(${[...documentIds]})`)
  return new Set(found)
}
