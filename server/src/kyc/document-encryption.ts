import { hmacSha256, openText, type Secrets, seal } from '../platform/crypto/crypto.ts'

/** Derives one key per merchant: a leaked key opens no other merchant's files. */
export const merchantKey = (secrets: Secrets, merchantId: string): Uint8Array =>
  hmacSha256(secrets.subkey('identity documents'), merchantId)

/** Returns the associated data of a stored file. */
export const documentAssociatedData = (merchantId: string, documentId: string): string =>
  `kyc_documents|${merchantId}|${documentId}`

const numberAssociatedData = (merchantId: string, submissionId: string): string =>
  `kyc_submissions|document_number|${merchantId}|${submissionId}`

export const sealNumber = (
  secrets: Secrets,
  merchantId: string,
  submissionId: string,
  number: string,
): Buffer => seal(merchantKey(secrets, merchantId), number, numberAssociatedData(merchantId, submissionId))

export const openNumber = (
  secrets: Secrets,
  {
    merchantId,
    submissionId,
    sealedNumber,
  }: { readonly merchantId: string; readonly submissionId: string; readonly sealedNumber: Buffer },
): string =>
  openText(merchantKey(secrets, merchantId), sealedNumber, numberAssociatedData(merchantId, submissionId))
