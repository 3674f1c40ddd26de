import { verifyLedger } from '../../ledger/check/verify-ledger.ts'
import { checkBackup, readStored, type StoredBackup } from '../../platform/backup/backup-archive.ts'
import { loadBackup } from '../../platform/backup/load-backup.ts'
import { readDataKey } from '../../platform/crypto/data-key.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { type DiskSpace, readDiskSpace } from '../../platform/files/disk-space.ts'
import type { Files } from '../../platform/files/files.ts'
import type { Settings } from '../../platform/settings.ts'
import { getDatabaseStatus } from '../system-store.ts'
import { fixesAfterRestore, getInstallation } from './backup-store.ts'
import { getNewestArchive } from './backup-target.ts'
import type { TargetDeps } from './make-backup.ts'
import { type RunDeps, runBackupWork } from './run-backup-work.ts'
import { withScratchDatabase } from './scratch-database.ts'

/** The backup could not be restored as it should; the message says what is wrong with it. */
export class DrillError extends Error {
  override name = 'DrillError'
}

export interface DrillDeps extends RunDeps, TargetDeps {
  readonly migrationsDir: string
  readonly settings: Pick<Settings, 'databaseUrl' | 'dataDir'>
  readonly diskSpace?: (folder: string) => Promise<DiskSpace>
}

export interface DrillResult {
  readonly file: string
  readonly orders: number
  readonly credits: number
}

const STATEMENT_MS_MAX = 120_000

/** Restores the newest backup into a separate database, verifies its ledger, and drops it. */
export const runDrill = async (deps: DrillDeps): Promise<DrillResult> => {
  let result: DrillResult | undefined
  await runBackupWork(deps, 'drill', deps.signal, async (_startedAt, running) => {
    const { target, backup } = deps
    await checkSpace(deps)
    const name = await getNewestArchive(target, await getInstallation(deps.db))
    const stored = { target, name, passphrase: backup.passphrase }
    result = await restoreAndVerify({ ...deps, signal: running }, stored)
    return { file: stored.name }
  })
  if (result === undefined) throw new RangeError('a drill without a result')
  return result
}

/** A full disk would stop the embedded database, so a drill takes no space that may be missing. */
const checkSpace = async ({ db, settings, diskSpace = readDiskSpace }: DrillDeps): Promise<void> => {
  if (settings.databaseUrl !== undefined) return
  const { bytes } = await getDatabaseStatus(db)
  const { freeBytes } = await diskSpace(settings.dataDir)
  if (freeBytes < 2 * Number(bytes))
    throw new DrillError(
      'The disk of DATA_DIR needs free space of twice the size of the database for a drill',
    )
}

const restoreAndVerify = async (deps: DrillDeps, stored: StoredBackup): Promise<DrillResult> => {
  const { connectionString, migrationsDir, clock, signal, settings } = deps
  const source = () => readStored(stored)
  const { manifest, appKey } = await checkBackup(source())
  return withScratchDatabase(connectionString, async (scratch) => {
    signal.throwIfAborted()
    await loadBackup(
      { connectionString: scratch, migrationsDir, files: discard, settle: fixesAfterRestore(), signal },
      manifest,
      source,
    )
    signal.throwIfAborted()
    const db = openDatabase(scratch, { max: 1, statementTimeoutMs: STATEMENT_MS_MAX })
    try {
      await readDataKey(db, { appKey, dataDir: settings.dataDir })
      const { faults, orders, credits } = await verifyLedger({ db, clock })
      if (faults > 0) throw new DrillError(`The restored ledger has ${faults} faults`)
      return { file: stored.name, orders, credits }
    } finally {
      await db.close()
    }
  })
}

/** Documents are read and compared with their checksums, and not stored a second time. */
const discard: Files = {
  async write(_name, content) {
    for await (const _ of content);
  },
  // biome-ignore lint/correctness/useYield: it has no files.
  async *read() {
    throw new RangeError('a drill keeps no files')
  },
  async remove() {},
  async *list() {},
}
