import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '@galla/embedded-postgres/embedded-postgres'
import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../../../testing/database.ts'
import { addMerchant } from '../../../testing/ledger.ts'
import { copyMigratedCluster } from '../../../testing/migrated-cluster.ts'
import { openDatabase } from './database.ts'
import { moveRows } from './move-rows.ts'

const MIGRATIONS_DIR = fileURLToPath(new URL('../../../migrations', import.meta.url))

test('the embedded database moves to the PostgreSQL of the system, once', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'galla-move-'))
  chmodSync(dataDir, 0o711)
  await copyMigratedCluster(dataDir)
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false })
  const target = await createEmptyDatabase()
  const old = openDatabase(embedded.connectionString)
  const now = openDatabase(target.connectionString)
  try {
    const { merchantId } = await addMerchant(old)
    expect(
      await moveRows(embedded.connectionString, target.connectionString, MIGRATIONS_DIR),
    ).toBeGreaterThan(0)
    const merchants = 'select * from merchants order by merchant_id'
    expect((await now.pool.query(merchants)).rows).toEqual((await old.pool.query(merchants)).rows)
    expect((await now.pool.query('select merchant_id from merchants')).rows).toContainEqual({
      merchant_id: merchantId,
    })
    await expect(
      moveRows(embedded.connectionString, target.connectionString, MIGRATIONS_DIR),
    ).rejects.toThrow('is not empty')
  } finally {
    await old.close()
    await now.close()
    await embedded.stop()
    await target.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
