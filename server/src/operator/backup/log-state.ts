import { baseNeededSince, findLogFolders, oldestSpooledAt } from '../../platform/backup/archive-log.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Settings } from '../../platform/settings.ts'
import type { LastRuns } from './backup-run-store.ts'
import { findArchiverFailure } from './backup-store.ts'

/** Far longer than a segment takes; shorter than a person would want to lose. */
const STALLED_MS = 10 * 60_000

/** How far the archived log of the embedded database is behind. */
export interface LogState {
  /** Since when the oldest log that is not at the target waits; null: none does. */
  readonly waitingSince: Date | null
  /** Since when the log at the target lacks a copy of the database to replay it on; null: it has one. */
  readonly baseNeededSince: Date | null
}

/** Returns undefined when this installation archives no log: an external database, or no BACKUP_URL. */
export const readLogState = async (
  db: Database,
  { backup, databaseUrl, dataDir }: Pick<Settings, 'backup' | 'databaseUrl' | 'dataDir'>,
): Promise<LogState | undefined> => {
  const isArchived = backup !== undefined && databaseUrl === undefined
  const folders = isArchived ? findLogFolders(dataDir) : undefined
  if (folders === undefined) return undefined
  const waits = [await findArchiverFailure(db), await oldestSpooledAt(folders.spool)].flatMap((at) =>
    at === undefined ? [] : [at.getTime()],
  )
  const neededMs = baseNeededSince(folders.spool)
  return {
    waitingSince: waits.length === 0 ? null : new Date(Math.min(...waits)),
    baseNeededSince: neededMs === undefined ? null : new Date(neededMs),
  }
}

/** True when a restore to a minute would lose much more than a minute, and time alone does not mend it. */
export const isLogStalled = (
  { waitingSince, baseNeededSince }: LogState,
  base: Pick<LastRuns, 'problem'> | undefined,
  now: Date,
): boolean => {
  const isLong = (since: Date | null) => since !== null && now.getTime() - since.getTime() > STALLED_MS
  // Without a problem the copy is still being made, or waits for the backup before it.
  return isLong(waitingSince) || (isLong(baseNeededSince) && base !== undefined && base.problem !== null)
}
