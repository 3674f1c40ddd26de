import { fileURLToPath } from 'node:url'
import { createApp } from './app.ts'
import { systemClock } from './platform/clock.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { embeddedWarning, isSuperuser, versionOf } from './platform/database/database-role.ts'
import { openData } from './platform/database/open-data.ts'
import { quietOutages } from './platform/database/quiet-outages.ts'
import { listen } from './platform/http/listen.ts'
import { randomIds } from './platform/ids.ts'
import { createLog, type Log } from './platform/log.ts'
import { standardOutput } from './platform/log-output.ts'
import { reportFailure } from './platform/report-failure.ts'
import { readSettings, type Settings } from './platform/settings.ts'

const MIGRATIONS_DIR = fileURLToPath(new URL('../migrations', import.meta.url))
/** Requests, jobs and the database have this long to end in order. */
const STOP_MS_MAX = 25_000
/** A start that is to end has this long to become stoppable. It may wait for a database that does not respond, or for another's migration. */
const START_END_MS_MAX = 4_000

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

interface Program {
  stop(signal: string): Promise<void>
}

const warnOfDatabase = async (
  db: Database,
  { databaseUrl }: Pick<Settings, 'databaseUrl'>,
  log: Log,
): Promise<void> => {
  if (databaseUrl === undefined) log.warn(embeddedWarning(await versionOf(db)))
  else if (await isSuperuser(db))
    log.warn('the role in DATABASE_URL is a superuser; a role that owns its database is enough')
}

const start = async (settings: Settings, log: Log, isStopping: () => boolean): Promise<Program> => {
  const { write } = standardOutput()
  const data = await openData(settings, {
    migrationsDir: MIGRATIONS_DIR,
    tell: (message) => write(`${message}\n`),
  })
  const { connectionString, secrets } = data
  const db = openDatabase(connectionString, {
    onConnectionLost: (error) => {
      if (!isStopping()) log.warn('a database connection was lost', { error })
    },
  })
  if (settings.production) await warnOfDatabase(db, settings, log)
  const app = await createApp({
    settings,
    connectionString,
    db,
    clock: systemClock,
    ids: randomIds,
    log,
    secrets,
    print: (line) => write(`${line}\n`),
  })
  if (!isStopping()) {
    if (settings.listens) await listen(app.http, settings)
    write(`${welcome(settings)}\n`)
  }
  return {
    async stop(signal) {
      log.info('stopping', { signal })
      // No balancer sends anything to a worker, and who presses Ctrl-C waits for the end.
      const graceMs = signal === 'SIGTERM' && settings.role !== 'worker' ? settings.shutdownGraceMs : 0
      systemClock.after(graceMs + STOP_MS_MAX, () => process.exit(1))
      await app.drain(graceMs)
      await app.stop()
      await db.close()
      await data.stop()
    },
  }
}

const main = async (): Promise<void> => {
  const settings = readSettings(process.env)
  const log = quietOutages(createLog({ level: settings.logLevel }), systemClock)
  let stopping = false
  const end = async (signal: string): Promise<void> => {
    if (stopping) return
    stopping = true
    // A start under way goes on to where it can be stopped in order; when it fails, that is said below.
    // What it leaves unfinished is what a crash leaves: a migration is one transaction, and the embedded database ends with this process.
    const tooLate = systemClock.after(START_END_MS_MAX, () => process.exit(0))
    const program = await starting.catch(() => undefined)
    tooLate.stop()
    if (program === undefined) return
    try {
      await program.stop(signal)
      process.exit(0)
    } catch (error) {
      log.error('the shutdown failed', { error })
      process.exit(1)
    }
  }
  process.on('SIGTERM', (signal) => void end(signal))
  process.on('SIGINT', (signal) => void end(signal))
  const starting = start(settings, log, () => stopping)
  await starting
}

main().catch((error: unknown) => {
  reportFailure(error)
  process.exit(1)
})
