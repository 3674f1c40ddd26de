import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../../testing/database.ts'
import { picture } from '../../testing/kyc-files.ts'
import { olderCopyOf } from '../../testing/older-database.ts'
import { sell } from '../../testing/sell.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { FORM_TYPE, formOf } from '../../testing/upload-form.ts'
import { expectVerified } from '../../testing/verified.ts'
import { createApp } from '../app.ts'
import { secretsFrom } from '../platform/crypto/crypto.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { isMigrated, migrate } from '../platform/database/migrate.ts'
import { createDiskFiles } from '../platform/files/files.ts'
import { randomIds } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { readSettings } from '../platform/settings.ts'
import { openReceiver, type Receiver } from '../webhooks/endpoints/webhook-harness.ts'
import { prepareRestore, restoreBackup } from './restore-backup.ts'
import { takeBackup } from './take-backup.ts'

const MIGRATIONS_DIR = fileURLToPath(new URL('../../migrations', import.meta.url))
const KEY = Buffer.alloc(32, 7)
const ORDERS = 6
/** Farther than any reader of events can have come since. */
const EVENTS_APART = 1_000_000
/** What nobody may come in by again. */
const VOID = ['password_resets', 'sessions']

let shop: Shop
let receiver: Receiver
let merchant: ShopMerchant
let folder: string
let document: { url: string; content: Buffer }
const databases: TestDatabase[] = []

/** A shop with something in every part that a restore treats in its own way. */
beforeAll(async () => {
  shop = await openShop()
  let told = 0
  receiver = await openReceiver((reply) => {
    told += 1
    reply.writeHead(told <= 2 ? 200 : 500).end()
  })
  merchant = await shop.merchant()
  folder = mkdtempSync(join(tmpdir(), 'galla-older-'))
  const sent = await shop.call({
    method: 'POST',
    url: '/api/v1/user/kyc',
    payload: formOf({ documentType: 'panCard', documentNumber: 'ABCPE1234F' }, [
      { name: 'a.png', content: await picture().png().toBuffer() },
    ]),
    headers: { cookie: merchant.cookie, 'content-type': FORM_TYPE },
  })
  const { url } = sent.json().data.documents[0]
  document = { url, content: (await merchant.get(url.replace('/api/v1', ''))).rawPayload }
  for (let n = 0; n < ORDERS; n += 1) {
    // Of the first nobody is told, the next two are taken, the others are not.
    if (n === 1) await merchant.post('/user/update-webhook-url', { webhookUrl: receiver.url })
    await sell(shop.call, merchant.key, `OLD-${n}`)
  }
  await vi.waitFor(
    async () => expect((await shop.db.pool.query('select from webhook_attempts')).rowCount).toBe(ORDERS - 1),
    { timeout: 20_000 },
  )
  const events = await shop.call({
    method: 'GET',
    url: '/api/v1/events?after=0&limit=100',
    headers: { authorization: `Bearer ${merchant.key}` },
  })
  expect(events.json().data).toHaveLength(ORDERS)
  await shop.call({
    method: 'POST',
    url: '/api/v1/auth/forgot-password',
    payload: { email: merchant.email },
    headers: { origin: 'http://localhost:3000' },
  })
  await vi.waitFor(
    async () => expect((await shop.db.pool.query('select from password_resets')).rowCount).toBe(1),
    { timeout: 20_000 },
  )
}, 60_000)
afterAll(async () => {
  await shop.close()
  await receiver.close()
  for (const database of databases) await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Its backup, as an older Galla made it. */
const backUpOlder = async (lastMigration: string): Promise<{ older: TestDatabase; file: string }> => {
  const older = await olderCopyOf(shop.db.pool.options.connectionString ?? '', lastMigration)
  databases.push(older)
  const file = join(folder, `${lastMigration}-${randomIds.token(6)}.tar.gz`)
  const db = openDatabase(older.connectionString)
  await takeBackup(
    {
      db,
      connectionString: older.connectionString,
      clock: shop.clock,
      files: createDiskFiles(join(shop.dataDir, 'files')),
      settings: { appKey: KEY, dataDir: shop.dataDir },
    },
    file,
    undefined,
  )
  await db.close()
  return { older, file }
}

const restore = async (file: string, migrationsDir = MIGRATIONS_DIR) => {
  const database = await createEmptyDatabase()
  databases.push(database)
  const { connectionString } = database
  const dataDir = mkdtempSync(join(folder, 'data-'))
  const settings = { appKey: KEY, dataDir }
  const files = createDiskFiles(join(dataDir, 'files'))
  const found = await prepareRestore(settings, file, undefined)
  const restored = restoreBackup({ connectionString, migrationsDir, files, settings }, file, found)
  return { connectionString, dataDir, restored }
}

const DELIVERIES =
  'select event_id, mode, state, attempts_made, due_at, next_url from webhook_deliveries order by event_id'
const ATTEMPTS =
  'select event_id, mode, attempt, at, url, status, error from webhook_attempts order by event_id, attempt'
const EVENTS = 'select event_id, mode, has_delivery, payload from webhook_events order by event_id'

const rowsOf = async (db: Database, tables: readonly string[]): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const name of tables) counts[name] = (await db.pool.query(`select from ${name}`)).rowCount ?? 0
  return counts
}

