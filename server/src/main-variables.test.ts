import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { startGalla } from '../testing/galla-program.ts'
import { copyMigratedCluster } from '../testing/migrated-cluster.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'galla-variables-'))
  await copyMigratedCluster(dataDir)
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

test('the embedded database starts and is used whatever the variables of PostgreSQL say', async () => {
  const program = await startGalla({
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    PGHOST: 'db.example.com',
    PGPORT: '1',
    PGSSLMODE: 'require',
    PGUSER: 'postgres',
    PGPASSWORD: 'secret',
    PGDATABASE: 'postgres',
    PGDATA: '/nowhere',
    PGOPTIONS: '-c default_transaction_read_only=on',
    PGCLIENTENCODING: 'LATIN1',
    PGTZ: 'Asia/Kolkata',
  })
  expect(program.printed.join('\n')).toMatch(/Galla is /)
  program.kill('SIGTERM')
  expect(await program.ended).toBe(0)
})
