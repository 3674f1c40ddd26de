import { existsSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '@galla/embedded-postgres/embedded-postgres'
import { type Secrets, secretsFrom } from '../crypto/crypto.ts'
import { openDataKey } from '../crypto/data-key.ts'
import { errorCode } from '../error-code.ts'
import type { Settings } from '../settings.ts'
import { migrate } from './migrate.ts'

export interface OpenData {
  readonly secrets: Secrets
  readonly connectionString: string
  /** Stops the database if it is the embedded one. */
  stop(): Promise<void>
}

export interface OpenDataOptions {
  readonly migrationsDir: string
  /** Prints a message about the start to the operator. */
  readonly tell: (message: string) => void
}

/** Opens the data folder, its key and its migrated database: the first step of every program of Galla. */
export const openData = async (
  settings: Pick<Settings, 'dataDir' | 'databaseUrl' | 'appKey' | 'backup'>,
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

/** An error that the operator can fix; the message says how. */
class DataFolderError extends Error {
  override name = 'DataFolderError'
}

/**
 * Creates the data folder for its owner only. As root, others may pass through it but not list it, because PostgreSQL runs as another user.
 */
export const makeDataDir = async (dataDir: string): Promise<void> => {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700
  try {
    // Not `recursive` if the parent exists: with it, a read-only disk is reported as a missing folder.
    await mkdir(dataDir, { recursive: !existsSync(path.dirname(path.resolve(dataDir))) })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw unusable(dataDir, error)
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

/** Our packages contain this file and no PostgreSQL: there the system's one is used, which its distribution patches. */
const PACKAGED = fileURLToPath(new URL('../../../../packaged', import.meta.url))

const needsDatabase = (dataDir: string): string =>
  existsSync(path.join(dataDir, 'postgres'))
    ? `Set DATABASE_URL: this package has no PostgreSQL of its own, and ${dataDir} contains the database of an older one. Move it from the source folder: DATA_DIR=${dataDir} DATABASE_URL=... npm run galla -- move-database.`
    : 'Set DATABASE_URL to a PostgreSQL server, 15 or newer: this package has none of its own.'

/**
 * The driver takes what an address leaves open from the variables of PostgreSQL's own programs. They are set for another database, such as
 * PGSSLMODE, so that the embedded one would not be reached.
 */
const forgetOtherDatabase = (): void => {
  for (const name of Object.keys(process.env)) if (/^PG[A-Z]/.test(name)) delete process.env[name]
}

const startDatabase = async (
  { databaseUrl, dataDir, backup }: Pick<Settings, 'dataDir' | 'databaseUrl' | 'backup'>,
  { tell }: OpenDataOptions,
): Promise<{ connectionString: string; stop: () => Promise<void> }> => {
  if (databaseUrl !== undefined) return { connectionString: databaseUrl, stop: async () => {} }
  if (existsSync(PACKAGED)) throw new DataFolderError(needsDatabase(dataDir))
  forgetOtherDatabase()
  return startEmbeddedPostgres({ dataDir, log: tell, withDrillDatabase: backup !== undefined })
}
