import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { freePort } from '../testing/free-port.ts'
import { startGalla } from '../testing/galla-program.ts'
import { startSilentProxy } from '../testing/silent-proxy.ts'
import { makeCertificates, type TestCertificates } from '../testing/test-certificates.ts'
import { startTlsPostgres, type TlsPostgres } from '../testing/tls-postgres.ts'
import { openDatabase, sql } from './platform/database/database.ts'

const APP_KEY = '07'.repeat(32)

let folder: string
let certificates: TestCertificates
let postgres: TlsPostgres

/** With these in the URL, as an operator would write them. */
const urlWith = (options: Record<string, string>, host = 'localhost'): string => {
  const url = new URL(postgres.url)
  url.hostname = host
  for (const [name, value] of Object.entries(options)) url.searchParams.set(name, value)
  return url.href
}
const verified = () => urlWith({ sslmode: 'verify-full', sslrootcert: certificates.ca })

describe.skipIf(process.platform !== 'linux')('a real PostgreSQL with a certificate of its own CA', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'galla-tls-'))
    // The database's user walks through it.
    chmodSync(folder, 0o711)
    mkdirSync(join(folder, 'galla'))
    certificates = makeCertificates(folder)
    postgres = await startTlsPostgres(join(folder, 'db'), certificates)
  })
  afterAll(async () => {
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const connect = async (connectionString: string): Promise<boolean> => {
    const db = openDatabase(connectionString)
    try {
      const row = await db.one<{ ssl: boolean }>(
        sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`,
      )
      return row.ssl
    } finally {
      await db.close()
    }
  }

  test('every connection of the program is encrypted and verified', async () => {
    const port = await freePort()
    const program = await startGalla({
      PORT: String(port),
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://pay.example.com',
      DATA_DIR: join(folder, 'galla'),
      DATABASE_URL: verified(),
      DATABASE_TLS: 'verify-full',
      APP_KEY,
    })
    try {
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
      const db = openDatabase(verified(), { applicationName: 'test' })
      const held = await db.rows<{ name: string; ssl: boolean }>(sql`
        select distinct application_name as name, ssl from pg_stat_ssl join pg_stat_activity using (pid)
        where application_name like 'galla%' order by 1`)
      await db.close()
      expect(held.map(({ name }) => name)).toEqual(['galla', 'galla listener'])
      expect(held.every(({ ssl }) => ssl)).toBe(true)
    } finally {
      program.kill('SIGTERM')
      await program.ended
    }
  })

  test('a certificate of another CA, or for another name, is refused', async () => {
    expect(await connect(verified())).toBe(true)
    const refused = [
      urlWith({ sslmode: 'verify-full', sslrootcert: certificates.otherCa }),
      urlWith({ sslmode: 'verify-full' }),
      urlWith({ sslmode: 'verify-full', sslrootcert: certificates.ca }, '127.0.0.1'),
    ]
    for (const connectionString of refused)
      await expect(connect(connectionString)).rejects.toMatchObject({ code: 'overloaded' })
    expect(await connect(urlWith({ sslmode: 'no-verify' }))).toBe(true)
  })

  test('a server that offers no encryption gets no password', async () => {
    const plain = await createTestDatabase()
    const proxy = await startSilentProxy(plain.connectionString)
    const url = new URL(proxy.connectionString)
    url.searchParams.set('sslmode', 'verify-full')
    await expect(connect(url.href)).rejects.toMatchObject({ code: 'overloaded' })
    await proxy.close()
    await plain.drop()
  })
})

test('the program does not start in production with an unencrypted database of another machine, and names the setting', async () => {
  const start = startGalla({
    PORT: '0',
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://pay.example.com',
    DATA_DIR: tmpdir(),
    DATABASE_URL: 'postgres://galla:secret@db.example.com/galla',
    APP_KEY,
  })
  const said = await start.then(() => '', String)
  expect(said).toContain('DATABASE_URL must say sslmode=verify-full')
  expect(said).toContain('DATABASE_TLS=off')
  expect(said).not.toContain('secret')
})
