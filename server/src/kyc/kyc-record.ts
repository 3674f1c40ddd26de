import type { KycPictureType, KycRecord, KycStatus } from '@galla/contract/kyc/kyc'
import type { KycDocumentType } from '@galla/contract/kyc/kyc-number'

/** A submission of a merchant. */
export interface Submission {
  readonly merchantId: string
  readonly submissionId: string
  readonly documentType: KycDocumentType
  /** The document number in the form that may be shown, encrypted. */
  readonly sealedNumber: Buffer
  readonly status: KycStatus
  readonly rejectionReason: string | null
  readonly submittedAt: Date
  readonly decidedAt: Date | null
  readonly documents: readonly StoredDocument[]
}

export interface StoredDocument {
  readonly documentId: string
  readonly mediaType: KycPictureType
  readonly bytes: number
}

const DOCUMENTS_ADDRESS = '/api/v1/kyc/documents/'

/** The submission as the API returns it, with the document number decrypted. */
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

/** The folder of uploads that are not inspected yet; nothing there is needed longer than a request takes. */
export const INCOMING_FOLDER = 'incoming'
/** The folder of all stored files; a name identifies the merchant and the document. */
export const KYC_FOLDER = 'kyc'
export const fileNameOf = (merchantId: string, documentId: string): string =>
  `${KYC_FOLDER}/${merchantId}/${documentId}`
