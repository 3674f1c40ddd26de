import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { findSystemBinaries } from '@galla/embedded-postgres/binaries'
import { startEmbeddedPostgres } from '@galla/embedded-postgres/embedded-postgres'
import { Client, DatabaseError } from 'pg'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { waitRealMs } from '../src/platform/clock.ts'
import { copyMigratedCluster } from './migrated-cluster.ts'
import { superuserOf } from './superuser.ts'

const TEMPLATE = 'galla'
/** Three workers, each with an app and its pools. */
const CONNECTIONS_MAX = 400
const IN_USE = '55006'
const DROPS_MAX = 50
const DROP_AGAIN_MS = 100

declare module 'vitest' {
  interface ProvidedContext {
    testServer: {
      readonly connectionString: string
      readonly superuserConnectionString: string
      /** Of a distributed database: the other servers, as superuser. */
      readonly otherServers: readonly string[]
      readonly migrationError: string
    }
  }
}

/**
 * Vitest's global set-up: one real PostgreSQL for the whole run, in a new folder, independent of DATABASE_URL: that of the system, on
 * which operators run Galla, or the embedded one where the system has none. It does not flush to disk: nothing in it outlives the run. Its database is the migrated template of every test database. All of them
 * belong to the program's role, so that every test also shows that no superuser is needed.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { GALLA_TEST_SERVERS: distributed } = process.env
  if (distributed !== undefined) {
    // `npm run proof -- citus` started them and made the template.
    project.provide('testServer', JSON.parse(distributed))
    return async () => {}
  }
  const folder = mkdtempSync(join(tmpdir(), 'galla-test-'))
  const systemBin = findSystemBinaries()
  let migrationError = ''
  try {
    await copyMigratedCluster(folder, systemBin)
  } catch (error) {
    // Reported by the tests that need a database; the others need not fail with them.
    migrationError = inspect(error)
  }
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    log: () => {},
    durable: false,
    maxConnections: CONNECTIONS_MAX,
    systemBin,
  })
  const { connectionString } = server
  project.provide('testServer', {
    connectionString,
    superuserConnectionString: superuserOf(connectionString, folder),
    otherServers: [],
    migrationError,
  })
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export type TestDatabase = {
  readonly connectionString: string
  /** Ends all its sessions and removes it. */
  drop(): Promise<void>
}

/**
 * How long a test's pool lets someone wait for a connection. Tests that send a thousand things at once ask what comes of them,
 * not whether this machine does them within the seconds that a customer may be kept waiting.
 */
export const PATIENCE_MS = 60_000

/** A migrated database of one's own; for one test file, made in `beforeAll` and dropped in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { migrationError } = inject('testServer')
  if (migrationError !== '') throw new Error(`The migrations do not run: ${migrationError}`)
  return copyOf(TEMPLATE)
}

/** An empty database: for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return copyOf('template0')
}

async function copyOf(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const url = new URL(inject('testServer').connectionString)
  // A file copy is faster than writing the copy to the log, and nothing here has to survive a crash.
  await asSuperuser(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy OWNER ${url.username}`)
  url.pathname = `/${name}`
  return {
    connectionString: url.href,
    drop: () => untilUnused(() => asSuperuser(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  }
}

/** The same database as the server's superuser: for what a test has to do behind the program's back. */
export function asSuperuserOf(connectionString: string): string {
  const url = new URL(inject('testServer').superuserConnectionString)
  url.pathname = new URL(connectionString).pathname
  return url.href
}

/** A server of a distributed database connects to each database automatically, and reconnects when it was cut off. */
async function untilUnused(drop: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await drop()
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== IN_USE || tries === DROPS_MAX) throw error
      await waitRealMs(DROP_AGAIN_MS)
    }
  }
}

async function asSuperuser(statement: string): Promise<void> {
  const { superuserConnectionString, otherServers } = inject('testServer')
  for (const server of [superuserConnectionString, ...otherServers]) {
    const url = new URL(server)
    // Not the template, because a database that is copied must have no connections.
    url.pathname = '/postgres'
    const client = new Client({ connectionString: url.href })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
}
