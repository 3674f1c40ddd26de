import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findSystemBinaries } from '@galla/embedded-postgres/binaries'
import { startEmbeddedPostgres } from '@galla/embedded-postgres/embedded-postgres'
import { expect, vi } from 'vitest'
import { copyMigratedCluster } from '../../../testing/migrated-cluster.ts'
import { backupTest as test } from '../../../testing/pg-programs.ts'
import { systemClock } from '../../platform/clock.ts'
import { saveAppKey } from '../../platform/crypto/app-key.ts'
import { findDataKey } from '../../platform/crypto/data-key.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { openFiles } from '../../platform/files/open-files.ts'
import { addJob } from '../../platform/jobs/job-queue.ts'
import { createLog } from '../../platform/log.ts'
import { readSettings } from '../../platform/settings.ts'
import { createBackupSweep } from './backup-sweep.ts'

const PATIENCE = { timeout: 240_000, interval: 500 }

test('a new target gets a backup, and only then a drill', {
  timeout: 300_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'galla-order-'))
  // As root, the server runs as another user, who walks through it.
  chmodSync(folder, 0o711)
  const settings = readSettings({
    DATA_DIR: join(folder, 'data'),
    BACKUP_URL: pathToFileURL(join(folder, 'target')).href,
    BACKUP_PASSPHRASE: 'a passphrase of the operator',
  })
  const { dataDir, backup } = settings
  if (backup === undefined) throw new Error('no backup settings')
  const systemBin = findSystemBinaries()
  await copyMigratedCluster(dataDir, systemBin)
  await saveAppKey({ appKey: undefined, dataDir }, Buffer.alloc(32, 9))
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, systemBin, withDrillDatabase: true })
  const { connectionString } = server
  const db = openDatabase(connectionString)
  await findDataKey(db, { appKey: undefined, dataDir })
  const log = createLog({ level: 'silent' })
  const files = await openFiles(settings, log)
  const deps = { settings, db, connectionString, clock: systemClock, log, files, addJob }
  const sweep = createBackupSweep(deps, backup)
  try {
    sweep.start()
    await vi.waitFor(async () => {
      const runs = await db.pool.query(
        'select kind, problem from backup_runs where finished_at is not null order by started_at',
      )
      expect(runs.rows).toEqual(['backup', 'drill'].map((kind) => ({ kind, problem: null })))
    }, PATIENCE)
  } finally {
    await sweep.stop()
    await db.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
