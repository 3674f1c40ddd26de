import { decodeQR } from 'qr/decode.js'

/** Four bytes a pixel, as a canvas gives them. */
export interface Pixels {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

/** Reads the QR code in a picture. Undefined if there is none that can be read. */
export const findQr = (picture: Pixels): string | undefined => {
  try {
    return decodeQR(picture)
  } catch {
    return undefined
  }
}
