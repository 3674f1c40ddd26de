import { hmacSha256, openText, type Secrets, seal } from '../platform/crypto/crypto.ts'

/** One key for each merchant: what one file's key opens is nothing of another merchant's. */
export const merchantKey = (secrets: Secrets, merchantId: string): Uint8Array =>
  hmacSha256(secrets.subkey('identity documents'), merchantId)

/** What a stored file is sealed for. */
export const documentAssociatedData = (merchantId: string, documentId: string): string =>
  `kyc_documents|${merchantId}|${documentId}`

const placeOfNumber = (merchantId: string, submissionId: string): string =>
  `kyc_submissions|document_number|${merchantId}|${submissionId}`

export const sealNumber = (
  secrets: Secrets,
  merchantId: string,
  submissionId: string,
  number: string,
): Buffer => seal(merchantKey(secrets, merchantId), number, placeOfNumber(merchantId, submissionId))

export const openNumber = (
  secrets: Secrets,
  {
    merchantId,
    submissionId,
    sealedNumber,
  }: { readonly merchantId: string; readonly submissionId: string; readonly sealedNumber: Buffer },
): string => openText(merchantKey(secrets, merchantId), sealedNumber, placeOfNumber(merchantId, submissionId))
