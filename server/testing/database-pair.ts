import { execFileSync } from 'node:child_process'
import { chownSync, closeSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { superuserOf } from './superuser.ts'
import { makeTestCluster, startTcpPostgres, type TcpPostgres } from './tcp-postgres.ts'

export interface DatabasePair {
  /** One URL that lists both servers, the standby first. */
  readonly connectionString: string
  readonly primary: TcpPostgres
  /** Makes the standby the primary. */
  promote(): Promise<void>
  stop(): Promise<void>
}

/** A primary and a standby that has every commit before its client hears of it (synchronous replication). Linux only. */
export const startDatabasePair = async (dataDir: string): Promise<DatabasePair> => {
  const cluster = await makeTestCluster(dataDir)
  const standbyFolder = `${cluster.folder}-standby`
  const access = join(cluster.folder, 'pg_hba.conf')
  // The first line that fits counts.
  writeFileSync(access, `host replication all 127.0.0.1/32 trust\n${readFileSync(access, 'utf8')}`)
  execFileSync('cp', ['-pR', cluster.folder, standbyFolder])
  const signal = join(standbyFolder, 'standby.signal')
  closeSync(openSync(signal, 'wx', 0o600))
  const { uid, gid } = statSync(standbyFolder)
  chownSync(signal, uid, gid)

  const [primaryPort, standbyPort] = [await freePort(), await freePort()]
  const primary = await startTcpPostgres(cluster, primaryPort, ['synchronous_standby_names=*'])
  const standby = await startTcpPostgres({ ...cluster, folder: standbyFolder }, standbyPort, [
    `primary_conninfo=host=127.0.0.1 port=${primaryPort} user=galla`,
  ])
  const url = cluster.urlAt(primaryPort)
  return {
    connectionString: url.href.replace(url.host, `127.0.0.1:${standbyPort},127.0.0.1:${primaryPort}`),
    primary,
    async promote() {
      const client = new pg.Client(superuserOf(cluster.urlAt(standbyPort).href, dataDir))
      await client.connect()
      await client.query('select pg_promote()')
      await client.end()
    },
    async stop() {
      await Promise.all([primary.kill(), standby.kill()])
    },
  }
}
