import { fileURLToPath } from 'node:url'
import type { BackupSettings } from '../../platform/backup/backup-settings.ts'
import type { Platform } from '../../platform/feature.ts'
import { type BackgroundWork, createSweep } from '../../platform/jobs/sweep.ts'
import { checkAlarms } from './backup-alarm.ts'
import { listLastRuns, type RunKind } from './backup-run-store.ts'
import { isDue } from './backup-schedule.ts'
import { openBackupTarget } from './backup-target.ts'
import { makeBackup } from './make-backup.ts'
import { BackupBusyError } from './run-backup-work.ts'
import { runDrill } from './run-drill.ts'

const EVERY_MS = 60_000
const MIGRATIONS_DIR = fileURLToPath(new URL('../../../migrations', import.meta.url))

type Deps = Pick<Platform, 'settings' | 'db' | 'connectionString' | 'clock' | 'log' | 'files' | 'addJob'>

type Attempt = (kind: RunKind, everyMs: number, run: () => Promise<unknown>) => Promise<void>

/** A failure is recorded for the operator's screen, and must not keep the other kinds of work from their turn. */
const createAttempts =
  ({ db, clock, log }: Deps, signal: AbortSignal): Attempt =>
  async (kind, everyMs, run) => {
    try {
      const last = (await listLastRuns(db)).find((runs) => runs.kind === kind)
      if (signal.aborted || !isDue(last, everyMs, clock.now())) return
      await run()
      log.info('a backup or drill succeeded', { job: kind })
    } catch (error) {
      if (!signal.aborted && !(error instanceof BackupBusyError))
        log.error('a backup or drill failed', { job: kind, error })
    }
  }

/** Makes backups and tries restores when they are due, and mails the operators when one is overdue. */
export const createBackupSweep = (deps: Deps, backup: BackupSettings): BackgroundWork => {
  const { db } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  const work = { ...deps, target: openBackupTarget(backup), backup, signal, migrationsDir: MIGRATIONS_DIR }

  const attempt = createAttempts(deps, signal)
  const sweep = createSweep(deps, {
    name: 'backup',
    everyMs: EVERY_MS,
    async work() {
      await attempt('backup', backup.everyMs, () => makeBackup(work))
      const hasBackup = (await listLastRuns(db)).some(({ kind, file }) => kind === 'backup' && file !== null)
      const { drillEveryMs } = backup
      if (drillEveryMs !== undefined && hasBackup) await attempt('drill', drillEveryMs, () => runDrill(work))
      return { more: false }
    },
  })
  // Apart from the work: a target that does not respond stops a backup for hours, and that is what the mail is for.
  const alarms = createSweep(deps, {
    name: 'backup.alarms',
    everyMs: EVERY_MS,
    async work() {
      await checkAlarms(deps, backup)
      return { more: false }
    },
  })
  return {
    start() {
      sweep.start()
      alarms.start()
    },
    async stop() {
      stopping.abort()
      await Promise.all([sweep.stop(), alarms.stop()])
    },
  }
}
