import { posix } from 'node:path'
import { STATEMENT_CELL_CHARACTERS_MAX } from '@galla/contract/bank-statements/statement-limits'
import { openZip, type ZipFile, ZipRefused } from '../../platform/files/zip-file.ts'
import { StatementRefused } from '../statement-lines.ts'
import { isDateFormat } from './xlsx-dates.ts'
import { readXml } from './xml-part.ts'

export interface Workbook {
  readonly zip: ZipFile
  /** The parts that hold the sheets, in the order of the workbook. */
  readonly sheets: readonly string[]
  readonly strings: readonly string[]
  /** Whether numbers in cells of this style are dates. */
  readonly isDate: readonly boolean[]
  /** Dates count from 1904 instead of 1900. */
  readonly from1904: boolean
}

const ENTRIES_MAX = 500
const UNZIPPED_BYTES_MAX = 160 * 1024 * 1024
const SHEETS_LISTED_MAX = 500
const STRINGS_MAX = 1_000_000
const STYLES_MAX = 65_536
const FORMATS_MAX = 10_000
/** One more than allowed, so that a longer text is still recognised as too long. */
const KEPT_CHARACTERS = STATEMENT_CELL_CHARACTERS_MAX + 1

const NOT_EXCEL = 'This is a ZIP file, but no Excel file (.xlsx)'

/** Reads what all sheets of an Excel file share. Throws StatementRefused, ZipRefused or XmlRefused. */
export const openWorkbook = async (file: Buffer): Promise<Workbook> => {
  const zip = openZip(file, { entries: ENTRIES_MAX, unzippedBytes: UNZIPPED_BYTES_MAX })
  // An archive may lie about its sizes, so every part is unpacked once.
  for (const entry of zip.entries.values()) for await (const _piece of zip.read(entry));
  const book = [...(await relationsOf(zip, '')).values()].find(({ type }) => type === 'officeDocument')?.part
  if (book === undefined || !zip.entries.has(book)) throw new StatementRefused(NOT_EXCEL)
  const relations = await relationsOf(zip, book)
  const partOf = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.part
  const { sheets, from1904 } = await readBook(zip, book)
  return {
    zip,
    sheets: sheets.flatMap((id) => {
      const relation = relations.get(id)
      return relation?.type === 'worksheet' ? [relation.part] : []
    }),
    strings: await readStrings(zip, partOf('sharedStrings')),
    isDate: await readDateStyles(zip, partOf('styles')),
    from1904,
  }
}

export const readPart = (zip: ZipFile, part: string): AsyncGenerator<Buffer> => {
  const entry = zip.entries.get(part)
  if (entry === undefined) throw new ZipRefused(`no ${part}`)
  return zip.read(entry)
}

interface Relation {
  /** The last part of its type's URL, which is the same in both dialects of Excel. */
  readonly type: string
  readonly part: string
}

/** The relations of a part by ID; for '' those of the package. */
const relationsOf = async (zip: ZipFile, part: string): Promise<ReadonlyMap<string, Relation>> => {
  const folder = posix.dirname(part)
  const relationsPart = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  const relations = new Map<string, Relation>()
  if (!zip.entries.has(relationsPart)) return relations
  await readXml(readPart(zip, relationsPart), {
    open(name, { Id, Type, Target }) {
      if (name !== 'Relationship' || Id === undefined || Type === undefined || Target === undefined) return
      if (relations.size >= ENTRIES_MAX) throw new ZipRefused('too many relations')
      const part = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target)
      relations.set(Id, { type: posix.basename(Type), part })
    },
  })
  return relations
}

const readBook = async (zip: ZipFile, part: string): Promise<{ sheets: string[]; from1904: boolean }> => {
  const sheets: string[] = []
  let from1904 = false
  await readXml(readPart(zip, part), {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes.date1904 ?? '')
      if (name !== 'sheet' || sheets.length >= SHEETS_LISTED_MAX) return
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
      if (id !== undefined) sheets.push(id)
    },
  })
  return { sheets, from1904 }
}

/** Follows whether an element of these names is open, other than in a pronunciation (`rPh`). */
export const createTextScope = (names: readonly string[]) => {
  let isText = false
  let isPronunciation = false
  return {
    isText: () => isText,
    open(name: string): void {
      if (name === 'rPh') isPronunciation = true
      else if (names.includes(name)) isText = !isPronunciation
    },
    close(name: string): void {
      if (name === 'rPh') isPronunciation = false
      else if (names.includes(name)) isText = false
    },
  }
}

/** The shared strings, which cells name by number. All runs of a text are joined, without pronunciation hints. */
const readStrings = async (zip: ZipFile, part: string | undefined): Promise<string[]> => {
  const strings: string[] = []
  if (part === undefined || !zip.entries.has(part)) return strings
  let text = ''
  const scope = createTextScope(['t'])
  await readXml(readPart(zip, part), {
    open(name) {
      if (name === 'si') text = ''
      else scope.open(name)
    },
    text(piece) {
      if (scope.isText() && text.length < KEPT_CHARACTERS)
        text += piece.slice(0, KEPT_CHARACTERS - text.length)
    },
    close(name) {
      scope.close(name)
      if (name === 'si') {
        if (strings.length >= STRINGS_MAX) throw new ZipRefused('too many strings')
        strings.push(plainText(text))
      }
    },
  })
  return strings
}

/** Characters that XML cannot contain are written as _x000D_. */
export const plainText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** For each number of a style: true if it shows numbers as dates. */
const readDateStyles = async (zip: ZipFile, part: string | undefined): Promise<boolean[]> => {
  const formats = new Map<number, string>()
  const isDate: boolean[] = []
  if (part === undefined || !zip.entries.has(part)) return isDate
  let inStyles = false
  await readXml(readPart(zip, part), {
    open(name, { numFmtId, formatCode }) {
      if (name === 'cellXfs') inStyles = true
      if (name === 'numFmt' && formats.size < FORMATS_MAX) formats.set(Number(numFmtId), formatCode ?? '')
      if (name !== 'xf' || !inStyles || isDate.length >= STYLES_MAX) return
      isDate.push(isDateFormat(Number(numFmtId), formats.get(Number(numFmtId))))
    },
    close(name) {
      if (name === 'cellXfs') inStyles = false
    },
  })
  return isDate
}
