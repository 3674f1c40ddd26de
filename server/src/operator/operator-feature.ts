import type { Authenticators } from '../api-keys/authenticate.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import { readDiskSpace } from '../platform/files/disk-space.ts'
import { BACKUP_ALARM_JOB, mailBackupAlarm } from './backup/backup-alarm.ts'
import { createBackupSweep } from './backup/backup-sweep.ts'
import { notifySuspension, SUSPENSION_JOB } from './notify-suspension.ts'
import { operatorRoutes } from './operator-routes.ts'

/** The operator's screens. */
export const operatorFeature = (deps: Platform & { readonly authenticate: Authenticators }): Feature => {
  const { settings, clock } = deps
  const startedAt = clock.now()
  return {
    routes: (http) =>
      operatorRoutes(http, {
        ...deps,
        startedAt,
        trialQrRequests: settings.trialQrRequests,
        diskSpace: () => readDiskSpace(settings.dataDir),
      }),
    jobs: {
      [SUSPENSION_JOB]: (payload) => notifySuspension({ ...deps, publicUrl: settings.publicUrl }, payload),
      [BACKUP_ALARM_JOB]: (payload) => mailBackupAlarm({ ...deps, publicUrl: settings.publicUrl }, payload),
    },
    sweeps: settings.backup === undefined ? [] : [createBackupSweep(deps, settings.backup)],
  }
}
