import { inflateRawSync } from 'node:zlib'

/** A reader of our own, so that what is written is not judged by its writer. */

/** The parts of a ZIP file, found by its central directory, each checked against the sizes that stand there. */
export const unzip = (file: Buffer): Map<string, string> => {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0) throw new Error('this is no whole ZIP file')
  const parts = new Map<string, string>()
  let at = file.readUInt32LE(end + 16)
  for (let n = file.readUInt16LE(end + 10); n > 0; n -= 1) {
    const [packed, size, nameLength] = [
      file.readUInt32LE(at + 20),
      file.readUInt32LE(at + 24),
      file.readUInt16LE(at + 28),
    ]
    const local = file.readUInt32LE(at + 42)
    const begin = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    const bytes = inflateRawSync(file.subarray(begin, begin + packed))
    if (bytes.length !== size) throw new Error('a part has not the size that the directory says')
    parts.set(file.toString('utf8', at + 46, at + 46 + nameLength), bytes.toString('utf8'))
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return parts
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
}
const unescaped = (text: string): string => text.replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity)

export interface ReadCell {
  readonly ref: string
  readonly style: string | undefined
  /** A number is one; everything else is text. */
  readonly value: string | number | undefined
}

const cellFrom = (attributes: string, inner: string): ReadCell => {
  const attribute = (name: string): string | undefined =>
    new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1]
  const isText = attribute('t') === 'inlineStr'
  const value = (isText ? /<t[^>]*>([^<]*)<\/t>/ : /<v>([^<]*)<\/v>/).exec(inner)?.[1]
  const read = value === undefined ? undefined : isText ? unescaped(value) : Number(value)
  return { ref: attribute('r') ?? '', style: attribute('s'), value: read }
}

/** The rows of a sheet's XML, each a list of its cells. */
export const sheetRows = (xml: string): ReadCell[][] =>
  [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, attributes = '', inner = '']) =>
      cellFrom(attributes, inner),
    ),
  )

/** RFC 4180, strictly: CRLF ends a line, every field is in quotes and nothing stands around them. Without the byte order mark. */
export const readCsv = (text: string): string[][] => {
  const FIELD = /"((?:[^"]|"")*)"(,|\r\n|$)/y
  FIELD.lastIndex = text.startsWith('\ufeff') ? 1 : 0
  const rows: string[][] = [[]]
  while (FIELD.lastIndex < text.length) {
    const match = FIELD.exec(text)
    if (match === null) throw new Error('not a CSV of RFC 4180')
    rows.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? '')
    if (match[2] === '\r\n') rows.push([])
  }
  if (rows.at(-1)?.length === 0) rows.pop()
  return rows
}
