import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  prepareZXingModule,
  type ReadInputBarcodeFormat,
  type ReadResult,
  readBarcodes,
} from 'zxing-wasm/reader'

const FORMATS: ReadInputBarcodeFormat[] = ['QRCode']
const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))
// By default the library would fetch it from the internet.
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } })

/** Four bytes a pixel. */
export interface Pixels {
  readonly data: Uint8Array | Uint8ClampedArray
  readonly width: number
  readonly height: number
}

/** Finds the QR code in a picture, with a decoder that shares nothing with what drew it: in pixels, or in a PNG file. */
export const findQr = async (picture: Pixels | Uint8Array): Promise<ReadResult | undefined> => {
  const image =
    picture instanceof Uint8Array
      ? picture
      : ({ ...picture, colorSpace: 'srgb' } as Exclude<Parameters<typeof readBarcodes>[0], Uint8Array>)
  const [code] = await readBarcodes(image, { formats: FORMATS, tryInvert: false })
  return code
}

export const readQr = async (picture: Pixels | Uint8Array): Promise<string | undefined> =>
  (await findQr(picture))?.text
