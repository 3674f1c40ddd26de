import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { type SilentProxy, startSilentProxy } from '../../../testing/silent-proxy.ts'
import { monotonicMs, systemClock, waitRealMs } from '../clock.ts'
import { createChangeFeed } from '../jobs/change-feed.ts'
import { type Database, openDatabase, sql } from './database.ts'
import { openDedicatedConnection } from './dedicated-connection.ts'
import { migrate } from './migrate.ts'

/** Each limit is tested separately, with tenths of a second. */
const STATEMENT_MS = 2_000
const MIGRATIONS_DIR = fileURLToPath(new URL('../../../migrations', import.meta.url))
const ANSWER_SLACK_MS = 100
const HEARTBEAT = { everyMs: 50, missedMax: 20 }
/** Without the limits it would be never. */
const SOON_MS = 15_000
const OVERLOADED = { code: 'overloaded', status: 503 }

let database: TestDatabase
let direct: Database
let proxy: SilentProxy
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  direct = openDatabase(database.connectionString)
  await direct.run(sql`create table marks (n int primary key)`)
})
afterAll(async () => {
  await direct.close()
  await database.drop()
})
beforeEach(async () => {
  await direct.run(sql`delete from marks`)
  proxy = await startSilentProxy(database.connectionString)
  db = openDatabase(proxy.connectionString, {
    max: 4,
    connectTimeoutMs: STATEMENT_MS,
    statementTimeoutMs: STATEMENT_MS,
    answerSlackMs: ANSWER_SLACK_MS,
  })
  // On a busy machine a first connection may take longer than these limits.
  const warm = () => Promise.all([1, 2, 3, 4].map(() => db.rows(sql`select pg_sleep(0.02)`)))
  await expect.poll(() => warm().then(Boolean, () => false)).toBe(true)
})
afterEach(async () => {
  proxy.restore()
  await db.close()
  await proxy.close()
})

const works = () => expect.poll(() => db.rows(sql`select 1 as one`).catch(() => [])).toEqual([{ one: 1 }])

