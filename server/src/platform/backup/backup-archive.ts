import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { errorCode } from '../error-code.ts'
import type { Chunks, Files } from '../files/files.ts'
import { parseJson } from '../json.ts'
import { decryptAge, encryptAge } from './age-encryption.ts'
import { ArchiveError, readTar, TAR_END, type TarEntry, tarEntry } from './tar.ts'

const MANIFEST = 'manifest.json'
/** The app key, without which the secrets in the rows cannot be read. */
const APP_KEY = 'app.key'
/** The last file of an archive: checksums of everything before it. */
const SUMS = 'sums.json'
const FORMAT = 'galla backup 2'
/** A dump has no known length, so it is written in pieces. `cat database/*` puts them together. */
const PIECE_BYTES = 1024 * 1024
const DUMP = /^database\/\d{6,}$/
const FILE = /^files\/(.+)$/
const ENTRY_BYTES_MAX = 512 * 1024 * 1024

const manifest = z.object({
  format: z.literal(FORMAT),
  madeAt: z.iso.datetime(),
  version: z.string(),
  /** The major version of PostgreSQL: an older one cannot read the dump. */
  postgres: z.number().int(),
  migrations: z.array(z.string()),
})
export type Manifest = z.output<typeof manifest>

/** The bytes before the sums, and the number of files. */
const sums = z.object({ sha256: z.string(), files: z.number().int() })

export interface BackupContent {
  readonly about: Omit<Manifest, 'format'>
  readonly appKey: Uint8Array
  /** The database, as `pg_dump` writes it. Throws if it is not whole. */
  readonly dump: AsyncIterable<Buffer>
  readonly files: Files
  /** The folders of files to include. */
  readonly folders: readonly string[]
}

const textOf = (content: object): Buffer => Buffer.from(`${JSON.stringify(content, null, 2)}\n`)

/** Yields the archive, a tar: what it is, the key, the database, the files, and at the end the sums. */
async function* archiveOf({ about, appKey, dump, files, folders }: BackupContent): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const entry = (name: string, content: Buffer): Buffer => {
    const bytes = tarEntry({ name, content })
    hash.update(bytes)
    return bytes
  }
  yield entry(MANIFEST, textOf({ format: FORMAT, ...about }))
  yield entry(APP_KEY, Buffer.from(`${Buffer.from(appKey).toString('hex')}\n`))
  let piece = 0
  for await (const content of inPieces(dump)) {
    piece += 1
    yield entry(`database/${String(piece).padStart(6, '0')}`, content)
  }
  // After the rows: a file that a row names was written before the row, so it exists now.
  let count = 0
  for (const folder of folders) {
    for await (const name of files.list(folder)) {
      const content = name.endsWith('.part') ? undefined : await contentOf(files, name)
      if (content === undefined) continue
      count += 1
      yield entry(`files/${name}`, content)
    }
  }
  yield tarEntry({ name: SUMS, content: textOf({ sha256: hash.digest('hex'), files: count }) })
  yield TAR_END
}

async function* inPieces(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let bytes = 0
  for await (const chunk of content) {
    held.push(chunk)
    bytes += chunk.length
    if (bytes < PIECE_BYTES) continue
    yield Buffer.concat(held)
    held = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(held)
}

/** Returns undefined when the file was removed since it was listed: its row is gone too, or is deleted next. */
const contentOf = async (files: Files, name: string): Promise<Buffer | undefined> => {
  const pieces: Uint8Array[] = []
  try {
    for await (const piece of files.read(name)) pieces.push(piece)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
  return Buffer.concat(pieces)
}

/** A piece of the dump, or a file. */
export type BackupPart =
  | { readonly kind: 'dump'; readonly content: Buffer }
  | { readonly kind: 'file'; readonly name: string; readonly content: Buffer }

const partOf = ({ name, content }: TarEntry): BackupPart => {
  if (DUMP.test(name)) return { kind: 'dump', content }
  const file = FILE.exec(name)?.[1]
  if (file !== undefined) return { kind: 'file', name: file, content }
  throw new ArchiveError('The backup has content that no backup of Galla has')
}

const ABOUT = new Set([MANIFEST, APP_KEY, SUMS])

/** Yields the dump in its order, and then the files. */
export async function* readBackup(archive: Chunks): AsyncGenerator<BackupPart> {
  for await (const entry of readTar(archive, ENTRY_BYTES_MAX)) if (!ABOUT.has(entry.name)) yield partOf(entry)
}

export interface CheckedBackup {
  readonly manifest: Manifest
  readonly appKey: Uint8Array
  readonly files: number
}

/** Reads the whole archive, and throws an ArchiveError when a byte or a file differs from what was written. */
export const checkBackup = async (archive: Chunks): Promise<CheckedBackup> => {
  const hash = createHash('sha256')
  let files = 0
  const about = new Map<string, Buffer>()
  for await (const entry of readTar(archive, ENTRY_BYTES_MAX)) {
    if (entry.name !== SUMS) hash.update(tarEntry(entry))
    if (ABOUT.has(entry.name)) about.set(entry.name, entry.content)
    else if (partOf(entry).kind === 'file') files += 1
  }
  const read = manifest.safeParse(parseJson(about.get(MANIFEST) ?? Buffer.alloc(0)))
  if (!read.success) throw new ArchiveError('This is not a backup that this version of Galla can read')
  const whole = sums.safeParse(parseJson(about.get(SUMS) ?? Buffer.alloc(0)))
  const key = about.get(APP_KEY)?.toString().trim() ?? ''
  if (!whole.success || whole.data.sha256 !== hash.digest('hex') || whole.data.files !== files)
    throw new ArchiveError('The backup was altered')
  return { manifest: read.data, appKey: Buffer.from(key, 'hex'), files }
}

export interface StoredBackup {
  readonly target: Files
  readonly name: string
  readonly passphrase: string
  readonly workFactor?: number | undefined
}

/** Opens a stored backup for reading, decrypted. */
export const readStored = ({ target, name, passphrase }: Omit<StoredBackup, 'workFactor'>): Chunks =>
  decryptAge(target.read(name), { passphrase })

export interface Backup {
  readonly bytes: number
  readonly files: number
}

/** Writes an encrypted backup to a target and reads it back completely; one that cannot be read back is removed. */
export const storeBackup = async (
  content: BackupContent,
  to: StoredBackup,
  signal: AbortSignal,
): Promise<Backup> => {
  const { target, name, passphrase, workFactor } = to
  let bytes = 0
  async function* counted(chunks: Chunks): AsyncGenerator<Uint8Array> {
    for await (const piece of chunks) {
      bytes += piece.length
      yield piece
    }
  }
  await pipeline(
    Readable.from(archiveOf(content), { objectMode: false }),
    (archive: Chunks) => target.write(name, counted(encryptAge(archive, { passphrase, workFactor }))),
    { signal },
  )
  try {
    const { files } = await checkBackup(readStored(to))
    signal.throwIfAborted()
    return { bytes, files }
  } catch (error) {
    await target.remove(name)
    throw error
  }
}
