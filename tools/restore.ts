import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '@galla/embedded-postgres/embedded-postgres'
import { ledgerReportLines } from '../server/src/ledger/check/ledger-check.ts'
import { verifyLedger } from '../server/src/ledger/check/verify-ledger.ts'
import { ARCHIVES } from '../server/src/operator/backup/backup-schedule.ts'
import { getNewestArchive, openBackupTarget } from '../server/src/operator/backup/backup-target.ts'
import {
  type ArchiveSource,
  prepareRestore,
  restoreBackup,
} from '../server/src/operator/backup/restore-backup.ts'
import { readStored } from '../server/src/platform/backup/backup-archive.ts'
import { fileTarget } from '../server/src/platform/backup/file-target.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { makeDataDir } from '../server/src/platform/database/open-data.ts'
import { openFiles } from '../server/src/platform/files/open-files.ts'
import { createLog } from '../server/src/platform/log.ts'
import { runCommand } from '../server/src/platform/report-failure.ts'
import { readSettings, type Settings } from '../server/src/platform/settings.ts'
import { counted, getBackupSettings, getPassphrase, readCommand } from './backup-arguments.ts'

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

const fileBackup = (file: string, passphrase: string): ArchiveSource => {
  const name = resolve(file)
  return () => readStored({ target: fileTarget(name), name, passphrase })
}

const verify = async (connectionString: string): Promise<number> => {
  const db = openDatabase(connectionString, { max: 1, statementTimeoutMs: STATEMENT_MS_MAX })
  try {
    const report = await verifyLedger({ db, clock: systemClock })
    for (const line of ledgerReportLines(report)) console.log(line)
    console.log(
      'All users must log in again. See docs/operating for what happened after the backup and what to do.',
    )
    return report.faults === 0 ? 0 : 2
  } finally {
    await db.close()
  }
}

/** Exits with 0 if restored with a correct ledger, 1 if nothing was restored, 2 if restored with ledger faults. */
const main = async (): Promise<number> => {
  const { file, passphrase } = readCommand(process.argv.slice(2))
  const settings = readSettings(process.env)
  await makeDataDir(settings.dataDir)
  const isStored = settings.backup !== undefined && file?.startsWith(`${ARCHIVES}/`) === true
  const source =
    file === undefined || isStored
      ? await storedBackup(settings, file)
      : fileBackup(file, getPassphrase(passphrase, settings.backup))
  const found = await prepareRestore(settings, source)
  const files = await openFiles(settings, createLog({ level: 'warn' }))
  const data =
    settings.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: settings.dataDir, log: () => {} })
      : { connectionString: settings.databaseUrl, stop: async () => {} }
  try {
    const { connectionString } = data
    await restoreBackup({ connectionString, migrationsDir: MIGRATIONS_DIR, files, settings }, source, found)
    console.log(
      `Restored the database and ${counted(found.files, 'file', 'files')} of ${found.manifest.madeAt}.`,
    )
    return await verify(connectionString)
  } finally {
    await data.stop()
  }
}

void runCommand(main)
