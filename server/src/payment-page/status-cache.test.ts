import { afterEach, describe, expect, it } from 'vitest'
import { manualClock } from '../platform/clock.ts'
import { ulidFrom } from '../platform/ids.ts'
import type { OrderSnapshot } from './page-status.ts'
import { createStatusCache, type StatusCache } from './status-cache.ts'

const START = new Date('2026-11-21T04:00:00Z')
const idOf = (n: number): string => {
  const random = new Uint8Array(10)
  new DataView(random.buffer).setUint32(0, n)
  return ulidFrom(START, random)
}
const ID = idOf(1)

let open: StatusCache | undefined
afterEach(() => open?.close())

/** A cache on a table that the test writes, and the reads it caused. */
const setUp = () => {
  const clock = manualClock(START)
  const table = new Map<string, OrderSnapshot>()
  const reads: string[][] = []
  const gate: { wait: Promise<void>; fails: boolean } = { wait: Promise.resolve(), fails: false }
  const put = (
    orderId: string,
    version: number,
    status: OrderSnapshot['status'] = 'pending',
    over: Partial<OrderSnapshot> = {},
  ): void =>
    void table.set(orderId, {
      orderId,
      version,
      status,
      dialect: null,
      orderNumber: null,
      clientTxnId: 'a',
      redirectUrl: 'https://shop.example',
      expiresAt: START.toISOString(),
      otherAmount: null,
      ...over,
    })
  const cache = createStatusCache({
    clock,
    load: async (orderIds, knownVersions) => {
      reads.push([...orderIds])
      const found = orderIds.flatMap((orderId) => {
        const row = table.get(orderId)
        return row === undefined || row.version === knownVersions[orderId] ? [] : [row]
      })
      await gate.wait
      if (gate.fails) throw new Error('no database')
      return found
    },
  })
  open = cache
  return { clock, cache, put, reads, gate }
}