test('a statement without a reply is refused after its limit, and no older connection is reused', async () => {
  const before = await direct.rows<{ pid: number }>(
    sql`select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  proxy.silence()
  const startedMs = monotonicMs()
  await expect(db.rows(sql`select 1`)).rejects.toMatchObject(OVERLOADED)
  expect(monotonicMs() - startedMs).toBeLessThan(SOON_MS)
  proxy.restore()
  await works()
  const pids = await Promise.all(
    [1, 2, 3, 4].map(() => db.one<{ pid: number }>(sql`select pg_backend_pid() as pid from pg_sleep(0.02)`)),
  )
  const older = new Set(before.map(({ pid }) => pid))
  expect(pids.filter(({ pid }) => older.has(pid))).toEqual([])
})

test('a transaction whose commit gets no reply is refused, may have committed, and drops its connection', async () => {
  let followed = 0
  const committed = db.transaction(async (tx) => {
    await tx.run(sql`insert into marks values (1)`)
    tx.afterCommit(() => {
      followed += 1
    })
    proxy.silence('replies')
  })
  const startedMs = monotonicMs()
  await expect(committed).rejects.toMatchObject(OVERLOADED)
  expect(monotonicMs() - startedMs).toBeLessThan(SOON_MS)
  expect(followed).toBe(0)
  proxy.restore()
  await works()
  expect(await direct.rows(sql`select n from marks`)).toEqual([{ n: 1 }])
  // A repetition is stopped by what the schema says, as client_txn_id is.
  await expect(
    db.transaction((tx) => tx.run(sql`insert into marks values (1) on conflict do nothing`)),
  ).resolves.toBe(0)
})

test('a transaction that meets a read-only database is refused, and its connection is not used again', async () => {
  const pidOf = (queries: Pick<Database, 'one'>) =>
    queries.one<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  let pid = 0
  await expect(
    db.transaction(async (tx) => {
      pid = (await pidOf(tx)).pid
      await tx.run(sql`set transaction read only`)
      await tx.run(sql`insert into marks values (2)`)
    }),
  ).rejects.toMatchObject(OVERLOADED)
  await expect.poll(() => direct.rows(sql`select from pg_stat_activity where pid = ${pid}`)).toEqual([])
})

test('a statement that meets a read-only database is repeated for seconds, and succeeds on the one that takes writes', async () => {
  await direct.run(sql`insert into marks values (3)`)
  const name = new URL(database.connectionString).pathname.slice(1)
  const setReadOnly = (value: 'on' | 'off') =>
    direct.pool.query(`alter database "${name}" set default_transaction_read_only = ${value}`)
  await setReadOnly('on')
  const fresh = openDatabase(database.connectionString, { max: 1 })
  try {
    await expect
      .poll(() => fresh.one(sql`show transaction_read_only`))
      .toEqual({ transaction_read_only: 'on' })
    const written = fresh.transaction((tx) => tx.run(sql`insert into marks values (4)`))
    await setReadOnly('off')
    await expect(written).resolves.toBe(1)
  } finally {
    await setReadOnly('off')
    await fresh.close()
  }
})

test('a migration that waits for another one fails within 10 s of the silence', async () => {
  const other = await direct.pool.connect()
  await other.query('select pg_advisory_lock(7364001)')
  try {
    const waiting = migrate(proxy.connectionString, MIGRATIONS_DIR).then(
      () => 'migrated',
      () => monotonicMs(),
    )
    await expect
      .poll(
        () =>
          direct.rows(
            sql`select from pg_stat_activity where application_name = 'galla-migrate' and wait_event = 'advisory'`,
          ),
        { timeout: 20_000 },
      )
      .toHaveLength(1)
    const silentMs = monotonicMs()
    proxy.silence()
    expect(Number(await waiting) - silentMs).toBeLessThan(10_000)
  } finally {
    await other.query('select pg_advisory_unlock_all()')
    other.release()
  }
}, 60_000)

test('a feed whose connection falls silent drops every connection, and receives again when the network is back', async () => {
  // Longer than the test: only the feed can end it.
  const patient = openDatabase(proxy.connectionString, { statementTimeoutMs: 60_000 })
  const feed = await createChangeFeed({
    db: patient,
    connectionString: proxy.connectionString,
    clock: systemClock,
    channel: 'test_silent',
    heartbeat: HEARTBEAT,
  })
  let resets = 0
  const heard: string[] = []
  feed.onReset(() => {
    resets += 1
  })
  feed.onChange((ids) => void heard.push(...ids))
  await patient.rows(sql`select 1`)
  proxy.silence()
  await expect(patient.rows(sql`select 1`)).rejects.toMatchObject(OVERLOADED)
  proxy.restore()
  await expect.poll(() => resets).toBeGreaterThan(0)
  await direct.rows(sql`select pg_notify('test_silent', 'NEWS')`)
  await expect.poll(() => heard).toContain('NEWS')
  await feed.stop()
  await patient.close()
})

test('a dedicated connection ends while the network is silent, without waiting for it', async () => {
  const connection = await openDedicatedConnection({
    connectionString: proxy.connectionString,
    applicationName: 'galla test',
    clock: systemClock,
    prepare: async () => {},
    onLost: () => {},
    heartbeat: HEARTBEAT,
  })
  proxy.silence()
  const startedMs = monotonicMs()
  await connection.close()
  expect(monotonicMs() - startedMs).toBeLessThan(SOON_MS)
})

test('a process that was itself stopped does not consider the database silent', async () => {
  const lost: unknown[] = []
  const connection = await openDedicatedConnection({
    connectionString: proxy.connectionString,
    applicationName: 'galla test',
    clock: systemClock,
    prepare: async () => {},
    onLost: (error) => lost.push(error),
    heartbeat: HEARTBEAT,
  })
  await waitRealMs(2 * HEARTBEAT.everyMs)
  const stoppedMs = monotonicMs()
  while (monotonicMs() - stoppedMs < 2 * HEARTBEAT.everyMs * HEARTBEAT.missedMax);
  await waitRealMs(HEARTBEAT.everyMs * HEARTBEAT.missedMax)
  expect(lost).toEqual([])
  await connection.close()
})
