import { FileRejected } from './file-problem.ts'
import { addMeaning, meanings, type PdfObjects, type PdfStream, readPacked, readPdf } from './pdf-objects.ts'
import { isDictionary, isName, isReference, type PdfDictionary, type PdfValue } from './pdf-tokens.ts'
import { UNPACKED_BYTES_MAX, unpack } from './unpack-stream.ts'

/**
 * The names, as keys or values, that make a document do something. A web link is not among them: it waits for a click, and shows where it
 * leads.
 */
const ACTIVE = new Set([
  'JavaScript',
  'JS',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'Collection',
  'FileAttachment',
  'RichMedia',
  'RichMediaContent',
  'RichMediaExecute',
  'XFA',
  'SubmitForm',
  'ImportData',
  'GoToR',
  'GoToE',
  'GoTo3DView',
  'Rendition',
  'Movie',
  'Sound',
  '3D',
  'U3D',
  'AA',
  'TrapNet',
])
/** A typeface may be called Sound. */
const FONT_KEYS = new Set(['BaseFont', 'FontName', 'FontFamily'])
/** Names that no harmless object stream contains. */
const ACTIVE_IN_STREAM = /\/(?:JavaScript|EmbeddedFile|RichMedia|SubmitForm|ImportData)/
const PAGES_MAX = 50
const OBJECT_STREAM_BYTES_MAX = 16 * 1024 * 1024

/**
 * Refuses a PDF that can do more than show pages: one that names a script, a program, form submission, another file or an attachment, also in
 * object streams and earlier revisions. Also refuses encrypted files, because they cannot be checked, files that are too large when
 * decompressed, and files that readers interpret differently.
 */
export const checkPdf = async (bytes: Buffer): Promise<void> => {
  const objects = readPdf(bytes)
  const seen: Seen = { dictionaries: [], active: undefined }
  for (const value of [...objects.trailers, ...[...objects.values.values()].flat()]) inspectValue(value, seen)
  // Checked first, to give the right message: the streams of an encrypted file cannot be read.
  if (seen.dictionaries.some((dictionary) => dictionary.has('Encrypt'))) throw new FileRejected('encrypted')

  const values = new Map([...objects.values].map(([number, given]) => [number, [...given]]))
  const budget = { left: UNPACKED_BYTES_MAX }
  for (const stream of objects.streams) {
    for (const { number, value } of await inspectStream(objects, stream, budget)) {
      inspectValue(value, seen)
      addMeaning(values, number, value)
    }
  }
  if (seen.active !== undefined) throw new FileRejected('active', `an active name: ${seen.active}`)
  for (const dictionary of seen.dictionaries)
    for (const action of meanings({ values }, dictionary.get('OpenAction'))) assertOpening(action, { values })
  assertPages(seen.dictionaries)
}

interface Seen {
  readonly dictionaries: PdfDictionary[]
  active: string | undefined
}

/** Collects every dictionary and the first active name, whether it is a key, a value, or a separate object. */
const inspectValue = (value: PdfValue, seen: Seen): void => {
  if (isName(value)) recordActive(value.name, seen)
  else if (Array.isArray(value)) for (const entry of value) inspectValue(entry, seen)
  else if (isDictionary(value)) {
    seen.dictionaries.push(value)
    for (const [key, entry] of value) {
      recordActive(key, seen)
      if (!(FONT_KEYS.has(key) && isName(entry))) inspectValue(entry, seen)
    }
  }
}

const recordActive = (name: string, seen: Seen): void => {
  if (ACTIVE.has(name)) seen.active ??= name
}

/** Checks a stream; returns the objects of an object stream. */
const inspectStream = async (objects: PdfObjects, stream: PdfStream, budget: { left: number }) => {
  const { dictionary } = stream
  const holdsObjects =
    (dictionary.has('First') && dictionary.has('N')) ||
    meanings(objects, dictionary.get('Type')).some((type) => isName(type) && type.name === 'ObjStm')
  const kept: Buffer[] = []
  let length = 0
  for await (const piece of unpack(objects, stream, budget)) {
    if (!holdsObjects) continue
    length += piece.length
    if (length > OBJECT_STREAM_BYTES_MAX) throw new FileRejected('packed')
    kept.push(piece)
  }
  if (!holdsObjects) return []
  if (dictionary.has('DecodeParms')) throw new FileRejected('filters', 'an object stream with a predictor')
  const unpacked = Buffer.concat(kept)
  if (ACTIVE_IN_STREAM.test(unpacked.toString('latin1')))
    throw new FileRejected('active', 'in an object stream')
  return readPacked(
    objects.reader,
    unpacked,
    countOf(objects, stream, 'N'),
    countOf(objects, stream, 'First'),
  )
}

const countOf = (objects: PdfObjects, { dictionary }: PdfStream, key: string): number => {
  const [count, another] = meanings(objects, dictionary.get(key))
  if (typeof count !== 'number' || another !== undefined)
    throw new FileRejected('damaged_pdf', 'an object stream without its count')
  return count
}

/** On opening, a document may only jump to one of its pages. */
const assertOpening = (action: PdfValue, objects: Pick<PdfObjects, 'values'>): void => {
  if (action === null || Array.isArray(action)) return
  if (isDictionary(action) && !action.has('Next')) {
    const kinds = meanings(objects, action.get('S'))
    if (kinds.length > 0 && kinds.every((kind) => isName(kind) && kind.name === 'GoTo')) return
    if (!action.has('S') && action.has('D')) return
  }
  // Readers treat a reference to a reference differently.
  throw new FileRejected(
    'active',
    isReference(action) ? 'an action behind two references' : 'an action on opening',
  )
}

const assertPages = (dictionaries: readonly PdfDictionary[]): void => {
  const ofType = (type: string): number =>
    dictionaries.filter((dictionary) => {
      const value = dictionary.get('Type')
      return isName(value) && value.name === type
    }).length
  if (ofType('Catalog') === 0 || ofType('Page') === 0) throw new FileRejected('damaged_pdf', 'no pages')
  if (ofType('Page') > PAGES_MAX) throw new FileRejected('pages')
}
