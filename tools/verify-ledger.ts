import { fileURLToPath } from 'node:url'
import { ledgerReportLines } from '../server/src/ledger/check/ledger-check.ts'
import { verifyLedger } from '../server/src/ledger/check/verify-ledger.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { isMigrated } from '../server/src/platform/database/migrate.ts'
import { runCommand } from '../server/src/platform/report-failure.ts'
import { readSettings } from '../server/src/platform/settings.ts'
import { findDatabase } from './find-database.ts'

const MIGRATIONS_DIR = fileURLToPath(new URL('../server/migrations', import.meta.url))
/** Long, for busy machines. */
const STATEMENT_MS_MAX = 120_000

/** An error that the user can fix; the message says how. */
class LedgerError extends Error {
  override name = 'LedgerError'
}

/** Exits with 0 for a correct ledger, 1 for faults, 2 if it could not be checked. */
const main = async (): Promise<number> => {
  const ledger = await findDatabase(readSettings(process.env))
  const db = openDatabase(ledger.connectionString, {
    applicationName: 'galla verify-ledger',
    max: 1,
    statementTimeoutMs: STATEMENT_MS_MAX,
  })
  try {
    if (!(await isMigrated(db, MIGRATIONS_DIR)))
      throw new LedgerError(
        'This database is from an older version of Galla. Start this version on it once, then run the check again.',
      )
    const report = await verifyLedger({ db, clock: systemClock })
    for (const line of ledgerReportLines(report)) console.log(line)
    return report.faults === 0 ? 0 : 1
  } finally {
    await db.close()
    await ledger.stop()
  }
}

void runCommand(main, 2)
