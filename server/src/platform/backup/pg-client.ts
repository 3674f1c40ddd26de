import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'

/** A program of PostgreSQL is missing, too old, or failed; the message says which and what to do. */
export class PgClientError extends Error {
  override name = 'PgClientError'
}

/** The folder with `pg_dump`, `pg_restore` and `psql`. */
export interface PgClient {
  readonly folder: string
  readonly major: number
}

const PROGRAMS = ['pg_dump', 'pg_restore', 'psql'] as const
type Program = (typeof PROGRAMS)[number]
const VERSION_MS_MAX = 10_000

/** Where packages put the client of one major version, and what the operator put in PATH. */
const clientFolders = (major: number): string[] => [
  `/usr/lib/postgresql/${major}/bin`,
  `/usr/pgsql-${major}/bin`,
  ...(process.env.PATH ?? '').split(path.delimiter),
]

const clientIn = async (folder: string): Promise<PgClient | undefined> => {
  if (!PROGRAMS.every((program) => existsSync(path.join(folder, program)))) return undefined
  const said = await promisify(execFile)(path.join(folder, 'pg_dump'), ['--version'], {
    timeout: VERSION_MS_MAX,
  }).catch(() => undefined)
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(said?.stdout ?? '')?.[1])
  return Number.isInteger(major) ? { folder, major } : undefined
}

/**
 * Finds the client for a server. An older client cannot dump it; that of the server's own version comes first, because what a newer one
 * writes may need a newer server.
 */
export const findPgClient = async (
  serverMajor: number,
  folders: readonly string[] = clientFolders(serverMajor),
): Promise<PgClient> => {
  const found = (await Promise.all(folders.map(clientIn))).flatMap((client) => client ?? [])
  const client =
    found.find(({ major }) => major === serverMajor) ?? found.find(({ major }) => major > serverMajor)
  if (client !== undefined) return client
  const has = found[0] === undefined ? 'none' : `that of ${found[0].major}`
  throw new PgClientError(
    `The database is PostgreSQL ${serverMajor}, and backups need its client or a newer one. This machine has ${has}. Install postgresql-client-${serverMajor}.`,
  )
}

const STDERR_CHARACTERS_MAX = 4_000

interface Running {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>
  /** Rejects unless the program ended with the code 0. */
  readonly ended: Promise<void>
}

/** Starts a program. It ends with the signal, and with this process: its pipes break then. */
const start = (
  { folder }: PgClient,
  program: Program,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Running => {
  const child = spawn(path.join(folder, program), args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LC_ALL: 'C', ...env },
    signal,
    killSignal: 'SIGKILL',
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(0, STDERR_CHARACTERS_MAX)
  })
  const ended = once(child, 'close').then(([code, killedBy]) => {
    if (code !== 0) throw new PgClientError(describeFailure(program, stderr, killedBy))
  })
  // What reads the program's output reports the error; unhandled, it would end the process.
  ended.catch(() => undefined)
  return { child, ended }
}

const NO_SPACE = /No space left on device|Disk quota exceeded/

const describeFailure = (program: Program, stderr: string, killedBy: string | null): string => {
  if (NO_SPACE.test(stderr)) return 'The disk of the database is full'
  if (killedBy !== null) return `${program} was ended by ${killedBy} before it was finished`
  // Only the first line of an error: the next ones may quote rows.
  const line = /(?:error|ERROR|FATAL):(.*)/.exec(stderr)?.[1]?.trim()
  return `${program} failed: ${line ?? 'it gave no reason'}`
}

/**
 * Dumps the database in the custom format of `pg_dump`, from one snapshot, while Galla works. Throws after the last piece if the dump is
 * not whole.
 */
export async function* dumpDatabase(
  client: PgClient,
  connectionString: string,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const { dbname, env } = libpqConnection(connectionString)
  const { child, ended } = start(client, 'pg_dump', [...DUMP_ARGUMENTS, dbname], env, signal)
  child.stdin.end()
  try {
    yield* child.stdout
    await ended
  } finally {
    child.kill('SIGKILL')
  }
}

