import { chownSync, existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Binaries, EMBEDDED_MAJOR, findPackage, prepareBinaries, systemBinaries } from './binaries.ts'
import { checkVersion, ensureProgramPassword, openCluster, PROGRAM_ROLE, readPassword } from './cluster.ts'
import { type ClusterHome, chooseClusterHome } from './cluster-home.ts'
import { memoryBytes, sharedMegabytes } from './database-memory.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { keepServer } from './keeper.ts'
import { type Address, endLeftovers, findRunning } from './leftover-servers.ts'
import { DATABASE, prepareProgramRole } from './program-role.ts'
import { chooseAddress, removeSocketDir, startServer, stopServer } from './server.ts'
import type { Process } from './server-process.ts'

export { DatabaseStartError } from './start-error.ts'

export type EmbeddedPostgresOptions = {
  /** DATA_DIR: the cluster lies in its folder `postgres`, or where that link points. */
  readonly dataDir: string
  readonly log: (message: string) => void
  /** false only for throw-away databases of tests: faster, and lost when the machine stops. */
  readonly durable?: boolean
  readonly maxConnections?: number
  /** Makes a second database, `galla_drill`, for trying restores. */
  readonly withDrillDatabase?: boolean
  /** The npm package with the binaries, if not the installed one. */
  readonly packageDir?: string
  /** The folder with the system's PostgreSQL, instead of the package's. */
  readonly systemBin?: string | undefined
  /** How long stop() lets sessions finish before it cuts them off; default 10 s. */
  readonly fastStopMsMax?: number
  /** Where the cluster goes when the server's user can't reach dataDir; default /var/lib/galla. */
  readonly farHome?: string
}

export type EmbeddedPostgres = {
  /** Of the program's role, which owns the database and is no superuser. */
  readonly connectionString: string
  /** The PostgreSQL server's process id: another one after it was started again. */
  readonly pid: number
  /** Fast shutdown, waiting until the server is gone; may be called more than once. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL 18 on the data folder and makes the folder's cluster at the first start. Throws DatabaseStartError when
 * the folder is in use, of another version, or out of reach. A server that ends unexpectedly is restarted at the same address. It
 * ends with this process, even after SIGKILL.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  const home = chooseClusterHome(dataDir, options.farHome)
  const system = options.systemBin === undefined ? undefined : systemBinaries(options.systemBin)
  checkVersion(home, system?.major ?? EMBEDDED_MAJOR)
  const lock = await takeLock(home, dataDir)
  try {
    return await startLocked(options, home, lock, system)
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
  return address && connectionString(address, readPassword(clusterDir, PROGRAM_ROLE))
}

async function takeLock(home: ClusterHome, dataDir: string): Promise<FolderLock> {
  const file = join(home.folder, 'lock')
  const lock = await lockFolder(file, dataDir)
  if (home.user !== undefined) {
    // The owner of the folder may run Galla on it later without root.
    const { uid, gid } = statSync(home.folder)
    chownSync(file, uid, gid)
  }
  return lock
}

async function startLocked(
  options: EmbeddedPostgresOptions,
  home: ClusterHome,
  lock: FolderLock,
  system: Binaries | undefined,
): Promise<EmbeddedPostgres> {
  const { log, durable = true } = options
  const binaries = system ?? prepareBinaries(options.packageDir ?? findPackage(), home)
  const clusterDir = join(home.folder, 'data')
  removeSocketDir(await endLeftovers(clusterDir, log), clusterDir)
  const cluster = await openCluster(binaries, home, durable)
  if (cluster.isNew) log(`A new database was made in ${cluster.dir}.`)
  const settings = serverSettings(durable, options.maxConnections)
  const address = await chooseAddress(home)
  const startOnce = () => startServer(binaries, home, cluster, address, settings, (line) => log(line))
  const kept = keepServer({
    first: await startOnce(),
    startAgain: async () => {
      await endLeftovers(cluster.dir, log)
      return startOnce()
    },
    stopServer: (server) => stopServer(binaries, server, cluster.dir, options.fastStopMsMax),
    log,
  })
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= kept.stop().finally(() => {
      removeSocketDir(address.socketDir, cluster.dir)
      lock.release()
    })
    return stopping
  }
  let password: string
  try {
    password = ensureProgramPassword(cluster, home)
    await prepareProgramRole(address, cluster.superuserPassword, password, {
      withDrillDatabase: options.withDrillDatabase ?? false,
    })
  } catch (error) {
    await stop()
    throw error
  }
  return {
    connectionString: connectionString(address, password),
    get pid() {
      return pidOf(kept.current())
    },
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

function connectionString(address: Address, password: string): string {
  const query = new URLSearchParams({ host: address.host })
  return `postgres://${PROGRAM_ROLE}:${password}@localhost:${address.port}/${DATABASE}?${query}`
}

function pidOf({ child }: Process): number {
  if (child.pid === undefined) throw new Error('The server has no process id.')
  return child.pid
}
