import { findQr } from '@galla/upi/find-qr'

/** Larger photos take long on a phone; a QR code that fills a fifth of the picture is still read. */
const SIDE_PIXELS_MAX = 1000

/** Reads the QR code in a photo. It stays on the device. */
export async function qrInPhoto(photo: File): Promise<string | undefined> {
  const picture = await createImageBitmap(photo)
  const scale = Math.min(1, SIDE_PIXELS_MAX / Math.max(picture.width, picture.height))
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(picture, 0, 0, width, height)
  picture.close()
  const pixels = context?.getImageData(0, 0, width, height)
  return pixels && findQr(pixels)
}
