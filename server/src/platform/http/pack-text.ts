import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Above 5 brotli takes longer than the smaller response saves; the page is about 4 KB. */
const BROTLI_QUALITY = 5
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

export interface Packed {
  readonly body: Buffer
  readonly encoding: 'br' | 'gzip' | undefined
}

const accepts = (acceptEncoding: string, name: string): boolean =>
  acceptEncoding.split(',').some((each) => {
    const [encoding = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase())
    return encoding === name && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })

/** Compresses a text as the browser accepts it, so that the page fits into the first packets of a slow connection. */
export const pack = async (text: string, acceptEncoding = '', quality = BROTLI_QUALITY): Promise<Packed> => {
  if (accepts(acceptEncoding, 'br')) {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
    }
    return { body: await brotli(text, { params }), encoding: 'br' }
  }
  if (accepts(acceptEncoding, 'gzip')) return { body: await zip(text), encoding: 'gzip' }
  return { body: Buffer.from(text), encoding: undefined }
}
