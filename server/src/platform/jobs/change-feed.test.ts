import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { manualClock, monotonicMs } from '../clock.ts'
import { type Database, openDatabase, sql } from '../database/database.ts'
import { type ChangeFeed, createChangeFeed } from './change-feed.ts'

const HEARD_MS_MAX = 10_000

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.connectionString)
})

afterAll(async () => {
  await db.close()
  await database.drop()
})

const START = new Date('2026-11-21T06:00:00Z')

const open = async (channel: string) => {
  const clock = manualClock(START)
  const feed = await createChangeFeed({ db, connectionString: database.connectionString, clock, channel })
  return { clock, feed }
}

/** Resolves when `count` different ids were heard, with the number of times anything was heard. */
const hearing = (feed: ChangeFeed, count: number): Promise<{ ids: Set<string>; times: number }> => {
  const ids = new Set<string>()
  let times = 0
  const { promise, resolve } = Promise.withResolvers<{ ids: Set<string>; times: number }>()
  feed.onChange((heard) => {
    times += 1
    for (const id of heard) ids.add(id)
    if (ids.size === count) resolve({ ids, times })
  })
  return promise
}

test('another process receives each id, and concurrent ones together', async () => {
  const [near, far] = [await open('test_many'), await open('test_many')]
  const heard = hearing(far.feed, 1_000)
  for (let n = 0; n < 1_000; n += 1) near.feed.announce(`01KAJ5ZH6X${String(n).padStart(16, '0')}`)
  for (let n = 0; n < 500; n += 1) near.feed.announce('01KAJ5ZH6X0000000000000000')
  near.clock.advance({ ms: 25 })
  const { ids, times } = await heard
  expect(ids.size).toBe(1_000)
  // 27 bytes each, below 8 kB a payload.
  expect(times).toBeLessThanOrEqual(5)
  await near.feed.stop()
  await far.feed.stop()
})

test('a change that was announced before the stop is still delivered', async () => {
  const [near, far] = [await open('test_end'), await open('test_end')]
  const heard = hearing(far.feed, 1)
  near.feed.announce('LAST')
  await near.feed.stop()
  expect((await heard).ids).toEqual(new Set(['LAST']))
  await far.feed.stop()
})

test('a listener whose connection broke reads everything again, and then receives changes again', async () => {
  const { clock, feed } = await open('test_broken')
  let resets = 0
  feed.onReset(() => {
    resets += 1
  })
  await db.rows(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'galla listener' and datname = current_database()`)
  const startedMs = monotonicMs()
  while (resets === 0) {
    clock.advance({ seconds: 1 })
    await db.rows(sql`select 1`)
    if (monotonicMs() - startedMs > HEARD_MS_MAX) throw new Error('it did not come back')
  }
  const heard = hearing(feed, 1)
  feed.announce('AFTER')
  clock.advance({ ms: 25 })
  expect((await heard).ids).toEqual(new Set(['AFTER']))
  await feed.stop()
})

test('a channel whose name is not a word is refused', async () => {
  await expect(open('a; drop')).rejects.toThrow(RangeError)
})
