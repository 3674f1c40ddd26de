import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect } from 'vitest'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { picture } from '../../../testing/kyc-file-parts.ts'
import { backupTest as test } from '../../../testing/pg-programs.ts'
import { sell } from '../../../testing/sell.ts'
import { openShop, type Shop, type ShopCaller, type ShopMerchant } from '../../../testing/shop.ts'
import { FORM_TYPE, formOf } from '../../../testing/upload-form.ts'
import { expectVerified } from '../../../testing/verified.ts'
import { createApp } from '../../app.ts'
import { readStored } from '../../platform/backup/backup-archive.ts'
import { fileTarget } from '../../platform/backup/file-target.ts'
import { secretsFrom } from '../../platform/crypto/crypto.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { createDiskFiles } from '../../platform/files/files.ts'
import { randomIds } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import { readSettings } from '../../platform/settings.ts'
import { prepareRestore, restoreBackup } from './restore-backup.ts'
import { takeBackup } from './take-backup.ts'

const KEY_TEXT = '07'.repeat(32)
const KEY = Buffer.from(KEY_TEXT, 'hex')
const PASSPHRASE = 'a passphrase of the operator'
const MIGRATIONS_DIR = fileURLToPath(new URL('../../../migrations', import.meta.url))
const WRITERS = 4
/** Characters with a meaning in the format of the copy. */
const WORDS = 'Masala \\N tea \\. \\\\ \\t'

let shop: Shop
let merchant: ShopMerchant
let operator: ShopCaller
let folder: string
let file: string
let document: { url: string; content: Buffer }
/** What was answered with a success before the backup began. */
const acknowledged: string[] = []
let writtenMeanwhile = 0
let position: number
const databases: TestDatabase[] = []

const sellTea = (clientTxnId: string): Promise<string> =>
  sell(shop.call, merchant.key, clientTxnId, { p_info: WORDS, customer_name: 'आशा Rao' })

const events = async (call: Shop['call'], key: string, after: number) => {
  const reply = await call({
    method: 'GET',
    url: `/api/v1/events?after=${after}&limit=500`,
    headers: { authorization: `Bearer ${key}` },
  })
  return reply.json() as { data: { orderId: string }[]; next: number }
}

const { signal } = new AbortController()
const stored = (name: string, passphrase = PASSPHRASE) => ({
  target: fileTarget(name),
  name,
  passphrase,
  workFactor: 10,
})
const backUp = (name: string) =>
  takeBackup(
    {
      db: shop.db,
      connectionString: shop.db.pool.options.connectionString ?? '',
      clock: shop.clock,
      files: createDiskFiles(join(shop.dataDir, 'files')),
      settings: { appKey: KEY, dataDir: shop.dataDir },
    },
    stored(name),
    signal,
  )

