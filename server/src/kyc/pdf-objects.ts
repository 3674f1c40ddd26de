import { FileRejected } from './file-problem.ts'
import {
  assertHidesNothing,
  isDictionary,
  isReference,
  type PdfDictionary,
  PdfReader,
  type PdfValue,
} from './pdf-tokens.ts'

export interface PdfStream {
  readonly dictionary: PdfDictionary
  readonly body: Buffer
}

/** All objects of a file, those of earlier revisions too, as a reader that repairs a broken file would find them. */
export interface PdfObjects {
  /** A number may have been given several times. */
  readonly values: ReadonlyMap<number, readonly PdfValue[]>
  readonly trailers: readonly PdfDictionary[]
  readonly streams: readonly PdfStream[]
  /** The budget is shared: the tokens of streams count like those of the file. */
  readonly reader: PdfReader
}

const OBJECTS_MAX = 100_000
/** Fifty pages have some hundreds; starting to unpack one takes time, however short it is. */
const STREAMS_MAX = 5_000
/** How often one number may be given: each reference to it is looked up in all of them. */
const REVISIONS_MAX = 32
const READ_AGAIN_MAX = 2
const END = '%%EOF'
/** Nothing else may follow the end; writers add a line end, seldom more. */
const END_BYTES_MAX = 1_024

const damage = (detail: string): FileRejected => new FileRejected('damaged_pdf', detail)

/** Returns the values that a reference may have; another value has only itself. */
export const meanings = (
  { values }: Pick<PdfObjects, 'values'>,
  value: PdfValue | undefined,
): readonly PdfValue[] => {
  if (value === undefined) return []
  return isReference(value) ? (values.get(value.object) ?? []) : [value]
}

/**
 * Reads the file from its first byte to its last and believes no table of contents: what is not an object, a table, a trailer or
 * a comment makes the file damaged. So no reader, however it finds its objects, finds one that was not looked at.
 */
export const readPdf = (bytes: Buffer): PdfObjects => {
  if (!/^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8))) throw damage('no header')
  if (bytes.lastIndexOf(END) < Math.max(0, bytes.length - END_BYTES_MAX)) throw damage('no end')
  const reader = new PdfReader(bytes)
  const values = new Map<number, PdfValue[]>()
  const trailers: PdfDictionary[] = []
  const streams: PdfStream[] = []
  let objects = 0
  while (!reader.atEnd) {
    if (reader.tryKeyword('xref')) skipTable(reader)
    else if (reader.tryKeyword('trailer')) trailers.push(takeTrailer(reader))
    else if (reader.tryKeyword('startxref')) reader.takeWholeNumber()
    else {
      objects += 1
      if (objects > OBJECTS_MAX) throw damage('too many objects')
      takeObject(reader, values, streams)
    }
  }
  for (const stream of streams) assertLength(stream, values)
  return { values, trailers, streams, reader }
}

const takeTrailer = (reader: PdfReader): PdfDictionary => {
  const trailer = reader.takeValue()
  if (!isDictionary(trailer)) throw damage('a trailer that is no dictionary')
  return trailer
}

/** The offsets of the cross-reference table are not trusted. */
const skipTable = (reader: PdfReader): void => {
  while (/^\d/.test(reader.peekKeyword())) {
    reader.takeWholeNumber()
    const count = reader.takeWholeNumber()
    if (count > OBJECTS_MAX * 2) throw damage('a long table')
    for (let entry = 0; entry < count; entry += 1) {
      reader.takeWholeNumber()
      reader.takeWholeNumber()
      if (!reader.tryKeyword('n')) reader.takeKeyword('f')
    }
  }
}

const takeObject = (reader: PdfReader, values: Map<number, PdfValue[]>, streams: PdfStream[]): void => {
  const number = reader.takeWholeNumber()
  reader.takeWholeNumber()
  reader.takeKeyword('obj')
  // Empty objects are written by careless editors.
  const value = reader.peekKeyword() === 'endobj' ? null : reader.takeValue()
  if (reader.tryKeyword('stream')) {
    if (!isDictionary(value)) throw damage('a stream without a dictionary')
    if (streams.length >= STREAMS_MAX) throw damage('too many streams')
    streams.push({ dictionary: value, body: takeBody(reader) })
  }
  reader.takeKeyword('endobj')
  addMeaning(values, number, value)
}

/** Adds a value to the list of its object in place, because copying the list for each revision would take quadratic time. */
export const addMeaning = (values: Map<number, PdfValue[]>, number: number, value: PdfValue): void => {
  const known = values.get(number)
  if (known === undefined) values.set(number, [value])
  else if (known.length >= REVISIONS_MAX) throw damage('an object that is given too often')
  else known.push(value)
}

/** Up to the first `endstream`, whatever the length says; the length is compared later. */
const takeBody = (reader: PdfReader): Buffer => {
  const { bytes } = reader
  if (bytes[reader.at] === 0x0d) reader.at += 1
  if (bytes[reader.at] !== 0x0a) throw damage('a stream that does not begin on a line')
  const from = reader.at + 1
  const end = bytes.indexOf('endstream', from)
  if (end < 0) throw damage('a stream without an end')
  reader.at = end
  reader.takeKeyword('endstream')
  const body = bytes.subarray(from, end)
  assertHidesNothing(body)
  return body
}

/** The length has to end where `endstream` stands, but for the line's end before it. */
const assertLength = ({ dictionary, body }: PdfStream, values: PdfObjects['values']): void => {
  const fits = (length: PdfValue): boolean =>
    typeof length === 'number' &&
    length <= body.length &&
    /^[\r\n]{0,2}$/.test(body.toString('latin1', length, length + 3))
  if (!meanings({ values }, dictionary.get('Length')).some(fits)) throw damage('a stream of another length')
}

/** Reads the objects of an unpacked object stream: pairs of number and offset, then the objects themselves. */
export const readPacked = (
  reader: PdfReader,
  unpacked: Buffer,
  count: number,
  first: number,
): { readonly number: number; readonly value: PdfValue }[] => {
  if (count > OBJECTS_MAX || first > unpacked.length) throw damage('an object stream that is too long')
  const pairs = reader.from(unpacked, 0)
  // Many pairs may have the same offset, so the bytes are counted each time they are read.
  let bytesLeft = READ_AGAIN_MAX * unpacked.length
  return Array.from({ length: count }, () => {
    const number = pairs.takeWholeNumber()
    const at = first + pairs.takeWholeNumber()
    const object = reader.from(unpacked, at)
    const value = object.takeValue()
    bytesLeft -= object.at - at
    if (bytesLeft < 0) throw damage('objects that share their bytes')
    return { number, value }
  })
}
