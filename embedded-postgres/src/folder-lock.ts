import { accessSync, closeSync, constants, existsSync, openSync, truncateSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseStartError } from './start-error.ts'

export type FolderLock = { release(): void }

/** A process that was killed keeps its locks until the system has cleared it away, which takes a moment on a busy machine. */
const DYING_MS_MAX = 5_000
const TRY_EVERY_MS = 50

/**
 * Takes the data folder for this process, or refuses when another one keeps it. The lock is SQLite's file lock (fcntl, LockFileEx
 * on Windows), because Node has no file lock. It is atomic everywhere and ends with the process, even after SIGKILL.
 */
export async function lockFolder(lockFile: string, dataDir: string): Promise<FolderLock> {
  for (let waitedMs = 0; ; waitedMs += TRY_EVERY_MS) {
    const result = tryLock(lockFile, dataDir)
    if (result !== 'busy') return result
    if (waitedMs >= DYING_MS_MAX)
      throw new DatabaseStartError(
        `The data folder ${dataDir} is in use: another Galla is running on it. Stop that one, or set DATA_DIR.`,
      )
    await wait(TRY_EVERY_MS)
  }
}

function tryLock(lockFile: string, dataDir: string): FolderLock | 'busy' {
  const database = openLock(lockFile, dataDir)
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    const code = sqliteCode(error)
    if (code === SQLITE_BUSY) return 'busy'
    if (code !== SQLITE_NOTADB && code !== SQLITE_CORRUPT) throw unusable(dataDir, error)
    // A file with other contents is worthless, and no process has it locked, or it would be busy.
    truncateSync(lockFile)
    return 'busy'
  }
  return {
    release: () => {
      if (database.isOpen) database.close()
    },
  }
}

/** Opens the file for writing or not at all, because a lock on a read-only file would exclude no other process. */
function openLock(lockFile: string, dataDir: string): DatabaseSync {
  try {
    // Never opened where it exists: closing a file drops the locks that this process has on it.
    if (existsSync(lockFile)) accessSync(lockFile, constants.W_OK)
    else closeSync(openSync(lockFile, 'a', 0o600))
    return new DatabaseSync(lockFile)
  } catch (error) {
    throw unusable(dataDir, error)
  }
}

function unusable(dataDir: string, error: unknown): DatabaseStartError {
  const reason = error instanceof Error ? error.message : String(error)
  return new DatabaseStartError(`The data folder ${dataDir} can't be written (${reason}).`, { cause: error })
}

const SQLITE_BUSY = 5
const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26

/** Without the part that says more precisely why. */
function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return undefined
  return error.errcode & 0xff
}
