import type pg from 'pg'
import { migrate, refuseUnknown } from '../database/migrate.ts'
import { connectClient } from '../database/one-off-connection.ts'
import type { Statement } from '../database/sql.ts'
import type { Chunks, Files } from '../files/files.ts'
import { type BackupPart, type Manifest, readBackup } from './backup-archive.ts'
import { findPgClient, restoreDump } from './pg-client.ts'
import { ArchiveError } from './tar.ts'

export interface LoadBackupDeps {
  readonly connectionString: string
  readonly migrationsDir: string
  readonly files: Files
  readonly settle: readonly RestoreFix[]
  readonly signal: AbortSignal
}

/** A change to the restored rows, for example deleting sessions. Skipped when the backup does not have the table. */
export interface RestoreFix {
  readonly table: string
  /** Without values: it becomes a part of a script. */
  readonly statement: Statement
}

/**
 * Fills an empty database in one transaction, and then runs the newer migrations. Refuses a database with merchants: a backup is never
 * mixed with existing data.
 */
export const loadBackup = async (
  deps: LoadBackupDeps,
  { migrations, postgres }: Manifest,
  archive: () => Chunks,
): Promise<void> => {
  const { connectionString, migrationsDir, settle, signal } = deps
  await refuseUnknown(migrationsDir, migrations)
  const client = await connectClient(connectionString, 'galla restore')
  try {
    const isMigrated = await refuseOccupied(client, migrations)
    const major = await readServerMajor(client)
    if (major < postgres)
      throw new ArchiveError(
        `This backup is of PostgreSQL ${postgres}, and the database is PostgreSQL ${major}. Restore it into ${postgres} or newer.`,
      )
    await restoreDump(
      await findPgClient(major),
      connectionString,
      {
        ...splitParts(readBackup(archive()), deps.files),
        before: isMigrated ? 'drop schema public cascade; create schema public;' : '',
        // With the rows: if a later migration fails, a Galla that starts on this database finds no restored session.
        after: settle.map(fixSql).join('\n'),
      },
      signal,
    )
    await client.query('analyze')
  } finally {
    await client.end()
  }
  await migrate(connectionString, migrationsDir)
}

/** Separates the dump from the files that follow it. */
const splitParts = (parts: AsyncGenerator<BackupPart>, files: Files) => {
  let first: BackupPart | undefined
  async function* dump(): AsyncGenerator<Buffer> {
    for (let next = await parts.next(); !next.done; next = await parts.next()) {
      first = next.value
      if (first.kind === 'file') return
      yield first.content
    }
    first = undefined
  }
  return {
    dump: dump(),
    async beforeCommit(): Promise<void> {
      if (first?.kind !== 'file') return
      await files.write(first.name, once(first.content))
      for await (const part of parts)
        if (part.kind === 'file') await files.write(part.name, once(part.content))
    },
  }
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}

const fixSql = ({ table, statement }: RestoreFix): string =>
  `do $fix$ begin if to_regclass('public.${table}') is not null then ${statement.text}; end if; end $fix$;`

export const readServerMajor = async (client: Pick<pg.ClientBase, 'query'>): Promise<number> => {
  const { rows } = await client.query<{ major: number }>(
    `select current_setting('server_version_num')::int / 10000 as major`,
  )
  return rows[0]?.major ?? 0
}

/** Resolves to true when the database has the empty tables of a start that failed. */
const refuseOccupied = async (client: pg.ClientBase, migrations: readonly string[]): Promise<boolean> => {
  const found = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  if (found.rows.length === 0) return false
  const names = found.rows.map(({ name }) => name)
  const foreign = !names.includes('migrations')
  const inUse =
    names.includes('merchants') && (await client.query('select from merchants limit 1')).rowCount !== 0
  const ran = foreign ? [] : (await client.query<{ name: string }>('select name from migrations')).rows
  if (foreign || inUse || ran.some(({ name }) => !migrations.includes(name)))
    throw new ArchiveError(
      'The database is not empty. Restore into a new DATA_DIR or an empty database in DATABASE_URL.',
    )
  return true
}