describe('the status cache', () => {
  it('reads an order once for many requests', async () => {
    const { cache, put, reads } = setUp()
    put(ID, 1)
    const answers = await Promise.all(Array.from({ length: 500 }, () => cache.get(ID)))
    for (let i = 0; i < 500; i += 1) answers.push(await cache.get(ID))
    expect(answers.every((snapshot) => snapshot?.version === 1)).toBe(true)
    expect(reads).toEqual([[ID]])
  })

  it('reads concurrently requested orders in one query', async () => {
    const { cache, put, reads } = setUp()
    const ids = Array.from({ length: 300 }, (_, n) => idOf(n))
    for (const id of ids) put(id, 1)
    await Promise.all(ids.map((id) => cache.get(id)))
    expect(reads).toEqual([ids])
  })

  it('caches unknown ids, and reads no malformed ones', async () => {
    const { cache, reads } = setUp()
    for (let i = 0; i < 50; i += 1) expect(await cache.get(ID)).toBeUndefined()
    for (const text of ['', 'x', `${ID}R2`, ID.toLowerCase(), "'; drop table orders"])
      expect(await cache.get(text)).toBeUndefined()
    expect(reads).toEqual([[ID]])
  })

  it('returns the new version to requests after a change', async () => {
    const { cache, put } = setUp()
    put(ID, 1)
    await cache.get(ID)
    put(ID, 2, 'success')
    cache.changed(ID)
    expect((await cache.get(ID))?.version).toBe(2)
  })

  it('reads again when a change comes during a read', async () => {
    const { cache, put, gate } = setUp()
    put(ID, 1)
    const { promise, resolve } = Promise.withResolvers<void>()
    gate.wait = promise
    const first = cache.get(ID)
    await Promise.resolve()
    put(ID, 2, 'success')
    cache.changed(ID)
    resolve()
    expect((await first)?.version).toBe(2)
    expect((await cache.get(ID))?.version).toBe(2)
  })

  it('returns no older version while it reads the change', async () => {
    const { cache, put, gate } = setUp()
    put(ID, 1)
    await cache.get(ID)
    const { promise, resolve } = Promise.withResolvers<void>()
    gate.wait = promise
    put(ID, 2, 'success')
    cache.changed(ID)
    await Promise.resolve()
    const during = cache.get(ID)
    resolve()
    expect((await during)?.version).toBe(2)
  })

  it('calls watchers with each newer version once', async () => {
    const { cache, put } = setUp()
    put(ID, 1)
    await cache.get(ID)
    const heard: number[] = []
    const unwatch = cache.watch(ID, (snapshot) => heard.push(snapshot.version))
    put(ID, 2)
    cache.changed(ID)
    cache.changed(ID)
    await cache.get(ID)
    await expect.poll(() => heard).toEqual([2])
    unwatch()
    put(ID, 3)
    cache.changed(ID)
    await cache.get(ID)
    expect(heard).toEqual([2])
  })

  it('finds a change whose notification was lost when the snapshot expires', async () => {
    const { cache, put, clock } = setUp()
    put(ID, 1)
    await cache.get(ID)
    const heard: number[] = []
    cache.watch(ID, (snapshot) => heard.push(snapshot.version))
    put(ID, 2)
    clock.advance({ seconds: 4 })
    expect((await cache.get(ID))?.version).toBe(1)
    clock.advance({ seconds: 2 })
    await expect.poll(() => heard).toEqual([2])
  })

  it('finds the number that an EKQR order gets without a new version', async () => {
    const { cache, put, clock } = setUp()
    put(ID, 1, 'success', { dialect: 'ekqr' })
    expect((await cache.get(ID))?.orderNumber).toBeNull()
    put(ID, 1, 'success', { dialect: 'ekqr', orderNumber: 80_260_148 })
    clock.advance({ seconds: 6 })
    expect((await cache.get(ID))?.orderNumber).toBe(80_260_148)
  })

  it('reads everything again after the notifications were interrupted', async () => {
    const { cache, put } = setUp()
    put(ID, 1)
    await cache.get(ID)
    put(ID, 2)
    cache.allMayHaveChanged()
    expect((await cache.get(ID))?.version).toBe(2)
  })

  it('revalidates 10,000 pages with a few queries a second', async () => {
    const { cache, put, clock, reads } = setUp()
    const ids = Array.from({ length: 10_000 }, (_, n) => idOf(n))
    for (const id of ids) put(id, 1)
    await Promise.all(ids.map((id) => cache.get(id)))
    const before = reads.length
    clock.advance({ seconds: 3 })
    await Promise.all(ids.map((id) => cache.get(id)))
    clock.advance({ seconds: 3 })
    await expect.poll(() => reads.slice(before).flat()).toHaveLength(10_000)
    expect(reads.length - before).toBeLessThanOrEqual(5)
  })

  it('does not revalidate orders that nobody requests', async () => {
    const { cache, put, clock, reads } = setUp()
    put(ID, 1)
    await cache.get(ID)
    clock.advance({ minutes: 10 })
    expect(reads).toHaveLength(1)
    put(ID, 2)
    expect((await cache.get(ID))?.version).toBe(2)
  })

  it('returns stale snapshots for a while without the database, then refuses', async () => {
    const { cache, put, clock, gate } = setUp()
    put(ID, 1)
    await cache.get(ID)
    gate.fails = true
    for (let second = 0; second < 20; second += 1) {
      clock.advance({ seconds: 1 })
      expect((await cache.get(ID))?.version).toBe(1)
    }
    await expect(cache.get(idOf(2))).rejects.toThrow('no database')
    for (let second = 0; second < 15; second += 1) clock.advance({ seconds: 1 })
    await expect(cache.get(ID)).rejects.toThrow('no database')
  })

  it('evicts guessed ids before orders', async () => {
    const { cache, put, reads } = setUp()
    put(ID, 1)
    await cache.get(ID)
    await Promise.all(Array.from({ length: 15_000 }, (_, n) => cache.get(idOf(n + 2))))
    const before = reads.length
    expect((await cache.get(ID))?.version).toBe(1)
    expect(reads).toHaveLength(before)
  })
})
