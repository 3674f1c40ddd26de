import { type Secrets, secretsFrom } from '../../platform/crypto/crypto.ts'
import { readDataKey } from '../../platform/crypto/data-key.ts'
import { findConnectProblem, NO_RESPONSE } from '../../platform/database/connect-problem.ts'
import type { Database } from '../../platform/database/database.ts'
import { embeddedWarning } from '../../platform/database/database-role.ts'
import { isMigrated } from '../../platform/database/migrate.ts'
import type { Settings } from '../../platform/settings.ts'
import { type DatabaseFacts, findOperatorLogin, getDatabaseFacts, hasTables } from './doctor-store.ts'
import { CheckProblem, NotChecked } from './run-checks.ts'

const VERSION_MIN = 150_000
/** The connections of one web process and one worker together. */
const CONNECTIONS_FREE_MIN = 20

/** Reads the facts that several checks use. Throws a CheckProblem if the connection fails. */
export const readFacts = async (db: Database): Promise<DatabaseFacts> => {
  try {
    return await getDatabaseFacts(db)
  } catch (error) {
    throw new CheckProblem(findConnectProblem(error) ?? NO_RESPONSE, { cause: error })
  }
}

/** Lists the problems of the server, starting with those that lose data. */
const problemsOf = (
  facts: DatabaseFacts,
  { production, databaseUrl }: Pick<Settings, 'production' | 'databaseUrl'>,
): string[] => {
  const free = facts.connections_max - facts.connections
  const found: (string | false)[] = [
    (facts.fsync === 'off' || facts.full_page_writes === 'off') &&
      'fsync or full_page_writes is off, so a power cut destroys the database. Turn both on.',
    facts.synchronous_commit === 'off' &&
      'synchronous_commit is off, so a crash loses confirmed payments. Set it to on.',
    facts.read_only === 'on' &&
      'It is a standby and accepts no writes. Set DATABASE_URL to the primary, or promote it.',
    facts.version_number < VERSION_MIN && `It is PostgreSQL ${facts.version}. Upgrade it to 15 or newer.`,
    facts.encoding !== 'UTF8' && `Its encoding is ${facts.encoding}. Create the database with encoding UTF8.`,
    production && databaseUrl === undefined && embeddedWarning(facts.version),
    production &&
      facts.superuser &&
      `The role ${facts.role} is a superuser. Use a role that owns the database and is not a superuser.`,
    free < CONNECTIONS_FREE_MIN &&
      `Only ${free} of ${facts.connections_max} connections are free. Raise max_connections, or stop other programs.`,
  ]
  return found.filter((each) => each !== false)
}

export const checkDatabase = async (
  db: Database,
  facts: DatabaseFacts,
  {
    settings,
    migrationsDir,
  }: { readonly settings: Pick<Settings, 'production' | 'databaseUrl'>; readonly migrationsDir: string },
): Promise<string> => {
  const problems = problemsOf(facts, settings)
  if (problems.length > 0) throw new CheckProblem(problems.join(' '))
  const migrated = (await hasTables(db)) && (await isMigrated(db, migrationsDir))
  return `PostgreSQL ${facts.version}, role ${facts.role}, ${migrated ? 'migrated' : 'not migrated yet: the next start migrates it'}`
}

/** Decrypts the data key with the app key. Creates neither of them. */
export const checkAppKey = async (
  db: Database,
  settings: Pick<Settings, 'appKey' | 'dataDir'>,
): Promise<{ note: string; secrets: Secrets | undefined }> => {
  const found = (await hasTables(db)) ? await readDataKey(db, settings) : undefined
  if (found === undefined) return { note: 'created at the first start', secrets: undefined }
  const source = settings.appKey === undefined ? 'app.key in the data folder' : 'APP_KEY'
  return {
    note: `${source} decrypts the database; keep a copy elsewhere`,
    secrets: secretsFrom(found.dataKey),
  }
}

export const checkOperator = async (
  db: Database,
  { production }: Pick<Settings, 'production'>,
): Promise<string> => {
  if (!(await hasTables(db))) throw new NotChecked('the database is empty until the first start')
  const operator = await findOperatorLogin(db)
  if (operator === undefined)
    throw new CheckProblem('There is no operator yet. Restart Galla and open the link that it prints.')
  if (production && !operator.protected)
    throw new CheckProblem('The operator has no two-factor login. Log in as the operator and set it up.')
  return operator.protected ? 'has two-factor login' : 'exists'
}
