import { fileURLToPath } from 'node:url'
import { createApp } from './app.ts'
import { systemClock } from './platform/clock.ts'
import { openDatabase } from './platform/database.ts'
import { randomIds } from './platform/ids.ts'
import { listen } from './platform/listen.ts'
import { createLog } from './platform/log.ts'
import { openData } from './platform/open-data.ts'
import { readSettings, type Settings } from './platform/settings.ts'

const MIGRATIONS_DIR = fileURLToPath(new URL('../migrations', import.meta.url))
/** Requests, jobs and the database have this long to end in order. */
const STOP_MS_MAX = 25_000

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

const main = async (): Promise<void> => {
  const settings = readSettings(process.env)
  const log = createLog({ level: settings.logLevel })
  let stopping = false
  const data = await openData(settings, {
    migrationsDir: MIGRATIONS_DIR,
    tell: (message) => console.log(message),
  })
  const { connectionString, secrets } = data
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
    // No balancer sends anything to a worker, and who presses Ctrl-C waits for the end.
    const graceMs = signal === 'SIGTERM' && settings.role !== 'worker' ? settings.shutdownGraceMs : 0
    systemClock.after(graceMs + STOP_MS_MAX, () => process.exit(1))
    await app.drain(graceMs)
    await app.stop()
    await db.close()
    await data.stop()
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

  if (settings.role !== 'worker') await listen(app.http, settings)
  console.log(welcome(settings))
}

main().catch((error: unknown) => {
  console.error(
    error instanceof Error && error.name.endsWith('Error') && error.name !== 'Error' ? error.message : error,
  )
  process.exit(1)
})
