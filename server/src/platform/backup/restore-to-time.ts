import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  findWanted,
  giveToServer,
  keepSegments,
  placeRestoredCluster,
  removeRecoveryFolder,
  removeRestoredCluster,
} from '@galla/embedded-postgres/archive'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@galla/embedded-postgres/embedded-postgres'
import { waitRealMs } from '../clock.ts'
import { saveAppKey } from '../crypto/app-key.ts'
import { connectClient } from '../database/one-off-connection.ts'
import { embeddedForBackups } from '../database/open-data.ts'
import type { Files } from '../files/files.ts'
import type { AgeKey } from './age-encryption.ts'
import { readLogKey, readSegment } from './archive-log.ts'
import type { BackupSettings } from './backup-settings.ts'
import { APP_KEY_ENTRY } from './base-backup.ts'
import { type BaseChoice, chooseBases } from './choose-bases.ts'
import { openGunzip } from './gunzip.ts'
import { listTarget } from './list-target.ts'
import type { RestoreFix } from './load-backup.ts'
import { type Base, hasLaterTimeline, logName, logOf, POINT_IN_TIME, windowOf } from './point-in-time.ts'
import { readStored } from './store-backup.ts'
import { ArchiveError } from './tar.ts'

export interface RestoreToTimeDeps extends BaseChoice {
  readonly target: Files
  readonly backup: BackupSettings
  readonly dataDir: string
  readonly settle: readonly RestoreFix[]
  readonly log: (message: string) => void
}

const WAIT_MS = 50

/** One way to restore: a copy, and whose log is replayed on it. */
interface Attempt {
  readonly base: Base
  readonly timeline: 'current' | 'latest'
}

/**
 * Restores the embedded database from a base backup and the archived log, as it was at a moment, into a new data folder. It runs then. The
 * name of a base backup does not say when it was finished, nor which earlier restores branched off: what does not fit is tried with the
 * next way.
 */
export const restoreToTime = async (deps: RestoreToTimeDeps): Promise<EmbeddedPostgres> => {
  const { target, until, named } = deps
  const names = await listTarget(target, POINT_IN_TIME)
  let misfit: MisfitError | undefined
  for (const base of chooseBases(names, { until, named }))
    for (const timeline of timelinesOf(logOf(names, base), base, until)) {
      // An older copy has no more log than a newer one.
      if (misfit?.reason === 'log ends' && timeline === 'current') continue
      try {
        return await restoreFrom(deps, names, { base, timeline })
      } catch (error) {
        if (!(error instanceof MisfitError)) throw error
        misfit = error
        if (error.reason === 'log ends' && timeline === 'current') continue
        if (error.reason === 'log ends') throw error
        break
      }
    }
  throw misfit ?? new RangeError('there was no base backup to try')
}

/** At a moment, the database was on the copy's own timeline, unless its log ends before: then an earlier restore went on. */
const timelinesOf = (log: readonly string[], base: Base, until: Date | undefined): Attempt['timeline'][] => {
  if (until === undefined) return ['latest']
  return hasLaterTimeline(log, base) ? ['current', 'latest'] : ['current']
}

const restoreFrom = async (
  deps: RestoreToTimeDeps,
  names: readonly string[],
  { base, timeline }: Attempt,
): Promise<EmbeddedPostgres> => {
  const { target, backup, dataDir, until, log } = deps
  log(`Restoring ${base.name} of BACKUP_URL.`)
  const cluster = path.join(dataDir, 'postgres', 'data')
  const folder = await placeRestoredCluster(dataDir, (into) =>
    unpack(readStored({ target, name: base.name, passphrase: backup.passphrase }), into),
  )
  const stopping = new AbortController()
  let server: EmbeddedPostgres | undefined
  let feeding: Promise<void> | undefined
  try {
    feeding = feed(deps, base, names, folder, await readLogKey(cluster), stopping.signal)
    server = await startEmbeddedPostgres({
      dataDir,
      log: () => {},
      recovery: { until, timeline },
      ...embeddedForBackups(backup),
    })
    await saveAppKeyOf(cluster, dataDir)
    // What is fetched ahead has no folder from here on.
    stopping.abort()
    removeRecoveryFolder(dataDir)
    await settleRestored(server.connectionString, deps.settle)
    return server
  } catch (error) {
    stopping.abort()
    await feeding
    await server?.stop()
    removeRestoredCluster(dataDir)
    throw describeFailure(error)
  } finally {
    stopping.abort()
    await feeding
  }
}

