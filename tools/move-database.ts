import { fileURLToPath } from 'node:url'
import { MoveError, moveRows } from '../server/src/platform/database/move-rows.ts'
import { runCommand } from '../server/src/platform/report-failure.ts'
import { readSettings } from '../server/src/platform/settings.ts'
import { counted } from './backup-arguments.ts'
import { findDatabase } from './find-database.ts'

const MIGRATIONS_DIR = fileURLToPath(new URL('../server/migrations', import.meta.url))

/** Moves the embedded database of DATA_DIR into the empty one of DATABASE_URL. */
const main = async (): Promise<void> => {
  const { databaseUrl, dataDir, backup } = readSettings(process.env)
  if (databaseUrl === undefined) throw new MoveError('Set DATABASE_URL to the empty database to move to.')
  const embedded = await findDatabase({ databaseUrl: undefined, dataDir, backup })
  try {
    const rows = await moveRows(embedded.connectionString, databaseUrl, MIGRATIONS_DIR)
    console.log(
      `${counted(rows, 'row', 'rows')} are in the database of DATABASE_URL. Files and app.key stay in ${dataDir}. Keep ${dataDir}/postgres until you have seen that all is there.`,
    )
  } finally {
    await embedded.stop()
  }
}

void runCommand(main)
