import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@galla/embedded-postgres/embedded-postgres'
import {
  countWaiting,
  giveToServer,
  placeRestoredCluster,
  removeRecoveryFolder,
} from '@galla/embedded-postgres/embedded-postgres-archive'
import { waitRealMs } from '../clock.ts'
import { saveAppKey } from '../crypto/app-key.ts'
import { connectClient } from '../database/one-off-connection.ts'
import { embeddedForBackups } from '../database/open-data.ts'
import type { Files } from '../files/files.ts'
import { type AgeKey, decryptAge } from './age-encryption.ts'
import { readLogKey } from './archive-log.ts'
import type { BackupSettings } from './backup-settings.ts'
import { APP_KEY_ENTRY } from './base-backup.ts'
import { listTarget } from './list-target.ts'
import type { RestoreFix } from './load-backup.ts'
import { type Base, basesOf, logName, logOf, POINT_IN_TIME } from './point-in-time.ts'
import { readStored } from './store-backup.ts'
import { ArchiveError } from './tar.ts'

export interface RestoreToTimeDeps {
  readonly target: Files
  readonly backup: BackupSettings
  readonly dataDir: string
  /** Undefined: to the end of the archived log. */
  readonly until: Date | undefined
  readonly settle: readonly RestoreFix[]
  readonly log: (message: string) => void
}

/** Segments that the program fetches ahead of the server. */
const AHEAD_MAX = 8
const WAIT_MS = 50

/** Restores the embedded database from a base backup and the archived log, as it was at a moment, into a new data folder. It runs then. */
export const restoreToTime = async (deps: RestoreToTimeDeps): Promise<EmbeddedPostgres> => {
  const { target, backup, dataDir, until, log } = deps
  const names = await listTarget(target, POINT_IN_TIME)
  const base = basesOf(names).find(({ startedAt }) => until === undefined || startedAt < until)
  if (base === undefined) throw new ArchiveError('BACKUP_URL has no base backup from before that time')
  log(`Restoring ${base.name} of BACKUP_URL.`)
  const cluster = path.join(dataDir, 'postgres', 'data')
  const folder = await placeRestoredCluster(dataDir, (into) =>
    unpack(readStored({ target, name: base.name, passphrase: backup.passphrase }), into),
  )
  await saveAppKeyOf(cluster, dataDir)
  const stopping = new AbortController()
  const feeding = feed(deps, base, names, folder, await readLogKey(cluster), stopping.signal)
  try {
    const server = await startEmbeddedPostgres({
      dataDir,
      log: () => {},
      recovery: { until },
      ...embeddedForBackups(backup),
    })
    removeRecoveryFolder(dataDir)
    await settleRestored(server.connectionString, deps.settle)
    return server
  } catch (error) {
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
  const [code] = await Promise.all([ended, pipeline(archive, createGunzip(), tar.stdin)])
  if (code !== 0) throw new ArchiveError('The base backup could not be unpacked')
}

const saveAppKeyOf = async (cluster: string, dataDir: string): Promise<void> => {
  const file = path.join(cluster, APP_KEY_ENTRY)
  await saveAppKey({ appKey: undefined, dataDir }, await readFile(file))
  await rm(file)
}

/** Gives the server the archived log, a few segments ahead of it. A failure is left where the server finds it, and ends the recovery. */
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
    for (const file of files) {
      while (countWaiting(folder) >= AHEAD_MAX && !signal.aborted) await waitRealMs(WAIT_MS)
      if (signal.aborted) return
      giveToServer(folder, file, await readSegment(target, logName(base.system, file), key))
    }
  } catch (error) {
    if (signal.aborted) return
    log(error instanceof Error ? error.message : String(error))
    giveToServer(folder, 'failed', '')
  }
}

const readSegment = async (target: Files, name: string, key: AgeKey): Promise<Buffer> => {
  const pieces: Buffer[] = []
  const packed = Readable.from(decryptAge(target.read(name), key), { objectMode: false })
  await pipeline(packed, createGunzip(), async (content: AsyncIterable<Buffer>) => {
    for await (const piece of content) pieces.push(piece)
  })
  return Buffer.concat(pieces)
}

const describeFailure = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  if (error.message.includes('recovery ended before configured recovery target was reached'))
    return new ArchiveError('The archived log ends before that time. Choose an earlier one, or --to latest.')
  if (error.message.includes('before consistent recovery point'))
    return new ArchiveError('That time lies within the base backup itself. Choose a later one.')
  return error
}