/** What every restore does: old sessions and links stay void. */
const settleRestored = async (connectionString: string, fixes: readonly RestoreFix[]): Promise<void> => {
  const client = await connectClient(connectionString, 'galla restore')
  try {
    for (const { table, statement } of fixes) {
      const found = await client.query('select from pg_tables where schemaname = $1 and tablename = $2', [
        'public',
        table,
      ])
      if (found.rowCount === 1) await client.query(statement.text, [...statement.values])
    }
  } finally {
    await client.end()
  }
}

/** The tar program is on every system that the embedded database runs on. */
const unpack = async (archive: Readable, into: string): Promise<void> => {
  const tar = spawn('tar', ['-x', '-f', '-', '-C', into], { stdio: ['pipe', 'ignore', 'ignore'] })
  const ended = new Promise<number | null>((resolve, reject) => {
    tar.once('error', reject)
    tar.once('close', resolve)
  })
  // Node closes the pipe when tar ends, also before it has reported the last write as done: only tar's code says whether it had all.
  tar.stdin.on('error', () => {})
  const write = async (content: AsyncIterable<Buffer>) => {
    for await (const piece of content)
      if (tar.stdin.writable && !tar.stdin.write(piece))
        await Promise.race([once(tar.stdin, 'drain').catch(() => {}), ended])
    tar.stdin.end()
  }
  const [code] = await Promise.all([ended, pipeline(archive, openGunzip(), write)])
  if (code !== 0) throw new ArchiveError('The base backup could not be unpacked')
}

const saveAppKeyOf = async (cluster: string, dataDir: string): Promise<void> => {
  const file = path.join(cluster, APP_KEY_ENTRY)
  await saveAppKey({ appKey: undefined, dataDir }, await readFile(file))
  await rm(file)
}

/** Gives the server the log that it asks for, and some ahead of it. A failure is left where the server finds it, and ends the recovery. */
const feed = async (
  { target, log }: RestoreToTimeDeps,
  base: Base,
  names: readonly string[],
  folder: string,
  key: AgeKey,
  signal: AbortSignal,
): Promise<void> => {
  const files = logOf(names, base)
  giveToServer(folder, 'names', files.map((file) => `${file}\n`).join(''))
  try {
    while (!signal.aborted) {
      const file = findNextToGive(folder, files)
      if (file === undefined) {
        await waitRealMs(WAIT_MS)
        continue
      }
      const content = await readSegment(target, logName(base.system, file), key)
      if (!signal.aborted) giveToServer(folder, file, content)
    }
  } catch (error) {
    if (signal.aborted) return
    log(error instanceof Error ? error.message : String(error))
    giveToServer(folder, 'failed', '')
  }
}

const findNextToGive = (folder: string, files: readonly string[]): string | undefined => {
  const wanted = findWanted(folder)
  if (wanted === undefined) return undefined
  const { kept, next } = windowOf(files, wanted)
  const present = keepSegments(folder, new Set(kept))
  return next.find((file) => !present.includes(file))
}

/** This copy and log do not lead to that moment; others may. */
class MisfitError extends ArchiveError {
  readonly reason: 'log ends' | 'copy unfinished' | 'other branch'

  constructor(reason: MisfitError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

const MISFITS = [
  [
    'recovery ended before configured recovery target was reached',
    'log ends',
    'The archived log ends before that time. Choose an earlier one, or --to latest.',
  ],
  [
    'before consistent recovery point',
    'copy unfinished',
    'That time lies within the first base backup itself. Choose a later one.',
  ],
  [
    "is not a child of this server's history",
    'other branch',
    'No base backup leads to that time: an earlier restore went back to before the oldest one.',
  ],
] as const

const describeFailure = (error: unknown): unknown => {
  const found = MISFITS.find(([text]) => error instanceof Error && error.message.includes(text))
  return found === undefined ? error : new MisfitError(found[1], found[2])
}
