import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../server/testing/free-port.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const READY_MS_MAX = 60_000
const READY_CHECK_EVERY_MS = 5
const END_MS_MAX = 30_000
/** High, so that the rate limit of a key is not what is measured. */
const API_RATE_PER_SECOND = 1_000_000
/** High, so that no merchant uses up its quota. */
const TRIAL_QR_REQUESTS = 1_000_000
const LOG_LINES_SHOWN = 20

export interface Galla {
  readonly origin: string
  readonly pid: number
  readonly dataDir: string
  /** From the start of the process to the first /readyz that says so. */
  readonly readyMs: number
  readonly database: DatabaseAddress
  stop(): Promise<void>
}

/** How other programs connect to the embedded database: over its socket, as its owner. */
export interface DatabaseAddress {
  readonly host: string
  readonly port: number
  readonly user: 'galla'
  readonly password: string
  readonly database: 'galla'
}

export const makeDataDir = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'galla-bench-'))
  // When the bench runs as root, the database runs as another user, who needs access to the folder.
  chmodSync(dir, 0o711)
  return dir
}

/** After an interrupted bench a database that is stopping may still write there; then files stay. */
export const removeDataDir = (dir: string): void => {
  try {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
  } catch {
    console.error(`${dir} could not be removed`)
  }
}

/**
 * The real program in its own process, as in production: replies are not checked, the log is written (to a file), the
 * database is durable. When the bench stops, the server stops first, then its folder can be removed. It trusts a proxy on this machine, so
 * that fifty merchants may register from fifty addresses.
 */
export const startGalla = async (
  dataDir: string,
  ending: AbortSignal,
  nodeOptions: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<Galla> => {
  ending.throwIfAborted()
  const port = await freePort()
  const logFile = join(dataDir, 'bench.log')
  const log = openSync(logFile, 'a')
  const startedMs = performance.now()
  const child = spawn(process.execPath, [...nodeOptions, join(ROOT, 'server/src/main.ts')], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://pay.example.com',
      TRUST_PROXY: 'loopback',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      API_RATE_PER_SECOND: String(API_RATE_PER_SECOND),
      TRIAL_QR_REQUESTS: String(TRIAL_QR_REQUESTS),
      ...environment,
    },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const endWithUs = (): void => void child.kill('SIGTERM')
  const endedTooEarly = (): void => {
    if (!ending.aborted) console.error(`The server ended in the middle of it:\n${lastLines(logFile)}`)
    process.exit(1)
  }
  process.once('exit', endWithUs)
  ending.addEventListener('abort', endWithUs, { once: true })
  const stop = async (): Promise<void> => {
    process.off('exit', endWithUs)
    child.off('exit', endedTooEarly)
    await end(child)
  }
  const origin = `http://127.0.0.1:${port}`
  try {
    await untilReady(child, origin)
  } catch (error) {
    await stop()
    throw new Error(`The server did not start:\n${lastLines(logFile)}`, { cause: error })
  }
  child.once('exit', endedTooEarly)
  const readyMs = performance.now() - startedMs
  return { origin, pid: child.pid ?? 0, dataDir, readyMs, database: databaseOf(dataDir), stop }
}

const lastLines = (file: string): string =>
  readFileSync(file, 'utf8').trimEnd().split('\n').slice(-LOG_LINES_SHOWN).join('\n')

const untilReady = async (child: ChildProcess, origin: string): Promise<void> => {
  const untilMs = performance.now() + READY_MS_MAX
  while (performance.now() < untilMs) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('it ended')
    const ready = await fetch(`${origin}/readyz`).then(
      async (response) => {
        await response.arrayBuffer()
        return response.ok
      },
      () => false,
    )
    if (ready) return
    await pause(READY_CHECK_EVERY_MS)
  }
  throw new Error(`not ready after ${READY_MS_MAX} ms`)
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const killer = setTimeout(() => child.kill('SIGKILL'), END_MS_MAX)
  child.kill('SIGTERM')
  await ended
  clearTimeout(killer)
}

const databaseOf = (dataDir: string): DatabaseAddress => {
  const cluster = join(dataDir, 'postgres', 'data')
  // postmaster.pid: pid, data folder, start time, port, socket folder, listen address, memory key, status.
  const [, , , port, socketDir = ''] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  return {
    host: socketDir.trim() === '' ? '127.0.0.1' : socketDir.trim(),
    port: Number(port),
    // The superuser, because orders are loaded without triggers.
    user: 'galla',
    password: readFileSync(join(cluster, 'galla.password'), 'utf8').trim(),
    database: 'galla',
  }
}
