/** Why a file is refused, as shown to its sender after the file's name. */
export const FILE_PROBLEMS = {
  empty: 'is empty.',
  type: 'is no JPEG, PNG, WebP or PDF file.',
  damaged_image: 'is damaged or incomplete. Please take the picture again.',
  pixels: 'has too many pixels. Please send a smaller picture.',
  mixed: 'holds more than a picture. Please take the picture again.',
  damaged_pdf: 'is damaged or is no regular PDF. Please save it as PDF again.',
  encrypted: 'is protected by a password. Please save it without one.',
  active: 'contains scripts, actions, form programs or attached files. Please print it to PDF and send that.',
  pages: 'has more than 50 pages. Please send only those that show the document.',
  packed: 'unpacks to far more than a document needs. Please print it to PDF and send that.',
  filters: 'is packed in a way that cannot be checked. Please print it to PDF and send that.',
  slow: 'takes too long to check. Please print or photograph it and send that.',
} as const

export type FileProblem = keyof typeof FILE_PROBLEMS

/** The refusal of an invalid file. */
export class FileRejected extends Error {
  override name = 'FileRejected'
  readonly fault: FileProblem

  constructor(fault: FileProblem, detail: string = fault) {
    super(detail)
    this.fault = fault
  }
}
