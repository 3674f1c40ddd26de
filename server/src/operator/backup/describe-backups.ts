import { DAY_MS, HOUR_MS } from '@galla/contract/durations'
import type { BackupRuns, SystemStatus } from '@galla/contract/operator/operator-system'
import type { BackupSettings } from '../../platform/backup/backup-settings.ts'
import type { LastRuns } from './backup-run-store.ts'
import { isOverdue } from './backup-schedule.ts'

/** Describes the schedule and the last runs for the operator's screen. */
export const describeBackups = (
  backup: BackupSettings | undefined,
  runs: readonly LastRuns[],
  now: Date,
): SystemStatus['backups'] => {
  const describe = (kind: LastRuns['kind'], everyMs: number | undefined): BackupRuns => {
    const last = runs.find((run) => run.kind === kind)
    return {
      running: last?.is_running ?? false,
      succeededAt: last?.finished_at?.toISOString() ?? null,
      problem: last?.problem ?? null,
      overdue: everyMs !== undefined && isOverdue(last, everyMs, now),
    }
  }
  return {
    schedule:
      backup === undefined
        ? null
        : {
            target: backup.url.startsWith('s3:') ? 'store' : 'folder',
            everyHours: backup.everyMs / HOUR_MS,
            keep: backup.keep,
            drillEveryDays: backup.drillEveryMs === undefined ? null : backup.drillEveryMs / DAY_MS,
          },
    backup: describe('backup', backup?.everyMs),
    drill: describe('drill', backup?.drillEveryMs),
  }
}