const tablesOf = async (db: Database): Promise<string[]> => {
  const { rows } = await db.pool.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname <> 'migrations' order by 1`,
  )
  return rows.map(({ name }) => name)
}

test.each(['0029-dialects.sql', '0033-replays-in-turn.sql'])(
  'a backup that was made at %s comes back whole, is migrated on, and lets nobody in by an old session or link',
  { timeout: 60_000 },
  async (lastMigration) => {
    const { older, file } = await backUpOlder(lastMigration)
    const before = openDatabase(older.connectionString)
    const tables = await tablesOf(before)
    const kept = await rowsOf(before, tables)
    expect(await isMigrated(before, MIGRATIONS_DIR)).toBe(false)
    await before.close()
    for (const name of [...VOID, 'orders', 'credits', 'webhook_events', 'kyc_submissions'])
      expect(kept[name], name).toBeGreaterThan(0)

    const { connectionString, dataDir, restored } = await restore(file)
    await restored
    const db = openDatabase(connectionString)
    expect(await isMigrated(db, MIGRATIONS_DIR)).toBe(true)
    // Since then a delivery is its event's: `webhook_deliveries` is no table any more, and shows the same.
    expect(await rowsOf(db, tables)).toEqual({
      ...kept,
      ...Object.fromEntries(VOID.map((name) => [name, 0])),
    })
    await expectVerified({ db, clock: shop.clock })
    for (const told of [DELIVERIES, ATTEMPTS, EVENTS]) {
      const { rows } = await shop.db.pool.query(told)
      expect(rows.length).toBeGreaterThan(0)
      expect((await db.pool.query(told)).rows).toEqual(rows)
    }
    // Where places were given already, those that are given now lie behind any that a reader can have seen.
    const { rows: readers } = await db.pool.query('select last_position from webhook_event_readers')
    expect(readers).toHaveLength(kept.webhook_event_readers ?? 0)
    for (const { last_position: last } of readers) expect(Number(last)).toBe(EVENTS_APART + ORDERS)

    const app = await createApp({
      settings: readSettings({ DATA_DIR: dataDir, PUBLIC_URL: 'http://localhost:3000' }),
      ...{ connectionString, db, log: createLog({ level: 'silent' }), clock: shop.clock, ids: randomIds },
      secrets: secretsFrom(KEY),
    })
    try {
      const get = (url: string, cookie: string) =>
        app.http.inject({ method: 'GET', url, headers: { cookie } })
      expect((await get('/api/v1/auth/session', merchant.cookie)).statusCode).toBe(401)
      const login = await app.http.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        payload: { email: merchant.email, password: 'correct horse battery' },
      })
      expect(login.statusCode, login.body).toBe(200)
      const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      expect((await get(document.url, cookie)).rawPayload.equals(document.content)).toBe(true)
      const { pagination } = (await get('/api/v1/user/all-transactions', cookie)).json()
      expect(pagination.totalTransactions).toBe(ORDERS)
    } finally {
      await app.stop()
      await db.close()
    }
  },
)

test('a restore that breaks while it migrates on has left no session and no link behind', {
  timeout: 60_000,
}, async () => {
  const { file } = await backUpOlder('0033-replays-in-turn.sql')
  const broken = join(folder, 'migrations')
  cpSync(MIGRATIONS_DIR, broken, { recursive: true })
  writeFileSync(join(broken, '9999-breaks.sql'), 'select 1 / 0')
  const { connectionString, restored } = await restore(file, broken)
  await expect(restored).rejects.toThrow('migration 9999-breaks.sql failed')
  const db = openDatabase(connectionString)
  expect(await rowsOf(db, [...VOID, 'orders'])).toEqual({ password_resets: 0, sessions: 0, orders: ORDERS })
  // The next version mends the migration, and its start goes on from here.
  await migrate(connectionString, MIGRATIONS_DIR)
  expect(await isMigrated(db, MIGRATIONS_DIR)).toBe(true)
  await expectVerified({ db, clock: shop.clock })
  await db.close()
})
