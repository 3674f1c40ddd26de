import { chmod, mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type App, createApp } from './app.ts'
import { loadAppKey } from './platform/app-key.ts'
import { systemClock } from './platform/clock.ts'
import { secretsFrom } from './platform/crypto.ts'
import { openDatabase } from './platform/database.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { randomIds } from './platform/ids.ts'
import { createLog } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { readSettings, type Settings } from './platform/settings.ts'

const MIGRATIONS_DIR = fileURLToPath(new URL('../migrations', import.meta.url))
/** After this an orderly end is given up. */
const STOP_MS_MAX = 25_000

/** Owner-only; as root others may pass through it, since PostgreSQL runs as another user, but not look. */
const makeDataDir = async (dataDir: string): Promise<void> => {
  await mkdir(dataDir, { recursive: true })
  if (process.platform !== 'win32') await chmod(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
}

const startDatabase = async (settings: Settings, onEnd: (lastLines: string) => void) => {
  if (settings.databaseUrl !== undefined)
    return { connectionString: settings.databaseUrl, stop: async () => {} }
  return startEmbeddedPostgres({
    dataDir: settings.dataDir,
    log: (message) => console.log(message),
    onUnexpectedEnd: onEnd,
  })
}

const welcome = (settings: Settings): string =>
  settings.role === 'worker'
    ? 'Galla is working'
    : [
        `Galla is ready at ${settings.publicUrl.origin}`,
        '',
        `  Register a merchant:   ${settings.publicUrl.origin}/register`,
        `  Copy the test API key: ${settings.publicUrl.origin}/dashboard/api-documentation`,
        `  Create an order there, open its link, and pay it in the simulator.`,
        '',
        '  Stop with Ctrl-C.',
      ].join('\n')

/** The operator can mend this, so he gets a sentence. */
class ListenError extends Error {
  override name = 'ListenError'
}

const listen = async (app: App, { port, host }: Settings): Promise<void> => {
  try {
    await app.http.listen({ port, host })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE')
      throw new ListenError(`PORT ${port} is in use; stop what listens there or set another`)
    if (code === 'EACCES') throw new ListenError(`PORT ${port} may not be used by this user; set another`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new ListenError(`HOST ${host} is no address of this machine`)
    throw error
  }
}

const main = async (): Promise<void> => {
  const settings = readSettings(process.env)
  const log = createLog({ level: settings.logLevel })
  let stopping = false
  await makeDataDir(settings.dataDir)
  const secrets = secretsFrom(await loadAppKey(settings))
  const database = await startDatabase(settings, (lastLines) => {
    console.error(`The database ended by itself:\n${lastLines}`)
    process.exit(1)
  })
  const { connectionString } = database
  await migrate(connectionString, MIGRATIONS_DIR)
  const db = openDatabase(connectionString, {
    onConnectionLost: (error) => {
      if (!stopping) log.warn('a database connection was lost', { error })
    },
  })
  const app = await createApp({
    settings,
    connectionString,
    db,
    clock: systemClock,
    ids: randomIds,
    log,
    secrets,
  })

  const stop = async (signal: string): Promise<void> => {
    log.info('stopping', { signal })
    systemClock.after(STOP_MS_MAX, () => process.exit(1))
    await app.stop()
    await db.close()
    await database.stop()
  }
  const end = (signal: string): void => {
    if (stopping) return
    stopping = true
    stop(signal).then(
      () => process.exit(0),
      (error) => {
        log.error('the end was not orderly', { error })
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)

  if (settings.role !== 'worker') await listen(app, settings)
  console.log(welcome(settings))
}

main().catch((error: unknown) => {
  console.error(
    error instanceof Error && error.name.endsWith('Error') && error.name !== 'Error' ? error.message : error,
  )
  process.exit(1)
})
