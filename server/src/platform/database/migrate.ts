import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { type Queryable, sql } from './database.ts'
import { assertWritable } from './database-servers.ts'
import { connectClient } from './one-off-connection.ts'

/** The key of the advisory lock that lets one process migrate at a time. */
const MIGRATION_LOCK = 7_364_001
const LOCK_TIMEOUT_MS = 60_000
const MIGRATION_FILE = /^(\d{4})-[a-z0-9-]+\.sql$/
/** The first migration of early development versions. Released versions have no file with this name. */
const UNRELEASED_MIGRATION = '0001-platform.sql'

interface Migration {
  readonly name: string
  readonly text: string
  readonly checksum: string
}

/** An error that the operator has to fix; the message says what is wrong with the migrations. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/** True for the migrations of a database or backup from before the first release, which no released version can read. */
export const isUnreleased = (migrations: readonly string[]): boolean =>
  migrations.includes(UNRELEASED_MIGRATION)

/**
 * Runs the files `NNNN-name.sql` of a folder that have not run yet, in order, each in its own transaction. One process migrates at a time,
 * and the others wait. Throws before any file runs if a file that ran was changed or is missing, or if a new file sorts before one that
 * ran.
 */
export const migrate = async (connectionString: string, migrationsDir: string): Promise<void> => {
  const migrations = await readMigrations(migrationsDir)
  const client = await connectClient(connectionString, 'galla-migrate', { lock_timeout: LOCK_TIMEOUT_MS })
  try {
    await assertWritable(client)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`create table if not exists migrations (
      name text primary key,
      checksum text not null,
      ran_at timestamptz not null default now()
    )`)
    const ran = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from migrations order by name',
    )
    if (isUnreleased(ran.rows.map(({ name }) => name))) throw new MigrationError(UNRELEASED_DATABASE)
    for (const migration of pending(migrations, ran.rows)) await runMigration(client, migration)
  } finally {
    await client.end()
  }
}

/** Refuses a backup whose schema this version does not know. */
export const refuseUnknown = async (migrationsDir: string, ran: readonly string[]): Promise<void> => {
  const known = new Set((await readMigrations(migrationsDir)).map(({ name }) => name))
  const unknown = ran.find((name) => !known.has(name))
  if (unknown !== undefined)
    throw new MigrationError(
      `this version of Galla does not know migration ${unknown}; install a newer version`,
    )
}

const UNRELEASED_DATABASE =
  'This database is from a development version of Galla, before the first release, and cannot be upgraded. ' +
  'Start with an empty one (a new DATA_DIR, or an empty DATABASE_URL), or run the version that made it.'

/** True when every file of the folder ran, for the readiness check. */
export const isMigrated = async (db: Queryable, migrationsDir: string): Promise<boolean> => {
  const files = await readMigrations(migrationsDir)
  const ran = new Set(await db.values<string>(sql`select name from migrations`))
  return files.every(({ name }) => ran.has(name))
}

const readMigrations = async (migrationsDir: string): Promise<Migration[]> => {
  const names = (await readdir(migrationsDir)).filter((name) => MIGRATION_FILE.test(name)).sort()
  const numbers = names.map((name) => name.slice(0, 4))
  const twice = numbers.find((number, index) => numbers.indexOf(number) !== index)
  if (twice !== undefined) throw new MigrationError(`two migrations have the number ${twice}`)
  return Promise.all(
    names.map(async (name) => {
      // Git on Windows may change the line endings; the checksum must not change.
      const text = (await readFile(path.join(migrationsDir, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

const pending = (
  migrations: readonly Migration[],
  ran: readonly { readonly name: string; readonly checksum: string }[],
): readonly Migration[] => {
  const files = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of ran) {
    const file = files.get(name)
    if (file === undefined)
      throw new MigrationError(`migration ${name} ran on this database, but its file is missing`)
    if (file.checksum !== checksum)
      throw new MigrationError(
        `migration ${name} was changed after it ran on this database; use the version of Galla that ran it, or an empty DATA_DIR or database`,
      )
  }
  const names = new Set(ran.map(({ name }) => name))
  const last = ran.at(-1)?.name
  const waiting = migrations.filter(({ name }) => !names.has(name))
  const early = waiting.find(({ name }) => last !== undefined && name < last)
  if (early !== undefined)
    throw new MigrationError(`migration ${early.name} comes before ${last}, which already ran`)
  return waiting
}

const runMigration = async (client: pg.Client, { name, text, checksum }: Migration): Promise<void> => {
  await client.query('begin')
  try {
    // Citus accepts only one statement at a time on distributed tables, so the file runs as one block.
    await client.query(`do $migration$ begin\n${text}\nend $migration$`)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw new MigrationError(`migration ${name} failed`, { cause: error })
  }
}
