import type { KycMediaType } from '@galla/contract/kyc'
import { checkPdf } from './check-pdf.ts'
import { cleanImage } from './clean-image.ts'
import { FileRejected } from './file-problem.ts'

export interface InspectedFile {
  readonly mediaType: KycMediaType
  readonly bytes: Uint8Array
}

/** What the first bytes say; a name or a declared type says nothing. */
const typeOf = (bytes: Buffer): KycMediaType | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg'
  const head = bytes.toString('latin1', 0, 16)
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'image/webp'
  return head.startsWith('%PDF-') ? 'application/pdf' : undefined
}

/** What may be kept of a file, or a FileRejected. To be called where it can do no harm: see inspect-file-program.ts. */
export const inspectFile = async (bytes: Buffer): Promise<InspectedFile> => {
  if (bytes.length === 0) throw new FileRejected('empty')
  const mediaType = typeOf(bytes)
  if (mediaType === undefined) throw new FileRejected('type')
  if (mediaType !== 'application/pdf') return cleanImage(bytes, mediaType)
  await checkPdf(bytes)
  return { mediaType, bytes }
}
