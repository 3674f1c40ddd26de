import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseStartError } from './start-error.ts'

/** The user that the server runs as. Undefined: the current user. */
export type ServerUser = { readonly uid: number; readonly gid: number } | undefined

export type ClusterHome = {
  /** The folder that holds the cluster, its socket, its lock and copied binaries. */
  readonly folder: string
  readonly user: ServerUser
}

const FAR_HOME = '/var/lib/galla'
const PREFERRED_USERS = ['galla', 'postgres', '_postgres', 'nobody']

/**
 * Decides where the cluster lies and who runs it. PostgreSQL refuses to run as root, so root hands it to a user without
 * rights; that user must be able to walk to the folder, so below a closed folder the cluster goes to /var/lib/galla.
 */
export function chooseClusterHome(dataDir: string, farHome: string = FAR_HOME): ClusterHome {
  const asRoot = process.getuid?.() === 0
  makeDataDir(dataDir, asRoot)
  const near = join(realpathSync(dataDir), 'postgres')
  const linked = followLink(near)
  const user = asRoot ? chooseUser(join(linked ?? near, 'data')) : undefined
  if (linked === undefined && !existsSync(near) && !canEnter(dirname(near), user)) {
    const key = createHash('sha256').update(dirname(near)).digest('hex').slice(0, 16)
    const far = join(farHome, key)
    makeHome(far, asRoot)
    // The link keeps database and data folder together when the folder is renamed.
    makeLink(far, near)
    return reachable({ folder: far, user })
  }
  const folder = linked ?? near
  makeHome(folder, asRoot)
  return reachable({ folder, user })
}

/** Whether the user may walk into the folder: asked of the system itself, so that ACLs and mounts count too. */
export function canEnter(folder: string, user: ServerUser): boolean {
  if (user === undefined) return true
  const probe = spawnSync('/bin/sh', ['-c', 'test -x "$1" && test -r /', 'sh', folder], { cwd: '/', ...user })
  if (probe.error !== undefined) {
    throw new DatabaseStartError(
      `PostgreSQL does not run as root, and this system does not let Galla run it as uid ${user.uid} ` +
        `(${probe.error.message}). Start Galla as an ordinary user, or set DATABASE_URL.`,
      { cause: probe.error },
    )
  }
  return probe.status === 0
}

function makeDataDir(dataDir: string, asRoot: boolean): void {
  if (existsSync(dataDir)) {
    if (asRoot && isClosedAndOurs(dataDir)) chmodSync(dataDir, 0o711)
    return
  }
  mkdirSync(dataDir, { recursive: true, mode: asRoot ? 0o711 : 0o700 })
  if (asRoot) chmodSync(dataDir, 0o711)
}

/** A closed folder of root's is opened for walking through only if nothing but ours can be in it. */
function isClosedAndOurs(dataDir: string): boolean {
  const state = statSync(dataDir)
  if (state.uid !== 0 || (state.mode & 0o077) !== 0) return false
  const names = readdirSync(dataDir)
  return names.length === 0 || names.includes('postgres') || names.includes('app.key')
}

function makeHome(home: string, asRoot: boolean): void {
  const mode = asRoot ? 0o711 : 0o700
  if (existsSync(home)) return
  mkdirSync(home, { recursive: true, mode })
  chmodSync(home, mode)
}

function makeLink(far: string, near: string): void {
  try {
    symlinkSync(far, near)
  } catch (error) {
    // Another start at the same moment made the same link; the lock decides which of the two goes on.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

function reachable(home: ClusterHome): ClusterHome {
  if (!canEnter(home.folder, home.user)) {
    throw new DatabaseStartError(
      `The database runs as uid ${home.user?.uid}, which can't reach ${home.folder}, because a folder above it is not accessible. ` +
        'Allow access with chmod o+x, or set DATA_DIR.',
    )
  }
  return home
}

function followLink(near: string): string | undefined {
  if (!lstatSync(near, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined
  const far = readlinkSync(near)
  if (!existsSync(far)) {
    throw new DatabaseStartError(
      `The database of this data folder was in ${far}, which no longer exists. Restore it, or delete the link ${near} ` +
        'to start with an empty database.',
    )
  }
  return far
}

type Account = { readonly name: string; readonly uid: number; readonly gid: number }

/** An existing cluster keeps its owner; a new one goes to the first suitable account that has a passwd entry. */
function chooseUser(clusterDir: string): ServerUser {
  const accounts = readAccounts()
  const ownerUid = statSync(clusterDir, { throwIfNoEntry: false })?.uid ?? 0
  const owner = accounts.find((account) => account.uid === ownerUid && ownerUid !== 0)
  const chosen =
    owner ??
    PREFERRED_USERS.map((name) => accounts.find((account) => account.name === name)).find(
      (account) => account !== undefined && account.uid !== 0,
    ) ??
    accounts.find((account) => account.uid !== 0)
  if (chosen === undefined) {
    throw new DatabaseStartError(
      'PostgreSQL does not run as root, and /etc/passwd names no other user. Start Galla as an ordinary user, or set DATABASE_URL.',
    )
  }
  return { uid: chosen.uid, gid: chosen.gid }
}

function readAccounts(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => Number.isInteger(uid) && uid >= 0 && Number.isInteger(gid) && gid >= 0)
}
