import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest'
import { createEmptyDatabase, PATIENCE_MS, type TestDatabase } from '../../../testing/database.ts'
import { type FakeS3, startFakeS3 } from '../../../testing/fake-s3.ts'
import { backupTest as test } from '../../../testing/pg-programs.ts'
import { sell } from '../../../testing/sell.ts'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { expectVerified } from '../../../testing/verified.ts'
import { readStored } from '../../platform/backup/backup-archive.ts'
import { fileTarget } from '../../platform/backup/file-target.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { connectClient } from '../../platform/database/one-off-connection.ts'
import { createDiskFiles, type Files } from '../../platform/files/files.ts'
import { getInstallation } from './backup-store.ts'
import { getNewestArchive, openBackupTarget } from './backup-target.ts'
import { makeBackup } from './make-backup.ts'
import { prepareRestore, restoreBackup } from './restore-backup.ts'
import { runBackupWork } from './run-backup-work.ts'

const MIGRATIONS_DIR = fileURLToPath(new URL('../../../migrations', import.meta.url))
const KEY = Buffer.alloc(32, 7)
const PASSPHRASE = 'a passphrase of the operator'

let shop: Shop
let folder: string
let store: FakeS3
const databases: TestDatabase[] = []

beforeAll(async () => {
  shop = await openShop()
  store = await startFakeS3()
  const merchant = await shop.merchant()
  for (let n = 0; n < 3; n += 1) await sell(shop.call, merchant.key, `TEA-${n}`)
}, 60_000)
afterAll(async () => {
  await shop.close()
  await store.close()
  for (const database of databases) await database.drop()
})
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'galla-scheduled-'))
  store.objects.clear()
  await shop.db.pool.query('delete from backup_runs')
  return () => rmSync(folder, { recursive: true, force: true })
})

const connectionString = () => shop.db.pool.options.connectionString ?? ''

const backUp = (target: Files, { keep = 14, signal = new AbortController().signal } = {}) => {
  // Each run at a time that no other has.
  shop.clock.advance({ seconds: 1 })
  return makeBackup({
    db: shop.db,
    clock: shop.clock,
    target,
    signal,
    connectionString: connectionString(),
    files: createDiskFiles(join(shop.dataDir, 'files')),
    settings: { appKey: KEY, dataDir: shop.dataDir },
    backup: { url: '', passphrase: PASSPHRASE, everyMs: 1, keep, drillEveryMs: undefined, workFactor: 10 },
  })
}
const targetFolder = () => openBackupTarget({ url: pathToFileURL(folder).href })
const archives = () => readdirSync(join(folder, 'archives')).sort()
const runs = async () =>
  (await shop.db.pool.query('select kind, finished_at, file, problem from backup_runs order by started_at'))
    .rows

const restore = async (source: Parameters<typeof prepareRestore>[1]): Promise<number> => {
  const database = await createEmptyDatabase()
  databases.push(database)
  const settings = { appKey: undefined, dataDir: mkdtempSync(join(folder, 'data-')) }
  const found = await prepareRestore(settings, source)
  await restoreBackup(
    {
      connectionString: database.connectionString,
      migrationsDir: MIGRATIONS_DIR,
      settings,
      files: createDiskFiles(join(settings.dataDir, 'files')),
    },
    source,
    found,
  )
  const db = openDatabase(database.connectionString)
  await expectVerified({ db, clock: shop.clock })
  const orders = await db.pool.query('select from orders')
  await db.close()
  return orders.rowCount ?? 0
}

test('a backup to a folder is encrypted, readable by its owner only, and restored with its passphrase', async () => {
  const { file, made } = await backUp(targetFolder())
  expect(archives()).toEqual([file.replace('archives/', '')])
  const content = readFileSync(join(folder, file))
  expect(content.length).toBe(made.bytes)
  expect(content.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt /)
  const copy = join(folder, file)
  expect(
    await restore(() => readStored({ target: fileTarget(copy), name: copy, passphrase: PASSPHRASE })),
  ).toBe(3)
  expect(await runs()).toEqual([{ kind: 'backup', finished_at: shop.clock.now(), file, problem: null }])
})

test('a backup to an S3-compatible store survives its faults and is restored', async () => {
  const target = openBackupTarget({ url: store.filesUrl })
  store.breaks('busy', 2)
  const { file } = await backUp(target)
  expect([...store.objects.keys()]).toEqual([`of/galla/${file}`])
  store.breaks('cut', 2)
  expect(await restore(() => readStored({ target, name: file, passphrase: PASSPHRASE }))).toBe(3)
  store.breaks('refused', 1)
  await expect(backUp(target)).rejects.toThrow('The store of BACKUP_URL answered 403')
  expect((await runs()).at(-1)?.problem).toBe('The store of BACKUP_URL answered 403 when files were listed')
})

test('only the newest backups are kept, and other files in the folder are left alone', async () => {
  mkdirSync(join(folder, 'archives'))
  const installation = await getInstallation(shop.db)
  for (const name of ['notes', `galla-20260101T000000000Z-${installation}.tar.age.part`])
    writeFileSync(join(folder, 'archives', name), 'x')
  const made: string[] = []
  for (let n = 0; n < 4; n += 1) made.push((await backUp(targetFolder(), { keep: 2 })).file)
  expect(archives()).toEqual([...made.slice(-2).map((file) => file.replace('archives/', '')), 'notes'])
})

