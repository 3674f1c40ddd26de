import { KYC_DOCUMENTS_REQUIRED, kycFields } from '@galla/contract/kyc/kyc'
import { KYC_DOCUMENT_NAMES, KYC_DOCUMENT_TYPES } from '@galla/contract/kyc/kyc-number'
import { type FieldMessages, messagesOf } from '../../components/form/form-errors.ts'
import { t, translateServerText } from '../../locales/translate.ts'

export interface KycFormFields {
  readonly documentType: string
  readonly documentNumber: string
  /** Of a locked PDF. It is asked for when the server says that there is one. */
  readonly password: string
}

export const EMPTY_FIELDS: KycFormFields = { documentType: '', documentNumber: '', password: '' }

export const TYPE_CHOICES = [
  { value: '', label: t('Choose a document') },
  ...KYC_DOCUMENT_TYPES.map((value) => ({ value, label: translateServerText(KYC_DOCUMENT_NAMES[value]) })),
]

/** The hint below the document number. */
const HINTS: Readonly<Record<string, string>> = {
  passport: t('As printed at the top right, such as A1234567'),
  drivingLincense: t('State, office, year and seven digits, such as MH1420110062821'),
  aadharCard: t('Enter all 12 digits so that we can check them. We store and show only the last four.'),
  voterId: t('The EPIC number, such as ABC1234567'),
  panCard: t('Ten characters, such as ABCPE1234F'),
  other: t('As printed on the document'),
}
export const hintOf = (documentType: string): string => HINTS[documentType] ?? t('As printed on the document')

export const kycMessages = (fields: KycFormFields, files: number): FieldMessages => ({
  ...(files === 0 ? { documents: KYC_DOCUMENTS_REQUIRED } : {}),
  ...messagesOf(kycFields, fields),
})

/** The values that a draft may store. It must not contain a password or an Aadhaar number, nor file names, which often include it. */
export const draftOf = (
  { documentType, documentNumber }: KycFormFields,
  files: number,
): Record<string, string> => ({
  documentType,
  documentNumber: documentType === 'aadharCard' ? '' : documentNumber,
  files: String(files),
})
