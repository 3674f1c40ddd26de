import type { LogArchive } from '../../platform/backup/archive-log.ts'
import type { BackupSettings } from '../../platform/backup/backup-settings.ts'
import { APP_KEY_ENTRY, withBaseBackup } from '../../platform/backup/base-backup.ts'
import { listTarget } from '../../platform/backup/list-target.ts'
import { baseName, POINT_IN_TIME, pointInTimeToDelete } from '../../platform/backup/point-in-time.ts'
import { readStored, storeStream } from '../../platform/backup/store-backup.ts'
import { findAppKey } from '../../platform/crypto/app-key.ts'
import type { Settings } from '../../platform/settings.ts'
import { getInstallation } from './backup-store.ts'
import { assertOwnTarget } from './backup-target.ts'
import { type RunDeps, runBackupWork } from './run-backup-work.ts'

export interface BaseDeps extends RunDeps {
  readonly settings: Pick<Settings, 'appKey' | 'dataDir'>
  readonly backup: Pick<BackupSettings, 'passphrase' | 'workFactor'>
  readonly archive: LogArchive
  readonly cluster: string
  /** Archives what is finished, once more after what is under way. */
  readonly archiveNow: () => Promise<void>
}

/** Copies the cluster to the target, with the log that it needs, and deletes older copies and their log. */
export const makeBaseBackup = (deps: BaseDeps): Promise<string> => {
  const { connectionString, cluster, settings, archiveNow } = deps
  const { target, system, signal } = deps.archive
  const { passphrase, workFactor } = deps.backup
  return runBackupWork(deps, 'base', signal, async (startedAt, running) => {
    await assertOwnTarget(target, await getInstallation(deps.db))
    const appKey = await findAppKey(settings)
    const extra = appKey === undefined ? [] : [{ name: APP_KEY_ENTRY, content: Buffer.from(appKey) }]
    const file = await withBaseBackup(
      { connectionString, cluster, extra },
      async ({ firstSegment, content }) => {
        const name = baseName(system, startedAt, firstSegment)
        await storeStream(target, name, content, { passphrase, workFactor }, running)
        return name
      },
    )
    try {
      for await (const _ of readStored({ target, name: file, passphrase })) running.throwIfAborted()
      await archiveNow()
      running.throwIfAborted()
    } catch (error) {
      await target.remove(file)
      throw error
    }
    for (const old of pointInTimeToDelete(await listTarget(target, POINT_IN_TIME), system))
      await target.remove(old)
    return { file }
  })
}
