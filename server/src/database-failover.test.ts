import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabasePair, startDatabasePair } from '../testing/database-pair.ts'
import { freePort } from '../testing/free-port.ts'
import { createOn, type PortMerchant, registerOn } from '../testing/galla-client.ts'
import { type GallaProgram, startGalla } from '../testing/galla-program.ts'
import { openDatabase, sql } from './platform/database/database.ts'

describe.skipIf(process.platform !== 'linux')('a primary and its standby in one DATABASE_URL', () => {
  let folder: string
  let pair: DatabasePair
  let program: GallaProgram
  let port: number
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'galla-pair-'))
    // The database's user walks through it.
    chmodSync(folder, 0o711)
    mkdirSync(join(folder, 'galla'))
    pair = await startDatabasePair(join(folder, 'db'))
    port = await freePort()
    program = await startGalla({
      PORT: String(port),
      DATA_DIR: join(folder, 'galla'),
      DATABASE_URL: pair.connectionString,
      APP_KEY: '07'.repeat(32),
    })
  })
  afterAll(async () => {
    program?.kill('SIGTERM')
    await program?.ended
    await pair?.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  test('accept orders again after the standby took over, and have every confirmed order once', async () => {
    const merchant: PortMerchant = await registerOn(port, 'pair@example.com')
    const confirmed: string[] = []
    const statuses = new Set<number>()
    let count = 0
    let isDone = false
    const create = async (): Promise<void> => {
      while (!isDone) {
        count += 1
        const clientTxnId = `pair-${count}`
        const { status } = await createOn(port, merchant, clientTxnId)
        statuses.add(status)
        if (status === 200) confirmed.push(clientTxnId)
      }
    }
    const creating = [create(), create()]
    await expect.poll(() => confirmed.length).toBeGreaterThan(5)
    await pair.primary.kill()
    await pair.promote()
    const before = confirmed.length
    await expect.poll(() => confirmed.length).toBeGreaterThan(before + 5)
    isDone = true
    await Promise.all(creating)
    await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)

    const db = openDatabase(pair.connectionString)
    const rows = await db.rows<{ client_txn_id: string }>(
      sql`select client_txn_id from orders where client_txn_id like 'pair-%'`,
    )
    await db.close()
    const stored = rows.map((row) => row.client_txn_id)
    expect(new Set(stored).size).toBe(stored.length)
    expect(confirmed.filter((id) => !stored.includes(id))).toEqual([])
    expect([...statuses].filter((status) => ![200, 429, 503].includes(status))).toEqual([])
  })
})
