import { expect, test } from 'vitest'
import { Refusal } from '../refusal.ts'
import { createFairQueue, type FairQueueOptions } from './fair-queue.ts'

/** Work that ends on command, and notes its order. */
const open = (over: Partial<FairQueueOptions> = {}) => {
  const queue = createFairQueue({
    atOnceMax: 1,
    waitingMax: 8,
    waitingPerKeyMax: 8,
    retryAfterSeconds: 3,
    ...over,
  })
  const started: string[] = []
  const ends: (() => void)[] = []
  const outcomes: Promise<string>[] = []
  const send = (key: string, count = 1): void => {
    for (let n = 0; n < count; n += 1)
      outcomes.push(
        queue
          .run(key, () => {
            started.push(key)
            return new Promise<void>((resolve) => void ends.push(resolve))
          })
          .then(
            () => `${key} done`,
            (error: unknown) => {
              expect(error).toBeInstanceOf(Refusal)
              expect(error).toMatchObject({ code: 'overloaded', retryAfterSeconds: 3 })
              return `${key} refused`
            },
          ),
      )
  }
  /** Ends what runs, one after the other, until nothing does. */
  const finish = async (): Promise<string[]> => {
    await settled()
    for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
      end()
      await settled()
    }
    return Promise.all(outcomes)
  }
  return { queue, send, started, finish }
}

/** A freed slot is taken after a turn of the event loop, which may be the second one from here. */
const settled = async (): Promise<void> => {
  for (let turns = 0; turns < 2; turns += 1) await new Promise<void>((resolve) => void setImmediate(resolve))
}

const times = (outcomes: readonly string[], what: string): number =>
  outcomes.filter((each) => each === what).length

test('keys take turns, even if one of them sent many requests before', async () => {
  const { send, started, finish } = open()
  send('flood', 6)
  send('owner')
  send('other')
  await finish()
  expect(started).toEqual(['flood', 'flood', 'owner', 'other', 'flood', 'flood', 'flood', 'flood'])
})

test('a key whose own queue is full is refused, and another key is not', async () => {
  const { send, finish } = open({ waitingPerKeyMax: 2 })
  send('flood', 800)
  send('owner')
  const outcomes = await finish()
  expect([times(outcomes, 'flood done'), times(outcomes, 'owner done')]).toEqual([3, 1])
})

test('when the queue is full, the key with the most waiting loses one to a key with fewer', async () => {
  const { send, finish } = open({ waitingMax: 4 })
  send('flood', 5)
  send('owner')
  send('other')
  const outcomes = await finish()
  expect([times(outcomes, 'flood done'), times(outcomes, 'flood refused')]).toEqual([3, 2])
  expect([times(outcomes, 'owner done'), times(outcomes, 'other done')]).toEqual([1, 1])
})

test('the whole queue is bounded, even if every item has another key', async () => {
  const { send, finish } = open({ waitingMax: 4 })
  for (let n = 0; n < 100; n += 1) send(`key ${n}`)
  const outcomes = await finish()
  expect(outcomes.filter((each) => each.endsWith('refused'))).toHaveLength(95)
})

test('a key with a limit of concurrent work leaves the other slots free', async () => {
  const { send, started, finish } = open({ atOnceMax: 3, atOncePerKeyMax: 1 })
  send('flood', 4)
  send('owner')
  await settled()
  expect(started).toEqual(['flood', 'owner'])
  expect(times(await finish(), 'flood done')).toBe(4)
})

test('work that fails frees its slot', async () => {
  const { queue, send, finish } = open()
  await expect(queue.run('owner', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  send('other')
  expect(await finish()).toEqual(['other done'])
})

test('work that waits for nothing lets the event loop turn before the next one starts', async () => {
  const { queue } = open()
  let turns = 0
  const seen: number[] = []
  const work = async (): Promise<void> => void seen.push(turns)
  const count = (): void => {
    turns += 1
    if (seen.length < 5) setImmediate(count)
  }
  setImmediate(count)
  await Promise.all(Array.from({ length: 5 }, () => queue.run('flood', work)))
  expect(new Set(seen).size).toBe(5)
})

test('a request that comes while the event loop turns does not overtake one that waits', async () => {
  const { queue, send, started, finish } = open()
  const leave = await queue.enter('first')
  send('waiting')
  await Promise.resolve()
  leave()
  send('later')
  await finish()
  expect(started).toEqual(['waiting', 'later'])
})
