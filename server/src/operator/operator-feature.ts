import type { SystemStatus } from '@galla/contract/operator/operator-system'
import { findPlatformMerchant } from '../merchants/find-merchant.ts'
import { createOwnShop } from '../merchants/own-shop.ts'
import type { Clock } from '../platform/clock.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import { readDiskSpace } from '../platform/files/disk-space.ts'
import type { Metrics } from '../platform/metrics.ts'
import { BACKUP_ALARM_JOB, mailBackupAlarm } from './backup/backup-alarm.ts'
import { createBackupSweep } from './backup/backup-sweep.ts'
import { createNowBoard } from './now-board.ts'
import { type OperatorRouteDeps, operatorRoutes } from './operator-routes.ts'
import { readSystem } from './read-system.ts'
import { ensureOperator } from './setup/ensure-operator.ts'
import { setupRoutes } from './setup/setup-routes.ts'
import { notifySuspension, SUSPENSION_JOB } from './suspend-merchant.ts'

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

/** The state of the installation in figures; the dashboard and the alert rules in deploy/observability use these names. */
const GAUGES = {
  galla_database_up: '1 when the database answered just now, else 0; the figures below are missing then.',
  galla_database_bytes: 'Size of the database.',
  galla_database_connections: 'Open connections to the database, of all programs.',
  galla_database_connections_max: 'Connections that the database allows.',
  galla_disk_free_bytes: 'Free space of the disk of the data folder.',
  galla_disk_bytes: 'Size of the disk of the data folder.',
  galla_jobs_waiting: 'Jobs that wait or run.',
  galla_jobs_given_up: 'Jobs that failed for the last time.',
  galla_deliveries_waiting: 'Webhook deliveries that wait for their time, counted to 10,000.',
  galla_delivery_delay_seconds: 'How long the oldest due delivery has been due.',
  galla_ledger_faults: 'Faults that the last check of the ledger found.',
  galla_ledger_check_age_seconds: 'Time since the last check of the ledger.',
  galla_backup_age_seconds: 'Time since the last backup.',
} as const

type Name = keyof typeof GAUGES

/** Adds figures that are read from the database when someone asks for them. */
export const addSystemMetrics = (
  metrics: Metrics,
  { read, clock }: { readonly read: () => Promise<SystemStatus>; readonly clock: Clock },
): void =>
  metrics.gauges<Name>(GAUGES, async () => {
    try {
      return figuresOf(await read(), clock.now())
    } catch {
      return { galla_database_up: 0 }
    }
  })

const figuresOf = (status: SystemStatus, now: Date): Partial<Record<Name, number>> => {
  const { database, queue, deliveries, disk, ledger, lastBackupAt } = status
  const secondsSince = (at: string | null): number | undefined =>
    at === null ? undefined : Math.max(0, (now.getTime() - Date.parse(at)) / 1000)
  const figures: Partial<Record<Name, number | undefined>> = {
    galla_database_up: 1,
    galla_database_bytes: database.bytes,
    galla_database_connections: database.connections,
    galla_database_connections_max: database.connectionsMax,
    galla_disk_free_bytes: disk.freeBytes,
    galla_disk_bytes: disk.totalBytes,
    galla_jobs_waiting: queue.waiting,
    galla_jobs_given_up: queue.givenUp,
    galla_deliveries_waiting: deliveries.waiting,
    galla_delivery_delay_seconds: secondsSince(deliveries.oldestDueAt) ?? 0,
    galla_ledger_faults: ledger?.faults,
    galla_ledger_check_age_seconds: secondsSince(ledger?.checkedAt ?? null),
    galla_backup_age_seconds: secondsSince(lastBackupAt),
  }
  return Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== undefined))
}
