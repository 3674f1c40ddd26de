import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findRunningPostgres, startEmbeddedPostgres } from '@galla/embedded-postgres/embedded-postgres'
import { embeddedForBackups } from '../server/src/platform/database/open-data.ts'
import type { Settings } from '../server/src/platform/settings.ts'

/** The user can mend this, so they get a sentence. */
export class NoDatabaseError extends Error {
  override name = 'NoDatabaseError'
}

/** The database as it is: of a server that runs, or started for the time of a command (`isOurs`). Nothing is migrated. */
export const findDatabase = async ({
  databaseUrl,
  dataDir,
  backup,
}: Pick<Settings, 'databaseUrl' | 'dataDir' | 'backup'>): Promise<{
  connectionString: string
  isOurs: boolean
  stop: () => Promise<void>
}> => {
  const running = databaseUrl ?? findRunningPostgres(dataDir)
  if (running !== undefined) return { connectionString: running, isOurs: false, stop: async () => {} }
  if (!existsSync(join(dataDir, 'postgres')))
    throw new NoDatabaseError(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL.`)
  try {
    const ours = await startEmbeddedPostgres({ dataDir, log: () => {}, ...embeddedForBackups(backup) })
    return { connectionString: ours.connectionString, isOurs: true, stop: ours.stop }
  } catch (error) {
    // A Galla that was just starting keeps the folder; its server runs by now.
    const started = findRunningPostgres(dataDir)
    if (started === undefined) throw error
    return { connectionString: started, isOurs: false, stop: async () => {} }
  }
}
