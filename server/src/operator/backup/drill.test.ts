import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { DAY_MS } from '@galla/contract/durations'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { asSuperuserOf, PATIENCE_MS } from '../../../testing/database.ts'
import { lettersIn } from '../../../testing/outbox.ts'
import { backupTest as test } from '../../../testing/pg-programs.ts'
import { sell } from '../../../testing/sell.ts'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { createDiskFiles } from '../../platform/files/files.ts'
import { addJob } from '../../platform/jobs/job-queue.ts'
import { checkAlarms } from './backup-alarm.ts'
import { openBackupTarget } from './backup-target.ts'
import { makeBackup } from './make-backup.ts'
import { type DrillDeps, runDrill } from './run-drill.ts'

const MIGRATIONS_DIR = fileURLToPath(new URL('../../../migrations', import.meta.url))
const PLENTY = async () => ({ freeBytes: 2 ** 40, totalBytes: 2 ** 41 })

let shop: Shop
let folder: string
let scratch: string

const backup = {
  url: '',
  passphrase: 'a passphrase of the operator',
  everyMs: DAY_MS,
  keep: 14,
  drillEveryMs: 30 * DAY_MS,
  workFactor: 10,
}
const asSuperuser = async (statement: string, database = 'postgres') => {
  const db = openDatabase(asSuperuserOf(`postgres://localhost/${database}`), { max: 1 })
  try {
    return (await db.pool.query(statement)).rows
  } finally {
    await db.close()
  }
}
const deps = (change: Partial<Pick<DrillDeps, 'backup' | 'connectionString' | 'diskSpace'>> = {}) => ({
  db: shop.db,
  clock: shop.clock,
  connectionString: shop.db.pool.options.connectionString ?? '',
  files: createDiskFiles(join(shop.dataDir, 'files')),
  settings: { appKey: Buffer.alloc(32, 7), dataDir: shop.dataDir, databaseUrl: undefined },
  target: openBackupTarget({ url: pathToFileURL(folder).href }),
  signal: new AbortController().signal,
  diskSpace: PLENTY,
  migrationsDir: MIGRATIONS_DIR,
  backup,
  ...change,
})
const createScratch = () => asSuperuser(`create database ${scratch} owner galla_app`)
const lastRun = async () =>
  (
    await shop.db.pool.query(
      `select * from backup_runs where kind = 'drill' order by started_at desc limit 1`,
    )
  ).rows[0]

beforeAll(async () => {
  shop = await openShop()
  folder = mkdtempSync(join(tmpdir(), 'galla-drill-'))
  const merchant = await shop.merchant()
  for (let n = 0; n < 3; n += 1) await sell(shop.call, merchant.key, `TEA-${n}`)
  const [found] = (await shop.db.pool.query('select current_database() as name')).rows
  scratch = `${found.name}_drill`
  await makeBackup(deps())
}, 60_000)
afterEach(async () => {
  await asSuperuser(`drop database if exists ${scratch} with (force)`)
  shop.clock.advance({ seconds: 1 })
})
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a drill restores the newest backup into the database made for it, verifies it, and empties it', async () => {
  await createScratch()
  const { file, orders, credits } = await runDrill(deps())
  expect({ orders, credits }).toEqual({ orders: 3, credits: 3 })
  expect(await lastRun()).toMatchObject({ kind: 'drill', file, problem: null })
  const left = await asSuperuser(
    `select relname from pg_class where relnamespace = 'public'::regnamespace`,
    scratch,
  )
  expect(left).toEqual([])
  // What a killed drill left.
  await asSuperuser(
    'create table of_a_killed_drill (a int); alter table of_a_killed_drill owner to galla_app',
    scratch,
  )
  shop.clock.advance({ seconds: 1 })
  expect((await runDrill(deps())).orders).toBe(3)
})

test('a role that may create databases creates one for the drill and drops it', async () => {
  const { connectionString } = deps()
  expect((await runDrill(deps({ connectionString: asSuperuserOf(connectionString) }))).orders).toBe(3)
  expect(await asSuperuser(`select from pg_database where datname = '${scratch}'`)).toEqual([])
})

test('a drill says what to do when it may not create its database', async () => {
  await expect(runDrill(deps())).rejects.toThrow(
    `run "create database ${scratch} owner "galla_app"" or "alter role "galla_app" createdb"`,
  )
  expect((await lastRun()).problem).toContain('DRILL_EVERY_DAYS=0')
})

test('a drill needs space for a second database, and says so', async () => {
  const short = deps({ diskSpace: async () => ({ freeBytes: 1, totalBytes: 2 }) })
  await expect(runDrill(short)).rejects.toThrow('The disk of DATA_DIR needs free space')
})

test('a backup under another passphrase fails the drill', async () => {
  await createScratch()
  await expect(runDrill(deps({ backup: { ...backup, passphrase: 'another passphrase' } }))).rejects.toThrow(
    'The passphrase is wrong for this backup',
  )
})

test('operators get one e-mail for each incident', async () => {
  const check = () => checkAlarms({ db: shop.db, clock: shop.clock, addJob }, backup)
  const mails = () =>
    lettersIn(shop.dataDir).filter((letter) => letter.includes('Subject: The restore drill of Galla failed'))
  // The last drill failed above.
  await check()
  await check()
  await vi.waitFor(() => expect(mails()).toHaveLength(1), PATIENCE_MS)
})
