import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { linesIn } from '../database/copy-tables.ts'
import { errorCode } from '../error-code.ts'
import { MANIFEST, type Manifest, readManifest, readSums, SUMS, type Sums } from './backup-manifest.ts'
import { openGunzip } from './gunzip.ts'
import { ArchiveError, readTar, type TarEntry, tarEntry } from './tar.ts'

/** The largest file, or chunk of a table with a row of any length. */
const ENTRY_BYTES_MAX = 512 * 1024 * 1024
const TABLE = /^tables\/([a-z_]+\.[a-z0-9_]+)\/\d{6,}\.copy$/
const FILE = /^files\/(.+)$/

/** A table chunk or a file of the archive. */
export type BackupPart =
  | { readonly kind: 'table'; readonly tableName: string; readonly content: Buffer }
  | { readonly kind: 'file'; readonly name: string; readonly content: Buffer }

const partOf = ({ name, content }: TarEntry): BackupPart => {
  const tableName = TABLE.exec(name)?.[1]
  if (tableName !== undefined) return { kind: 'table', tableName, content }
  const file = FILE.exec(name)?.[1]
  if (file !== undefined) return { kind: 'file', name: file, content }
  throw new ArchiveError('The backup has content that no backup of Galla has')
}

/** Yields everything between the manifest and the checksums. */
export async function* readBackup(archive: Readable): AsyncGenerator<BackupPart> {
  for await (const entry of entriesOf(archive)) {
    if (entry.name === SUMS) return
    if (entry.name !== MANIFEST) yield partOf(entry)
  }
}

async function* entriesOf(archive: Readable): AsyncGenerator<TarEntry> {
  const unpacked = archive.on('error', (error) => void unpacked.destroy(error)).pipe(openGunzip())
  try {
    yield* readTar(unpacked, ENTRY_BYTES_MAX)
  } catch (error) {
    if (errorCode(error).startsWith('Z_'))
      throw new ArchiveError('The backup was truncated or altered, or it is not from Galla')
    throw error
  } finally {
    unpacked.destroy()
    archive.destroy()
  }
}

/** Reads the whole archive, and throws an ArchiveError when a byte, a row or a file differs from what was written. */
export const checkBackup = async (archive: Readable): Promise<{ manifest: Manifest; sums: Sums }> => {
  const hash = createHash('sha256')
  const rows: Record<string, number> = {}
  let files = 0
  let manifest: Manifest | undefined
  let sums: Sums | undefined
  for await (const entry of entriesOf(archive)) {
    if (entry.name === SUMS) {
      sums = readSums(entry.content)
      continue
    }
    hash.update(tarEntry(entry))
    if (entry.name === MANIFEST) {
      manifest = readManifest(entry.content)
      for (const { schema, name } of manifest.tables) rows[`${schema}.${name}`] = 0
      continue
    }
    const part = partOf(entry)
    if (part.kind === 'file') files += 1
    else rows[part.tableName] = (rows[part.tableName] ?? Number.NaN) + linesIn(part.content)
  }
  if (manifest === undefined || sums === undefined) throw new ArchiveError('The backup was truncated')
  const tables = Object.keys(sums.rows)
  const isWhole =
    hash.digest('hex') === sums.sha256 &&
    files === sums.files &&
    tables.length === manifest.tables.length &&
    tables.every((tableName) => rows[tableName] === sums.rows[tableName])
  if (!isWhole) throw new ArchiveError('The backup was altered')
  return { manifest, sums }
}
