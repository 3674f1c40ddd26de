import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { manualClock } from '../clock.ts'
import { createFairQueue } from '../jobs/fair-queue.ts'
import { createSweep } from '../jobs/sweep.ts'
import type { Log } from '../log.ts'
import { outOfShare, withinShare } from './connection-shares.ts'
import { type Database, openDatabase, sql } from './database.ts'

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

const UNBOUNDED = { waitingMax: Infinity, waitingPerKeyMax: Infinity, retryAfterSeconds: 1 }
const oneAtOnce = () => createFairQueue({ atOnceMax: 1, ...UNBOUNDED })
const quiet: Log = { debug() {}, info() {}, warn() {}, error() {} }
const select = () => db.value<number>(sql`select 1 as one`)

/** Work that holds the only turn until `release`. */
const holdTurn = async (queue: ReturnType<typeof oneAtOnce>) => {
  const [held, freed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ended = withinShare(queue, 'a', () =>
    db.transaction(async () => {
      held.resolve()
      await freed.promise
    }),
  )
  await held.promise
  return async () => {
    freed.resolve()
    await ended
  }
}

test('statements and transactions wait for their turn, also the parallel ones of one call', async () => {
  const queue = oneAtOnce()
  let [holding, most] = [0, 0]
  const hold = () =>
    db.transaction(async (tx) => {
      holding += 1
      most = Math.max(most, holding)
      await tx.rows(sql`select 1`)
      holding -= 1
    })
  await Promise.all([
    withinShare(queue, 'a', () => Promise.all([hold(), hold(), select()])),
    withinShare(queue, 'b', hold),
  ])
  expect(most).toBe(1)
})

test('work that waits for something else holds no turn', async () => {
  const queue = oneAtOnce()
  const answer = Promise.withResolvers<void>()
  const slow = withinShare(queue, 'a', async () => {
    await select()
    await answer.promise
    return select()
  })
  expect(await withinShare(queue, 'a', select)).toBe(1)
  answer.resolve()
  expect(await slow).toBe(1)
})

test('a transaction that asks the database beside itself does not wait for its own turn', async () => {
  expect(await withinShare(oneAtOnce(), 'a', () => db.transaction(select))).toBe(1)
})

test('what others share, and a sweep, do not wait in the turns of the call that started them', async () => {
  const queue = oneAtOnce()
  const swept = Promise.withResolvers<void>()
  let isCounted = false
  const sweep = createSweep(
    { clock: manualClock(new Date()), log: quiet },
    {
      name: 'test',
      everyMs: 1_000,
      work: async () => {
        if (isCounted) {
          await select()
          swept.resolve()
        }
        return { more: false }
      },
    },
  )
  sweep.start()
  await new Promise(setImmediate)
  const release = await holdTurn(queue)
  await withinShare(queue, 'a', async () => {
    isCounted = true
    sweep.wake()
    expect(await outOfShare(select)).toBe(1)
    await swept.promise
  })
  await release()
  await sweep.stop()
})

test('what a call leaves behind is work of the program', async () => {
  const queue = oneAtOnce()
  const go = Promise.withResolvers<void>()
  let later: Promise<number> | undefined
  await withinShare(queue, 'a', async () => {
    later = go.promise.then(select)
  })
  const release = await holdTurn(queue)
  go.resolve()
  expect(await later).toBe(1)
  await release()
})

test('calls that wait for their turn learn of an outage from the one that met it', async () => {
  const absent = openDatabase('postgres://galla@127.0.0.1:1/galla')
  const queue = oneAtOnce()
  const calls = Array.from({ length: 200 }, () => withinShare(queue, 'a', () => absent.rows(sql`select 1`)))
  const outcomes = await Promise.allSettled(calls)
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
  await absent.close()
}, 7_000)
