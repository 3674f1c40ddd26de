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
import { type Database, openDatabase } from '../../platform/database/database.ts'
import type { Files } from '../../platform/files/files.ts'
import { createLog } from '../../platform/log.ts'
import { readSettings } from '../../platform/settings.ts'
import { openBackupTarget } from './backup-target.ts'
import { createLogArchiving, type LogArchiving } from './create-log-archiving.ts'

/** Only the test ends a segment. */
const ARCHIVE_SECONDS = 3_600
const PATIENCE = { timeout: 900_000 }

let folder: string
let system: string
/** A moment after each row. */
const moments = new Map<number, Date>()

const backup = () => {
  const url = pathToFileURL(join(folder, 'target')).href
  const read = readSettings({ BACKUP_URL: url, BACKUP_PASSPHRASE: 'a passphrase of the operator' }).backup
  if (read === undefined) throw new Error('no backup settings')
  return { ...read, workFactor: 10 }
}
const restore = (name: string, until: Date | undefined): Promise<EmbeddedPostgres> =>
  restoreToTime({
    dataDir: join(folder, name),
    until,
    named: undefined,
    log: () => {},
    settle: [],
    target: openBackupTarget(backup()),
    backup: backup(),
  })
const restoredRows = async (name: string, until: Date | undefined): Promise<number[]> => {
  const server = await restore(name, until)
  const db = openDatabase(server.connectionString)
  try {
    const { rows } = await db.pool.query<{ n: number }>('select n from marks order by n')
    return rows.map(({ n }) => n)
  } finally {
    await db.close()
    await server.stop()
  }
}

const mark = async (db: Database, n: number): Promise<void> => {
  await db.pool.query('insert into marks (n) values ($1)', [n])
  // A Date has no microseconds: no commit may share its millisecond.
  await db.pool.query('select pg_sleep(0.01)')
  const { rows } = await db.pool.query<{ now: Date }>('select clock_timestamp() as now')
  await db.pool.query('select pg_sleep(0.01)')
  moments.set(n, rows[0]?.now ?? new Date(0))
}

/** Archives the log of a running database while `work` does something in it, and then loses it. */
const archiveWhile = async (
  name: string,
  server: EmbeddedPostgres,
  work: (db: Database, archiving: LogArchiving) => Promise<void>,
  target: Files = openBackupTarget(backup()),
): Promise<void> => {
  const { connectionString } = server
  const db = openDatabase(connectionString)
  const stopping = new AbortController()
  const archiving = createLogArchiving(
    {
      settings: readSettings({ DATA_DIR: join(folder, name) }),
      db,
      connectionString,
      // Looks for finished log more often than the program does.
      clock: { ...systemClock, every: (_ms, look) => systemClock.every(100, look) },
      log: createLog({ level: 'silent' }),
    },
    { target, backup: backup(), signal: stopping.signal },
  )
  if (archiving === undefined) throw new Error('nothing is archived')
  archiving.start()
  await work(db, archiving)
  const { rows } = await db.pool.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
  const wal = join(folder, 'target', 'point-in-time', system, 'wal')
  await vi.waitFor(
    () => expect(existsSync(wal) ? readdirSync(wal) : []).toContain(`${rows[0]?.file}.gz.age`),
    PATIENCE,
  )
  stopping.abort()
  await archiving.stop()
  await db.close()
  await server.stop()
}

/** Restores to a moment, and continues with a new row, and one that shows that log follows. */
const goOnFrom = async (name: string, moment: number, n: number): Promise<void> =>
  archiveWhile(name, await restore(name, moments.get(moment)), async (db) => {
    await mark(db, n)
    await mark(db, n + 1)
  })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'galla-branches-'))
  // As root, the server runs as another user, who walks through it.
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  await copyMigratedCluster(dataDir)
  await saveAppKey({ appKey: undefined, dataDir }, Buffer.alloc(32, 9))
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, archiveSeconds: ARCHIVE_SECONDS })
  const setUp = openDatabase(server.connectionString)
  await setUp.pool.query('create table marks (n int primary key)')
  system = (await setUp.pool.query('select system_identifier::text as id from pg_control_system()')).rows[0]
    .id
  const files = openBackupTarget(backup())
  let copies = 0
  const target: Files = {
    ...files,
    async write(name, content) {
      if (name.includes('/base-') && ++copies === 2) await mark(setUp, 2)
      await files.write(name, content)
    },
  }
  const work = async (db: Database, archiving: LogArchiving): Promise<void> => {
    await archiving.makeBase()
    await mark(db, 1)
    await archiving.makeBase()
    await mark(db, 3)
    // More segments than a restore fetches ahead.
    for (let n = 4; n <= 13; n += 1) {
      await mark(db, n)
      await db.pool.query('select pg_switch_wal()')
    }
    await mark(db, 14)
    await setUp.close()
  }
  await archiveWhile('data', server, work, target)
}, PATIENCE.timeout)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1)

test('a moment within a base backup is restored from the one before', PATIENCE, async () => {
  expect(await restoredRows('inside', moments.get(2))).toEqual(upTo(2))
})

test('a moment that an earlier restore went back behind can still be restored', PATIENCE, async () => {
  await goOnFrom('second', 3, 101)
  expect(await restoredRows('left-behind', moments.get(13))).toEqual(upTo(13))
  expect(await restoredRows('after', moments.get(101))).toEqual([...upTo(3), 101])
})

test('a base backup that a restore went back behind is passed over', PATIENCE, async () => {
  await goOnFrom('third', 1, 201)
  expect(await restoredRows('latest', undefined)).toEqual([1, 201, 202])
})
