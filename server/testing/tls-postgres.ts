import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, copyFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@galla/embedded-postgres/embedded-postgres'
import { freePort } from './free-port.ts'
import { copyMigratedCluster } from './migrated-cluster.ts'
import type { TestCertificates } from './test-certificates.ts'

export interface TlsPostgres {
  /** At `localhost`, by TCP; how it is encrypted is the caller's to add. */
  readonly url: URL
  stop(): Promise<void>
}

const START_MS_MAX = 20_000

/** A real PostgreSQL that listens on TCP with TLS: the embedded one's cluster, served by its own program. Linux only. */
export const startTlsPostgres = async (
  dataDir: string,
  { cert, key }: Pick<TestCertificates, 'cert' | 'key'>,
): Promise<TlsPostgres> => {
  await copyMigratedCluster(dataDir)
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false })
  const program = readlinkSync(`/proc/${embedded.pid}/exe`)
  const cluster = realpathSync(join(dataDir, 'postgres', 'data'))
  await embedded.stop()

  const { uid, gid } = statSync(cluster)
  const [certFile, keyFile] = [join(cluster, 'tls.crt'), join(cluster, 'tls.key')]
  for (const [from, to] of [
    [cert, certFile],
    [key, keyFile],
  ] as const) {
    copyFileSync(from, to)
    chownSync(to, uid, gid)
    chmodSync(to, 0o600)
  }
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'fsync=off',
    'ssl=on',
    `ssl_cert_file=${certFile}`,
    `ssl_key_file=${keyFile}`,
  ].flatMap((setting) => ['-c', setting])
  const server: ChildProcess = spawn(program, ['-D', cluster, ...settings], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(process.getuid?.() === 0 ? { uid, gid } : {}),
  })
  const ended = once(server, 'exit')
  await isReady(server)
  const url = new URL(embedded.connectionString)
  url.searchParams.delete('host')
  url.hostname = 'localhost'
  url.port = String(port)
  return {
    url,
    async stop() {
      server.kill('SIGINT')
      await ended
    },
  }
}

const isReady = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let text = ''
    const late = setTimeout(() => reject(new Error(`PostgreSQL did not start: ${text}`)), START_MS_MAX)
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${text}`)))
    server.stderr?.on('data', (data) => {
      text += String(data)
      if (!text.includes('ready to accept connections')) return
      clearTimeout(late)
      resolve()
    })
  })
