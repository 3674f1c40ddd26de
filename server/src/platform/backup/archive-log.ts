import { createReadStream, existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { chown, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { archiveFolders, BASE_NEEDED } from '@galla/embedded-postgres/archive'
import { waitRealMs } from '../clock.ts'
import { errorCode } from '../error-code.ts'
import { type Files, PART } from '../files/files.ts'
import { type AgeKey, decryptAge } from './age-encryption.ts'
import { openGunzip } from './gunzip.ts'
import { isLogFile, logName } from './point-in-time.ts'
import { storeStream } from './store-backup.ts'
import { ArchiveError } from './tar.ts'

/** More than 2 GB that the target does not take: rather than filling the disk, the log is given up until the next base backup. */
const SPOOLED_MAX = 128
const IDENTITY_FILE = 'wal.identity'

/**
 * Reads the identity that decrypts the archived log, or makes it. It lies in the cluster's folder, so every base backup contains it, under
 * the passphrase; the log itself needs no slow derivation.
 */
export const openLogKey = async (cluster: string): Promise<AgeKey> => {
  const file = path.join(cluster, IDENTITY_FILE)
  if (!existsSync(file)) {
    const { generateX25519Identity } = await import('age-encryption')
    await writeFile(`${file}${PART}`, await generateX25519Identity(), { mode: 0o600, flush: true })
    const { uid, gid } = statSync(cluster)
    if (process.getuid?.() === 0) await chown(`${file}${PART}`, uid, gid)
    await rename(`${file}${PART}`, file)
  }
  return readLogKey(cluster)
}

/** The key of a cluster that has one. */
export const readLogKey = async (cluster: string): Promise<AgeKey> => {
  const { identityToRecipient } = await import('age-encryption')
  const identity = readFileSync(path.join(cluster, IDENTITY_FILE), 'utf8')
  return { identity, recipient: await identityToRecipient(identity) }
}

/** The folder of the embedded cluster, and that of its finished log; undefined when this installation archives none. */
export const findLogFolders = (dataDir: string): { cluster: string; spool: string } | undefined =>
  archiveFolders(dataDir)

/** The time since which the log lacks a base backup, by the file system's clock. Undefined if it has one. */
export const baseNeededSince = (spool: string): number | undefined =>
  statSync(path.join(spool, BASE_NEEDED), { throwIfNoEntry: false })?.mtimeMs

/** Asks for a new base backup: what was archived until now does not restore what a start needs. */
export const requestBase = (spool: string): Promise<void> => writeFile(path.join(spool, BASE_NEEDED), '')

/** Notes a new base backup. A gap that appeared meanwhile needs another one. */
export const noteBase = (spool: string, since: number | undefined): void => {
  if (since !== undefined && baseNeededSince(spool) === since) rmSync(path.join(spool, BASE_NEEDED))
}

export interface LogArchive {
  readonly target: Files
  /** The system identifier of the cluster. */
  readonly system: string
  readonly spool: string
  readonly key: AgeKey
  readonly signal: AbortSignal
}

const listSpooled = async (spool: string): Promise<string[]> =>
  (await readdir(spool)).filter((file) => !file.endsWith(PART) && file !== BASE_NEEDED).sort()

/** When the oldest segment in the spool was finished; undefined: the target has all of them. */
export const oldestSpooledAt = async (spool: string): Promise<Date | undefined> => {
  const [oldest] = (await listSpooled(spool))
    .flatMap((file) => statSync(path.join(spool, file), { throwIfNoEntry: false })?.mtime ?? [])
    .sort((one, other) => one.getTime() - other.getTime())
  return oldest
}

/** Far below what is given up. */
const SPOOLED_BY_DRILL = 32
const PACE_MS = 500
const WITHOUT_PROGRESS_MS_MAX = 60_000

/**
 * Makes a drill wait while the target takes the log that it caused: written as fast as the disk allows, it would be too much. Where nothing
 * is taken for a minute, the drill goes on, because nothing may archive here.
 */
export const createPace = (spool: string, signal: AbortSignal): (() => Promise<void>) => {
  let isUseless = false
  return async () => {
    let least = Number.POSITIVE_INFINITY
    let waitedMs = 0
    while (!isUseless) {
      signal.throwIfAborted()
      const { length } = await listSpooled(spool)
      if (length <= SPOOLED_BY_DRILL) return
      waitedMs = length < least ? 0 : waitedMs + PACE_MS
      least = Math.min(least, length)
      isUseless = waitedMs > WITHOUT_PROGRESS_MS_MAX
      await waitRealMs(PACE_MS)
    }
  }
}

/** Moves finished log segments from the spool to the target. They are counted again before each: a slow target lets more pile up. */
export const archiveLog = async (archive: LogArchive): Promise<void> => {
  const { spool } = archive
  let isTooMuch = false
  for (const file of await listSpooled(spool)) {
    archive.signal.throwIfAborted()
    if (!isTooMuch && (await listSpooled(spool)).length > SPOOLED_MAX) {
      isTooMuch = true
      await requestBase(spool)
    }
    if (isLogFile(file) && !isTooMuch) await storeSegment(archive, file)
    await rm(path.join(spool, file), { force: true })
  }
}

/** Stores a segment and reads it back: what cannot be read stays in the spool, and is stored again. */
const storeSegment = async (
  { target, system, spool, key, signal }: LogArchive,
  file: string,
): Promise<void> => {
  const name = logName(system, file)
  const from = path.join(spool, file)
  const store = () => storeStream(target, name, createReadStream(from), key, signal)
  try {
    await store()
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    // A killed process left it half written.
    await target.remove(`${name}${PART}`)
    await store()
  }
  const stored = await readSegment(target, name, key)
  if (!stored.equals(await readFile(from)))
    throw new ArchiveError('A part of the log in BACKUP_URL differs from what was written')
}

/** Reads a segment of the log at the target. */
export const readSegment = async (target: Files, name: string, key: AgeKey): Promise<Buffer> => {
  const pieces: Buffer[] = []
  const packed = Readable.from(decryptAge(target.read(name), key), { objectMode: false })
  await pipeline(packed, openGunzip(), async (content: AsyncIterable<Buffer>) => {
    for await (const piece of content) pieces.push(piece)
  })
  return Buffer.concat(pieces)
}
