import { systemClock } from '../../platform/clock.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { randomIds } from '../../platform/ids.ts'
import { createMailer } from '../../platform/mail/mail.ts'
import { failureSentence } from '../../platform/report-failure.ts'
import type { Settings } from '../../platform/settings.ts'
import { checkAppKey, checkDatabase, checkOperator, readFacts } from './check-database.ts'
import { checkClock, checkDisk, checkFiles } from './check-machine.ts'
import { callOutside, checkDns, checkMail, checkPublicAddress, type OutgoingCall } from './check-network.ts'
import type { DatabaseFacts } from './doctor-store.ts'
import { type Check, CheckProblem, type Finding, NotChecked, runChecks } from './run-checks.ts'

const CHECK_MS_MAX = 20_000
const STATEMENT_MS_MAX = 5_000
const CONNECT_MS_MAX = 5_000

export interface DoctorDeps {
  readonly settings: Settings
  readonly migrationsDir: string
  /** Finds the database, and starts the embedded one for the time of the command. */
  readonly findDatabase: () => Promise<{ connectionString: string; stop: () => Promise<void> }>
}

/** Each check uses what others found out; it is found out once, and a failure is reported by one check only. */
const unlessFailed = async <T>(found: Promise<T>, reason: string): Promise<T> => {
  try {
    return await found
  } catch {
    throw new NotChecked(reason)
  }
}

/** Examines the installation from outside the server's process, whether it runs or not. Changes and sends nothing. */
export const examine = async (deps: DoctorDeps): Promise<Finding[]> => {
  const opened = open(deps)
  // Each is awaited by the check that reports it.
  opened.catch(() => {})
  try {
    return await runChecks(checksOf(deps, opened), CHECK_MS_MAX)
  } finally {
    const data = await opened.catch(() => undefined)
    await data?.db.close()
    await data?.stop()
  }
}

const open = async ({ findDatabase }: DoctorDeps): Promise<{ db: Database; stop: () => Promise<void> }> => {
  try {
    const { connectionString, stop } = await findDatabase()
    const db = openDatabase(connectionString, {
      applicationName: 'galla doctor',
      max: 1,
      connectTimeoutMs: CONNECT_MS_MAX,
      statementTimeoutMs: STATEMENT_MS_MAX,
    })
    return { db, stop }
  } catch (error) {
    throw new CheckProblem(failureSentence(error) ?? 'The embedded database does not start. See its log.', {
      cause: error,
    })
  }
}

const checksOf = (deps: DoctorDeps, opened: Promise<{ db: Database }>): Check[] => {
  const { settings } = deps
  const { publicUrl, dataDir, production } = settings
  const facts = opened.then(async ({ db }) => ({
    facts: await readFacts(db),
    readAt: systemClock.now().getTime(),
  }))
  const key = facts.then(async () => checkAppKey((await opened).db, settings))
  const outside = callOutside(settings, systemClock)
  for (const each of [facts, key, outside]) each.catch(() => {})
  const withDatabase = async (): Promise<Database> => {
    await unlessFailed(facts, 'the database does not respond')
    return (await opened).db
  }
  return [
    {
      name: 'settings',
      run: async () =>
        production
          ? 'valid, production'
          : 'valid; NODE_ENV=production is not set, so use this installation only for testing',
    },
    { name: 'disk', run: () => checkDisk(dataDir) },
    { name: 'files', run: () => checkFiles(settings) },
    {
      name: 'database',
      run: async () => checkDatabase((await opened).db, (await facts).facts, deps),
    },
    {
      name: 'app key',
      run: async () => {
        await withDatabase()
        return (await key).note
      },
    },
    {
      name: 'operator',
      run: async () => checkOperator(await withDatabase(), settings),
    },
    { name: 'clock', run: () => compareClocks(facts, outside) },
    { name: 'DNS', run: () => checkDns(publicUrl) },
    {
      name: 'public address',
      run: async () => {
        const { secrets } = await unlessFailed(key, 'needs the database and the app key')
        return checkPublicAddress({ ids: randomIds, secrets }, publicUrl)
      },
    },
    {
      name: 'mail',
      run: () => checkMail(createMailer({ settings, clock: systemClock, ids: randomIds }), settings),
    },
    { name: 'outgoing calls', run: async () => (await outside).note },
  ]
}

/** The failures of both are reported by other checks. */
const compareClocks = async (
  facts: Promise<{ readonly facts: DatabaseFacts; readonly readAt: number }>,
  outside: Promise<OutgoingCall>,
): Promise<string> => {
  const database = await facts.catch(() => undefined)
  const theirs = (await outside.catch(() => undefined))?.clock
  return checkClock({
    databaseMs: database === undefined ? null : database.facts.now.getTime() - database.readAt,
    internetMs: theirs === undefined ? null : theirs.there - theirs.here,
  })
}
