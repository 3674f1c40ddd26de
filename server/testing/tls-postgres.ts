import { chmodSync, chownSync, copyFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { makeTestCluster, startTcpPostgres } from './tcp-postgres.ts'
import type { TestCertificates } from './test-certificates.ts'

export interface TlsPostgres {
  /** At `localhost`, by TCP; how it is encrypted is the caller's to add. */
  readonly url: URL
  stop(): Promise<void>
}

/** A real PostgreSQL that listens on TCP with TLS: the embedded one's cluster, served by its own program. Linux only. */
export const startTlsPostgres = async (
  dataDir: string,
  { cert, key }: Pick<TestCertificates, 'cert' | 'key'>,
): Promise<TlsPostgres> => {
  const cluster = await makeTestCluster(dataDir)
  const { uid, gid } = statSync(cluster.folder)
  const [certFile, keyFile] = [join(cluster.folder, 'tls.crt'), join(cluster.folder, 'tls.key')]
  for (const [from, to] of [
    [cert, certFile],
    [key, keyFile],
  ] as const) {
    copyFileSync(from, to)
    chownSync(to, uid, gid)
    chmodSync(to, 0o600)
  }
  const port = await freePort()
  const settings = ['ssl=on', `ssl_cert_file=${certFile}`, `ssl_key_file=${keyFile}`]
  const { stop } = await startTcpPostgres(cluster, port, settings)
  const url = cluster.urlAt(port)
  url.hostname = 'localhost'
  return { url, stop }
}
