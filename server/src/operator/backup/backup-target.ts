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

/**
 * Finds the newest archive of an installation, or that of the target when all are of one installation. Throws an ArchiveError when there
 * is none, or when the operator has to choose.
 */
export const getNewestArchive = async (target: Files, installation?: string): Promise<string> => {
  const archives = archivesOf(await listTarget(target, ARCHIVES)).filter(
    (archive) => installation === undefined || archive.installation === installation,
  )
  const newest = archives.filter(
    (archive, at) => archives.findIndex((other) => other.installation === archive.installation) === at,
  )
  if (newest[0] === undefined) throw new ArchiveError('There is no backup in BACKUP_URL')
  if (newest.length > 1)
    throw new ArchiveError(
      `BACKUP_URL has backups of ${newest.length} installations. Name the one to restore; the newest of each: ${newest.map(({ name }) => name).join(', ')}`,
    )
  return newest[0].name
}

/** Throws when all backups of the target are of other installations: this one may be new only because its data was lost. */
export const assertOwnTarget = async (target: Files, installation: string): Promise<void> => {
  const archives = archivesOf(await listTarget(target, ARCHIVES))
  if (archives[0] === undefined || archives.some((archive) => archive.installation === installation)) return
  throw new ArchiveError(
    `BACKUP_URL has backups of another installation. The newest is ${archives[0].name}. Restore it into an empty database, or set BACKUP_URL to a separate folder.`,
  )
}
