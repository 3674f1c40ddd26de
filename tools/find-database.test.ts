import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { copyCluster } from '@galla/embedded-postgres/cluster-template-harness'
import { startEmbeddedPostgres } from '@galla/embedded-postgres/embedded-postgres'
import { expect, test } from 'vitest'
import { findDatabase } from './find-database.ts'

test('a command that is run while Galla starts uses its database', async () => {
  const dataDir = realpathSync(mkdtempSync(path.join(tmpdir(), 'galla-find-')))
  chmodSync(dataDir, 0o711)
  try {
    await copyCluster(dataDir)
    const starting = startEmbeddedPostgres({ dataDir, log: () => {} })
    const found = await findDatabase({ databaseUrl: undefined, dataDir, backup: undefined })
    const server = await starting
    expect(found.connectionString).toBe(server.connectionString)
    await found.stop()
    await server.stop()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
