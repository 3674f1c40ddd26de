import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { inEachShard } from './merchant-shards.ts'

let created: TestDatabase
let db: Database

beforeAll(async () => {
  created = await createTestDatabase()
  db = openDatabase(created.connectionString, { max: 2 })
})
afterAll(async () => {
  await db?.close()
  await created?.drop()
})

/** As the coordinator reports a connection to another server that failed. */
const AWAY = '08006'

const workOn = async ([shard, code]: readonly [string, string?]): Promise<string> => {
  if (code !== undefined)
    await db.run({
      name: '',
      text: `do $$ begin raise exception 'no' using errcode = '${code}'; end $$`,
      values: [],
    })
  return shard
}

test.each([1, 4])(
  'shards whose server is there are done while that of another is away, %i at once',
  async (atOnce) => {
    const shards = [['a'], ['b', AWAY], ['c'], ['d', AWAY], ['e']] as const
    expect((await inEachShard(shards, workOn, { atOnce })).sort()).toEqual(['a', 'c', 'e'])
    expect(await db.rows({ name: '', text: 'select 1 as one', values: [] })).toEqual([{ one: 1 }])
  },
)

test('no shard that was done is a failure, and so is any other error', async () => {
  await expect(inEachShard([['a', AWAY]] as const, workOn)).rejects.toThrow()
  await expect(inEachShard([['a'], ['b', '23505'], ['c']] as const, workOn)).rejects.toMatchObject({
    code: '23505',
  })
  expect(await inEachShard([], workOn)).toEqual([])
})

test.each([
  'connection to the remote node galla@10.0.0.2:5432 failed with the following error: Connection refused',
  'failure on connection marked as essential: 10.0.0.2:5432',
  'server closed the connection unexpectedly',
  'could not commit transaction for shard 102678 on at least one active node',
])('another server is away by the words of the coordinator: %s', async (message) => {
  const state = message.startsWith('connection to') ? AWAY : 'XX000'
  const text = `do $$ begin raise exception '${message}' using errcode = '${state}'; end $$`
  const shards = [() => Promise.resolve(1), () => db.run({ name: '', text, values: [] })]
  expect(await inEachShard(shards, (work) => work())).toEqual([1])
})
