import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fchownSync,
  fsyncSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { ClusterHome, ServerUser } from './cluster-home.ts'
import { endsWithin, startProcess } from './server-process.ts'
import { DatabaseStartError } from './start-error.ts'

/** Made by initdb. It makes the program's role and database at each start and is used for nothing else. */
export const SUPERUSER = 'galla'
/** The program's role: it owns the database and has no power beyond it. */
export const PROGRAM_ROLE = 'galla_app'
/** Of every release of PostgreSQL; "1" is what is left of "18". */
const VERSION = /^(\d\d|[89]\.\d)$/
export const HALF_MADE_PREFIX = 'data.new-'
const passwordFileOf = (role: string): string => `${role}.password`
/** With it come locales that no library of the system changes, and a setting of the work of a password. */
const BUILTIN_LOCALES_SINCE = 17
const INITDB_TIME_MS_MAX = 120_000

export type Cluster = { readonly dir: string; readonly superuserPassword: string; readonly isNew: boolean }

/** Refuses a cluster that this program can't run, before anything in the folder has been touched. */
export function checkVersion(home: ClusterHome, major: number): void {
  const dir = join(home.folder, 'data')
  if (!existsSync(dir)) return
  const versionFile = join(dir, 'PG_VERSION')
  if (!existsSync(versionFile)) {
    throw new DatabaseStartError(
      `${dir} is not a PostgreSQL data folder. Nothing in it was changed. Move it away, then start again.`,
    )
  }
  const version = readFileSync(versionFile, 'utf8').trim()
  if (!VERSION.test(version)) {
    throw new DatabaseStartError(
      `${versionFile} is empty or damaged, perhaps after a power cut or a full disk. Nothing was changed. Restore the data folder ` +
        `from a copy. If this Galla created the database, it is enough to write ${major} in that file.`,
    )
  }
  if (version !== String(major)) {
    throw new DatabaseStartError(
      `The database in ${dir} needs PostgreSQL ${version}, and this Galla includes PostgreSQL ${major}. Nothing was ` +
        'changed. Move it to a PostgreSQL of your own with the Galla that created it (`npm run galla -- move-database`).',
    )
  }
}

/** The password of each role is in a file in the cluster's folder. */
export function readPassword(clusterDir: string, role: string): string {
  const file = join(clusterDir, passwordFileOf(role))
  const unusable = (fault: string, cause?: unknown): DatabaseStartError =>
    new DatabaseStartError(
      `The password of the database, ${file}, ${fault}. Restore it from a copy of the data folder.`,
      { cause },
    )
  let password: string
  try {
    password = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw unusable("can't be read", error)
  }
  if (!PASSWORD.test(password)) throw unusable('is empty or damaged')
  return password
}

/** The program role's password, made where it is missing or damaged: the role gets that of the file at each start. */
export function ensureProgramPassword({ dir }: Cluster, { user }: ClusterHome): string {
  const file = join(dir, passwordFileOf(PROGRAM_ROLE))
  if (existsSync(file) && PASSWORD.test(readFileSync(file, 'utf8').trim()))
    return readPassword(dir, PROGRAM_ROLE)
  const password = newPassword()
  const fresh = `${file}.new`
  rmSync(fresh, { force: true })
  const handle = openSync(fresh, 'wx', 0o600)
  try {
    writeFileSync(handle, password)
    if (user !== undefined) fchownSync(handle, user.uid, user.gid)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(fresh, file)
  return password
}

/** What newPassword makes. */
const PASSWORD = /^[\da-f]{64}$/
const newPassword = (): string => randomBytes(32).toString('hex')

/** Opens the cluster, or makes it. The caller holds the folder's lock. */
export async function openCluster(binaries: Binaries, home: ClusterHome, durable: boolean): Promise<Cluster> {
  const dir = join(home.folder, 'data')
  removeHalfMade(home.folder)
  if (existsSync(dir)) {
    refuseForeign(dir, home.user)
    handOver(dir, home.user)
    makeNarrow(dir)
    return { dir, superuserPassword: readPassword(dir, SUPERUSER), isNew: false }
  }
  const password = await makeCluster(binaries, home, dir, durable)
  return { dir, superuserPassword: password, isNew: true }
}

/** After a copy or a `chmod -R`, PostgreSQL would not start, and others could read its passwords. */
function makeNarrow(dir: string): void {
  if (process.platform === 'win32') return
  const passwords = [SUPERUSER, PROGRAM_ROLE].map((role) => join(dir, passwordFileOf(role)))
  for (const path of [dir, ...passwords]) {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
    if ((mode & 0o077) !== 0) chmodSync(path, mode & 0o700)
  }
}

/** The folder for the socket: private to the server's user. */
export function makeRunFolder(home: ClusterHome): string {
  const dir = join(home.folder, 'run')
  makePrivate(dir, home.user)
  return dir
}

export function makePrivate(dir: string, user: ServerUser): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (user !== undefined) chownSync(dir, user.uid, user.gid)
  chmodSync(dir, 0o700)
}

