import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@galla/embedded-postgres/embedded-postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { copyMigratedCluster } from '../../../testing/migrated-cluster.ts'
import { restoreToTime } from '../../platform/backup/restore-to-time.ts'
import { systemClock } from '../../platform/clock.ts'
import { saveAppKey } from '../../platform/crypto/app-key.ts'
import { findDataKey, putWrappedKey } from '../../platform/crypto/data-key.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { createLog } from '../../platform/log.ts'
import { readSettings } from '../../platform/settings.ts'
import { fixesAfterRestore } from './backup-store.ts'
import { openBackupTarget } from './backup-target.ts'
import { createLogArchiving } from './create-log-archiving.ts'
import { findKeyProblem } from './find-key-problem.ts'

const ARCHIVE_SECONDS = 2
const KEY = Buffer.alloc(32, 9)
const PATIENCE = { timeout: 300_000 }

let folder: string
let server: EmbeddedPostgres | undefined
let db: Database
let system: string
/** What was committed before, and until, the disk is lost. */
let middle: Date
let committed = 0
const stopping = new AbortController()

const backup = () => {
  const url = pathToFileURL(join(folder, 'target')).href
  const read = readSettings({ BACKUP_URL: url, BACKUP_PASSPHRASE: 'a passphrase of the operator' }).backup
  if (read === undefined) throw new Error('no backup settings')
  return { ...read, workFactor: 10 }
}
const settings = () => readSettings({ DATA_DIR: join(folder, 'data') })
const mark = async (count: number): Promise<Date> => {
  for (let n = 0; n < count; n += 1) {
    committed += 1
    await db.pool.query('insert into marks (n) values ($1)', [committed])
  }
  // A Date has no microseconds: no commit may share its millisecond.
  await db.pool.query('select pg_sleep(0.01)')
  const { rows } = await db.pool.query<{ now: Date }>('select clock_timestamp() as now')
  await db.pool.query('select pg_sleep(0.01)')
  return rows[0]?.now ?? new Date(0)
}
const archived = (): string[] => {
  const wal = join(folder, 'target', 'point-in-time', system, 'wal')
  return existsSync(wal) ? readdirSync(wal) : []
}
/** Waits until all that was committed before is at the target, by the server's own time limit. */
const untilArchived = async (): Promise<void> => {
  committed += 1
  // With this row, the segment is one that the time limit ends.
  const { rows } = await db.pool.query<{ file: string }>(
    'insert into marks (n) values ($1) returning pg_walfile_name(pg_current_wal_insert_lsn()) as file',
    [committed],
  )
  await vi.waitFor(() => expect(archived()).toContain(`${rows[0]?.file}.gz.age`), PATIENCE)
}

const start = async (dataDir: string): Promise<void> => {
  server = await startEmbeddedPostgres({ dataDir, log: () => {}, archiveSeconds: ARCHIVE_SECONDS })
  db = openDatabase(server.connectionString)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'galla-moment-'))
  // As root, the server runs as another user, who walks through it.
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  await copyMigratedCluster(dataDir)
  await saveAppKey({ appKey: undefined, dataDir }, KEY)
  await start(dataDir)
  await findDataKey(db, { appKey: undefined, dataDir })
  await db.pool.query('create table marks (n int primary key)')
  system = (await db.pool.query('select system_identifier::text as id from pg_control_system()')).rows[0].id
  const { connectionString } = server ?? { connectionString: '' }
  const archiving = createLogArchiving(
    { settings: settings(), db, connectionString, clock: systemClock, log: createLog({ level: 'silent' }) },
    { target: openBackupTarget(backup()), backup: backup(), signal: stopping.signal },
  )
  if (archiving === undefined) throw new Error('nothing is archived')
  archiving.start()
  expect(await archiving.needsBase()).toBe(true)
  await mark(10)
  await archiving.makeBase()
  expect(await archiving.needsBase()).toBe(false)
  middle = await mark(100)
  // A rotation of the app key, after the base backup.
  await putWrappedKey(db, Buffer.alloc(32, 10), Buffer.alloc(32, 11), false)
  await untilArchived()
  await mark(100)
  await untilArchived()
  // The machine is lost: nothing is archived any longer, and the data folder is gone.
  stopping.abort()
  await archiving.stop()
  await mark(5)
  await db.close()
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}, 900_000)
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const restore = async (name: string, until: Date | undefined) => {
  const dataDir = join(folder, name)
  server = await restoreToTime({
    dataDir,
    until,
    named: undefined,
    log: () => {},
    settle: fixesAfterRestore(),
    target: openBackupTarget(backup()),
    backup: backup(),
  })
  db = openDatabase(server.connectionString)
  try {
    const found = await db.pool.query<{ n: number }>('select n from marks order by n')
    expect(found.rows.map(({ n }) => n)).toEqual(found.rows.map((_, index) => index + 1))
    // It takes writes, and its key is back.
    await db.pool.query('insert into marks (n) values (-1)')
    expect(existsSync(join(dataDir, 'app.key'))).toBe(true)
    const problem = await findKeyProblem(db, { appKey: undefined, dataDir })
    return { count: found.rows.length, problem }
  } finally {
    await db.close()
    await server.stop()
  }
}

test('after the loss of the disk everything that was archived is restored', PATIENCE, async () => {
  const { count, problem } = await restore('latest', undefined)
  expect(count).toBeGreaterThanOrEqual(210)
  expect(count).toBeLessThanOrEqual(committed)
  expect(problem).toContain('The app key was replaced after this copy of the database')
})

test('a restore to a moment has what was committed until then, and nothing later', PATIENCE, async () => {
  expect(await restore('moment', middle)).toEqual({ count: 110, problem: undefined })
})

test(
  'a time before the first base backup, or after the last archived work, is refused with a sentence',
  PATIENCE,
  async () => {
    await expect(restore('early', new Date(0))).rejects.toThrow('no base backup from before that time')
    await expect(restore('late', new Date(Date.now() + 86_400_000))).rejects.toThrow(
      'The archived log ends before that time',
    )
  },
)

test(
  'a segment that is altered ends the restore, and leaves the folder for another try',
  PATIENCE,
  async () => {
    const target = openBackupTarget(backup())
    const altering = {
      ...target,
      async *read(name: string) {
        for await (const piece of target.read(name))
          yield name.includes('/wal/') ? piece.map((byte) => byte ^ 1) : piece
      },
    }
    await expect(
      restoreToTime({
        dataDir: join(folder, 'altered'),
        until: undefined,
        named: undefined,
        settle: [],
        log: () => {},
        target: altering,
        backup: backup(),
      }),
    ).rejects.toThrow('did not start')
    expect((await restore('altered', middle)).count).toBe(110)
  },
)
