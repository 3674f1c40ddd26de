import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { createEmptyDatabase, PATIENCE_MS, type TestDatabase } from '../../../testing/database.ts'
import { backupTest as test } from '../../../testing/pg-programs.ts'
import { sell } from '../../../testing/sell.ts'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { expectVerified } from '../../../testing/verified.ts'
import { openCounter } from '../../counters/counters-harness.ts'
import { readStored } from '../../platform/backup/backup-archive.ts'
import { fileTarget } from '../../platform/backup/file-target.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { isMigrated, migrate } from '../../platform/database/migrate.ts'
import { createDiskFiles } from '../../platform/files/files.ts'
import { addJob } from '../../platform/jobs/job-queue.ts'
import { prepareRestore, restoreBackup } from './restore-backup.ts'
import { takeBackup } from './take-backup.ts'

const MIGRATIONS_DIR = fileURLToPath(new URL('../../../migrations', import.meta.url))
const KEY = Buffer.alloc(32, 7)
const PASSPHRASE = 'a passphrase of the operator'
const ORDERS = 3
/** The tables that a restore empties, so that old sessions and links do not work. */
const EMPTIED = ['counter_sessions', 'known_devices', 'password_resets', 'sessions']

let shop: Shop
let folder: string
let file: string

const opened = (name: string) => () => readStored({ target: fileTarget(name), name, passphrase: PASSPHRASE })
const databases: TestDatabase[] = []

const backUp = async (name: string): Promise<string> => {
  const place = join(folder, name)
  await takeBackup(
    {
      db: shop.db,
      connectionString: shop.db.pool.options.connectionString ?? '',
      clock: shop.clock,
      files: createDiskFiles(join(shop.dataDir, 'files')),
      settings: { appKey: KEY, dataDir: shop.dataDir },
    },
    { target: fileTarget(place), name, passphrase: PASSPHRASE, workFactor: 10 },
    new AbortController().signal,
  )
  return place
}

beforeAll(async () => {
  shop = await openShop()
  folder = mkdtempSync(join(tmpdir(), 'galla-older-'))
  const merchant = await shop.merchant()
  for (let n = 0; n < ORDERS; n += 1) await sell(shop.call, merchant.key, `OLD-${n}`)
  await openCounter(shop, merchant)
  await shop.call({
    method: 'POST',
    url: '/api/v1/auth/forgot-password',
    payload: { email: merchant.email },
    headers: { origin: 'http://localhost:3000' },
  })
  await vi.waitFor(
    async () => expect((await shop.db.pool.query('select from password_resets')).rowCount).toBe(1),
    PATIENCE_MS,
  )
  // One job is left, for later.
  await vi.waitFor(
    async () => expect((await shop.db.pool.query('select from jobs')).rowCount).toBe(0),
    PATIENCE_MS,
  )
  const payload = { merchantId: merchant.merchantId }
  await shop.db.transaction((tx) =>
    addJob(tx, 'order.settled', payload, { runAt: new Date(Date.UTC(2099, 0)) }),
  )
  file = await backUp('galla.tar.age')
})
afterAll(async () => {
  await shop.close()
  for (const database of databases) await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** The migrations of a newer version: today's and one more. */
const newerMigrations = (text: string): string => {
  const newer = mkdtempSync(join(folder, 'migrations-'))
  cpSync(MIGRATIONS_DIR, newer, { recursive: true })
  writeFileSync(join(newer, '9999-newer.sql'), text)
  return newer
}

const restore = async (from: string, migrationsDir: string) => {
  const database = await createEmptyDatabase()
  databases.push(database)
  const { connectionString } = database
  const dataDir = mkdtempSync(join(folder, 'data-'))
  const settings = { appKey: KEY, dataDir }
  const found = await prepareRestore(settings, opened(from))
  const files = createDiskFiles(join(dataDir, 'files'))
  const restored = restoreBackup({ connectionString, migrationsDir, files, settings }, opened(from), found)
  return { connectionString, restored }
}

const countRows = async (db: Database, tables: readonly string[]): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const name of tables) counts[name] = (await db.pool.query(`select from ${name}`)).rowCount ?? 0
  return counts
}

const tablesOf = async (db: Database): Promise<string[]> => {
  const { rows } = await db.pool.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname not in ('migrations', 'backups') order by 1`,
  )
  return rows.map(({ name }) => name)
}

test('the backup of an older version is restored whole and then migrated, without its sessions and links', async () => {
  const tables = await tablesOf(shop.db)
  const before = await countRows(shop.db, tables)
  for (const name of [...EMPTIED, 'orders', 'credits', 'webhook_events', 'jobs'])
    expect(before[name], name).toBeGreaterThan(0)
  const newer = newerMigrations(
    `alter table orders add column added text; update orders set added = 'to ' || client_txn_id;`,
  )
  const { connectionString, restored } = await restore(file, newer)
  await restored
  const db = openDatabase(connectionString)
  expect(await isMigrated(db, newer)).toBe(true)
  expect(await countRows(db, tables)).toEqual({
    ...before,
    ...Object.fromEntries(EMPTIED.map((name) => [name, 0])),
  })
  const { rows } = await db.pool.query('select added from orders order by client_txn_id')
  expect(rows.map(({ added }) => added)).toEqual(['to OLD-0', 'to OLD-1', 'to OLD-2'])
  await expectVerified({ db, clock: shop.clock })
  await db.close()
})

test('a restore whose later migration fails leaves no session and no link behind', async () => {
  const { connectionString, restored } = await restore(file, newerMigrations('select 1 / 0'))
  await expect(restored).rejects.toThrow('migration 9999-newer.sql failed')
  const db = openDatabase(connectionString)
  expect(await countRows(db, [...EMPTIED, 'orders'])).toEqual({
    ...Object.fromEntries(EMPTIED.map((name) => [name, 0])),
    orders: ORDERS,
  })
  // A corrected version then starts on it and continues from here.
  await migrate(connectionString, MIGRATIONS_DIR)
  expect(await isMigrated(db, MIGRATIONS_DIR)).toBe(true)
  await expectVerified({ db, clock: shop.clock })
  await db.close()
})

test('a backup from before the first release is refused before anything is restored', async () => {
  await shop.db.pool.query(`insert into migrations (name, checksum) values ('0001-platform.sql', '')`)
  const unreleased = await backUp('unreleased.tar.age').finally(() =>
    shop.db.pool.query(`delete from migrations where name = '0001-platform.sql'`),
  )
  await expect(prepareRestore({ appKey: KEY, dataDir: folder }, opened(unreleased))).rejects.toThrow(
    'This backup is from a development version of Galla before the first release.',
  )
})
