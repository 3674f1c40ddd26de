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

const encodingOf = (acceptEncoding: string): Packed['encoding'] =>
  (['br', 'gzip'] as const).find((name) => accepts(acceptEncoding, name))

const packAs = async (text: string, encoding: Packed['encoding'], quality: number): Promise<Packed> => {
  if (encoding === 'gzip') return { body: await zip(text), encoding }
  if (encoding === undefined) return { body: Buffer.from(text), encoding }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
  }
  return { body: await brotli(text, { params }), encoding }
}

/** Compresses a text as the browser accepts it, so that the page fits into the first packets of a slow connection. */
export const pack = (text: string, acceptEncoding = '', quality = BROTLI_QUALITY): Promise<Packed> =>
  packAs(text, encodingOf(acceptEncoding), quality)

/** Compresses a text that is sent many times: once for each encoding, when it is first asked for. */
export const packOnce = (text: string, quality: number) => {
  const made = new Map<Packed['encoding'], Promise<Packed>>()
  return (acceptEncoding = ''): Promise<Packed> => {
    const encoding = encodingOf(acceptEncoding)
    const packed = made.get(encoding) ?? packAs(text, encoding, quality)
    made.set(encoding, packed)
    return packed
  }
}
