import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { type Database, openDatabase, sql } from '../database/database.ts'
import { AppKeyError } from './app-key.ts'
import { seal, secretsFrom } from './crypto.ts'
import { findDataKey, openDataKey } from './data-key.ts'
import { rotateAppKey } from './rotate-app-key.ts'

const STEPS_OF_A_FILE = 5
const keyOf = (fill: number): Uint8Array => new Uint8Array(32).fill(fill)

let database: TestDatabase
let db: Database
let dataDir: string

beforeEach(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.connectionString)
  dataDir = mkdtempSync(join(tmpdir(), 'galla-rotate-'))
})
afterEach(async () => {
  await db.close()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The data key that a start finds, in hexadecimal digits. */
const start = async (appKey?: Uint8Array, folder = dataDir): Promise<string> =>
  hexOf(await openDataKey(database.connectionString, { appKey, dataDir: folder }))
const hexOf = (key: Uint8Array): string => Buffer.from(key).toString('hex')
const keyFile = () => readFileSync(join(dataDir, 'app.key'), 'utf8').trim()

/** Stops after so many steps, as a process that is killed does. */
const rotate = async ({
  appKey,
  newAppKey,
  steps = 100,
}: {
  appKey?: Uint8Array
  newAppKey?: Uint8Array
  steps?: number
} = {}): Promise<string[]> => {
  const lines: string[] = []
  for await (const line of rotateAppKey({ db, settings: { appKey, newAppKey, dataDir } }))
    if (lines.push(line) === steps) break
  return lines
}

/** A merchant whose API key was encrypted with the app key itself, as before there was a data key. */
const addOlderMerchant = async (appKey: Uint8Array): Promise<void> => {
  await db.run(sql`
    insert into merchants (merchant_id, role, is_platform, name, email, mobile_number, password_hash, created_at)
    values ('mer_01jd0000000000000000000001', 'owner', false, 'Tea', 'tea@example.com', '9876543210', '$argon2id$none', now())`)
  const sealed = seal(
    secretsFrom(appKey).subkey('api key copy'),
    'key_test_x',
    'api_keys.key_sealed/mer_01jd0000000000000000000001/key_1',
  )
  await db.run(sql`
    insert into api_keys (merchant_id, key_id, mode, scopes, is_main, name, key_hash, key_sealed, created_at)
    values ('mer_01jd0000000000000000000001', 'key_1', 'test', '{orders:create,events:read}', true, 'Main key', ${Buffer.alloc(32)}, ${sealed}, now())`)
}

test('concurrent first starts agree on one data key, which is not the app key', async () => {
  const keys = await Promise.all(Array.from({ length: 6 }, () => start()))
  for (const key of keys) expect(key).toEqual(keys[0])
  expect(keys[0]).not.toBe(keyFile())
  expect(await start()).toEqual(keys[0])
})

test('the database stores the data key only encrypted', async () => {
  const dataKey = await start()
  const rows = JSON.stringify(
    await db.rows(sql`select is_next, key_mark, encode(wrapped, 'hex') from wrapped_data_keys`),
  )
  expect(rows).not.toContain(dataKey)
  expect(rows).not.toContain(keyFile())
})

test('a rotation that stops after any step leaves a key that opens the data, and finishes when it is run again', async () => {
  const dataKey = await start()
  for (let steps = 1; steps <= STEPS_OF_A_FILE; steps += 1) {
    const before = keyFile()
    await rotate({ steps })
    expect(await start(), `stopped after step ${steps}`).toEqual(dataKey)
    if (steps < STEPS_OF_A_FILE) await rotate()
    expect(await start(), `run again after step ${steps}`).toEqual(dataKey)
    expect(keyFile()).not.toBe(before)
    await expect(start(Buffer.from(before, 'hex'))).rejects.toThrow(AppKeyError)
    expect(await db.rows(sql`select is_next from wrapped_data_keys`)).toEqual([{ is_next: false }])
    expect(readdirSync(dataDir).filter((name) => name.includes('.next'))).toEqual([])
  }
})

test('concurrent rotations leave one key that opens the data', async () => {
  const dataKey = await start()
  await Promise.allSettled([rotate(), rotate(), rotate()])
  expect(await start()).toEqual(dataKey)
})

test('a rotation whose lock connection breaks between two steps reports it, and continues when it is run again', async () => {
  const dataKey = await start()
  for (let steps = 1; steps < STEPS_OF_A_FILE; steps += 1) {
    const rotation = rotateAppKey({ db, settings: { appKey: undefined, newAppKey: undefined, dataDir } })
    for (let step = 0; step < steps; step += 1) await rotation.next()
    const ended = await db.rows(sql`
      select pg_terminate_backend(pid, 5000) from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and datname = current_database() and usename = current_user`)
    expect(ended).toHaveLength(1)
    await expect(rotation.next(), `after step ${steps}`).rejects.toThrow('Run this again')
    await rotate()
    expect(await start()).toEqual(dataKey)
  }
})

test('the old key is kept beside the new one, since older backups need it', async () => {
  await start()
  const before = keyFile()
  const lines = await rotate()
  const [kept = ''] = readdirSync(dataDir).filter((name) => name.startsWith('app.key.old-'))
  expect(readFileSync(join(dataDir, kept), 'utf8').trim()).toBe(before)
  expect(lines.join('\n')).toContain(join(dataDir, kept))
})

test('with APP_KEY both keys open the data until the rotation is run with the new one', async () => {
  const [one, two, lost] = [keyOf(1), keyOf(2), keyOf(3)]
  const dataKey = await start(one)
  await expect(rotate({ appKey: one })).rejects.toThrow('NEW_APP_KEY')
  await rotate({ appKey: one, newAppKey: lost })
  await rotate({ appKey: one, newAppKey: two })
  await rotate({ appKey: one, newAppKey: two })
  expect(await start(one)).toEqual(dataKey)
  expect(await start(two)).toEqual(dataKey)
  await expect(start(lost)).rejects.toThrow(AppKeyError)
  // Run once more with the old key, nothing is dropped.
  await expect(rotate({ appKey: one })).rejects.toThrow('NEW_APP_KEY')
  await rotate({ appKey: two, newAppKey: two })
  expect(await start(two)).toEqual(dataKey)
  await expect(start(one)).rejects.toThrow('APP_KEY is not the key of this database')
  await expect(rotate({ appKey: one, newAppKey: lost })).rejects.toThrow(AppKeyError)
})

test('a missing key and the key of another database are refused, and no key is made in their place', async () => {
  await start()
  const other = mkdtempSync(join(tmpdir(), 'galla-rotate-'))
  try {
    await expect(start(undefined, other)).rejects.toThrow('app.key is missing')
    expect(readdirSync(other)).toEqual([])
    writeFileSync(join(other, 'app.key'), `${'0b'.repeat(32)}\n`)
    await expect(start(undefined, other)).rejects.toThrow('app.key is not the key of this database')
    await expect(start(keyOf(9))).rejects.toThrow('APP_KEY is not the key of this database')
  } finally {
    rmSync(other, { recursive: true, force: true })
  }
})

test('a database from before the data key opens only with the app key that encrypted it', async () => {
  await addOlderMerchant(keyOf(1))
  await expect(start()).rejects.toThrow('app.key is missing')
  await expect(start(keyOf(2))).rejects.toThrow('APP_KEY is not the key of this database')
  expect(await db.rows(sql`select from wrapped_data_keys`)).toEqual([])
  expect(await start(keyOf(1))).toBe(hexOf(keyOf(1)))
  const lines = await rotate({ appKey: keyOf(1), newAppKey: keyOf(2) })
  expect(lines.join(' ')).toContain('keep that key as secret as before')
  await rotate({ appKey: keyOf(2) })
  await expect(start(keyOf(1))).rejects.toThrow(AppKeyError)
  const { dataKey } = await findDataKey(db, { appKey: keyOf(2), dataDir })
  expect(hexOf(dataKey)).toBe(hexOf(keyOf(1)))
})
