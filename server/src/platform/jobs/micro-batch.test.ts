import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { SilentDatabaseError } from '../database/database-connection.ts'
import { Refusal } from '../refusal.ts'
import { createMicroBatch } from './micro-batch.ts'

const doubling = (seen: number[][], fail: (items: readonly number[]) => boolean = () => false) =>
  createMicroBatch<number, number>({
    run: async (items) => {
      seen.push([...items])
      if (fail(items)) throw new Error('refused')
      return items.map((item) => item * 2)
    },
    itemsMax: 4,
    inFlightMax: 1,
    waitingMax: 10,
  })

test('each item gets its own result, in batches of at most itemsMax', async () => {
  const seen: number[][] = []
  const batch = doubling(seen)
  const results = await Promise.all([1, 2, 3, 4, 5, 6].map((item) => batch.add(item)))
  expect(results).toEqual([2, 4, 6, 8, 10, 12])
  expect(seen).toEqual([
    [1, 2, 3, 4],
    [5, 6],
  ])
})

test('one bad item fails alone', async () => {
  const seen: number[][] = []
  const batch = doubling(seen, (items) => items.includes(2))
  const results = await Promise.allSettled([1, 2, 3].map((item) => batch.add(item)))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(seen).toEqual([[1, 2, 3], [1], [2], [3]])
})

test('concurrent items beyond waitingMax are refused as overloaded, and the others are served', async () => {
  const batch = doubling([])
  const results = await Promise.allSettled(Array.from({ length: 12 }, (_, item) => batch.add(item)))
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(2)
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'overloaded' },
  })
})

test('items of one key are never in two concurrent batches, and delay no other key', async () => {
  const started: string[][] = []
  const finish: (() => void)[] = []
  const batch = createMicroBatch<string, string>({
    run: (items) => {
      started.push([...items])
      return new Promise((resolve) => finish.push(() => resolve(items)))
    },
    itemsMax: 2,
    inFlightMax: 2,
    waitingMax: 10,
    keyOf: (item) => (item.startsWith('a') ? 'a' : undefined),
  })
  const results = ['a1', 'a2', 'a3', 'b1', 'b2'].map((item) => batch.add(item))
  await new Promise(setImmediate)
  expect(started).toEqual([
    ['a1', 'a2'],
    ['b1', 'b2'],
  ])
  finish[1]?.()
  await results[4]
  expect(started).toHaveLength(2)
  finish[0]?.()
  await results[1]
  await new Promise(setImmediate)
  expect(started[2]).toEqual(['a3'])
  finish[2]?.()
  expect(await Promise.all(results)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2'])
})

test('the whole batch and all waiting items fail at once if the database does not answer', async () => {
  const seen: number[][] = []
  const batch = createMicroBatch<number, number>({
    run: async (items) => {
      seen.push([...items])
      throw new Refusal('overloaded', { cause: new SilentDatabaseError() })
    },
    itemsMax: 4,
    inFlightMax: 1,
    waitingMax: 10,
  })
  const results = await Promise.allSettled([1, 2, 3, 4, 5, 6].map((item) => batch.add(item)))
  expect(results.map(({ status }) => status)).toEqual(Array(6).fill('rejected'))
  expect(seen).toEqual([[1, 2, 3, 4]])
})

test('the rest of a failed batch is not tried one by one once the database does not answer', async () => {
  const seen: number[][] = []
  const batch = createMicroBatch<number, number>({
    run: async (items) => {
      seen.push([...items])
      throw seen.length === 1 ? new Error('refused') : new SilentDatabaseError()
    },
    itemsMax: 4,
    inFlightMax: 1,
    waitingMax: 10,
  })
  const results = await Promise.allSettled([1, 2, 3].map((item) => batch.add(item)))
  expect(results.map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
  expect(seen).toEqual([[1, 2, 3], [1]])
})

/** As Citus reports that the server of a merchant died while it committed. */
const unknownCommit = Object.assign(
  new DatabaseError('could not commit transaction for shard 102678 on any active node', 0, 'error'),
  { severity: 'ERROR', code: 'XX000' },
)

test.each([
  ['whose connection broke before the answer came', new Error('Connection terminated unexpectedly')],
  ['whose commit another server may have carried out', unknownCommit],
])('a batch %s is not tried again, and the next ones are tried', async (_what, error) => {
  const seen: number[][] = []
  const batch = createMicroBatch<number, number>({
    run: async (items) => {
      seen.push([...items])
      if (items.includes(1)) throw error
      return items
    },
    itemsMax: 3,
    inFlightMax: 1,
    waitingMax: 10,
  })
  const results = await Promise.allSettled([1, 2, 3, 4].map((item) => batch.add(item)))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled'])
  expect(seen).toEqual([[1, 2, 3], [4]])
})
