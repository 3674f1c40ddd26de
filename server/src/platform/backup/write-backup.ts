import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { link, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { isAlive } from '@galla/embedded-postgres/server-process'
import type pg from 'pg'
import {
  copyOut,
  linesIn,
  listPartitions,
  listTables,
  lockTables,
  useStableFormats,
} from '../database/copy-tables.ts'
import { connectClient } from '../database/one-off-connection.ts'
import { errorCode } from '../error-code.ts'
import type { Files } from '../files/files.ts'
import { MANIFEST, type Manifest, manifestText, SUMS, type Sums, sumsText } from './backup-manifest.ts'
import { checkBackup } from './read-backup.ts'
import { ArchiveError, TAR_END, tarEntry } from './tar.ts'

export interface WriteBackupDeps {
  readonly connectionString: string
  readonly files: Files
  /** The folders of files to include. */
  readonly folders: readonly string[]
  readonly about: Pick<Manifest, 'madeAt' | 'version' | 'keyMark' | 'key'>
}

export interface Backup {
  readonly bytes: number
  readonly rows: number
  readonly files: number
}

const OWNER_ONLY = 0o600

/**
 * Writes every row of one snapshot, and every file, into one archive (gzipped tar) that only its owner can read. The archive is written
 * under a temporary name, read back completely, and then renamed; an existing file is never overwritten. Galla keeps working meanwhile.
 */
export const writeBackup = async (deps: WriteBackupDeps, file: string): Promise<Backup> => {
  if (existsSync(file)) throw new ArchiveError(`${file} is there already; choose another name`)
  await removeDeadParts(path.dirname(file))
  const part = `${file}.${process.pid}.galla-part`
  try {
    await pipeline(
      Readable.from(archiveOf(deps)),
      createGzip(),
      createWriteStream(part, { flags: 'wx', mode: OWNER_ONLY }),
    )
    await sync(part)
    const { sums } = await checkBackup(createReadStream(part))
    await name(part, file)
    return { bytes: (await stat(file)).size, rows: countRows(sums), files: sums.files }
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw new ArchiveError(`${file} is there already; choose another name`)
    await rm(part, { force: true })
    throw error
  }
}

export const countRows = ({ rows }: Sums): number =>
  Object.values(rows).reduce((sum, count) => sum + count, 0)

const PART = /\.(\d{1,10})\.galla-part$/

/** Removes what killed backups left behind; the number in the name is the id of the writing process. */
const removeDeadParts = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    const pid = Number(PART.exec(name)?.[1])
    if (Number.isInteger(pid) && !isAlive(pid)) await rm(path.join(folder, name), { force: true })
  }
}

const sync = async (file: string): Promise<void> => {
  const handle = await open(file, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const name = async (part: string, file: string): Promise<void> => {
  try {
    await link(part, file)
  } finally {
    await rm(part, { force: true })
  }
  // Windows cannot open a folder, and does not need to.
  if (process.platform !== 'win32') await sync(path.dirname(file))
}

export async function* archiveOf(deps: WriteBackupDeps): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const entry = (name: string, content: Buffer): Buffer => {
    const bytes = tarEntry({ name, content })
    hash.update(bytes)
    return bytes
  }
  const rows: Sums['rows'] = {}
  yield* tablesOf(deps, entry, rows)
  // After the rows: a file that a row names was written before the row, so it exists now.
  let files = 0
  for (const folder of deps.folders) {
    for await (const name of deps.files.list(folder)) {
      const content = name.endsWith('.part') ? undefined : await contentOf(deps.files, name)
      if (content === undefined) continue
      files += 1
      yield entry(`files/${name}`, content)
    }
  }
  yield tarEntry({ name: SUMS, content: sumsText({ sha256: hash.digest('hex'), rows, files }) })
  yield TAR_END
}

async function* tablesOf(
  { connectionString, about }: WriteBackupDeps,
  entry: (name: string, content: Buffer) => Buffer,
  rows: Sums['rows'],
): AsyncGenerator<Buffer> {
  const client = await connectClient(connectionString, 'galla backup')
  try {
    await useStableFormats(client)
    // Of a distributed database: one connection, and so one snapshot, for each server. A merchant's rows are on one server.
    await client.query('set citus.max_adaptive_executor_pool_size = 1')
    const citus = await client.query("select from pg_class where relname = 'pg_dist_partition'")
    const isAnyDistributed = citus.rowCount !== 0
    await client.query('begin isolation level repeatable read read only')
    if (isAnyDistributed) await takeSnapshots(client, connectionString)
    const tables = await listTables(client)
    const ran = await client.query<{ name: string }>('select name from public.migrations order by name')
    await lockTables(client, tables)
    const partitions = await listPartitions(client)
    const migrations = ran.rows.map(({ name }) => name)
    yield entry(MANIFEST, manifestText({ ...about, migrations, tables, partitions }))
    for (const table of tables) {
      const tableName = `${table.schema}.${table.name}`
      rows[tableName] = 0
      let piece = 0
      for await (const content of copyOut(client, table)) {
        piece += 1
        rows[tableName] += linesIn(content)
        yield entry(`tables/${tableName}/${String(piece).padStart(6, '0')}.copy`, content)
      }
    }
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/**
 * Takes the snapshot of the coordinator, which has the merchants, and those of the other servers while no merchant is written: of one who
 * registered between them there would be rows without their merchant.
 */
const takeSnapshots = async (client: pg.ClientBase, connectionString: string): Promise<void> => {
  const guard = await connectClient(connectionString, 'galla backup')
  try {
    await guard.query('begin')
    await guard.query('lock table public.merchants in share mode')
    await client.query('select merchant_id from public.orders limit 1')
  } finally {
    // Ends the transaction, and the lock with it.
    await guard.end()
  }
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
