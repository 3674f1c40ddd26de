import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../../../testing/database.ts'
import { type Database, openDatabase, sql } from './database.ts'
import { isMigrated, MigrationError, migrate } from './migrate.ts'

let database: TestDatabase
let db: Database
let folder = ''

beforeEach(async () => {
  database = await createEmptyDatabase()
  db = openDatabase(database.connectionString)
  folder = await mkdtemp(path.join(tmpdir(), 'galla-migrations-'))
})

afterEach(async () => {
  await db.close()
  await database.drop()
  await rm(folder, { recursive: true })
})

const write = (name: string, text: string): Promise<void> => writeFile(path.join(folder, name), text)
const run = (): Promise<void> => migrate(database.connectionString, folder)
const notesLeft = async () => await db.values<string>(sql`select text from notes order by text`)

test('each migration runs once and in order, however many processes start at once', async () => {
  await write('0001-notes.sql', 'create table notes (text text);')
  await write('0002-first.sql', `insert into notes values ('once');`)
  await write('README.md', 'not a migration')
  await Promise.all([run(), run(), run()])
  await write('0003-second.sql', `insert into notes values ('twice');`)
  expect(await isMigrated(db, folder)).toBe(false)
  await run()
  expect(await isMigrated(db, folder)).toBe(true)
  expect(await notesLeft()).toEqual(['once', 'twice'])
})

test('a failed migration is rolled back, and those before it stay', async () => {
  await write('0001-notes.sql', 'create table notes (text text);')
  await write('0002-broken.sql', `insert into notes values ('half'); perform 1 / 0;`)
  await expect(run()).rejects.toThrow(new MigrationError('migration 0002-broken.sql failed'))
  expect(await notesLeft()).toEqual([])
  await write('0002-broken.sql', `insert into notes values ('whole');`)
  await run()
  expect(await notesLeft()).toEqual(['whole'])
})

test('a migration that was changed after it ran is refused, and nothing new runs', async () => {
  await write('0001-notes.sql', 'create table notes (text text);')
  await run()
  await write('0001-notes.sql', 'create table notes (text text, more text);')
  await write('0002-more.sql', `insert into notes values ('must not run');`)
  await expect(run()).rejects.toThrow(
    'migration 0001-notes.sql was changed after it ran on this database; use the version of Galla that ran it, or an empty DATA_DIR',
  )
  expect(await notesLeft()).toEqual([])
})

test('other line ends do not make it another migration', async () => {
  await write('0001-notes.sql', 'create table notes (\n  text text\n);\n')
  await run()
  await write('0001-notes.sql', 'create table notes (\r\n  text text\r\n);\r\n')
  await run()
})

test('a missing file of a migration that ran is refused: the database is newer than the program', async () => {
  await write('0001-notes.sql', 'create table notes (text text);')
  await run()
  await unlink(path.join(folder, '0001-notes.sql'))
  await expect(run()).rejects.toThrow(/0001-notes.sql ran on this database, but its file is missing/)
})

test('a database from before the first release is refused with what to do, and stays as it is', async () => {
  await write('0001-platform.sql', 'create table notes (text text);')
  await run()
  await unlink(path.join(folder, '0001-platform.sql'))
  await write('0001-foundation.sql', `insert into notes values ('must not run');`)
  await expect(run()).rejects.toThrow(
    'Start with an empty one (a new DATA_DIR, or an empty DATABASE_URL), or run the version that made it.',
  )
  expect(await notesLeft()).toEqual([])
})

test('a new migration before one that ran is refused, and so are two of one number', async () => {
  await write('0002-notes.sql', 'create table notes (text text);')
  await run()
  await write('0001-early.sql', 'select 1')
  await expect(run()).rejects.toThrow(/0001-early.sql comes before 0002-notes.sql/)
  await write('0002-twin.sql', 'select 1')
  await expect(run()).rejects.toThrow('two migrations have the number 0002')
})

test('a read-only database is refused with a clear message', async () => {
  const readOnly = new URL(database.connectionString)
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on')
  await expect(migrate(readOnly.href, folder)).rejects.toThrow(
    'the database takes no writes: it is a standby, or set to read-only',
  )
})
