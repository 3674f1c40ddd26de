import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '@galla/embedded-postgres/embedded-postgres'
import { ledgerReportLines } from '../server/src/ledger/check/ledger-check.ts'
import { verifyLedger } from '../server/src/ledger/check/verify-ledger.ts'
import { ARCHIVES } from '../server/src/operator/backup/backup-schedule.ts'
import { fixesAfterRestore, getInstallation } from '../server/src/operator/backup/backup-store.ts'
import { getNewestArchive, openBackupTarget } from '../server/src/operator/backup/backup-target.ts'
import { findKeyProblem } from '../server/src/operator/backup/find-key-problem.ts'
import {
  type ArchiveSource,
  archiveFile,
  prepareRestore,
  restoreBackup,
} from '../server/src/operator/backup/restore-backup.ts'
import { restoreFiles } from '../server/src/operator/backup/restore-files.ts'
import { restoreToTime } from '../server/src/platform/backup/restore-to-time.ts'
import { readStored } from '../server/src/platform/backup/store-backup.ts'
import { ArchiveError } from '../server/src/platform/backup/tar.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { type Database, openDatabase } from '../server/src/platform/database/database.ts'
import { makeDataDir } from '../server/src/platform/database/open-data.ts'
import { openFiles } from '../server/src/platform/files/open-files.ts'
import { createLog } from '../server/src/platform/log.ts'
import { runCommand } from '../server/src/platform/report-failure.ts'
import { readSettings, type Settings } from '../server/src/platform/settings.ts'
import { counted, getBackupSettings, readCommand } from './backup-arguments.ts'

const MIGRATIONS_DIR = fileURLToPath(new URL('../server/migrations', import.meta.url))
const STATEMENT_MS_MAX = 120_000

/** An archive of BACKUP_URL by its name there, or the newest. */
const storedBackup = async (
  { backup }: Pick<Settings, 'backup'>,
  named: string | undefined,
): Promise<ArchiveSource> => {
  const { url, passphrase } = getBackupSettings(backup)
  const target = openBackupTarget({ url })
  const name = named ?? (await getNewestArchive(target))
  console.log(`Restoring ${name} from BACKUP_URL.`)
  return () => readStored({ target, name, passphrase })
}

const withDatabase = async <T>(connectionString: string, work: (db: Database) => Promise<T>): Promise<T> => {
  const db = openDatabase(connectionString, { max: 1, statementTimeoutMs: STATEMENT_MS_MAX })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

const verify = (connectionString: string): Promise<number> =>
  withDatabase(connectionString, async (db) => {
    const report = await verifyLedger({ db, clock: systemClock })
    for (const line of ledgerReportLines(report)) console.log(line)
    console.log(
      'All users must log in again. See docs/operating/backup.md for what happened after the backup and what to do.',
    )
    return report.faults === 0 ? 0 : 2
  })

const restoreMoment = async (
  settings: Settings,
  until: Date | undefined,
  named: string | undefined,
): Promise<number> => {
  const { databaseUrl, dataDir, filesUrl } = settings
  if (databaseUrl !== undefined)
    throw new ArchiveError(
      '--to restores the embedded database. Unset DATABASE_URL, or use the archive of your database.',
    )
  const backup = getBackupSettings(settings.backup)
  const target = openBackupTarget(backup)
  const log = (message: string) => console.log(message)
  const data = await restoreToTime({
    target,
    backup,
    dataDir,
    until,
    named,
    log,
    settle: fixesAfterRestore(),
  })
  try {
    if (filesUrl === undefined) {
      const files = await openFiles(settings, createLog({ level: 'warn' }))
      const installation = await withDatabase(data.connectionString, getInstallation)
      const from = { target, passphrase: backup.passphrase, installation }
      log(`Restored ${counted(await restoreFiles(from, files), 'file', 'files')} from the newest backup.`)
    }
    const code = await verify(data.connectionString)
    const problem = await withDatabase(data.connectionString, (db) => findKeyProblem(db, settings))
    if (problem === undefined) return code
    console.error(problem)
    return 2
  } finally {
    await data.stop()
  }
}

/** Exits with 0 if restored with a correct ledger, 1 if nothing was restored, 2 if restored with ledger faults or with another key. */
const main = async (): Promise<number> => {
  const { file, passphrase, to } = readCommand(process.argv.slice(2))
  const settings = readSettings(process.env)
  await makeDataDir(settings.dataDir)
  if (to !== undefined) return restoreMoment(settings, to === 'latest' ? undefined : to, file)
  const isStored = settings.backup !== undefined && file?.startsWith(`${ARCHIVES}/`) === true
  const source =
    file === undefined || isStored
      ? await storedBackup(settings, file)
      : archiveFile(resolve(file), passphrase ?? settings.backup?.passphrase)
  const key = passphrase ?? settings.backup?.passphrase
  const found = await prepareRestore(settings, source, key)
  const files = await openFiles(settings, createLog({ level: 'warn' }))
  const data =
    settings.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: settings.dataDir, log: () => {} })
      : { connectionString: settings.databaseUrl, stop: async () => {} }
  try {
    const { connectionString } = data
    await restoreBackup({ connectionString, migrationsDir: MIGRATIONS_DIR, files, settings }, source, found)
    const rows = Object.values(found.sums.rows).reduce((sum, count) => sum + count, 0)
    console.log(
      `Restored ${counted(rows, 'row', 'rows')} and ${counted(found.sums.files, 'file', 'files')} of ${found.manifest.madeAt}.`,
    )
    return await verify(connectionString)
  } finally {
    await data.stop()
  }
}

void runCommand(main)