const DUMP_ARGUMENTS = [
  '--format=custom',
  '--no-owner',
  '--no-privileges',
  '--no-password',
  // Rather than holding the locks that it has: every statement of Galla would wait behind a migration that waits for them.
  '--lock-wait-timeout=60s',
  '--dbname',
]
const SQL_ARGUMENTS = [
  '--no-psqlrc',
  '--quiet',
  '--no-password',
  '--output=/dev/null',
  '--set=ON_ERROR_STOP=1',
  '--set=VERBOSITY=terse',
  '--dbname',
]

export interface RestoreSteps {
  readonly dump: AsyncIterable<Uint8Array>
  /** Statements before and after the dump, in its transaction. */
  readonly before: string
  readonly after: string
  /** Work that has to succeed before the transaction is committed. */
  readonly beforeCommit: () => Promise<void>
}

/** Restores a dump in one transaction: all of it, with `before` and `after`, or nothing. */
export const restoreDump = async (
  client: PgClient,
  connectionString: string,
  { dump, before, after, beforeCommit }: RestoreSteps,
  signal: AbortSignal,
): Promise<void> => {
  const { dbname, env } = libpqConnection(connectionString)
  const unpack = start(client, 'pg_restore', ['--no-owner', '--no-privileges', '--file=-'], {}, signal)
  const sql = start(client, 'psql', [...SQL_ARGUMENTS, dbname], env, signal)
  sql.child.stdout.resume()
  async function* script(): AsyncGenerator<string | Buffer> {
    yield `begin;\n${before}\n`
    yield* unpack.child.stdout
    await unpack.ended
    await beforeCommit()
    // Without this line, whatever went wrong, the server rolls everything back.
    yield `\nset search_path = public;\n${after}\ncommit;\n`
  }
  const [fed, scripted, stored] = await Promise.allSettled([
    pipeline(Readable.from(dump, { objectMode: false }), unpack.child.stdin),
    pipeline(script, sql.child.stdin),
    sql.ended,
  ])
  signal.throwIfAborted()
  // The first cause: a program whose neighbour ended sees only a broken pipe.
  const causes = [stored, scripted, fed].flatMap((step) => (step.status === 'rejected' ? [step.reason] : []))
  const cause = causes.find((error) => !isBrokenPipe(error)) ?? causes[0]
  if (cause !== undefined) throw cause
}

const BROKEN_PIPE = new Set(['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'])
const isBrokenPipe = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && BROKEN_PIPE.has(String(error.code))

const PASSWORD = /^([a-z]+:\/\/[^/?#@:]*):([^/?#]*)@/
/** Debian's and Red Hat's: Node brings its own list, and PostgreSQL's programs do not. */
const AUTHORITIES = ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt']
/** With these, the driver of the program checks the certificate completely, and libpq would not. */
const WEAKER = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/
/** Of the driver alone. */
const UNCHECKED = /([?&]sslmode=)no-verify(?=&|$)/
const LIBPQ_RULES = /([?&])uselibpqcompat=true(?:&|$)/

/**
 * The address for PostgreSQL's own programs: with the password in a variable, because everyone on the machine can read a command line,
 * and with certificates checked as strictly as the program does.
 */
export const libpqConnection = (connectionString: string): { dbname: string; env: NodeJS.ProcessEnv } => {
  const [, user, password] = PASSWORD.exec(connectionString) ?? []
  const bare = user === undefined ? connectionString : connectionString.replace(PASSWORD, '$1@')
  const dbname = LIBPQ_RULES.test(bare)
    ? bare.replace(LIBPQ_RULES, '$1').replace(/[?&]$/, '')
    : bare.replace(WEAKER, '$1verify-full').replace(UNCHECKED, '$1require')
  const authorities = process.env.NODE_EXTRA_CA_CERTS ?? AUTHORITIES.find((file) => existsSync(file))
  return {
    dbname,
    env: {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => /^PG[A-Z]/.test(name))),
      PGAPPNAME: 'galla backup',
      ...(password === undefined ? {} : { PGPASSWORD: decodeURIComponent(password) }),
      ...(dbname.includes('sslmode=verify-full') && authorities !== undefined
        ? { PGSSLROOTCERT: authorities }
        : {}),
    },
  }
}
