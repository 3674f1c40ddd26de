import type { KycMediaType } from '@galla/contract/kyc/kyc'
import { checkPdf } from './check-pdf.ts'
import { cleanImage } from './clean-image.ts'
import { FileRejected } from './file-problem.ts'

export interface InspectedFile {
  readonly mediaType: KycMediaType
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

/** Returns what may be stored of a file, or throws FileRejected. Call it only in a sandboxed process: see inspect-file-program.ts. */
export const inspectFile = async (bytes: Buffer): Promise<InspectedFile> => {
  if (bytes.length === 0) throw new FileRejected('empty')
  const mediaType = typeOf(bytes)
  if (mediaType === undefined) throw new FileRejected('type')
  if (mediaType !== 'application/pdf') return cleanImage(bytes, mediaType)
  await checkPdf(bytes)
  return { mediaType, bytes }
}
