import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readlinkSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@galla/embedded-postgres/embedded-postgres'
import { copyMigratedCluster } from './migrated-cluster.ts'

/** A migrated cluster and the program that serves it. */
export interface TestCluster {
  readonly program: string
  /** The cluster's folder. */
  readonly folder: string
  /** The URL of the program's role at the port of 127.0.0.1. */
  urlAt(port: number): URL
}

export interface TcpPostgres {
  stop(): Promise<void>
  /** Ends it as a power cut does. */
  kill(): Promise<void>
}

const START_MS_MAX = 60_000

/** Makes a cluster in `dataDir` that no server uses. Linux only. */
export const makeTestCluster = async (dataDir: string): Promise<TestCluster> => {
  await copyMigratedCluster(dataDir)
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false })
  const program = readlinkSync(`/proc/${embedded.pid}/exe`)
  const folder = realpathSync(join(dataDir, 'postgres', 'data'))
  await embedded.stop()
  return {
    program,
    folder,
    urlAt(port) {
      const url = new URL(embedded.connectionString)
      url.searchParams.delete('host')
      url.hostname = '127.0.0.1'
      url.port = String(port)
      return url
    },
  }
}

/** Serves a cluster at a port of 127.0.0.1, with `settings` such as `ssl=on`. */
export const startTcpPostgres = async (
  { program, folder }: Pick<TestCluster, 'program' | 'folder'>,
  port: number,
  settings: readonly string[],
): Promise<TcpPostgres> => {
  const { uid, gid } = statSync(folder)
  const all = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'fsync=off',
    ...settings,
  ]
  const server = spawn(program, ['-D', folder, ...all.flatMap((setting) => ['-c', setting])], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(process.getuid?.() === 0 ? { uid, gid } : {}),
  })
  const ended = once(server, 'exit')
  await isReady(server)
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    server.kill(signal)
    await ended
  }
  return { stop: () => end('SIGINT'), kill: () => end('SIGKILL') }
}

const isReady = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let text = ''
    const late = setTimeout(() => reject(new Error(`PostgreSQL did not start: ${text}`)), START_MS_MAX)
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${text}`)))
    server.stderr?.on('data', (data) => {
      text += String(data)
      if (!/ready to accept (?:read-only )?connections/.test(text)) return
      clearTimeout(late)
      resolve()
    })
  })
