import { DatabaseSync } from 'node:sqlite'
import { DatabaseStartError } from './embedded-postgres-error.ts'

export type FolderLock = { release(): void }

/**
 * Takes the data folder for this process, or refuses at once. The lock is SQLite's file lock (fcntl, LockFileEx on
 * Windows): Node has no file lock of its own, and this one is atomic everywhere and ends with the process, however it ends.
 */
export function lockFolder(lockFile: string, dataDir: string): FolderLock {
  const database = new DatabaseSync(lockFile)
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

const SQLITE_BUSY = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
