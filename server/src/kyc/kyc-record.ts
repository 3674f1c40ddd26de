import type { KycMediaType, KycRecord, KycStatus } from '@galla/contract/kyc'
import type { KycDocumentType } from '@galla/contract/kyc-number'

/** What a merchant sent at one time. */
export interface Submission {
  readonly merchantId: string
  readonly submissionId: string
  readonly documentType: KycDocumentType
  /** As it may be shown, encrypted. */
  readonly sealedNumber: Buffer
  readonly status: KycStatus
  readonly rejectionReason: string | null
  readonly submittedAt: Date
  readonly decidedAt: Date | null
  readonly documents: readonly StoredDocument[]
}

export interface StoredDocument {
  readonly documentId: string
  readonly mediaType: KycMediaType
  readonly bytes: number
}

const DOCUMENTS_ADDRESS = '/api/v1/kyc/documents/'

/** As it goes over the wire; the number has been opened. */
export const recordOf = (submission: Submission, documentNumber: string): KycRecord => {
  const documents = submission.documents.map(({ documentId, mediaType, bytes }) => ({
    documentId,
    url: DOCUMENTS_ADDRESS + documentId,
    mediaType,
    bytes,
  }))
  return {
    status: submission.status,
    documentType: submission.documentType,
    documentNumber,
    documentImage: documents.map(({ url }) => url),
    documents,
    rejectionReason: submission.rejectionReason,
    submittedAt: submission.submittedAt.toISOString(),
    decidedAt: submission.decidedAt?.toISOString() ?? null,
  }
}

/** What was sent and not looked at yet; nothing there is worth keeping longer than a request takes. */
export const INCOMING_FOLDER = 'incoming'
/** All files that are kept; a name tells whose and which it is. */
export const KYC_FOLDER = 'kyc'
export const fileNameOf = (merchantId: string, documentId: string): string =>
  `${KYC_FOLDER}/${merchantId}/${documentId}`
