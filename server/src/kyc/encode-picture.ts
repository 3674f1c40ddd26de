import type { Sharp } from 'sharp'
import { FileRejected } from './file-problem.ts'

/** The most that is stored of a file. */
export const STORED_BYTES_MAX = 5 * 1024 * 1024
export const QUALITY = 88

/** Each gives a smaller file than the one before it. Only noise needs more than the first. */
const ATTEMPTS: readonly { readonly quality: number; readonly scale: number }[] = [
  { quality: QUALITY, scale: 1 },
  { quality: 70, scale: 1 },
  { quality: 50, scale: 1 },
  { quality: 50, scale: 0.5 },
]

/** Encodes a picture without transparency as a JPEG that is not too large to be stored. */
export const encodeJpeg = async (drawn: (scale: number) => Sharp): Promise<Buffer> => {
  for (const { quality, scale } of ATTEMPTS) {
    const bytes = await drawn(scale).jpeg({ quality }).toBuffer()
    if (bytes.length <= STORED_BYTES_MAX) return bytes
  }
  throw new FileRejected('pixels')
}