/** A cluster without its final name was cut off while it was made: nothing was ever stored in it. */
function removeHalfMade(home: string): void {
  for (const name of readdirSync(home)) {
    if (name.startsWith(HALF_MADE_PREFIX))
      rmSync(join(home, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

/** initdb works under a temporary name; the rename at the end says that the cluster is complete, password included. */
async function makeCluster(
  binaries: Binaries,
  home: ClusterHome,
  dir: string,
  durable: boolean,
): Promise<string> {
  const work = mkdtempSync(join(home.folder, HALF_MADE_PREFIX))
  makePrivate(work, home.user)
  const password = newPassword()
  const passwordFile = join(work, passwordFileOf(SUPERUSER))
  writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx', flush: true })
  if (home.user !== undefined) chownSync(passwordFile, home.user.uid, home.user.gid)
  const fresh = join(work, 'data')
  const args = ['-D', fresh, '-U', SUPERUSER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
  args.push('-E', 'UTF8', '--data-checksums')
  if (binaries.major < BUILTIN_LOCALES_SINCE) args.push('--locale=C.UTF-8')
  else args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  // A random password of 256 bits needs no slow hash, and connections should be fast.
  if (binaries.major >= BUILTIN_LOCALES_SINCE) args.push('-c', 'scram_iterations=1')
  if (!durable) args.push('--no-sync')
  const initdb = startProcess(binaries.initdb, args, home.user, 'kill-group', () => {})
  const inTime = await endsWithin(initdb.ended, INITDB_TIME_MS_MAX)
  if (!inTime) initdb.child.kill('SIGKILL')
  const { code } = await initdb.ended
  if (code !== 0) {
    rmSync(work, { recursive: true, force: true, maxRetries: 5 })
    throw new DatabaseStartError(
      `The database could not be created in ${home.folder}:\n${initdb.lastLines()}`,
    )
  }
  renameSync(passwordFile, join(fresh, passwordFileOf(SUPERUSER)))
  renameSync(fresh, dir)
  if (durable) flushFolder(home.folder)
  // Once more all of them: the initdb of a start that was cut off may have gone on writing for a moment.
  removeHalfMade(home.folder)
  return password
}

function refuseForeign(dir: string, user: ServerUser): void {
  const ownerUid = statSync(dir).uid
  if (user !== undefined || process.getuid === undefined || ownerUid === process.getuid()) return
  throw new DatabaseStartError(
    `The database in ${dir} belongs to uid ${ownerUid}, and Galla runs as uid ${process.getuid()}. ` +
      'Start it as that user or as root, or set DATA_DIR.',
  )
}

/** After `chown -R root` or a copy made by root, the server's user gets its files back. */
export function handOver(dir: string, user: ServerUser): void {
  if (user === undefined || statSync(dir).uid === user.uid) return
  lchownSync(dir, user.uid, user.gid)
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(dir, name), user.uid, user.gid)
  }
}

function flushFolder(dir: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(dir, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
