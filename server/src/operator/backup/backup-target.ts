import { fileURLToPath } from 'node:url'
import type { BackupSettings } from '../../platform/backup/backup-settings.ts'
import { listTarget } from '../../platform/backup/list-target.ts'
import { ArchiveError } from '../../platform/backup/tar.ts'
import { createDiskFiles, type Files } from '../../platform/files/files.ts'
import { createS3Files } from '../../platform/files/s3-files.ts'
import { parseS3Location } from '../../platform/files/s3-location.ts'
import { ARCHIVES, archivesOf } from './backup-schedule.ts'

/** Opens the folder or store of BACKUP_URL. */
export const openBackupTarget = ({ url }: Pick<BackupSettings, 'url'>): Files => {
  const location = parseS3Location(url)
  return location === undefined
    ? createDiskFiles(fileURLToPath(url))
    : createS3Files(location, { setting: 'BACKUP_URL' })
}

/** Finds the newest archive of the target, and throws an ArchiveError when there is none. */
export const getNewestArchive = async (target: Files): Promise<string> => {
  const [newest] = archivesOf(await listTarget(target, ARCHIVES))
  if (newest === undefined) throw new ArchiveError('There is no backup in BACKUP_URL')
  return newest
}
