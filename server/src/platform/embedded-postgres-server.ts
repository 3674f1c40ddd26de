import { existsSync, mkdtempSync, readFileSync, realpathSync, rmdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Binaries } from './embedded-postgres-binaries.ts'
import { type Cluster, makePrivate, makeRunFolder } from './embedded-postgres-cluster.ts'
import { DatabaseStartError } from './embedded-postgres-error.ts'
import type { Place } from './embedded-postgres-place.ts'
import {
  endsWithin,
  isAlive,
  isGoneWithin,
  isServerOf,
  type Process,
  startProcess,
} from './embedded-postgres-process.ts'

const PORT = 5432
/** sun_path holds 104 bytes on macOS and 108 on Linux, its final zero included. */
const SOCKET_PATH_BYTES_MAX = 103
const READY_CHECK_EVERY_MS = 5
/** Long, because recovery after a crash may replay much; a server that dies is noticed at once. */
const READY_TIME_MS_MAX = 300_000
const OLD_MEMORY_TRIES_MAX = 20
const FAST_STOP_MS_MAX = 10_000
/** PostgreSQL itself kills children that do not end within 5 s of an immediate shutdown. */
const IMMEDIATE_STOP_MS_MAX = 8_000

export type Address = { readonly host: string; readonly port: number }
export type Server = Address & { readonly process: Process; readonly socketDir: string | undefined }

/** Starts the server on its cluster and waits until it takes connections. */
export async function startServer(
  binaries: Binaries,
  place: Place,
  cluster: Cluster,
  settings: readonly string[],
  onLine: (line: string) => void,
): Promise<Server> {
  const socketDir = process.platform === 'win32' ? undefined : chooseSocketDir(place)
  const address =
    socketDir === undefined ? { host: '127.0.0.1', port: await freePort() } : { host: socketDir, port: PORT }
  const all = [
    `port=${address.port}`,
    `listen_addresses=${socketDir === undefined ? '127.0.0.1' : ''}`,
    ...(socketDir === undefined
      ? []
      : [`unix_socket_directories=${socketDir}`, 'unix_socket_permissions=0700']),
    ...settings,
  ]
  const args = ['-D', cluster.dir, ...all.flatMap((setting) => ['-c', setting])]
  for (let tries = 1; ; tries += 1) {
    const server = startProcess(binaries.postgres, args, place.user, 'fast-shutdown', onLine)
    if (await becomesReady(server, cluster.dir)) return { ...address, process: server, socketDir }
    // Children of a server that was killed need a moment to notice it; PostgreSQL protects the folder until then.
    const oldChildrenLive = server.lastLines().includes('pre-existing shared memory block')
    if (!oldChildrenLive || tries >= OLD_MEMORY_TRIES_MAX) {
      throw new DatabaseStartError(`The database in ${cluster.dir} did not start:\n${server.lastLines()}`)
    }
    await pause(250)
  }
}

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
  server: Server,
  clusterDir: string,
  fastStopMsMax = FAST_STOP_MS_MAX,
): Promise<void> {
  const { child, ended } = server.process
  if (process.platform === 'win32')
    startProcess(binaries.pgCtl, ['stop', '-D', clusterDir, '-m', 'fast'], undefined, 'kill-group', () => {})
  else child.kill('SIGINT')
  if (!(await endsWithin(ended, fastStopMsMax))) {
    child.kill('SIGQUIT')
    if (!(await endsWithin(ended, IMMEDIATE_STOP_MS_MAX))) child.kill('SIGKILL')
    await ended
  }
  removeSocketDir(server.socketDir, clusterDir)
}

/**
 * Ends what an earlier process of ours left behind: a server that still runs on the folder is stopped, and a pid file whose
 * number belongs to nobody or to a stranger is removed (PostgreSQL would refuse to start). The caller holds the folder's lock.
 */
export async function endLeftovers(clusterDir: string, log: (message: string) => void): Promise<void> {
  const state = readPidFile(clusterDir)
  if (state === undefined) return
  if (state.pid !== undefined && isAlive(state.pid) && isServerOf(state.pid, realpathSync(clusterDir))) {
    log(`An earlier database server (pid ${state.pid}) was left running and is being stopped.`)
    await stopStranger(state.pid)
  }
  removeSocketDir(state.socketDir, clusterDir)
  rmSync(join(clusterDir, 'postmaster.pid'), { force: true })
}

async function stopStranger(pid: number): Promise<void> {
  const steps = [
    ['SIGINT', FAST_STOP_MS_MAX],
    ['SIGQUIT', IMMEDIATE_STOP_MS_MAX],
    ['SIGKILL', IMMEDIATE_STOP_MS_MAX],
  ] as const
  for (const [signal, timeMs] of steps) {
    try {
      process.kill(pid, signal)
    } catch {
      // It ended between two looks.
    }
    if (await isGoneWithin(pid, timeMs)) return
  }
  throw new DatabaseStartError(
    `An earlier database server (pid ${pid}) can't be stopped. End it, then start again.`,
  )
}

/** Where the server that runs on a cluster takes connections; undefined when none does. */
export function findRunning(clusterDir: string): Address | undefined {
  const state = readPidFile(clusterDir)
  if (state?.pid === undefined || state.status !== 'ready') return undefined
  if (!isAlive(state.pid) || !isServerOf(state.pid, realpathSync(clusterDir))) return undefined
  return { host: state.socketDir === '' ? '127.0.0.1' : state.socketDir, port: state.port }
}

type PidFile = {
  readonly pid: number | undefined
  readonly port: number
  readonly socketDir: string
  readonly status: string
}

/** postmaster.pid: pid, data folder, start time, port, socket folder, listen address, memory key, status; one a line. */
function readPidFile(clusterDir: string): PidFile | undefined {
  const file = join(clusterDir, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  let lines: string[]
  try {
    lines = readFileSync(file, 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  return {
    pid: Number.isInteger(pid) && pid > 0 ? pid : undefined,
    port: Number(lines[3]),
    socketDir: (lines[4] ?? '').trim(),
    status: (lines[7] ?? '').trim(),
  }
}

const SHORT_PREFIX = 'galla-'

/** Beside the cluster where the path is short enough for a socket, else in a private folder with a short name. */
function chooseSocketDir(place: Place): string {
  const near = join(place.home, 'run')
  if (isShortEnough(near)) return makeRunFolder(place)
  const base = [tmpdir(), '/tmp'].find((dir) => isShortEnough(join(dir, `${SHORT_PREFIX}XXXXXX`))) ?? '/tmp'
  const dir = mkdtempSync(join(base, SHORT_PREFIX))
  makePrivate(dir, place.user)
  return dir
}

function isShortEnough(dir: string): boolean {
  return Buffer.byteLength(join(dir, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_BYTES_MAX
}

function removeSocketDir(socketDir: string | undefined, clusterDir: string): void {
  if (socketDir === undefined || socketDir === '' || socketDir.startsWith(dirname(clusterDir))) return
  for (const name of [`.s.PGSQL.${PORT}`, `.s.PGSQL.${PORT}.lock`])
    rmSync(join(socketDir, name), { force: true })
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
