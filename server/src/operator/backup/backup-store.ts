import type { RestoreFix } from '../../platform/backup/load-backup.ts'
import { type Queryable, sql } from '../../platform/database/database.ts'

export interface BackupRow {
  finished_at: Date
  file: string
  bytes: bigint
}

export const findLastBackup = (db: Queryable): Promise<BackupRow | undefined> =>
  db.maybeOne(sql`
    select finished_at, file, bytes from backups order by finished_at desc, file desc limit 1`)

export const insertBackup = (
  db: Queryable,
  made: { finishedAt: Date; file: string; bytes: number },
): Promise<number> =>
  db.run(sql`
    insert into backups (finished_at, file, bytes) values (${made.finishedAt}, ${made.file}, ${made.bytes}::bigint)`)

/** The identity of this installation among the backups of a target; made at the first backup. */
export const getInstallation = async (db: Queryable): Promise<string> => {
  await db.run(sql`insert into backup_installation default values on conflict do nothing`)
  return db.value<string>(sql`select id from backup_installation`)
}

export const findServerMajor = (db: Queryable): Promise<number> =>
  db.value<number>(sql`select current_setting('server_version_num')::int / 10000 as major`)

/** True where Citus keeps rows on several servers, each with a moment of its own. */
export const isOfCitus = (db: Queryable): Promise<boolean> =>
  db.value<boolean>(sql`select exists (select from pg_extension where extname = 'citus')`)

export const listMigrations = (db: Queryable): Promise<string[]> =>
  db.values<string>(sql`select name from migrations order by name`)

/** True when the database has the table of backups: a newly installed version may back up a database that it has not migrated yet. */
export const hasBackupTable = (db: Queryable): Promise<boolean> =>
  db.value<boolean>(sql`select to_regclass('public.backups') is not null as known`)

/**
 * The changes after a restore: ended sessions stay ended, used links stay void, a receipt that may have left is not sent again, and an
 * event that is read from now on gets a place after any that was given since the backup: a million is more than any reader can have read.
 */
export const fixesAfterRestore = (): readonly RestoreFix[] => [
  { table: 'sessions', statement: sql`delete from sessions` },
  { table: 'counter_sessions', statement: sql`delete from counter_sessions` },
  // The run that made the backup is unfinished in it.
  { table: 'backup_runs', statement: sql`delete from backup_runs where finished_at is null` },
  { table: 'backup_alarms', statement: sql`delete from backup_alarms` },
  { table: 'known_devices', statement: sql`delete from known_devices` },
  { table: 'password_resets', statement: sql`delete from password_resets` },
  { table: 'setup_tokens', statement: sql`delete from setup_tokens` },
  { table: 'email_changes', statement: sql`delete from email_changes` },
  { table: 'email_restores', statement: sql`delete from email_restores` },
  // Of a distributed database, the other servers' rows are of a moment later than the counter's.
  {
    table: 'invoice_numbers',
    statement: sql`
      insert into invoice_numbers (financial_year, last_number)
      select financial_year, max(number) from invoices group by financial_year
      on conflict (financial_year) do update
        set last_number = excluded.last_number where invoice_numbers.last_number < excluded.last_number`,
  },
  {
    table: 'receipt_emails',
    statement: sql`update receipt_emails set due_at = null where due_at is not null`,
  },
  {
    table: 'webhook_event_readers',
    statement: sql`update webhook_event_readers set last_position = last_position + 1000000`,
  },
]
