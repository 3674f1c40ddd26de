import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@galla/embedded-postgres/embedded-postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeS3, startFakeS3 } from '../../../testing/fake-s3.ts'
import { copyMigratedCluster } from '../../../testing/migrated-cluster.ts'
import { decryptAge } from '../../platform/backup/age-encryption.ts'
import { readLogKey } from '../../platform/backup/archive-log.ts'
import { systemClock } from '../../platform/clock.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import type { Files } from '../../platform/files/files.ts'
import { createLog } from '../../platform/log.ts'
import { readSettings } from '../../platform/settings.ts'
import { findSystem } from './backup-store.ts'
import { openBackupTarget } from './backup-target.ts'
import { createLogArchiving, type LogArchiving } from './create-log-archiving.ts'

/** Only the test ends a segment. */
const ARCHIVE_SECONDS = 3_600
const PATIENCE = { timeout: 60_000 }

let folder: string
let cluster: string
let s3: FakeS3
let server: EmbeddedPostgres
let db: Database
let target: Files
let archiving: LogArchiving
let wal: string
const stopping = new AbortController()

beforeAll(async () => {
  s3 = await startFakeS3()
  folder = mkdtempSync(join(tmpdir(), 'galla-log-to-s3-'))
  // As root, the server runs as another user, who walks through it.
  chmodSync(folder, 0o711)
  cluster = join(folder, 'postgres', 'data')
  await copyMigratedCluster(folder)
  server = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, archiveSeconds: ARCHIVE_SECONDS })
  const { connectionString } = server
  db = openDatabase(connectionString)
  await db.pool.query('create table marks (n int)')
  wal = `point-in-time/${await findSystem(db)}/wal`
  const { backup } = readSettings({
    BACKUP_URL: s3.filesUrl,
    BACKUP_PASSPHRASE: 'a passphrase of the operator',
  })
  if (backup === undefined) throw new Error('no backup settings')
  target = openBackupTarget(backup)
  const found = createLogArchiving(
    {
      settings: readSettings({ DATA_DIR: folder }),
      db,
      connectionString,
      // Looks for finished log more often than the program does.
      clock: { ...systemClock, every: (_ms, work) => systemClock.every(100, work) },
      log: createLog({ level: 'silent' }),
    },
    { target, backup, signal: stopping.signal },
  )
  if (found === undefined) throw new Error('nothing is archived')
  archiving = found
  archiving.start()
}, 300_000)
afterAll(async () => {
  stopping.abort()
  await archiving.stop()
  await db.close()
  await server.stop()
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Ends a segment of the log in which something was written. */
const finishSegment = async (): Promise<{ name: string; content: Buffer }> => {
  await db.pool.query('insert into marks (n) values (1)')
  const { rows } = await db.pool.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
  const file = rows[0]?.file ?? ''
  return { name: `${wal}/${file}.gz.age`, content: readFileSync(join(cluster, 'pg_wal', file)) }
}

test.each([
  ['answers 500', 'failing', 5],
  ['cuts the connection before it answers', 'dropped', 2],
  ['cuts its answer off', 'cut', 2],
  ['refuses the key', 'refused', 2],
  ['answers slowly', 'slow', 1],
] as const)('a segment of the log reaches a store that %s', PATIENCE, async (_, fault, times) => {
  s3.breaks(fault, times)
  const { name, content } = await finishSegment()
  await expect.poll(() => [...s3.objects.keys()], PATIENCE).toContain(`of/galla/${name}`)
  const stored = await buffer(decryptAge(target.read(name), await readLogKey(cluster)))
  expect(gunzipSync(stored).equals(content)).toBe(true)
  await expect.poll(() => archiving.problem(), PATIENCE).toBeNull()
})
