import { existsSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { startEmbeddedPostgres } from '@galla/embedded-postgres/embedded-postgres'
import { type Secrets, secretsFrom } from '../crypto/crypto.ts'
import { openDataKey } from '../crypto/data-key.ts'
import type { Settings } from '../settings.ts'
import { migrate } from './migrate.ts'

export interface OpenData {
  readonly secrets: Secrets
  readonly connectionString: string
  /** Stops the database, if it is ours. */
  stop(): Promise<void>
}

export interface OpenDataOptions {
  readonly migrationsDir: string
  /** What a person should know of the start. */
  readonly tell: (message: string) => void
}

/** The data folder, its key and its database, migrated: what every program of Galla begins with. */
export const openData = async (
  settings: Pick<Settings, 'dataDir' | 'databaseUrl' | 'appKey'>,
  options: OpenDataOptions,
): Promise<OpenData> => {
  await makeDataDir(settings.dataDir)
  const { connectionString, stop } = await startDatabase(settings, options)
  try {
    await migrate(connectionString, options.migrationsDir)
    return { secrets: secretsFrom(await openDataKey(connectionString, settings)), connectionString, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The operator can mend this, so a sentence says it. */
class DataFolderError extends Error {
  override name = 'DataFolderError'
}

/** Owner-only; as root others may pass through it, since PostgreSQL runs as another user, but not look. */
export const makeDataDir = async (dataDir: string): Promise<void> => {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700
  try {
    // Without `recursive` where its parent is there: with it, a disk that is read-only is reported as a folder that is not there.
    await mkdir(dataDir, { recursive: !existsSync(path.dirname(path.resolve(dataDir))) })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST'))
      throw unusable(dataDir, error)
  }
  if (process.platform === 'win32') return
  await chmod(dataDir, mode).catch((error: unknown) => {
    throw unusable(dataDir, error)
  })
}

const unusable = (dataDir: string, error: unknown): DataFolderError => {
  const reason = error instanceof Error ? error.message : String(error)
  return new DataFolderError(`The data folder ${dataDir} can't be used (${reason}).`, { cause: error })
}

const startDatabase = async (
  { databaseUrl, dataDir }: Pick<Settings, 'dataDir' | 'databaseUrl'>,
  { tell }: OpenDataOptions,
): Promise<{ connectionString: string; stop: () => Promise<void> }> =>
  databaseUrl !== undefined
    ? { connectionString: databaseUrl, stop: async () => {} }
    : startEmbeddedPostgres({ dataDir, log: tell })
