import { createInflate } from 'node:zlib'
import { FileRejected } from './file-problem.ts'
import { meanings, type PdfObjects, type PdfStream } from './pdf-objects.ts'
import { isDictionary, isName, type PdfDictionary } from './pdf-tokens.ts'

/** Short names are those of inline images; writers use them elsewhere too. */
const FILTERS: Readonly<Record<string, 'flate' | 'ascii85' | 'hex' | 'picture' | 'runs'>> = {
  FlateDecode: 'flate',
  Fl: 'flate',
  ASCII85Decode: 'ascii85',
  A85: 'ascii85',
  ASCIIHexDecode: 'hex',
  AHx: 'hex',
  RunLengthDecode: 'runs',
  RL: 'runs',
  DCTDecode: 'picture',
  DCT: 'picture',
  JPXDecode: 'picture',
  CCITTFaxDecode: 'picture',
  CCF: 'picture',
  JBIG2Decode: 'picture',
}

const ORDER = /^(?:(?:ascii85|hex) ?){0,2}(?:|flate|flate picture|picture|runs)$/
/** No order of them that is taken has more than four; a list may be shared by all streams. */
const FILTERS_MAX = 8
const PIXELS_MAX = 100_000_000
/** The limit for all decompressed streams of a file: about ten scanned pages in colour. */
export const UNPACKED_BYTES_MAX = 300 * 1024 * 1024

const odd = (detail: string): FileRejected => new FileRejected('filters', detail)

const filtersOf = (objects: PdfObjects, dictionary: PdfDictionary) => {
  const filters = meanings(objects, dictionary.get('Filter') ?? null)
  if (filters.length !== 1) throw odd('a filter with two meanings')
  const list = Array.isArray(filters[0]) ? filters[0] : filters
  if (list.length > FILTERS_MAX) throw odd('too many filters')
  return list
    .filter((filter) => filter !== null)
    .map((filter) => {
      const names = meanings(objects, filter)
      const known = names.length === 1 && isName(names[0]) ? FILTERS[names[0].name] : undefined
      if (known === undefined) throw odd('an unknown filter')
      return known
    })
}

/** Unpacks a stream in chunks, at most `left` bytes; pictures stay packed. */
export async function* unpack(
  objects: PdfObjects,
  { dictionary, body }: PdfStream,
  budget: { left: number },
): AsyncGenerator<Buffer> {
  // The content would be another file.
  if (dictionary.has('F') || dictionary.has('FFilter'))
    throw new FileRejected('active', 'a stream of another file')
  assertPixels(objects, dictionary)
  const filters = filtersOf(objects, dictionary)
  // Text first, then at most one that packs: packed twice, a small file could unpack to any length.
  if (!ORDER.test(filters.join(' '))) throw odd('filters in an odd order')
  const plain = filters.reduce((bytes, filter) => fromText(bytes, filter), body)
  for await (const piece of filters.includes('flate') ? inflate(plain) : [plain]) {
    budget.left -= piece.length
    if (budget.left < 0) throw new FileRejected('packed')
    yield piece
  }
}

async function* inflate(packed: Buffer): AsyncGenerator<Buffer> {
  const inflater = createInflate()
  inflater.end(packed)
  try {
    for await (const piece of inflater) yield piece
  } catch (error) {
    if (error instanceof FileRejected) throw error
    throw new FileRejected('damaged_pdf', 'a stream that cannot be unpacked')
  } finally {
    inflater.destroy()
  }
}

/** A picture of a few bytes may claim to be of any size; the reader reserves the memory. */
const assertPixels = (objects: PdfObjects, dictionary: PdfDictionary): void => {
  const most = (name: string): number =>
    Math.max(1, ...meanings(objects, dictionary.get(name)).filter((value) => typeof value === 'number'))
  const pixels = (width: string, height: string) => most(width) * most(height)
  const parameters = meanings(objects, dictionary.get('DecodeParms')).find(isDictionary)
  const columns = Number(parameters?.get('Columns') ?? 1)
  if (pixels('Width', 'Height') > PIXELS_MAX || pixels('W', 'H') > PIXELS_MAX || columns > 1_000_000)
    throw new FileRejected('pixels')
}

const fromText = (bytes: Buffer, filter: string): Buffer => {
  if (filter === 'hex')
    return Buffer.from((bytes.toString('latin1').split('>', 1)[0] ?? '').replace(/[\0\s]/g, ''), 'hex')
  return filter === 'ascii85' ? fromAscii85(bytes) : bytes
}

const Z = 0x7a
const TILDE = 0x7e

/** Five characters from `!` to `u` are four bytes; `z` is four zeros. */
const fromAscii85 = (bytes: Buffer): Buffer => {
  const out = Buffer.alloc(bytes.length * 4)
  let length = 0
  let group = 0
  let digits = 0
  const put = (value: number, count: number): void => {
    for (let index = 0; index < count; index += 1)
      out[length++] = Math.floor(value / 256 ** (3 - index)) & 0xff
  }
  for (const byte of bytes) {
    if (byte === TILDE) break
    if (byte === Z && digits === 0) put(0, 4)
    else if (byte >= 0x21 && byte <= 0x75) {
      group = group * 85 + byte - 0x21
      digits += 1
      if (digits === 5) {
        put(group, 4)
        group = 0
        digits = 0
      }
    } else if (byte > 0x20) throw new FileRejected('damaged_pdf', 'no ASCII85')
  }
  if (digits > 1) {
    for (let missing = digits; missing < 5; missing += 1) group = group * 85 + 84
    put(group, digits - 1)
  }
  return out.subarray(0, length)
}
