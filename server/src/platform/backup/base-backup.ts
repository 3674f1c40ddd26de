import { createReadStream } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { connectClient } from '../database/one-off-connection.ts'
import { errorCode } from '../error-code.ts'
import { TAR_END, tarEntry, tarHeader, tarPadding } from './tar.ts'

/** A base backup in progress: the archive of the cluster's files, and the first log segment that it needs. */
export interface BaseBackup {
  readonly firstSegment: string
  readonly content: AsyncIterable<Uint8Array>
}

/** Folders whose content belongs to the running server, or comes from the archive. */
const EMPTY = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])
const SKIPPED =
  /^(?:postmaster\.(?:pid|opts)|backup_label(?:\.old)?|tablespace_map|recovery\.signal|pgsql_tmp|pg_internal\.init)/
/** The app key, in a copy that is encrypted. */
export const APP_KEY_ENTRY = 'galla.app-key'
/** Copied last, as PostgreSQL's own tool does. */
const CONTROL_FILE = 'global/pg_control'
const LABEL_FILE = 'backup_label'

/**
 * Copies the files of the embedded cluster while it works, between `pg_backup_start` and `pg_backup_stop`; the log archived meanwhile
 * makes them consistent. `work` consumes the archive; the backup ends in order only if it read all of it.
 */
export const withBaseBackup = async <T>(
  {
    connectionString,
    cluster,
    extra,
  }: { connectionString: string; cluster: string; extra: readonly { name: string; content: Buffer }[] },
  work: (base: BaseBackup) => Promise<T>,
): Promise<T> => {
  // The session that starts a backup has to stop it.
  const client = await connectClient(connectionString, 'galla base backup')
  try {
    const started = await client.query<{ segment: string }>(
      `select pg_walfile_name(pg_backup_start('galla', true)) as segment`,
    )
    async function* content(): AsyncGenerator<Uint8Array> {
      for (const entry of extra) yield tarEntry(entry)
      yield* folderOf(cluster, '')
      yield* fileOf(cluster, CONTROL_FILE)
      // Waits until the archive command has taken the last segment that the backup needs.
      const stopped = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(true)')
      yield tarEntry({ name: LABEL_FILE, content: Buffer.from(stopped.rows[0]?.labelfile ?? '') })
      yield TAR_END
    }
    return await work({ firstSegment: started.rows[0]?.segment ?? '', content: content() })
  } finally {
    await client.end()
  }
}

async function* folderOf(cluster: string, folder: string): AsyncGenerator<Uint8Array> {
  for (const entry of await entriesOf(path.join(cluster, folder))) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (SKIPPED.test(entry.name) || name === CONTROL_FILE) continue
    if (entry.isDirectory()) {
      yield tarHeader({ name, bytes: 0, isFolder: true })
      if (!EMPTY.has(name)) yield* folderOf(cluster, name)
    } else if (entry.isFile()) yield* fileOf(cluster, name)
  }
}

/** A table may be dropped meanwhile; the log says so too. */
const entriesOf = async (folder: string) => {
  try {
    return (await readdir(folder, { withFileTypes: true })).sort((one, other) =>
      one.name < other.name ? -1 : 1,
    )
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

/** Exactly as long as at its start: what was appended since, or cut off, is in the log. */
async function* fileOf(cluster: string, name: string): AsyncGenerator<Uint8Array> {
  const handle = await open(path.join(cluster, name), 'r').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
  if (handle === undefined) return
  try {
    const { size } = await handle.stat()
    yield tarHeader({ name, bytes: size })
    let left = size
    if (size > 0)
      for await (const piece of createReadStream('', { fd: handle, autoClose: false, end: size - 1 })) {
        left -= piece.length
        yield piece
      }
    for (; left > 0; left -= Math.min(left, ZEROS.length))
      yield ZEROS.subarray(0, Math.min(left, ZEROS.length))
    yield tarPadding(size)
  } finally {
    await handle.close()
  }
}

const ZEROS = Buffer.alloc(64 * 1024)
