import path from 'node:path'
import { STATEMENTS_FOLDER } from '../../bank-statements/statement-file.ts'
import { KYC_FOLDER } from '../../kyc/kyc-record.ts'
import { type Backup, type StoredBackup, storeBackup } from '../../platform/backup/backup-archive.ts'
import { dumpDatabase, findPgClient } from '../../platform/backup/pg-client.ts'
import { ArchiveError } from '../../platform/backup/tar.ts'
import { findAppKey } from '../../platform/crypto/app-key.ts'
import type { Platform } from '../../platform/feature.ts'
import { readProgramVersion } from '../../platform/program-version.ts'
import type { Settings } from '../../platform/settings.ts'
import { findServerMajor, hasBackupTable, insertBackup, isOfCitus, listMigrations } from './backup-store.ts'

export interface TakeBackupDeps extends Pick<Platform, 'db' | 'connectionString' | 'clock' | 'files'> {
  readonly settings: Pick<Settings, 'appKey' | 'dataDir'>
  /** Where to look for the programs of PostgreSQL, if not where packages put them. */
  readonly clientFolders?: readonly string[]
}

/** Uploads in progress have no row yet, and only their request knows their key. */
const FOLDERS = [KYC_FOLDER, STATEMENTS_FOLDER]

/** Takes an encrypted backup of the database, the files and the app key, and records it once the file is complete. */
export const takeBackup = async (
  deps: TakeBackupDeps,
  to: StoredBackup,
  signal: AbortSignal,
): Promise<Backup> => {
  const { db, connectionString, clock, files, settings, clientFolders } = deps
  const appKey = await findAppKey(settings)
  if (appKey === undefined)
    throw new ArchiveError(`There is no app.key in ${settings.dataDir}, and APP_KEY is not set`)
  if (await isOfCitus(db))
    throw new ArchiveError(
      'Citus distributes this database, and pg_dump copies its servers at different moments. Archive each server with pgBackRest, see docs/operating/to-the-minute.md.',
    )
  const postgres = await findServerMajor(db)
  const client = await findPgClient(postgres, clientFolders)
  const about = {
    madeAt: clock.now().toISOString(),
    version: await readProgramVersion(),
    postgres,
    migrations: await listMigrations(db),
  }
  const dump = dumpDatabase(client, connectionString, signal)
  const made = await storeBackup({ about, appKey, dump, files, folders: FOLDERS }, to, signal)
  // A newly installed version may back up a database that it has not migrated yet.
  if (await hasBackupTable(db))
    await insertBackup(db, {
      finishedAt: clock.now(),
      file: path.basename(to.name).slice(0, 255),
      bytes: made.bytes,
    })
  return made
}
