import { createInflateRaw } from 'node:zlib'

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_ENTRY = 0x04034b50
const END_BYTES = 22
const COMMENT_BYTES_MAX = 65_535
const STORED = 0
const DEFLATED = 8

/** The archive is no plain ZIP file, or holds more than it may. */
export class ZipRefused extends Error {
  override name = 'ZipRefused'
}

export interface ZipLimits {
  readonly entries: number
  readonly unzippedBytes: number
  /** A word that may stand in all entries together only so often: what a reader would choke on. */
  readonly word: { readonly text: string; readonly times: number }
}

/**
 * Unzips an archive once and throws everything away, so that whoever reads it afterwards knows how long it really is: what an
 * archive says of itself need not be true. Gives the names in it. Entries that share their bytes are refused as well.
 */
export const measureZip = async (file: Buffer, limits: ZipLimits): Promise<string[]> => {
  const entries = readDirectory(file, limits.entries)
  let left = limits.unzippedBytes
  const counted = { times: 0 }
  let taken = 0
  for (const entry of [...entries].sort((one, other) => one.local - other.local)) {
    const { begin, end } = contentOf(file, entry)
    if (entry.local < taken) throw new ZipRefused('entries overlap')
    taken = end
    left -= await unzippedLength(file.subarray(begin, end), entry, left, limits, counted)
  }
  return entries.map(({ name }) => name)
}

interface Entry {
  readonly name: string
  readonly method: number
  readonly packed: number
  readonly size: number
  readonly local: number
}

const readDirectory = (file: Buffer, entriesMax: number): Entry[] => {
  const end = endOfDirectory(file)
  const count = file.readUInt16LE(end + 10)
  const offset = file.readUInt32LE(end + 16)
  if (count > entriesMax) throw new ZipRefused('too many entries')
  const entries: Entry[] = []
  let at = offset
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > end || file.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new ZipRefused('a broken directory')
    const nameLength = file.readUInt16LE(at + 28)
    const entry = {
      name: file.toString('utf8', at + 46, at + 46 + nameLength),
      method: file.readUInt16LE(at + 10),
      packed: file.readUInt32LE(at + 20),
      size: file.readUInt32LE(at + 24),
      local: file.readUInt32LE(at + 42),
    }
    if ((file.readUInt16LE(at + 8) & 1) === 1) throw new ZipRefused('an encrypted entry')
    if (entry.method !== STORED && entry.method !== DEFLATED) throw new ZipRefused('an unknown packing')
    entries.push(entry)
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  if (new Set(entries.map(({ name }) => name)).size !== entries.length) throw new ZipRefused('a name twice')
  return entries
}

const endOfDirectory = (file: Buffer): number => {
  const first = Math.max(0, file.length - END_BYTES - COMMENT_BYTES_MAX)
  for (let at = file.length - END_BYTES; at >= first; at -= 1)
    if (file.readUInt32LE(at) === END_OF_DIRECTORY) return at
  throw new ZipRefused('no directory')
}

const contentOf = (file: Buffer, { local, packed }: Entry): { begin: number; end: number } => {
  if (local + 30 > file.length || file.readUInt32LE(local) !== LOCAL_ENTRY)
    throw new ZipRefused('a broken entry')
  const begin = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
  const end = begin + packed
  if (end > file.length) throw new ZipRefused('a cut off entry')
  return { begin, end }
}

const unzippedLength = async (
  packed: Buffer,
  entry: Entry,
  left: number,
  { word }: ZipLimits,
  counted: { times: number },
): Promise<number> => {
  if (entry.size > left) throw new ZipRefused('too long')
  const count = (piece: Buffer): void => {
    for (let at = piece.indexOf(word.text); at >= 0; at = piece.indexOf(word.text, at + 1)) counted.times += 1
    if (counted.times > word.times) throw new ZipRefused('too many rows')
  }
  if (entry.method === STORED) {
    count(packed)
    if (packed.length !== entry.size) throw new ZipRefused('a length that is not true')
    return packed.length
  }
  let length = 0
  const inflate = createInflateRaw()
  inflate.end(packed)
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      length += piece.length
      count(piece)
      if (length > entry.size) throw new ZipRefused('a length that is not true')
    }
  } catch (error) {
    throw error instanceof ZipRefused ? error : new ZipRefused('a broken entry', { cause: error })
  } finally {
    inflate.destroy()
  }
  if (length !== entry.size) throw new ZipRefused('a length that is not true')
  return length
}
