import { findPlatformMerchant } from '../merchants/find-merchant.ts'
import { createOwnShop } from '../merchants/own-shop.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import { readDiskSpace } from '../platform/files/disk-space.ts'
import { BACKUP_ALARM_JOB, mailBackupAlarm } from './backup/backup-alarm.ts'
import { createBackupSweep } from './backup/backup-sweep.ts'
import { createNowBoard } from './now-board.ts'
import { type OperatorRouteDeps, operatorRoutes } from './operator-routes.ts'
import { readSystem } from './read-system.ts'
import { ensureOperator } from './setup/ensure-operator.ts'
import { setupRoutes } from './setup/setup-routes.ts'
import { notifySuspension, SUSPENSION_JOB } from './suspend-merchant.ts'
import { addSystemMetrics } from './system-metrics.ts'

/** The operator's screens. Creates the operator at the first start. */
export const operatorFeature = async (
  deps: Platform & Pick<OperatorRouteDeps, 'findOperator'>,
): Promise<Feature> => {
  const { settings, clock } = deps
  await ensureOperator(deps)
  const system = { ...deps, startedAt: clock.now(), diskSpace: () => readDiskSpace(settings.dataDir) }
  const ownShop = createOwnShop(deps)
  await ownShop.refresh()
  const board = createNowBoard(system)
  // It knows this process, whatever its role; only those with routes are asked.
  if (settings.role !== 'worker') board.watch.start()
  addSystemMetrics(deps.metrics, { read: () => readSystem(system), clock })
  return {
    routes(http) {
      operatorRoutes(http, { ...system, readNow: board.read, trialQrRequests: settings.trialQrRequests })
      setupRoutes(http, { ...deps, publicUrl: settings.publicUrl, ownShop })
    },
    pages: {
      '/setup': async () => (await findPlatformMerchant(deps)) === undefined,
      '/pricing': async () => ownShop.name() === undefined,
    },
    ownShop: ownShop.name,
    jobs: {
      [SUSPENSION_JOB]: (payload, job) =>
        notifySuspension({ ...deps, publicUrl: settings.publicUrl, job }, payload),
      [BACKUP_ALARM_JOB]: (payload, job) =>
        mailBackupAlarm({ ...deps, publicUrl: settings.publicUrl, job }, payload),
    },
    stop: board.watch.stop,
    sweeps: settings.backup === undefined ? [] : [createBackupSweep(deps, settings.backup)],
  }
}
