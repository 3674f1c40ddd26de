import { fileURLToPath } from 'node:url'
import { rotateAppKey } from '../server/src/platform/crypto/rotate-app-key.ts'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { isMigrated } from '../server/src/platform/database/migrate.ts'
import { runCommand } from '../server/src/platform/report-failure.ts'
import { readSettings } from '../server/src/platform/settings.ts'
import { findDatabase, NoDatabaseError } from './find-database.ts'

const MIGRATIONS_DIR = fileURLToPath(new URL('../server/migrations', import.meta.url))

const main = async (): Promise<void> => {
  const settings = readSettings(process.env)
  const { connectionString, stop } = await findDatabase(settings)
  const db = openDatabase(connectionString, { applicationName: 'galla rotate-app-key', max: 2 })
  try {
    if (!(await isMigrated(db, MIGRATIONS_DIR)))
      throw new NoDatabaseError(
        'This database is from an older version of Galla. Start this version on it once, then rotate the key.',
      )
    for await (const line of rotateAppKey({ db, settings })) console.log(line)
  } finally {
    await db.close()
    await stop()
  }
}

void runCommand(main)
