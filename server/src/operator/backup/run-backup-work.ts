import { connectClient } from '../../platform/database/one-off-connection.ts'
import { errorCode } from '../../platform/error-code.ts'
import type { Platform } from '../../platform/feature.ts'
import { failureSentence } from '../../platform/report-failure.ts'
import {
  deleteOldRuns,
  deleteUnfinishedRun,
  finishLostRuns,
  finishRun,
  insertRun,
  type RunKind,
} from './backup-run-store.ts'

/** Another process makes a backup or tries one. */
export class BackupBusyError extends Error {
  override name = 'BackupBusyError'

  constructor() {
    super('A backup or a restore drill is running already. Try again when it is finished.')
  }
}

/** The connection that had the lock ended during the work. */
class BackupLockError extends Error {
  override name = 'BackupLockError'

  constructor() {
    super('The connection to the database ended, and with it the lock that lets one backup run at a time.')
  }
}

export type RunDeps = Pick<Platform, 'db' | 'connectionString' | 'clock'>

const RUNS_KEPT_MS = 400 * 86_400_000
const PROBLEM_CHARACTERS_MAX = 1_000

/**
 * Takes the lock of backups for the time of `work`. PostgreSQL frees it when the process or the connection ends for any reason; the signal
 * then stops the work, because another process may start its own.
 */
const withBackupLock = async <T>(
  connectionString: string,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> => {
  const lost = new AbortController()
  const client = await connectClient(connectionString, 'galla backup lock')
  client.once('end', () => lost.abort(new BackupLockError()))
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('galla-backup', 0)) as taken`,
    )
    if (rows[0]?.taken !== true) throw new BackupBusyError()
    return await work(lost.signal)
  } finally {
    await client.end()
  }
}

/** Runs a backup or drill while no other process does, and records how it ended. Work stops at the signal that it gets. */
export const runBackupWork = (
  { db, connectionString, clock }: RunDeps,
  kind: RunKind,
  signal: AbortSignal,
  work: (startedAt: Date, running: AbortSignal) => Promise<{ readonly file: string }>,
): Promise<string> =>
  withBackupLock(connectionString, async (lost) => {
    const startedAt = clock.now()
    await finishLostRuns(db, startedAt)
    await insertRun(db, kind, startedAt)
    try {
      const { file } = await work(startedAt, AbortSignal.any([signal, lost]))
      lost.throwIfAborted()
      await finishRun(db, kind, startedAt, clock.now(), { file })
      await deleteOldRuns(db, new Date(startedAt.getTime() - RUNS_KEPT_MS))
      return file
    } catch (thrown) {
      const error = lost.aborted ? lost.reason : thrown
      if (signal.aborted) await deleteUnfinishedRun(db, kind, startedAt)
      else await finishRun(db, kind, startedAt, clock.now(), { problem: problemOf(error) })
      throw error
    }
  })

const FULL = new Set(['ENOSPC', 'EDQUOT'])

/** A failure in a sentence for the operator. */
export const problemOf = (error: unknown): string => {
  if (FULL.has(errorCode(error))) return 'The disk of BACKUP_URL is full'
  const sentence =
    failureSentence(error) ?? `An unexpected failure, see the log (${errorCode(error) || 'error'})`
  return sentence.slice(0, PROBLEM_CHARACTERS_MAX)
}
