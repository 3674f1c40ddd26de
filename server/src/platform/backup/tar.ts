/** A file of a tar archive. */
export interface TarEntry {
  readonly name: string
  readonly content: Buffer
}

/** The archive is not from Galla, or it was cut off or altered. The message is for the operator. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
}

const BLOCK = 512
const NAME_BYTES = 100
const PREFIX_BYTES = 155
/** Two empty blocks end an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK)

const octal = (value: number, width: number): string => value.toString(8).padStart(width, '0')

/** Splits a long name at a slash into the two fields of a header. */
const splitName = (name: string): { prefix: string; rest: string } => {
  if (name.length <= NAME_BYTES) return { prefix: '', rest: name }
  const at = name.indexOf('/', name.length - NAME_BYTES - 1)
  if (at < 1 || at > PREFIX_BYTES) throw new RangeError('too long a name for a tar archive')
  return { prefix: name.slice(0, at), rest: name.slice(at + 1) }
}

const tarHeader = (name: string, bytes: number): Buffer => {
  const { prefix, rest } = splitName(name)
  const header = Buffer.alloc(BLOCK)
  header.write(rest, 0, 'ascii')
  header.write(`${octal(0o600, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, NAME_BYTES, 'ascii')
  header.write(`${octal(bytes, 11)}\0${octal(0, 11)}\0        0`, 124, 'ascii')
  header.write('ustar\x0000', 257, 'ascii')
  header.write(prefix, 345, 'ascii')
  header.write(`${octal(sumOf(header), 6)}\0 `, 148, 'ascii')
  return header
}

/** Sums the bytes of a header, with the field of the checksum as spaces. */
const sumOf = (header: Buffer): number =>
  header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0)

const paddingOf = (bytes: number): number => (BLOCK - (bytes % BLOCK)) % BLOCK

/** Formats a file as a tar entry (ustar, POSIX.1-1988). Names are ASCII. */
export const tarEntry = ({ name, content }: TarEntry): Buffer =>
  Buffer.concat([tarHeader(name, content.length), content, Buffer.alloc(paddingOf(content.length))])

const textAt = (header: Buffer, from: number, length: number): string =>
  header.toString('ascii', from, from + length).replace(/\0.*/s, '')

/** Reads the files of an archive, one in memory at a time. Throws if a file is larger than `bytesMax`. */
export async function* readTar(
  archive: AsyncIterable<Uint8Array>,
  bytesMax: number,
): AsyncGenerator<TarEntry> {
  let pieces: Uint8Array[] = []
  let length = 0
  let waiting: { name: string; bytes: number } | undefined
  const needed = (): number => (waiting === undefined ? BLOCK : waiting.bytes + paddingOf(waiting.bytes))
  for await (const piece of archive) {
    pieces.push(piece)
    length += piece.length
    while (length >= needed()) {
      const held: Buffer = Buffer.concat(pieces)
      const block = held.subarray(0, needed())
      pieces = [held.subarray(block.length)]
      length = held.length - block.length
      if (waiting === undefined) {
        waiting = readHeader(block, bytesMax)
        if (waiting === undefined) return
        if (waiting.bytes > 0) continue
      }
      yield { name: waiting.name, content: Buffer.from(block.subarray(0, waiting.bytes)) }
      waiting = undefined
    }
  }
  throw new ArchiveError('The backup was truncated')
}

/** Returns undefined at the end of the archive. */
const readHeader = (header: Buffer, bytesMax: number): { name: string; bytes: number } | undefined => {
  if (header.every((byte) => byte === 0)) return undefined
  const sum = Number.parseInt(textAt(header, 148, 8), 8)
  const bytes = Number.parseInt(textAt(header, 124, 12), 8)
  if (textAt(header, 257, 5) !== 'ustar' || sum !== sumOf(header) || !(bytes <= bytesMax))
    throw new ArchiveError('This is not a backup of Galla, or it was altered')
  const prefix = textAt(header, 345, PREFIX_BYTES)
  const rest = textAt(header, 0, NAME_BYTES)
  return { name: prefix === '' ? rest : `${prefix}/${rest}`, bytes }
}
