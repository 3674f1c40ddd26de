import { KYC_PDF_LOCKED, KYC_PDF_WRONG_PASSWORD } from '@galla/contract/kyc/kyc'

/** Why a file is refused, as shown to its sender after the file's name. */
export const FILE_PROBLEMS = {
  empty: 'is empty.',
  type: 'is no JPEG, PNG, WebP or PDF file.',
  no_picture: 'is no JPEG, PNG or WebP file.',
  damaged_image: 'is damaged or incomplete. Please take the picture again.',
  pixels: 'has too many pixels. Please send a smaller picture.',
  mixed: 'holds more than a picture. Please take the picture again.',
  damaged_pdf: 'is damaged or is no regular PDF. Please save it as PDF again.',
  unsupported_lock: 'is locked in a way that cannot be opened here. Please print it to PDF and send that.',
  pages: 'has more than 10 pages. Please send only those that show the document.',
  packed: 'unpacks to far more than a document needs. Please print it to PDF and send that.',
  number: 'shows an Aadhaar number that cannot be masked. Please send the masked Aadhaar.',
  slow: 'takes too long to check. Please print or photograph it and send that.',
} as const

/** Why a PDF needs another password. Shown at the field `password`. */
export const PASSWORD_PROBLEMS = {
  locked: KYC_PDF_LOCKED,
  wrong_password: KYC_PDF_WRONG_PASSWORD,
} as const

export type FileProblem = keyof typeof FILE_PROBLEMS | keyof typeof PASSWORD_PROBLEMS

/** The refusal of an invalid file. */
export class FileRejected extends Error {
  override name = 'FileRejected'
  readonly fault: FileProblem

  constructor(fault: FileProblem, detail: string = fault) {
    super(detail)
    this.fault = fault
  }
}