beforeAll(async () => {
  shop = await openShop({ APP_KEY: KEY_TEXT, API_RATE_PER_SECOND: '1000000' })
  merchant = await shop.merchant()
  operator = await shop.operator()
  folder = mkdtempSync(join(tmpdir(), 'galla-backup-'))
  file = join(folder, 'galla.tar.age')
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
  await merchant.post('/user/update-webhook-url', { webhookUrl: 'http://127.0.0.1:19/hook' })
  for (let n = 0; n < 20; n += 1) acknowledged.push(await sellTea(`BEFORE-${n}`))
  await merchant.post(`/user/transactions/${acknowledged[3]}/notes`, { text: 'one\ntwo\tthree' })
  // A receipt that waits; it may leave after the backup.
  await shop.db.pool.query(
    `insert into receipt_emails (merchant_id, order_id, due_at) values ($1, $2, 'infinity')`,
    [merchant.merchantId, acknowledged[3]],
  )
  position = (await events(shop.call, merchant.key, 0)).next
  let ended = false
  const write = async (writer: number): Promise<void> => {
    for (let n = 0; !ended; n += 1) {
      await sellTea(`MEANWHILE-${writer}-${n}`)
      writtenMeanwhile += 1
    }
  }
  const writers = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  await backUp(file)
  ended = true
  await writers
})
afterAll(async () => {
  await shop.close()
  for (const database of databases) await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const freshPlace = async (from: () => Promise<TestDatabase> = createEmptyDatabase) => {
  const database = await from()
  databases.push(database)
  const dataDir = mkdtempSync(join(folder, 'data-'))
  return { database, dataDir, connectionString: database.connectionString }
}
type Place = Awaited<ReturnType<typeof freshPlace>>

const restore = async ({ dataDir, connectionString }: Place, from = file, passphrase = PASSPHRASE) => {
  const settings = { appKey: undefined, dataDir }
  const source = () => readStored(stored(from, passphrase))
  const found = await prepareRestore(settings, source)
  const files = createDiskFiles(join(dataDir, 'files'))
  await restoreBackup({ connectionString, migrationsDir: MIGRATIONS_DIR, files, settings }, source, found)
}

test('a backup taken while orders are created and paid is restored completely, and Galla runs on it', async () => {
  expect(writtenMeanwhile).toBeGreaterThan(0)
  const place = await freshPlace()
  await restore(place)
  expect(readFileSync(join(place.dataDir, 'app.key'), 'utf8')).toBe(`${KEY_TEXT}\n`)
  const db = openDatabase(place.connectionString)
  await expectVerified({ db, clock: shop.clock })
  const paid = await db.pool.query(`select order_id from orders where status = 'success'`)
  expect(paid.rows.map((row) => row.order_id)).toEqual(expect.arrayContaining(acknowledged))
  const text = await db.pool.query(
    `select purpose as p_info, customer_name from orders where client_txn_id = 'BEFORE-3'`,
  )
  expect(text.rows).toEqual([{ p_info: WORDS, customer_name: 'आशा Rao' }])
  const note = await db.pool.query('select body as text from order_notes')
  expect(note.rows).toEqual([{ text: 'one\ntwo\tthree' }])
  // The customer may have it already: it is not sent a second time, now or when the payment is reported again.
  const receipt = await db.pool.query('select order_id, due_at from receipt_emails')
  expect(receipt.rows).toEqual([{ order_id: acknowledged[3], due_at: null }])

  const settings = readSettings({ DATA_DIR: place.dataDir, PUBLIC_URL: 'http://localhost:3000' })
  const { connectionString } = place
  const log = createLog({ level: 'silent' })
  const app = await createApp({
    settings,
    connectionString,
    db,
    log,
    clock: shop.clock,
    ids: randomIds,
    secrets: secretsFrom(KEY),
  })
  try {
    const call: Shop['call'] = (options) => app.http.inject(options)
    // The session of the backup is void, the password is not.
    const old = await call({
      method: 'GET',
      url: '/api/v1/auth/session',
      headers: { cookie: merchant.cookie },
    })
    expect(old.statusCode).toBe(401)
    const login = await call({
      method: 'POST',
      url: '/api/v1/auth/login',
      payload: { email: merchant.email, password: 'correct horse battery' },
    })
    expect(login.statusCode, login.body).toBe(200)
    const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const seen = await call({ method: 'GET', url: document.url, headers: { cookie } })
    expect(seen.rawPayload.equals(document.content)).toBe(true)
    // A reader may have read events after the backup: new events come after all of those.
    const orderId = await sell(call, merchant.key, 'AFTER')
    const seenSince = await events(call, merchant.key, position + 1_000)
    expect(seenSince.data.map((event) => event.orderId)).toContain(orderId)
  } finally {
    await app.stop()
    await expectVerified({ db, clock: shop.clock })
    await db.close()
  }
})

test('a backup is readable by its owner only, and the operator sees it', async () => {
  expect(statSync(file).mode & 0o077).toBe(0)
  expect(readdirSync(folder).filter((name) => name.endsWith('part'))).toEqual([])
  const { data } = (await operator.get('/operator/system')).json()
  expect(data.lastBackupAt).toBe(shop.clock.now().toISOString())
  expect(data.lastBackup).toEqual({ file: 'galla.tar.age', bytes: statSync(file).size })
})

test('a backup never overwrites a file, and a failed one leaves none', async () => {
  const before = readFileSync(file)
  await expect(backUp(file)).rejects.toThrow('is there already')
  expect(readFileSync(file).equals(before)).toBe(true)
  await expect(backUp(join(folder, 'no-such-folder', 'x'))).rejects.toThrow('ENOENT')
  const broken = takeBackup(
    {
      db: shop.db,
      connectionString: shop.db.pool.options.connectionString ?? '',
      clock: shop.clock,
      files: {
        ...createDiskFiles(join(shop.dataDir, 'files')),
        async *read() {
          yield Buffer.from('half')
          throw new Error('the disk is broken')
        },
      },
      settings: { appKey: KEY, dataDir: shop.dataDir },
    },
    stored(join(folder, 'broken.tar.age')),
    signal,
  )
  await expect(broken).rejects.toThrow('the disk is broken')
  expect(readdirSync(folder).filter((name) => name.startsWith('broken'))).toEqual([])
  expect((await shop.db.pool.query('select from backups')).rowCount).toBe(1)
})

test('a backup removes the remains of a killed backup, and keeps the files of a running one', async () => {
  const dead = `galla-old.tar.age.${spawnSync('true').pid}.galla-part`
  const alive = `galla-other.tar.age.${process.ppid}.galla-part`
  for (const name of [dead, alive]) writeFileSync(join(folder, name), 'half')
  await backUp(join(folder, 'after-a-kill.tar.age'))
  expect(readdirSync(folder).filter((name) => name.endsWith('part'))).toEqual([alive])
  for (const name of [alive, 'after-a-kill.tar.age']) rmSync(join(folder, name))
})

test('a restore refuses a database that is not empty', async () => {
  const inUse = { ...(await freshPlace()), connectionString: shop.db.pool.options.connectionString ?? '' }
  await expect(restore(inUse)).rejects.toThrow('The database is not empty')
  const foreign = await freshPlace()
  const db = openDatabase(foreign.connectionString)
  await db.pool.query('create table of_someone_else (a int)')
  await db.close()
  await expect(restore(foreign)).rejects.toThrow('The database is not empty')
  // Migrated, as a start that failed leaves it, it has nothing to lose.
  await restore(await freshPlace(createTestDatabase))
})

test('a restore needs the passphrase, and refuses a data folder with the key of another database', async () => {
  const place = await freshPlace()
  await expect(restore(place, file, 'not the passphrase')).rejects.toThrow('wrong for this backup')
  expect(existsSync(join(place.dataDir, 'app.key'))).toBe(false)
  writeFileSync(join(place.dataDir, 'app.key'), `${'08'.repeat(32)}\n`)
  await expect(restore(place)).rejects.toThrow('The key does not belong to this backup')
  writeFileSync(join(place.dataDir, 'app.key'), `${KEY_TEXT}\n`)
  await restore(place)
})

test('a truncated or altered backup is refused before anything is restored', async () => {
  const whole = readFileSync(file)
  const place = await freshPlace()
  const flipped = Buffer.from(whole)
  const middle = Math.floor(whole.length / 2)
  flipped[middle] = (flipped[middle] ?? 0) ^ 1
  for (const wrong of [
    whole.subarray(0, middle),
    whole.subarray(0, -20),
    flipped,
    Buffer.from('no backup'),
    Buffer.alloc(0),
  ]) {
    const spoiled = join(folder, 'spoiled.tar.age')
    writeFileSync(spoiled, wrong)
    await expect(restore(place, spoiled)).rejects.toThrow(/^(The backup was|This is not a backup)/)
  }
  const db = openDatabase(place.connectionString)
  const made = await db.pool.query(`select from pg_class where relnamespace = 'public'::regnamespace`)
  await db.close()
  expect(made.rowCount).toBe(0)
})
