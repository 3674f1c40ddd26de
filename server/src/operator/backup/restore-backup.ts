import { type CheckedBackup, checkBackup } from '../../platform/backup/backup-archive.ts'
import { loadBackup } from '../../platform/backup/load-backup.ts'
import { ArchiveError } from '../../platform/backup/tar.ts'
import { findAppKey, saveAppKey } from '../../platform/crypto/app-key.ts'
import { isUnreleased } from '../../platform/database/migrate.ts'
import type { Platform } from '../../platform/feature.ts'
import type { Chunks } from '../../platform/files/files.ts'
import type { Settings } from '../../platform/settings.ts'
import { fixesAfterRestore } from './backup-store.ts'

/** Opens an archive, decrypted, from its start; a restore reads it twice. */
export type ArchiveSource = () => Chunks

type AppKeyLocation = Pick<Settings, 'appKey' | 'dataDir'>

/** Reads the whole archive and compares its key before anything is changed, so that a restore that starts can finish. */
export const prepareRestore = async (
  settings: AppKeyLocation,
  source: ArchiveSource,
): Promise<CheckedBackup> => {
  const found = await checkBackup(source())
  if (isUnreleased(found.manifest.migrations))
    throw new ArchiveError(
      'This backup is from a development version of Galla before the first release. Only that version can restore it.',
    )
  const appKey = await findAppKey(settings)
  if (appKey !== undefined && !Buffer.from(appKey).equals(found.appKey))
    throw new ArchiveError('The key does not belong to this backup, so its secrets could not be decrypted')
  return found
}

export interface RestoreDeps extends Pick<Platform, 'connectionString' | 'files'> {
  readonly migrationsDir: string
  readonly settings: AppKeyLocation
}

/** Restores the key, the rows and the files; the key first, because rows without it are useless. */
export const restoreBackup = async (
  deps: RestoreDeps,
  source: ArchiveSource,
  { manifest, appKey }: CheckedBackup,
): Promise<void> => {
  if (deps.settings.appKey === undefined) await saveAppKey(deps.settings, appKey)
  const { signal } = new AbortController()
  await loadBackup({ ...deps, settle: fixesAfterRestore(), signal }, manifest, source)
}
