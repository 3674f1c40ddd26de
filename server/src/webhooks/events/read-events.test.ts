import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, sql } from '../../platform/database/database.ts'
import { randomIds } from '../../platform/ids.ts'
import type { EndpointKey } from '../endpoints/endpoint.ts'
import { updateEndpointUrl } from '../endpoints/endpoint-store.ts'
import { sendTestPing } from '../endpoints/send-test-ping.ts'
import { type Bench, CONTENT, openBench } from '../endpoints/webhook-harness.ts'
import { readEvents } from './read-events.ts'
import { recordEvent } from './record-event.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

const orders = ({ data }: { data: readonly { orderId: string }[] }) => data.map(({ orderId }) => orderId)
const read = (key: EndpointKey, after?: string, limit = 100) => readEvents(bench, key, { after, limit })

/** An event in a transaction that stays open until it is let go. */
const slowly = async (key: EndpointKey, orderId: string): Promise<() => Promise<void>> => {
  let letGo = (): void => undefined
  let written = (): void => undefined
  const isWritten = new Promise<void>((resolve) => {
    written = resolve
  })
  const done = bench.db.transaction(async (tx) => {
    await recordEvent(
      tx,
      { clock: bench.clock, ids: randomIds, wakeDeliveries: () => undefined },
      { ...key, orderId, event: 'order.success', sequence: 2, payload: { ...CONTENT, orderId } },
    )
    written()
    await new Promise<void>((resolve) => {
      letGo = resolve
    })
  })
  await isWritten
  return async () => {
    letGo()
    await done
  }
}

test('an event whose transaction commits late is read late, never passed by', async () => {
  const key = await bench.merchant()
  const commitFirst = await slowly(key, 'WRITTEN_FIRST')
  bench.clock.advance({ seconds: 1 })
  await bench.paid(key, 'WRITTEN_SECOND')
  const early = await read(key)
  expect(orders(early)).toEqual(['WRITTEN_SECOND'])
  await commitFirst()
  const late = await read(key, early.next)
  expect(orders(late)).toEqual(['WRITTEN_FIRST'])
  expect(orders(await read(key))).toEqual(['WRITTEN_SECOND', 'WRITTEN_FIRST'])
  expect(await read(key, late.next)).toEqual({ data: [], next: late.next, more: false })
})

test('while forty transactions overlap, readers that poll see each event exactly once, all in one order', async () => {
  const key = await bench.merchant()
  const all = Array.from({ length: 40 }, (_, n) => `ORDER_${n}`)
  const writing = { done: false }
  const written = Promise.all(
    all.map((orderId, n) =>
      bench.db.transaction(async (tx) => {
        await recordEvent(
          tx,
          { clock: bench.clock, ids: randomIds, wakeDeliveries: () => undefined },
          { ...key, orderId, event: 'order.success', sequence: 2, payload: { ...CONTENT, orderId } },
        )
        // Some hold on for a few round trips, so that the commits come in another order than the writes.
        for (let turn = 0; turn < n % 7; turn += 1) await tx.rows(sql`select 1`)
      }),
    ),
  ).then(() => {
    writing.done = true
  })
  const follow = async (limit: number): Promise<string[]> => {
    const seen: string[] = []
    let next: string | undefined
    for (;;) {
      const last = writing.done
      const page = await read(key, next, limit)
      seen.push(...orders(page))
      next = page.next
      if (last && !page.more) return seen
    }
  }
  const [one, other] = await Promise.all([follow(3), follow(50), written])
  expect(one.toSorted()).toEqual(all.toSorted())
  expect(other).toEqual(one)
})

test('events that another reader numbered meanwhile are returned too', async () => {
  const key = await bench.merchant()
  for (const n of [1, 2, 3]) {
    await bench.paid(key, `ORDER_${n}`)
    bench.clock.advance({ seconds: 1 })
  }
  let isFirst = true
  const db: Database = {
    ...bench.db,
    rows: async (query) => {
      const rows = await bench.db.rows(query)
      if (isFirst) {
        isFirst = false
        await read(key)
      }
      return rows as never
    },
  }
  const page = await readEvents({ db }, key, { after: undefined, limit: 2 })
  expect([orders(page), page.more]).toEqual([['ORDER_1', 'ORDER_2'], true])
})

test('pages by the limit and shows whether there is more; pings, the other mode and other merchants are left out', async () => {
  const key = await bench.merchant('https://shop.example/hook')
  const other = await bench.merchant()
  for (const n of [1, 2, 3]) {
    await bench.paid(key, `ORDER_${n}`)
    bench.clock.advance({ seconds: 1 })
  }
  await sendTestPing(bench.store, key)
  await bench.paid({ ...key, mode: 'live' }, 'LIVE_ORDER')
  await bench.paid(other, 'THEIRS')
  const first = await read(key, undefined, 2)
  expect([orders(first), first.more]).toEqual([['ORDER_1', 'ORDER_2'], true])
  const second = await read(key, first.next, 2)
  expect([orders(second), second.more]).toEqual([['ORDER_3'], false])
  expect(orders(await read({ ...key, mode: 'live' }))).toEqual(['LIVE_ORDER'])
})

test('a cursor ahead of every event is refused by its name, and makes nobody give places', async () => {
  const key = await bench.merchant()
  const ahead = {
    status: 400,
    errors: [{ field: 'after', msg: expect.stringContaining('ahead of every event') }],
  }
  for (const after of ['1', '999999999999999']) await expect(read(key, after)).rejects.toMatchObject(ahead)
  for (const n of [1, 2, 3]) await bench.paid(key, `ORDER_${n}`)
  await expect(read(key, '2')).rejects.toMatchObject(ahead)
  const { next } = await read(key, '0')
  expect(await read(key, next)).toEqual({ data: [], next, more: false })
  // As after a backup was restored: what came since has its place again, and nothing is passed by.
  for (const n of [4, 5, 6]) await bench.paid(key, `ORDER_${n}`)
  await expect(read(key, String(Number(next) + 2))).rejects.toMatchObject(ahead)
  expect(orders(await read(key, next))).toHaveLength(3)
})

test('notifications are worded by the chosen format, else by that of the order, and a failure that is not sent is null', async () => {
  const key = await bench.merchant('https://shop.example/webhook')
  const record = (event: 'order.success' | 'order.failed', dialect: 'ekqr' | null, sequence: number) =>
    bench.db.transaction((tx) =>
      recordEvent(
        tx,
        { clock: bench.clock, ids: randomIds, wakeDeliveries: () => undefined },
        {
          ...key,
          orderId: CONTENT.orderId,
          orderNumber: 80_260_148,
          dialect,
          event,
          sequence,
          payload: CONTENT,
        },
      ),
    )
  await record('order.success', null, 1)
  await record('order.success', 'ekqr', 2)
  await record('order.failed', 'ekqr', 3)
  const asked = async () =>
    (await readEvents(bench, key, { after: undefined, limit: 10, notifications: true })).notifications
  const form = {
    contentType: 'application/x-www-form-urlencoded',
    body: expect.stringMatching(/^id=80260148&/),
  }
  const json = { contentType: 'application/json', body: expect.stringMatching(/^\{"event":"order\.success"/) }
  expect(await asked()).toEqual([json, form, null])
  await updateEndpointUrl(bench.store, key, {
    url: 'https://shop.example/webhook',
    format: 'ekqr',
    tellsFailures: true,
  })
  expect(await asked()).toEqual([form, form, form])
  expect(await read(key)).not.toHaveProperty('notifications')
})
