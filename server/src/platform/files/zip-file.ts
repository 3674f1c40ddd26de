import { createInflateRaw } from 'node:zlib'
import { errorCode } from '../error-code.ts'

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_ENTRY = 0x04034b50
const ZIP64_LOCATOR = 0x07064b50
const END_BYTES = 22
const ZIP64_LOCATOR_BYTES = 20
const COMMENT_BYTES_MAX = 65_535
/** The value of a field whose real value is in a ZIP64 record. */
const IN_ZIP64 = { short: 0xffff, long: 0xffffffff } as const
const STORED = 0
const DEFLATED = 8

/** The archive is not a plain ZIP file, or exceeds a limit. */
export class ZipRefused extends Error {
  override name = 'ZipRefused'
}

export interface ZipLimits {
  readonly entries: number
  readonly unzippedBytes: number
}

export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly packed: number
  readonly size: number
  readonly local: number
}

export interface ZipFile {
  readonly entries: ReadonlyMap<string, ZipEntry>
  /** Yields the content of an entry in chunks; throws a ZipRefused unless it is exactly as long as the directory says. */
  read(entry: ZipEntry): AsyncGenerator<Buffer>
}

/**
 * Reads the directory of a plain archive: no ZIP64, encryption or volumes, the directory ends where its end record starts, and the end
 * record ends the file. All lengths are checked against the limits before anything is unpacked; `read` holds each entry to its declared
 * length. Entries that share bytes are refused.
 */
export const openZip = (file: Buffer, limits: ZipLimits): ZipFile => {
  const { at, offset, count } = endRecord(file)
  if (count > limits.entries) throw new ZipRefused('too many entries')
  const entries = readDirectory(file, offset, at, count)
  if (entries.reduce((sum, { size }) => sum + size, 0) > limits.unzippedBytes)
    throw new ZipRefused('too long')
  let taken = 0
  for (const entry of [...entries].sort((one, other) => one.local - other.local)) {
    const { end } = contentOf(file, entry, offset)
    if (entry.local < taken) throw new ZipRefused('entries overlap')
    taken = end
  }
  return {
    entries: new Map(entries.map((entry) => [entry.name, entry])),
    read(entry) {
      const { begin, end } = contentOf(file, entry, offset)
      return unpacked(file.subarray(begin, end), entry)
    },
  }
}

const endRecord = (file: Buffer): { at: number; offset: number; count: number } => {
  const at = endRecordOffset(file)
  const here = file.readUInt16LE(at + 8)
  const count = file.readUInt16LE(at + 10)
  const size = file.readUInt32LE(at + 12)
  const offset = file.readUInt32LE(at + 16)
  const isZip64 =
    count === IN_ZIP64.short ||
    size === IN_ZIP64.long ||
    offset === IN_ZIP64.long ||
    (at >= ZIP64_LOCATOR_BYTES && file.readUInt32LE(at - ZIP64_LOCATOR_BYTES) === ZIP64_LOCATOR)
  if (isZip64) throw new ZipRefused('ZIP64')
  if (file.readUInt32LE(at + 4) !== 0 || here !== count) throw new ZipRefused('several volumes')
  if (offset + size !== at) throw new ZipRefused('a directory that does not end at its end record')
  return { at, offset, count }
}

/** Finds the last end record, as all readers do; its comment must end with the file. */
const endRecordOffset = (file: Buffer): number => {
  const first = Math.max(0, file.length - END_BYTES - COMMENT_BYTES_MAX)
  for (let at = file.length - END_BYTES; at >= first; at -= 1) {
    if (file.readUInt32LE(at) !== END_OF_DIRECTORY) continue
    if (at + END_BYTES + file.readUInt16LE(at + 20) !== file.length) throw new ZipRefused('a false end')
    return at
  }
  throw new ZipRefused('no directory')
}

const readDirectory = (file: Buffer, offset: number, end: number, count: number): ZipEntry[] => {
  const entries: ZipEntry[] = []
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
    if ([entry.packed, entry.size, entry.local].includes(IN_ZIP64.long)) throw new ZipRefused('ZIP64')
    if ((file.readUInt16LE(at + 8) & 1) === 1) throw new ZipRefused('an encrypted entry')
    if (entry.method !== STORED && entry.method !== DEFLATED) throw new ZipRefused('an unknown packing')
    entries.push(entry)
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  if (at !== end) throw new ZipRefused('a directory that does not end at its end record')
  if (new Set(entries.map(({ name }) => name)).size !== entries.length) throw new ZipRefused('a name twice')
  return entries
}

const contentOf = (
  file: Buffer,
  { local, packed }: ZipEntry,
  directory: number,
): { begin: number; end: number } => {
  if (local + 30 > directory || file.readUInt32LE(local) !== LOCAL_ENTRY)
    throw new ZipRefused('a broken entry')
  const begin = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
  const end = begin + packed
  if (end > directory) throw new ZipRefused('an entry that is cut off')
  return { begin, end }
}

async function* unpacked(packed: Buffer, { method, size }: ZipEntry): AsyncGenerator<Buffer> {
  if (method === STORED) {
    if (packed.length !== size) throw new ZipRefused('a length that is not true')
    yield packed
    return
  }
  let length = 0
  const inflate = createInflateRaw()
  inflate.end(packed)
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      length += piece.length
      if (length > size) throw new ZipRefused('a length that is not true')
      yield piece
    }
  } catch (error) {
    // Only the inflater's own errors carry a zlib code; the reader's errors pass through.
    throw isZlibError(error) ? new ZipRefused('a broken entry', { cause: error }) : error
  } finally {
    inflate.destroy()
  }
  if (length !== size) throw new ZipRefused('a length that is not true')
}

const isZlibError = (error: unknown): boolean => errorCode(error).startsWith('Z_')
