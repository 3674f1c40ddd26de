import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { openArchive } from '../../platform/backup/age-encryption.ts'
import { keyMarkOf, type Manifest, openKey, type Sums } from '../../platform/backup/backup-manifest.ts'
import { loadBackup } from '../../platform/backup/load-backup.ts'
import { checkBackup } from '../../platform/backup/read-backup.ts'
import { ArchiveError } from '../../platform/backup/tar.ts'
import { findAppKey, saveAppKey } from '../../platform/crypto/app-key.ts'
import { isUnreleased } from '../../platform/database/migrate.ts'
import type { Platform } from '../../platform/feature.ts'
import type { Settings } from '../../platform/settings.ts'
import { fixesAfterRestore } from './backup-store.ts'

/** Opens an archive, decrypted, from its start; a restore reads it twice. */
export type ArchiveSource = () => Readable

export const archiveFile =
  (file: string, passphrase: string | undefined): ArchiveSource =>
  () =>
    Readable.from(openArchive(createReadStream(file), passphrase), { objectMode: false })

type AppKeyLocation = Pick<Settings, 'appKey' | 'dataDir'>

/** Reads the whole archive and finds its key before anything is changed, so that a restore that starts can finish. */
export const prepareRestore = async (
  settings: AppKeyLocation,
  source: ArchiveSource,
  passphrase: string | undefined,
): Promise<{ manifest: Manifest; sums: Sums; appKey: Uint8Array }> => {
  const { manifest, sums } = await checkBackup(source())
  if (isUnreleased(manifest.migrations))
    throw new ArchiveError(
      'This backup is from a development version of Galla before the first release. Only that version can restore it.',
    )
  const appKey = (await findAppKey(settings)) ?? (await keyIn(manifest, passphrase))
  if (appKey === undefined)
    throw new ArchiveError(
      `The key is missing. Copy app.key from the old installation to ${settings.dataDir}, set APP_KEY, or pass the passphrase of the backup.`,
    )
  if (keyMarkOf(appKey) !== manifest.keyMark)
    throw new ArchiveError('The key does not belong to this backup, so its secrets could not be decrypted')
  return { manifest, sums, appKey }
}

const keyIn = async ({ key }: Manifest, passphrase: string | undefined): Promise<Uint8Array | undefined> =>
  key === null || passphrase === undefined ? undefined : openKey(key, passphrase)

export interface RestoreDeps extends Pick<Platform, 'connectionString' | 'files'> {
  readonly migrationsDir: string
  readonly settings: AppKeyLocation
}

/** Restores the key, the rows and the files; the key first, because rows without it are useless. */
export const restoreBackup = async (
  deps: RestoreDeps,
  source: ArchiveSource,
  { manifest, appKey }: { readonly manifest: Manifest; readonly appKey: Uint8Array },
): Promise<void> => {
  if (deps.settings.appKey === undefined) await saveAppKey(deps.settings, appKey)
  await loadBackup({ ...deps, settle: fixesAfterRestore() }, manifest, source)
}
