import { AppKeyError, type AppKeyLocation } from '../../platform/crypto/app-key.ts'
import { readDataKey } from '../../platform/crypto/data-key.ts'
import type { Queryable } from '../../platform/database/database.ts'

/** Returns what to do if the app key does not match the restored database; undefined if it does. */
export const findKeyProblem = async (
  db: Queryable,
  settings: AppKeyLocation,
): Promise<string | undefined> => {
  try {
    await readDataKey(db, settings)
    return undefined
  } catch (error) {
    if (!(error instanceof AppKeyError)) throw error
    return `The rows are restored, but Galla will not start: ${error.message}. The app key was replaced after this copy of the database. The newest backup of BACKUP_URL may have the right one: restore it into another new DATA_DIR, and copy its app.key.`
  }
}
