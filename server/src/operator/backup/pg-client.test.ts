import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { createEmptyDatabase } from '../../../testing/database.ts'
import { backupTest as test } from '../../../testing/pg-programs.ts'
import { sell } from '../../../testing/sell.ts'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { findPgClient, restoreDump } from '../../platform/backup/pg-client.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { createDiskFiles } from '../../platform/files/files.ts'
import { findServerMajor } from './backup-store.ts'
import { openBackupTarget } from './backup-target.ts'
import { makeBackup } from './make-backup.ts'

let shop: Shop
let folder: string
let major: number
let client: string

beforeAll(async () => {
  shop = await openShop()
  const merchant = await shop.merchant()
  await sell(shop.call, merchant.key, 'TEA-1')
  major = await findServerMajor(shop.db)
  client = (await findPgClient(major)).folder
})
afterAll(() => shop.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galla-client-'))
  return () => rmSync(folder, { recursive: true, force: true })
})

/** A folder of programs in which `pg_dump` says a version, and then does what is given. */
const fakeClient = (name: string, version: number, dump: string): string => {
  const bin = join(folder, name)
  mkdirSync(bin)
  for (const program of ['pg_restore', 'psql'])
    writeFileSync(join(bin, program), '#!/bin/sh\n', { mode: 0o755 })
  const script = `#!/bin/sh\nif [ "$1" = --version ]; then echo "pg_dump (PostgreSQL) ${version}.1"; exit; fi\n${dump}\n`
  writeFileSync(join(bin, 'pg_dump'), script)
  chmodSync(join(bin, 'pg_dump'), 0o755)
  return bin
}

const backUp = (clientFolders: readonly string[]) => {
  shop.clock.advance({ seconds: 1 })
  return makeBackup({
    db: shop.db,
    clock: shop.clock,
    connectionString: shop.db.pool.options.connectionString ?? '',
    files: createDiskFiles(join(shop.dataDir, 'files')),
    settings: { appKey: Buffer.alloc(32, 7), dataDir: shop.dataDir },
    target: openBackupTarget({ url: pathToFileURL(join(folder, 'target')).href }),
    signal: new AbortController().signal,
    backup: {
      url: '',
      passphrase: 'a passphrase of the operator',
      everyMs: 1,
      keep: 14,
      drillEveryMs: undefined,
      workFactor: 10,
    },
    clientFolders,
  })
}
const archives = (): string[] => {
  const place = join(folder, 'target', 'archives')
  return existsSync(place) ? readdirSync(place) : []
}
const lastProblem = async (): Promise<string | null> =>
  (await shop.db.pool.query('select problem from backup_runs order by started_at desc limit 1')).rows[0]
    .problem

test('a backup needs a client that is as new as the database', async () => {
  await expect(backUp([])).rejects.toThrow(
    `The database is PostgreSQL ${major}, and backups need its client or a newer one. This machine has none. Install postgresql-client-${major}.`,
  )
  const old = fakeClient('old', major - 1, 'exit 1')
  await expect(backUp([old])).rejects.toThrow(`This machine has that of ${major - 1}.`)
  expect(await lastProblem()).toContain('Install postgresql-client')
  const newer = fakeClient('newer', major + 1, 'exit 1')
  expect(await findPgClient(major, [old, newer])).toMatchObject({ folder: newer })
  const same = fakeClient('same', major, 'exit 1')
  expect(await findPgClient(major, [old, newer, same])).toMatchObject({ folder: same })
})

test.each([
  [
    'fails half-way',
    'echo "pg_dump: error: connection to server was lost" >&2; exit 1',
    'connection to server',
  ],
  ['is killed half-way', 'kill -9 $$', 'pg_dump was ended by SIGKILL before it was finished'],
  ['ends half-way without a word', 'exit 3', 'pg_dump failed: it gave no reason'],
  ['finds no space', 'echo "ERROR: could not write: No space left on device" >&2; exit 1', 'is full'],
])('a pg_dump that %s leaves no backup and says why', async (_, ending, problem) => {
  const half = `${join(client, 'pg_dump')} "$@" | head -c 20000; ${ending}`
  await expect(backUp([fakeClient('dying', major, half)])).rejects.toThrow(problem)
  expect(archives()).toEqual([])
  expect(await lastProblem()).toContain(problem)
})

test('a backup of the real pg_dump whose session is ended leaves none', async () => {
  const holder = await shop.db.pool.connect()
  try {
    await holder.query('begin; lock table orders in access exclusive mode')
    const attempt = expect(backUp([client])).rejects.toThrow('pg_dump failed: ')
    await expect
      .poll(async () => {
        // Not by the holder: within a transaction, the view stays as it was.
        const { rowCount } = await shop.db.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where application_name = 'galla backup' and datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rowCount
      })
      .toBe(1)
    await attempt
    expect(archives()).toEqual([])
  } finally {
    await holder.query('rollback')
    holder.release()
  }
})

test.each([
  ['the dump ends early', (dump: Buffer) => dump.subarray(0, dump.length / 2), async () => {}],
  [
    'a file cannot be stored',
    (dump: Buffer) => dump,
    async () => {
      throw new Error('the disk is broken')
    },
  ],
])('a restore leaves nothing if %s', async (_, change, beforeCommit) => {
  const dump = execFileSync(
    join(client, 'pg_dump'),
    ['-Fc', '-d', shop.db.pool.options.connectionString ?? ''],
    {
      maxBuffer: 2 ** 26,
    },
  )
  const database = await createEmptyDatabase()
  async function* pieces() {
    yield change(dump)
  }
  const steps = { dump: pieces(), before: '', after: '', beforeCommit }
  const { signal } = new AbortController()
  await expect(
    restoreDump(await findPgClient(major), database.connectionString, steps, signal),
  ).rejects.toThrow()
  const db = openDatabase(database.connectionString)
  const left = await db.pool.query(`select from pg_class where relnamespace = 'public'::regnamespace`)
  expect(left.rowCount).toBe(0)
  await db.close()
  await database.drop()
})
