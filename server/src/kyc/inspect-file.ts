import type { KycMediaType, KycPictureType } from '@galla/contract/kyc/kyc'
import { cleanImage, cleanLogo } from './clean-image.ts'
import { drawPdf } from './draw-pdf.ts'
import { FileRejected } from './file-problem.ts'

/** What the process gets. The password belongs to the PDF, if it has one. */
export interface FileToInspect {
  readonly bytes: Uint8Array
  readonly password: string | undefined
  /** Only pictures, which become small. */
  readonly isLogo?: boolean
}

export interface InspectedFile {
  readonly mediaType: KycPictureType
  readonly bytes: Uint8Array
}

/** Detects the type from the first bytes; the name and the declared type are untrusted. */
const typeOf = (bytes: Buffer): KycMediaType | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg'
  const head = bytes.toString('latin1', 0, 16)
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'image/webp'
  return head.startsWith('%PDF-') ? 'application/pdf' : undefined
}

/** Returns the picture that may be stored of a file, or throws FileRejected. Call it only in a sandboxed process: see inspect-file-program.ts. */
export const inspectFile = async (file: FileToInspect): Promise<InspectedFile> => {
  const bytes = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength)
  if (bytes.length === 0) throw new FileRejected('empty')
  const mediaType = typeOf(bytes)
  if (mediaType === undefined) throw new FileRejected('type')
  if (file.isLogo === true) {
    if (mediaType === 'application/pdf') throw new FileRejected('no_picture')
    return { mediaType: 'image/webp', bytes: await cleanLogo(bytes, mediaType) }
  }
  if (mediaType !== 'application/pdf') return cleanImage(bytes, mediaType)
  return { mediaType: 'image/jpeg', bytes: await drawPdf(bytes, file.password) }
}
