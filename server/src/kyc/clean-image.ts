import type { KycPictureType } from '@galla/contract/kyc/kyc'
import sharp, { type Sharp } from 'sharp'
import { encodeJpeg, QUALITY, STORED_BYTES_MAX } from './encode-picture.ts'
import { FileRejected } from './file-problem.ts'

/** More than phone cameras produce. Decoding a picture of this size briefly needs about 200 MB. */
const PIXELS_MAX = 50_000_000
/** Enough to read every letter of a page; larger pictures are scaled down. */
const EDGE_PIXELS_MAX = 3_000

/**
 * Signs of another file inside a picture, which a browser, an archiver or an interpreter would recognize. Cameras add metadata to
 * pictures, but nothing like this.
 */
const MARKUP = /<(?:script|html|iframe|!doctype|\?php)[\s>]|<svg\s+xmlns|%pdf-[12]\./i
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1')
const ZIP_END_BYTES = 22

const containsOtherFile = (bytes: Buffer): boolean => {
  const end = bytes.lastIndexOf(ZIP_END)
  const isZip =
    end >= 0 &&
    end + ZIP_END_BYTES <= bytes.length &&
    bytes.readUInt16LE(end + 20) === bytes.length - end - ZIP_END_BYTES
  return isZip || MARKUP.test(bytes.toString('latin1'))
}

const FORMATS = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/webp': 'webp' } as const

/**
 * Encodes a picture again: upright, and without metadata, colour profile, further frames and appended data. A picture that
 * would be too large becomes a JPEG.
 */
export const cleanImage = async (
  bytes: Buffer,
  type: KycPictureType,
): Promise<{ readonly mediaType: KycPictureType; readonly bytes: Buffer }> => {
  const picture = await openPicture(bytes, type)
  const drawn = (scale = 1) => {
    const edge = EDGE_PIXELS_MAX * scale
    return picture()
      .autoOrient()
      .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
  }
  try {
    if (type !== 'image/jpeg') {
      const kept = await encoded(drawn(), type)
      if (kept.length <= STORED_BYTES_MAX) return { mediaType: type, bytes: kept }
    }
    const opaque = (scale: number) => drawn(scale).flatten({ background: '#ffffff' })
    return { mediaType: 'image/jpeg', bytes: await encodeJpeg(opaque) }
  } catch (error) {
    if (error instanceof FileRejected) throw error
    throw new FileRejected('damaged_image', String(error))
  }
}

/** A logo for the payment page, whose first visit has room for this much. */
export const LOGO_BYTES_MAX = 1_500
const LOGO_QUALITIES = [80, 60, 40, 20, 5]
const LOGO_EDGES = [96, 64, 48]

/** Encodes a logo as the best WebP that is small enough. */
export const cleanLogo = async (bytes: Buffer, type: KycPictureType): Promise<Buffer> => {
  const picture = await openPicture(bytes, type)
  try {
    const upright = await picture().autoOrient().resize(LOGO_EDGES[0], LOGO_EDGES[0], FIT).png().toBuffer()
    for (const edge of LOGO_EDGES)
      for (const quality of LOGO_QUALITIES) {
        const made = await sharp(upright).resize(edge, edge).webp({ quality, effort: 6 }).toBuffer()
        if (made.length <= LOGO_BYTES_MAX) return made
      }
  } catch (error) {
    throw new FileRejected('damaged_image', String(error))
  }
  throw new FileRejected('pixels')
}
const FIT = { fit: 'contain', background: '#fff0' } as const

const openPicture = async (bytes: Buffer, type: KycPictureType): Promise<() => Sharp> => {
  const picture = () => sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 })
  await assertHead(picture(), FORMATS[type])
  if (containsOtherFile(bytes)) throw new FileRejected('mixed')
  return picture
}

/** Reads the size from the header, so that a picture that is too large is refused before it is decoded. */
const assertHead = async (picture: Sharp, format: string): Promise<void> => {
  const head = await picture.metadata().catch((error: unknown) => {
    throw new FileRejected(/pixel limit/i.test(String(error)) ? 'pixels' : 'damaged_image', String(error))
  })
  if (head.format !== format) throw new FileRejected('type')
  if (head.width * head.height > PIXELS_MAX) throw new FileRejected('pixels')
}

const encoded = (picture: Sharp, type: 'image/png' | 'image/webp'): Promise<Buffer> =>
  type === 'image/png'
    ? picture.png({ compressionLevel: 6 }).toBuffer()
    : picture.webp({ quality: QUALITY, effort: 2 }).toBuffer()
