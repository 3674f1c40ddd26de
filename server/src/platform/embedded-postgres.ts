import { chownSync, existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Client } from 'pg'
import { memoryBytes, sharedMegabytes } from './database-memory.ts'
import { findPackage, prepareBinaries } from './embedded-postgres-binaries.ts'
import { checkVersion, openCluster, readPassword, SUPERUSER } from './embedded-postgres-cluster.ts'
import { type FolderLock, lockFolder } from './embedded-postgres-lock.ts'
import { choosePlace, type Place } from './embedded-postgres-place.ts'
import {
  type Address,
  endLeftovers,
  findRunning,
  type Server,
  startServer,
  stopServer,
} from './embedded-postgres-server.ts'

export { DatabaseStartError } from './embedded-postgres-error.ts'

const DATABASE = 'galla'

export type EmbeddedPostgresOptions = {
  /** DATA_DIR: the cluster lies in its folder `postgres`, or where that link points. */
  readonly dataDir: string
  readonly log: (message: string) => void
  /** false only for throw-away databases of tests: faster, and lost when the machine stops. */
  readonly durable?: boolean
  readonly maxConnections?: number
  /** Called once if the server ends without stop(); its last lines say why. */
  readonly onUnexpectedEnd?: (lastLines: string) => void
  /** The npm package with the binaries, if not the installed one. */
  readonly packageDir?: string
  /** How long stop() lets sessions finish before it cuts them off; default 10 s. */
  readonly fastStopMsMax?: number
  /** Where the cluster goes when the server's user can't reach dataDir; default /var/lib/galla. */
  readonly farHome?: string
}

export type EmbeddedPostgres = {
  readonly connectionString: string
  /** The PostgreSQL server's process id. */
  readonly pid: number
  /** Fast shutdown, waiting until the server is gone; may be called more than once. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL 18 on the data folder and makes the folder's cluster at the first start. Throws DatabaseStartError when
 * the folder is in use, of another version, or out of reach. The server ends with this process, even after SIGKILL.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  const place = choosePlace(dataDir, options.farHome)
  checkVersion(place)
  const lock = takeLock(place, dataDir)
  try {
    return await startLocked(options, place, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * The database of a data folder on which another process runs, for programs that only look: they start nothing and stop
 * nothing. Undefined when none runs.
 */
export function findRunningPostgres(dataDir: string): string | undefined {
  const clusterDir = join(resolve(dataDir), 'postgres', 'data')
  const address = existsSync(clusterDir) ? findRunning(clusterDir) : undefined
  return address && connectionString(address, readPassword(clusterDir), DATABASE)
}

function takeLock(place: Place, dataDir: string): FolderLock {
  const file = join(place.home, 'lock')
  const lock = lockFolder(file, dataDir)
  if (place.user !== undefined) {
    // Whoever owns the folder may run Galla on it later without root.
    const { uid, gid } = statSync(place.home)
    chownSync(file, uid, gid)
  }
  return lock
}

async function startLocked(
  options: EmbeddedPostgresOptions,
  place: Place,
  lock: FolderLock,
): Promise<EmbeddedPostgres> {
  const { log, durable = true } = options
  const binaries = prepareBinaries(options.packageDir ?? findPackage(), place)
  await endLeftovers(join(place.home, 'data'), log)
  const cluster = await openCluster(binaries, place, durable)
  if (cluster.isNew) log(`A new database was made in ${cluster.dir}.`)
  const settings = serverSettings(durable, options.maxConnections)
  const server = await startServer(binaries, place, cluster, settings, (line) => log(line))
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= stopServer(binaries, server, cluster.dir, options.fastStopMsMax).finally(() =>
      lock.release(),
    )
    return stopping
  }
  try {
    await makeDatabase(server, cluster.password)
  } catch (error) {
    await stop()
    throw error
  }
  server.process.ended.then(() => {
    if (stopping !== undefined) return
    lock.release()
    options.onUnexpectedEnd?.(server.process.lastLines())
  })
  return {
    connectionString: connectionString(server, cluster.password, DATABASE),
    pid: serverPid(server),
    stop,
  }
}

/** What must hold whatever postgresql.conf says. Errors go to the client; the log has no statement and no row in it. */
function serverSettings(durable: boolean, maxConnections = 100): string[] {
  const durability = durable ? 'on' : 'off'
  return [
    `fsync=${durability}`,
    `synchronous_commit=${durability}`,
    `full_page_writes=${durability}`,
    `max_connections=${maxConnections}`,
    // A list of a million orders is a quarter of a gigabyte; to fetch it from the system page by page takes three times as long.
    ...(durable ? [`shared_buffers=${sharedMegabytes(memoryBytes())}MB`] : []),
    // A plan that was made while a table was empty may read all that a merchant has, until the table is first analysed.
    'autovacuum_naptime=15s',
    'timezone=UTC',
    'log_timezone=UTC',
    'logging_collector=off',
    'log_destination=stderr',
    'log_line_prefix=',
    'log_min_messages=log',
    'log_min_error_statement=panic',
    'log_error_verbosity=terse',
    'log_statement=none',
    'log_checkpoints=off',
  ]
}

function connectionString(address: Address, password: string, database: string): string {
  const query = new URLSearchParams({ host: address.host })
  return `postgres://${SUPERUSER}:${password}@localhost:${address.port}/${database}?${query}`
}

async function makeDatabase(server: Server, password: string): Promise<void> {
  const client = new Client({ connectionString: connectionString(server, password, 'postgres') })
  await client.connect()
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
  } finally {
    await client.end()
  }
}

function serverPid(server: Server): number {
  if (server.process.child.pid === undefined) throw new Error('The server has no process id.')
  return server.process.child.pid
}
