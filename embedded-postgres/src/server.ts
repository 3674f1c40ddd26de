import { mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { type Cluster, makePrivate, makeRunFolder } from './cluster.ts'
import type { ClusterHome } from './cluster-home.ts'
import {
  type Address,
  endLeftovers,
  FAST_STOP_MS_MAX,
  IMMEDIATE_STOP_MS_MAX,
  readPidFile,
} from './leftover-servers.ts'
import { endsWithin, type Process, startProcess } from './server-process.ts'
import { DatabaseStartError } from './start-error.ts'

const PORT = 5432
/** sun_path holds 104 bytes on macOS and 108 on Linux, its final zero included. */
const SOCKET_PATH_BYTES_MAX = 103
const READY_CHECK_EVERY_MS = 5
/** Long, because recovery after a crash may replay much; a server that dies is noticed at once. */
const READY_TIME_MS_MAX = 300_000
/**
 * It was sent SIGTERM, and not by us: it would refuse new sessions for as long as an old one stays. Rather it ends at once, and is
 * started again.
 */
const SMART_SHUTDOWN = 'received smart shutdown request'
const OLD_SERVER_TRIES_MAX = 40
const OLD_SERVER_WAIT_MS = 250

export type ServerAddress = Address & { readonly socketDir: string | undefined }

/** Where the server takes connections; chosen once, so that a server that is started again is found at the same place. */
export async function chooseAddress(home: ClusterHome): Promise<ServerAddress> {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await freePort(), socketDir: undefined }
  const socketDir = chooseSocketDir(home)
  return { host: socketDir, port: PORT, socketDir }
}

/** Starts the server on its cluster and waits until it takes connections. The caller holds the folder's lock. */
export async function startServer(
  binaries: Binaries,
  home: ClusterHome,
  cluster: Cluster,
  address: ServerAddress,
  settings: readonly string[],
  onLine: (line: string) => void,
): Promise<Process> {
  const { port, socketDir } = address
  const all = [
    `port=${port}`,
    `listen_addresses=${socketDir === undefined ? '127.0.0.1' : ''}`,
    ...(socketDir === undefined
      ? []
      : [`unix_socket_directories=${socketDir}`, 'unix_socket_permissions=0700']),
    ...settings,
  ]
  const args = ['-D', cluster.dir, ...all.flatMap((setting) => ['-c', setting])]
  for (let tries = 1; ; tries += 1) {
    removeSocket(socketDir)
    const server = startProcess(binaries.postgres, args, home.user, 'fast-shutdown', (line) => {
      onLine(line)
      if (line.includes(SMART_SHUTDOWN)) server.child.kill('SIGINT')
    })
    if (await becomesReady(server, cluster.dir)) return server
    if (!isOldServerInTheWay(server.lastLines()) || tries >= OLD_SERVER_TRIES_MAX) {
      throw new DatabaseStartError(`The database in ${cluster.dir} did not start:\n${server.lastLines()}`)
    }
    await pause(OLD_SERVER_WAIT_MS)
    await endLeftovers(cluster.dir, onLine)
  }
}

/** Processes of a server that was killed need a moment to end; PostgreSQL protects the folder until then. */
const isOldServerInTheWay = (lines: string): boolean =>
  lines.includes('pre-existing shared memory block') || /lock file ".*" already exists/.test(lines)

async function becomesReady(server: Process, clusterDir: string): Promise<boolean> {
  let ended = false
  server.ended.then(() => {
    ended = true
  })
  for (let waitedMs = 0; waitedMs < READY_TIME_MS_MAX; waitedMs += READY_CHECK_EVERY_MS) {
    await pause(READY_CHECK_EVERY_MS)
    if (ended) return false
    const state = readPidFile(clusterDir)
    if (state !== undefined && state.pid === server.child.pid && state.status === 'ready') return true
  }
  server.child.kill('SIGQUIT')
  await server.ended
  return false
}

/** Fast shutdown: sessions are ended, everything is written, no recovery is needed. It escalates if that takes too long. */
export async function stopServer(
  binaries: Binaries,
  { child, ended }: Process,
  clusterDir: string,
  fastStopMsMax = FAST_STOP_MS_MAX,
): Promise<void> {
  if (process.platform === 'win32')
    startProcess(binaries.pgCtl, ['stop', '-D', clusterDir, '-m', 'fast'], undefined, 'kill-group', () => {})
  else child.kill('SIGINT')
  if (!(await endsWithin(ended, fastStopMsMax))) {
    child.kill('SIGQUIT')
    if (!(await endsWithin(ended, IMMEDIATE_STOP_MS_MAX))) child.kill('SIGKILL')
    await ended
  }
}

const SHORT_PREFIX = 'galla-'

/** In the cluster's folder if the path is short enough for a socket, else in a private folder with a short name. */
function chooseSocketDir(home: ClusterHome): string {
  const near = join(home.folder, 'run')
  if (isShortEnough(near)) return makeRunFolder(home)
  const base = [tmpdir(), '/tmp'].find((dir) => isShortEnough(join(dir, `${SHORT_PREFIX}XXXXXX`))) ?? '/tmp'
  const dir = mkdtempSync(join(base, SHORT_PREFIX))
  makePrivate(dir, home.user)
  return dir
}

function isShortEnough(dir: string): boolean {
  return Buffer.byteLength(join(dir, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_BYTES_MAX
}

/** The socket of a server that was killed, and its lock file, whose number may by now belong to another process. */
function removeSocket(socketDir: string | undefined): void {
  if (socketDir === undefined || socketDir === '') return
  for (const name of [`.s.PGSQL.${PORT}`, `.s.PGSQL.${PORT}.lock`])
    rmSync(join(socketDir, name), { force: true })
}

/** Removes a private folder with its socket. The cluster's folder stays. */
export function removeSocketDir(socketDir: string | undefined, clusterDir: string): void {
  if (socketDir === undefined || socketDir === '' || socketDir.startsWith(dirname(clusterDir))) return
  removeSocket(socketDir)
  try {
    rmdirSync(socketDir)
  } catch {
    // Not empty or already gone: nothing of ours is left in it.
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('no port')),
      )
    })
  })
}
