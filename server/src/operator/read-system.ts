import { COUNTED_MAX, type SystemStatus } from '@galla/contract/operator/operator-system'
import { type LedgerReport, PROMISES } from '../ledger/check/ledger-check.ts'
import { findLatestReport } from '../ledger/check/ledger-report-store.ts'
import type { Platform } from '../platform/feature.ts'
import type { DiskSpace } from '../platform/files/disk-space.ts'
import { isoDates } from '../platform/iso-dates.ts'
import type { Settings } from '../platform/settings.ts'
import { listLastRuns } from './backup/backup-run-store.ts'
import { findLastBackup } from './backup/backup-store.ts'
import { describeBackups } from './backup/describe-backups.ts'
import { countWaitingDeliveries } from './delivery-health-store.ts'
import { countJobs } from './job-queue-store.ts'
import { findLastMigration, getDatabaseStatus } from './system-store.ts'

export interface SystemDeps extends Pick<Platform, 'db' | 'clock'> {
  readonly settings: Pick<
    Settings,
    'role' | 'production' | 'sandbox' | 'smtpUrl' | 'databaseUrl' | 'dataDir' | 'backup'
  >
  readonly startedAt: Date
  readonly version: string
  readonly diskSpace: () => Promise<DiskSpace>
}

/** Describes the state of the installation. */
export const readSystem = async (deps: SystemDeps): Promise<SystemStatus> => {
  const { db, settings, startedAt, version, diskSpace } = deps
  const [database, migrations, queue, deliveries, disk, ledger, backup, runs] = await Promise.all([
    getDatabaseStatus(db),
    findLastMigration(db),
    countJobs(db),
    countWaitingDeliveries(db, COUNTED_MAX),
    diskSpace(),
    findLatestReport(db),
    findLastBackup(db),
    listLastRuns(db),
  ])
  return {
    version,
    node: process.version,
    startedAt: startedAt.toISOString(),
    role: settings.role,
    production: settings.production,
    sandbox: settings.sandbox,
    mail: settings.smtpUrl === undefined ? 'files' : 'smtp',
    database: {
      kind: settings.databaseUrl === undefined ? 'embedded' : 'external',
      version: database.version,
      bytes: Number(database.bytes),
      connections: database.connections,
      connectionsMax: database.connections_max,
    },
    queue: {
      waiting: queue.waiting + queue.running,
      failing: queue.failing,
      givenUp: queue.given_up,
      oldestRunAt: queue.oldest_run_at?.toISOString() ?? null,
    },
    deliveries: isoDates(deliveries),
    disk,
    migrations: isoDates(migrations),
    lastBackupAt: backup?.finished_at.toISOString() ?? null,
    lastBackup: backup === undefined ? null : { file: backup.file, bytes: Number(backup.bytes) },
    backups: describeBackups(settings.backup, runs, deps.clock.now()),
    merchants: database.merchants,
    ledger: ledger === undefined ? null : ledgerLine(ledger),
  }
}

/** Summarizes the nightly check in one line, with the broken rules. */
const ledgerLine = ({ checkedAt, tookMs, orders, credits, faults, promises }: LedgerReport) => ({
  checkedAt,
  tookMs,
  orders,
  credits,
  faults,
  broken: promises
    .filter((found) => found.faults > 0)
    .map((found) => ({ promise: PROMISES[found.promise], faults: found.faults })),
})