test('a backup that fails leaves no file, keeps the older ones, and says why', async () => {
  const { file } = await backUp(targetFolder(), { keep: 1 })
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  const target = targetFolder()
  const failing: Files = {
    ...target,
    write: (name, content) =>
      target.write(
        name,
        (async function* () {
          for await (const piece of content) {
            yield piece
            throw full
          }
        })(),
      ),
  }
  await expect(backUp(failing, { keep: 1 })).rejects.toThrow('ENOSPC')
  expect(archives()).toEqual([file.replace('archives/', '')])
  expect((await runs()).at(-1)).toMatchObject({ file: null, problem: 'The disk of BACKUP_URL is full' })
})

test('a backup that cannot be read back is removed', async () => {
  const target = targetFolder()
  const altering: Files = {
    ...target,
    async *read(name) {
      for await (const piece of target.read(name)) yield piece.map((byte) => byte ^ 1)
    },
  }
  await expect(backUp(altering)).rejects.toThrow('The backup was truncated or altered')
  expect(archives()).toEqual([])
})

test('a stopped backup leaves neither a file nor a failed run', async () => {
  const stopping = new AbortController()
  const target = targetFolder()
  const slow: Files = {
    ...target,
    async write(name, content) {
      stopping.abort()
      await target.write(name, content)
    },
  }
  await expect(backUp(slow, { signal: stopping.signal })).rejects.toThrow('abort')
  await vi.waitFor(
    () => expect(existsSync(join(folder, 'archives')) ? archives() : []).toEqual([]),
    PATIENCE_MS,
  )
  expect(await runs()).toEqual([])
})

test('one backup runs at a time, and the run of a dead process is marked as failed', async () => {
  const { signal } = new AbortController()
  const deps = { db: shop.db, clock: shop.clock, connectionString: connectionString() }
  await runBackupWork(deps, 'backup', signal, async () => {
    await expect(backUp(targetFolder())).rejects.toThrow('is running already')
    return { file: 'archives/one' }
  })
  const anHourAgo = new Date(shop.clock.now().getTime() - 3_600_000)
  await shop.db.pool.query(`insert into backup_runs (kind, started_at) values ('backup', $1)`, [anHourAgo])
  await backUp(targetFolder())
  expect((await runs()).map(({ problem }) => problem)).toEqual([
    'The program ended before it was finished',
    null,
    null,
  ])
})

test('a process that is killed during a backup leaves no file that looks complete', async () => {
  const program = fileURLToPath(new URL('backup-crash-program.ts', import.meta.url))
  const child = spawn(process.execPath, [program, connectionString(), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'close')
  expect(archives()).toEqual([expect.stringMatching(/\.part$/)])
  await vi.waitFor(async () => void (await backUp(targetFolder())), PATIENCE_MS)
  expect(archives()).toEqual([expect.stringMatching(/\.age$/)])
})

test('the lock is released when its connection ends', async () => {
  const client = await connectClient(connectionString(), 'galla backup lock')
  await client.query(`select pg_advisory_lock(hashtextextended('galla-backup', 0))`)
  await expect(backUp(targetFolder())).rejects.toThrow('is running already')
  await client.end()
  await vi.waitFor(async () => void (await backUp(targetFolder())), PATIENCE_MS)
})

test('the backup stops when the connection of its lock ends', async () => {
  const deps = { db: shop.db, clock: shop.clock, connectionString: connectionString() }
  const work = runBackupWork(deps, 'backup', new AbortController().signal, async (_startedAt, running) => {
    const stopped = once(running, 'abort')
    await shop.db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'galla backup lock' and datname = current_database()`,
    )
    await stopped
    running.throwIfAborted()
    return { file: 'archives/one' }
  })
  await expect(work).rejects.toThrow('The connection to the database ended')
  expect(await runs()).toMatchObject([{ file: null, problem: expect.stringContaining('the lock') }])
})

test('a new installation never replaces the backups of another one, and a restore asks which to use', async () => {
  const first = (await backUp(targetFolder())).file
  const own = await getInstallation(shop.db)
  const change = (id: string) => shop.db.pool.query('update backup_installation set id = $1', [id])
  await change('00000000000000ff')
  try {
    await expect(backUp(targetFolder(), { keep: 1 })).rejects.toThrow('backups of another installation')
    expect((await runs()).at(-1)?.problem).toContain(first)
    expect(await getNewestArchive(targetFolder())).toBe(first)
    // Both shared an empty target, at the same time.
    const second = first.replace(own, '00000000000000ff')
    writeFileSync(join(folder, second), 'x')
    const { file } = await backUp(targetFolder(), { keep: 1 })
    expect(archives().map((name) => `archives/${name}`)).toEqual([first, file].sort())
    const choice = getNewestArchive(targetFolder())
    await expect(choice).rejects.toThrow(`of 2 installations. Name the one to restore`)
    await expect(choice).rejects.toThrow(`${file}, ${first}`)
    expect(await getNewestArchive(targetFolder(), own)).toBe(first)
  } finally {
    await change(own)
  }
})
