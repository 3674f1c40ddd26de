import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { connectClient } from '../../platform/database/one-off-connection.ts'
import { errorCode } from '../../platform/error-code.ts'
import { failureSentence } from '../../platform/report-failure.ts'
import {
  deleteOldRuns,
  deleteUnfinishedRun,
  failLostRuns,
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

export interface RunDeps {
  readonly db: Database
  readonly connectionString: string
  readonly clock: Clock
}

const RUNS_KEPT_MS = 400 * 86_400_000
const PROBLEM_CHARACTERS_MAX = 1_000

/** Takes the lock of backups for the time of `work`. PostgreSQL frees it when the process ends for any reason. */
const withBackupLock = async <T>(connectionString: string, work: () => Promise<T>): Promise<T> => {
  const client = await connectClient(connectionString, 'galla backup lock')
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('galla-backup', 0)) as taken`,
    )
    if (rows[0]?.taken !== true) throw new BackupBusyError()
    return await work()
  } finally {
    await client.end()
  }
}

/** Runs a backup or drill while no other process does, and records how it ended. */
export const runBackupWork = (
  { db, connectionString, clock }: RunDeps,
  kind: RunKind,
  signal: AbortSignal,
  work: (startedAt: Date) => Promise<{ readonly file: string }>,
): Promise<string> =>
  withBackupLock(connectionString, async () => {
    const startedAt = clock.now()
    await failLostRuns(db, startedAt)
    await insertRun(db, kind, startedAt)
    try {
      const { file } = await work(startedAt)
      await finishRun(db, kind, startedAt, clock.now(), { file })
      await deleteOldRuns(db, new Date(startedAt.getTime() - RUNS_KEPT_MS))
      return file
    } catch (error) {
      if (signal.aborted) await deleteUnfinishedRun(db, kind, startedAt)
      else await finishRun(db, kind, startedAt, clock.now(), { problem: problemOf(error) })
      throw error
    }
  })

const FULL = new Set(['ENOSPC', 'EDQUOT'])

const problemOf = (error: unknown): string => {
  if (FULL.has(errorCode(error))) return 'The disk of BACKUP_URL is full'
  const sentence =
    failureSentence(error) ?? `An unexpected failure, see the log (${errorCode(error) || 'error'})`
  return sentence.slice(0, PROBLEM_CHARACTERS_MAX)
}
