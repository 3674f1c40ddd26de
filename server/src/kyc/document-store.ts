import type { KycPictureType } from '@galla/contract/kyc/kyc'
import { part, type Queryable, sql } from '../platform/database/database.ts'
import { rowsByAge } from '../platform/jobs/delete-by-age.ts'

interface DocumentRow {
  readonly merchantId: string
  readonly mediaType: KycPictureType
  readonly bytes: number
}

/** Finds a document of any merchant, for the operator. */
export const findDocument = (db: Queryable, documentId: string): Promise<DocumentRow | undefined> =>
  db.maybeOne(sql`
    select merchant_id as "merchantId", media_type as "mediaType", bytes from kyc_documents where document_id = ${documentId}`)

export const findOwnDocument = (
  db: Queryable,
  merchantId: string,
  documentId: string,
): Promise<DocumentRow | undefined> =>
  db.maybeOne(sql`
    select merchant_id as "merchantId", media_type as "mediaType", bytes from kyc_documents
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
): Promise<(Pick<View, 'documentId' | 'viewer'> & { readonly at: Date })[]> =>
  db.rows(sql`
    select document_id as "documentId", viewer, viewed_at as at from kyc_document_views where merchant_id = ${merchantId}
    order by view_id desc limit ${VIEWS_MAX}`)

/** Of submissions that were replaced or rejected before a time. The views of a document go with it, and its file then has no row and is removed. */
export const discardedDocuments = rowsByAge(
  part`kyc_documents`,
  part`document_id`,
  (before) => part`
    exists (
      select from kyc_submissions s where s.merchant_id = t.merchant_id and s.submission_id = t.submission_id
        and (s.replaced_at is not null or s.status = 'rejected')
        and least(s.replaced_at, case when s.status = 'rejected' then s.decided_at end) < ${before})`,
)

export const oldViews = rowsByAge(
  part`kyc_document_views`,
  part`view_id`,
  (before) => part`t.viewed_at < ${before}`,
)

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
