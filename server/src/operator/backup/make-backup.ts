import type { Backup } from '../../platform/backup/backup-archive.ts'
import type { BackupSettings } from '../../platform/backup/backup-settings.ts'
import { listTarget } from '../../platform/backup/list-target.ts'
import type { Files } from '../../platform/files/files.ts'
import { ARCHIVES, archiveName, archivesToDelete } from './backup-schedule.ts'
import { getInstallation } from './backup-store.ts'
import { assertOwnTarget } from './backup-target.ts'
import { runBackupWork } from './run-backup-work.ts'
import { type TakeBackupDeps, takeBackup } from './take-backup.ts'

export interface TargetDeps {
  readonly target: Files
  readonly backup: BackupSettings
  readonly signal: AbortSignal
}

/** Makes an encrypted backup at the target, and deletes those that are too old once it is complete. */
export const makeBackup = async (
  deps: TakeBackupDeps & TargetDeps,
): Promise<{ readonly file: string; readonly made: Backup }> => {
  const { target, backup } = deps
  let made: Backup | undefined
  const file = await runBackupWork(deps, 'backup', deps.signal, async (startedAt, running) => {
    const installation = await getInstallation(deps.db)
    await assertOwnTarget(target, installation)
    const name = archiveName(startedAt, installation)
    const { passphrase, workFactor } = backup
    made = await takeBackup(deps, { target, name, passphrase, workFactor }, running)
    // Only now: a backup that failed never costs an older one.
    for (const old of archivesToDelete(await listTarget(target, ARCHIVES), backup.keep, installation))
      await target.remove(old)
    return { file: name }
  })
  if (made === undefined) throw new RangeError('a backup that was not made')
  return { file, made }
}
