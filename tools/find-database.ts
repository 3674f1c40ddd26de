import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findRunningPostgres, startEmbeddedPostgres } from '@galla/embedded-postgres/embedded-postgres'
import type { Settings } from '../server/src/platform/settings.ts'

/** An error that the user can fix; the message says how. */
export class NoDatabaseError extends Error {
  override name = 'NoDatabaseError'
}

/** Finds the database of a running server, or starts it for the time of a command . Nothing is migrated. */
export const findDatabase = async ({
  databaseUrl,
  dataDir,
  backup,
}: Pick<Settings, 'databaseUrl' | 'dataDir' | 'backup'>): Promise<{
  connectionString: string
  stop: () => Promise<void>
}> => {
  const running = databaseUrl ?? findRunningPostgres(dataDir)
  if (running !== undefined) return { connectionString: running, stop: async () => {} }
  if (!existsSync(join(dataDir, 'postgres')))
    throw new NoDatabaseError(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL.`)
  try {
    const ours = await startEmbeddedPostgres({
      dataDir,
      log: () => {},
      withDrillDatabase: backup !== undefined,
    })
    return { connectionString: ours.connectionString, stop: ours.stop }
  } catch (error) {
    // A Galla that is starting locked the folder; its database runs by now.
    const started = findRunningPostgres(dataDir)
    if (started === undefined) throw error
    return { connectionString: started, stop: async () => {} }
  }
}
