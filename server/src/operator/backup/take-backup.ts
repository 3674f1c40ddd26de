import path from 'node:path'
import { STATEMENTS_FOLDER } from '../../bank-statements/statement-file.ts'
import { KYC_FOLDER } from '../../kyc/kyc-record.ts'
import { keyMarkOf, sealKey } from '../../platform/backup/backup-manifest.ts'
import { type StoredBackup, storeBackup } from '../../platform/backup/store-backup.ts'
import { ArchiveError } from '../../platform/backup/tar.ts'
import { type Backup, type WriteBackupDeps, writeBackup } from '../../platform/backup/write-backup.ts'
import { findAppKey } from '../../platform/crypto/app-key.ts'
import type { Platform } from '../../platform/feature.ts'
import { readProgramVersion } from '../../platform/program-version.ts'
import type { Settings } from '../../platform/settings.ts'
import { hasBackupTable, insertBackup } from './backup-store.ts'

export interface TakeBackupDeps extends Pick<Platform, 'db' | 'connectionString' | 'clock' | 'files'> {
  readonly settings: Pick<Settings, 'appKey' | 'dataDir'>
}

/** Uploads in progress have no row yet, and only their request knows their key. */
const FOLDERS = [KYC_FOLDER, STATEMENTS_FOLDER]

/** Takes a backup of rows and files, and records it once the file is complete. The app key is included only under a passphrase. */
export const takeBackup = async (
  deps: TakeBackupDeps,
  file: string,
  passphrase: string | undefined,
): Promise<Backup> => {
  const made = await writeBackup(await archiveOfNow(deps, passphrase), file)
  await recordBackup(deps, file, made, passphrase !== undefined)
  return made
}

/** Takes an encrypted backup, with the app key, to a target. */
export const takeBackupTo = async (
  deps: TakeBackupDeps,
  to: StoredBackup,
  signal: AbortSignal,
): Promise<Backup> => {
  const made = await storeBackup(await archiveOfNow(deps, to.passphrase), to, signal)
  await recordBackup(deps, to.name, made, true)
  return made
}

const archiveOfNow = async (
  { connectionString, clock, files, settings }: TakeBackupDeps,
  passphrase: string | undefined,
): Promise<WriteBackupDeps> => {
  const appKey = await findAppKey(settings)
  if (appKey === undefined)
    throw new ArchiveError(`There is no app.key in ${settings.dataDir}, and APP_KEY is not set`)
  const about = {
    madeAt: clock.now().toISOString(),
    version: await readProgramVersion(),
    keyMark: keyMarkOf(appKey),
    key: passphrase === undefined ? null : await sealKey(appKey, passphrase),
  }
  return { connectionString, files, folders: FOLDERS, about }
}

const recordBackup = async (
  { db, clock }: TakeBackupDeps,
  file: string,
  made: Backup,
  withKey: boolean,
): Promise<void> => {
  if (await hasBackupTable(db))
    await insertBackup(db, {
      ...made,
      finishedAt: clock.now(),
      file: path.basename(file).slice(0, 255),
      withKey,
    })
}
