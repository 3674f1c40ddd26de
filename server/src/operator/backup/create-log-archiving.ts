import {
  archiveLog,
  baseNeededSince,
  findLogFolders,
  type LogArchive,
  noteBase,
  openLogKey,
} from '../../platform/backup/archive-log.ts'
import type { BackupSettings } from '../../platform/backup/backup-settings.ts'
import { listTarget } from '../../platform/backup/list-target.ts'
import { basesOf, POINT_IN_TIME } from '../../platform/backup/point-in-time.ts'
import type { Platform } from '../../platform/feature.ts'
import type { Files } from '../../platform/files/files.ts'
import { type BackgroundWork, createSweep } from '../../platform/jobs/sweep.ts'
import { findSystem } from './backup-store.ts'
import { makeBaseBackup } from './make-base-backup.ts'
import { problemOf } from './run-backup-work.ts'

/** How long a finished segment waits; with the server's own limit it stays below a minute. */
const ARCHIVE_MS = 2_000

export interface LogArchiving extends BackgroundWork {
  /** True when the log at the target belongs to no base backup there. */
  needsBase(): Promise<boolean>
  makeBase(): Promise<string>
  /** Why the last segment could not be stored; null if it could. */
  problem(): string | null
}

type Deps = Pick<Platform, 'settings' | 'db' | 'connectionString' | 'clock' | 'log'>

/**
 * Archives the log of the embedded database to the target, and makes the base backups that it is replayed on. Undefined for a database that
 * archives nothing: an external one, or one that was started without BACKUP_URL.
 */
export const createLogArchiving = (
  deps: Deps,
  { target, backup, signal }: { target: Files; backup: BackupSettings; signal: AbortSignal },
): LogArchiving | undefined => {
  const { settings, db } = deps
  const folders = settings.databaseUrl === undefined ? findLogFolders(settings.dataDir) : undefined
  if (folders === undefined) return undefined
  const open = openOnce({ db, target, signal }, folders)
  let running: Promise<void> | undefined
  let hasBase = false

  /** One at a time: the sweep and a base backup would store the same segment. */
  const archive = (): Promise<void> => {
    running ??= (async () => {
      await archiveLog(await open())
    })().finally(() => {
      running = undefined
    })
    return running
  }
  let problem: string | null = null
  const sweep = createLogSweep(deps, signal, archive, (found) => {
    problem = found
  })
  return {
    start: sweep.start,
    stop: sweep.stop,
    problem: () => problem,
    async needsBase() {
      if (baseNeededSince(folders.spool) !== undefined) return true
      const { system } = await open()
      hasBase ||= basesOf(await listTarget(target, POINT_IN_TIME)).some((base) => base.system === system)
      return !hasBase
    },
    async makeBase() {
      const since = baseNeededSince(folders.spool)
      const archiveNow = async (): Promise<void> => {
        await running
        await archive()
      }
      const { cluster } = folders
      const file = await makeBaseBackup({ ...deps, backup, archive: await open(), cluster, archiveNow })
      noteBase(folders.spool, since)
      return file
    },
  }
}

/** Opens the archive once: of two keys made at the same time, one would be lost with the log that it encrypted. */
const openOnce = (
  { db, target, signal }: Pick<LogArchive, 'target' | 'signal'> & Pick<Deps, 'db'>,
  { cluster, spool }: { readonly cluster: string; readonly spool: string },
): (() => Promise<LogArchive>) => {
  let opened: Promise<LogArchive> | undefined
  const open = async (): Promise<LogArchive> => ({
    target,
    signal,
    spool,
    key: await openLogKey(cluster),
    system: await findSystem(db),
  })
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
}

/** Logs one line for an outage of the target: it is tried again every 2 s. */
const createLogSweep = (
  deps: Deps,
  signal: AbortSignal,
  archive: () => Promise<void>,
  onEnd: (problem: string | null) => void,
): BackgroundWork => {
  let failing = false
  return createSweep(deps, {
    name: 'backup.log',
    everyMs: ARCHIVE_MS,
    async work() {
      try {
        if (!signal.aborted) await archive()
        failing = false
        onEnd(null)
      } catch (error) {
        if (!failing && !signal.aborted) deps.log.error('the log could not be archived', { error })
        failing = true
        onEnd(problemOf(error))
      }
      return { more: false }
    },
  })
}
