import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { HALF_MADE_PREFIX, handOver, makePrivate } from './cluster.ts'
import { type ClusterHome, chooseClusterHome } from './cluster-home.ts'
import { DatabaseStartError } from './start-error.ts'

/** Where the server puts finished log segments until the program has taken them to the archive. */
const SPOOL = 'wal'
/** Where the program puts segments from the archive for a server that recovers. */
const RECOVERY = 'recovery'

/** A file in the spool that says that the archived log has a start or a gap that no base backup covers. */
export const BASE_NEEDED = 'base-needed'

/** The folder of the cluster, and that of finished log segments; undefined when this data folder has none. */
export function archiveFolders(dataDir: string): { cluster: string; spool: string } | undefined {
  const home = join(dataDir, 'postgres')
  const folders = { cluster: join(home, 'data'), spool: join(home, SPOOL) }
  return existsSync(folders.cluster) && existsSync(folders.spool) ? folders : undefined
}

/** Quotes for the shell, and for the server, which replaces what follows a percent sign. */
const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`

/**
 * Archives every finished segment into the spool, at the latest after so many seconds in which something was written. A segment appears
 * under its name when it is on the disk.
 */
export function archiveSettings(home: ClusterHome, seconds: number): string[] {
  const spool = join(home.folder, SPOOL)
  if (!existsSync(spool)) {
    makePrivate(spool, home.user)
    writeFileSync(join(spool, BASE_NEEDED), '')
  }
  const [part, whole] = [`${quoted(spool)}/%f.part`, `${quoted(spool)}/%f`]
  return [
    'archive_mode=on',
    `archive_command=cp "%p" ${part} && sync ${part} && mv ${part} ${whole}`,
    `archive_timeout=${seconds}`,
  ]
}

/** For a server that archives nothing: what it writes is missing in the archive, so the next one that archives starts again. */
export function forgetArchive(home: ClusterHome): string[] {
  rmSync(join(home.folder, SPOOL), { recursive: true, force: true })
  return []
}

/**
 * Fetches a segment for a server that recovers. The program lists in `names` what the archive has, and puts the segment named in `wanted`
 * into the folder; it leaves `failed` when it cannot. A code above 125 ends the recovery, where another one would be the end of the log.
 */
const FETCH = `grep -qx "$1" names || exit 1
echo "$1" > wanted.part && mv wanted.part wanted
while [ ! -e "$1" ]; do
  [ ! -e failed ] || exit 200
  sleep 0.1
done
cp "$1" "$2"
`
const FETCH_FILE = 'fetch.sh'

export interface Recovery {
  /** Until when the log is replayed; undefined: to its end. */
  readonly until: Date | undefined
  /** Whose log: that of the copy's own timeline, or of the newest one that branched off from it. */
  readonly timeline: 'current' | 'latest'
}

export function recoverySettings(home: ClusterHome, { until, timeline }: Recovery): string[] {
  const folder = join(home.folder, RECOVERY)
  return [
    `restore_command=to="$PWD/%p"; cd ${quoted(folder)} && sh ${FETCH_FILE} %f "$to"`,
    `recovery_target_timeline=${timeline}`,
    'recovery_target_action=promote',
    // No client connects before the server accepts writes.
    'hot_standby=off',
    ...(until === undefined ? [] : [`recovery_target_time=${until.toISOString().replace('Z', '+00')}`]),
  ]
}

/**
 * Puts a restored cluster into its folder: `unpack` fills a folder, which gets its name when it is complete. Returns the folder into which
 * segments of the archive go. The next start has to be one with `recovery`.
 */
export async function placeRestoredCluster(
  dataDir: string,
  unpack: (folder: string) => Promise<void>,
): Promise<string> {
  const home = chooseClusterHome(dataDir)
  const dir = join(home.folder, 'data')
  if (existsSync(dir))
    throw new DatabaseStartError(`${dir} already has a database. Restore into a new DATA_DIR.`)
  const work = mkdtempSync(join(home.folder, HALF_MADE_PREFIX))
  const cluster = join(work, 'data')
  try {
    mkdirSync(cluster, { mode: 0o700 })
    await unpack(cluster)
    writeFileSync(join(cluster, 'recovery.signal'), '')
    handOver(cluster, home.user)
    renameSync(cluster, dir)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  const folder = join(realpathSync(home.folder), RECOVERY)
  rmSync(folder, { recursive: true, force: true })
  makePrivate(folder, home.user)
  giveToServer(folder, FETCH_FILE, FETCH)
  return folder
}

/** Writes a file that the server's user may read; it appears under its name when it is complete. */
export function giveToServer(folder: string, name: string, content: string | Uint8Array): void {
  const { uid, gid } = statSync(folder)
  const part = join(folder, `${name}.part`)
  writeFileSync(part, content, { mode: 0o600 })
  if (process.getuid?.() === 0) chownSync(part, uid, gid)
  renameSync(part, join(folder, name))
}

export function removeRecoveryFolder(dataDir: string): void {
  rmSync(join(dataDir, 'postgres', RECOVERY), { recursive: true, force: true })
}

/** Removes a cluster that was placed and could not be recovered. */
export function removeRestoredCluster(dataDir: string): void {
  removeRecoveryFolder(dataDir)
  rmSync(join(dataDir, 'postgres', 'data'), { recursive: true, force: true })
}

/** The segment that the server waits for, or read last; undefined before the first. */
export function findWanted(folder: string): string | undefined {
  const file = join(folder, 'wanted')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

/** Lists the segments in the folder after removing those that are not to be kept. */
export function keepSegments(folder: string, kept: ReadonlySet<string>): string[] {
  const segments = readdirSync(folder).filter((name) => /^[0-9A-F]{8}(?:[0-9A-F]{16}|\.history)$/.test(name))
  for (const name of segments) if (!kept.has(name)) rmSync(join(folder, name), { force: true })
  return segments.filter((name) => kept.has(name))
}
