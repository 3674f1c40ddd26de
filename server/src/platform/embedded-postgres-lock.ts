import { accessSync, closeSync, constants, existsSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseStartError } from './embedded-postgres-error.ts'

export type FolderLock = { release(): void }

/**
 * Takes the data folder for this process, or refuses at once. The lock is SQLite's file lock (fcntl, LockFileEx on
 * Windows): Node has no file lock of its own, and this one is atomic everywhere and ends with the process, however it ends.
 */
export function lockFolder(lockFile: string, dataDir: string): FolderLock {
  const database = openLock(lockFile, dataDir)
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (isBusy(error)) {
      throw new DatabaseStartError(
        `The data folder ${dataDir} is in use: another Galla is running on it. Stop that one, or set DATA_DIR.`,
        { cause: error },
      )
    }
    throw error
  }
  return {
    release: () => {
      if (database.isOpen) database.close()
    },
  }
}

/** Opened for writing or not at all: a lock on a file that can only be read would keep nobody out. */
function openLock(lockFile: string, dataDir: string): DatabaseSync {
  try {
    // Never opened where it exists: closing a file drops the locks that this process has on it.
    if (existsSync(lockFile)) accessSync(lockFile, constants.W_OK)
    else closeSync(openSync(lockFile, 'a', 0o600))
    return new DatabaseSync(lockFile)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DatabaseStartError(`The data folder ${dataDir} can't be written (${reason}).`, { cause: error })
  }
}

const SQLITE_BUSY = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
