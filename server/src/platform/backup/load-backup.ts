import type { Readable } from 'node:stream'
import type pg from 'pg'
import { copyIn, refill, useStableFormats } from '../database/copy-tables.ts'
import { migrate } from '../database/migrate.ts'
import { connectClient } from '../database/one-off-connection.ts'
import type { Statement } from '../database/sql.ts'
import type { Files } from '../files/files.ts'
import type { Manifest } from './backup-manifest.ts'
import { readBackup } from './read-backup.ts'
import { ArchiveError } from './tar.ts'

export interface LoadBackupDeps {
  readonly connectionString: string
  readonly migrationsDir: string
  readonly files: Files
  readonly settle: readonly RestoreFix[]
  /** Waits before a piece of a table is written. */
  readonly pace?: (() => Promise<void>) | undefined
}

/** A change to the restored rows, for example deleting sessions. Skipped when the backup does not have the table. */
export interface RestoreFix {
  readonly table: string
  readonly statement: Statement
}

/**
 * Migrates an empty database to the schema of the backup, fills it in one transaction, and then runs the newer migrations. Refuses a
 * database with merchants: a backup is never mixed with existing data.
 */
export const loadBackup = async (
  deps: LoadBackupDeps,
  { migrations, tables, partitions }: Manifest,
  archive: () => Readable,
): Promise<void> => {
  const { connectionString, migrationsDir } = deps
  const last = migrations.at(-1)
  if (last === undefined) throw new ArchiveError('The backup has no schema')
  const client = await connectClient(connectionString, 'galla restore')
  try {
    await refuseOccupied(client, migrations)
    await migrate(connectionString, migrationsDir, last)
    await useStableFormats(client)
    await client.query('begin')
    await refill(client, tables, partitions, () => fill(client, deps, tables, archive()))
    // In the same transaction as the rows: if a later migration fails, a Galla that starts on this database finds no restored session.
    for (const { table, statement } of deps.settle)
      if (tables.some(({ schema, name }) => schema === 'public' && name === table))
        await client.query(statement.text, [...statement.values])
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
  await migrate(connectionString, migrationsDir)
}

const refuseOccupied = async (client: pg.ClientBase, migrations: readonly string[]): Promise<void> => {
  const found = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  if (found.rows.length === 0) return
  const names = found.rows.map(({ name }) => name)
  const foreign = !names.includes('migrations')
  const inUse =
    names.includes('merchants') && (await client.query('select from merchants limit 1')).rowCount !== 0
  const ran = foreign ? [] : (await client.query<{ name: string }>('select name from migrations')).rows
  if (foreign || inUse || ran.some(({ name }) => !migrations.includes(name)))
    throw new ArchiveError(
      'The database is not empty. Restore into a new DATA_DIR or an empty database in DATABASE_URL.',
    )
}

/** Writes tables and files. The rows of a table come together, and a table without rows has no part. */
const fill = async (
  client: pg.ClientBase,
  { files, pace }: Pick<LoadBackupDeps, 'files' | 'pace'>,
  tables: Manifest['tables'],
  archive: Readable,
): Promise<void> => {
  let tableName = ''
  let filling: ReturnType<typeof copyIn> | undefined
  for await (const part of readBackup(archive)) {
    if (part.kind === 'file') {
      await files.write(part.name, once(part.content))
      continue
    }
    if (part.tableName !== tableName) {
      await filling?.end()
      const table = tables.find(({ schema, name }) => `${schema}.${name}` === part.tableName)
      if (table === undefined) throw new ArchiveError('The backup was altered')
      filling = copyIn(client, table)
      tableName = part.tableName
    }
    await pace?.()
    await filling?.write(part.content)
  }
  await filling?.end()
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}
