import { fileURLToPath } from 'node:url'
import { openBackupTarget } from '../server/src/operator/backup/backup-target.ts'
import { runDrill } from '../server/src/operator/backup/run-drill.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { runCommand } from '../server/src/platform/report-failure.ts'
import { readSettings } from '../server/src/platform/settings.ts'
import { counted, getBackupSettings } from './backup-arguments.ts'
import { findDatabase } from './find-database.ts'

const MIGRATIONS_DIR = fileURLToPath(new URL('../server/migrations', import.meta.url))

/** Restores the newest backup of BACKUP_URL into a separate database, and verifies it. */
const main = async (): Promise<void> => {
  const settings = readSettings(process.env)
  const backup = getBackupSettings(settings.backup)
  const data = await findDatabase(settings)
  const { connectionString } = data
  const db = openDatabase(connectionString, { applicationName: 'galla drill', max: 2 })
  const target = openBackupTarget(backup)
  const { signal } = new AbortController()
  try {
    const { file, orders, credits } = await runDrill({
      db,
      connectionString,
      clock: systemClock,
      settings,
      backup,
      target,
      migrationsDir: MIGRATIONS_DIR,
      signal,
    })
    console.log(
      `${file} was restored and verified: ${counted(orders, 'order', 'orders')} and ${counted(credits, 'payment', 'payments')}, and the ledger is correct.`,
    )
  } finally {
    await db.close()
    await data.stop()
  }
}

void runCommand(main)
