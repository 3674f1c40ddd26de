import type { OrderStatus } from '@galla/contract/orders/order-status'
import { fuzzRuns } from '@galla/upi/fuzz-harness'
import { paise } from '@galla/upi/rupees'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, type Ledger, openLedger, orderForm } from '../../testing/ledger.ts'
import { listLockWaits } from '../../testing/lock-waits.ts'
import { createOrders } from '../orders/create/create-order.ts'
import { expireOrders } from '../orders/expire-orders.ts'
import { openOrder } from '../orders/open-order.ts'
import {
  countRange,
  findNextRange,
  findOldestTransactionAt,
  listOrderTotals,
  lockTotalsWatermark,
  type TotalsSpan,
} from '../orders/order-totals-store.ts'
import { type ManualClock, manualClock } from '../platform/clock.ts'
import { type Queryable, sql } from '../platform/database/database.ts'
import { followOrders } from './follow-orders.ts'
import { insertSearchRows } from './order-search-store.ts'

/** Long ago by the database's clock: all that happens then is late. */
const longAgo = (year: number): Date => new Date(`${year}-03-31T18:20:00Z`)
const EVER = { from: null, before: null } as const

let ledger: Ledger

beforeAll(async () => {
  ledger = await openLedger(20)
})
// One order's status is written by hand.
afterAll(() => ledger.close('history_complete', 'history_consistent'))

interface Shop {
  readonly merchantId: string
  readonly clock: ManualClock
  /** Creates an order whose process believes that it is `minutes` earlier than it is. */
  create(minutes?: number): Promise<string>
  open(orderId: string): Promise<unknown>
  expire(): Promise<unknown>
}

/** Each test has its own year, later than those before, so that its orders are after the watermark at first. */
const openShop = async (year: number): Promise<Shop> => {
  const merchant = await addMerchant(ledger.db)
  const clock = manualClock(longAgo(year))
  const deps = { ...ledger, clock }
  return {
    merchantId: merchant.merchantId,
    clock,
    create: async (minutes = 0) => {
      const behind = { ...clock, now: () => new Date(clock.now().getTime() - minutes * 60_000) }
      const form = orderForm({ amount: paise(100n) })
      return (await createOrders({ ...ledger, clock: behind })(merchant, form)).orderId
    },
    open: (orderId) => openOrder(deps, orderId),
    expire: () => expireOrders(deps),
  }
}

const follow = (limit: number) => followOrders({ db: ledger.db, clock: ledger.clock }, { limit })

const followAll = async (): Promise<void> => {
  while ((await follow(1_000)).more);
}

const counted = (db: Queryable, merchantId: string, span: TotalsSpan) =>
  db.rows<{ beginsAt: Date; status: OrderStatus; orders: number; paise: bigint }>(sql`
    select date_trunc(${span}, created_at, 'Asia/Kolkata') as "beginsAt", status, count(*)::int as orders,
      sum(coalesce(settled_paise, payable_paise))::bigint as paise
    from orders where merchant_id = ${merchantId} group by 1, 2 order by 1, 2`)

/** Each order up to the watermark is in the search, with its status, amount and texts; no other is. */
const misplaced = (db: Queryable, merchantId: string) =>
  db.rows(sql`
    select o.order_id, o.status, s.order_id as searched, s.status as searched_status
    from (
      select o.merchant_id, o.mode, o.order_id, o.status, coalesce(o.settled_paise, o.payable_paise) as shown_paise, w.words,
        array['=' || o.customer_mobile] || w.utrs || order_search_signs(w.words) as terms
      from orders o cross join lateral (
        select lower(concat_ws(E'\n', o.order_id, o.client_txn_id, o.customer_name, o.customer_email,
            string_agg(distinct c.payer_upi_id, E'\n'))) as words,
          coalesce(array_agg('=' || c.utr) filter (where c.utr is not null), '{}') as utrs
        from credits c where c.merchant_id = ${merchantId} and c.order_id = o.order_id) w
      where o.merchant_id = ${merchantId}
        and o.order_id <= (select followed_to from order_watermarks where merchant_id = ${merchantId})
    ) o full join (select * from order_search where merchant_id = ${merchantId}) s using (merchant_id, mode, order_id)
    where (o.status, o.shown_paise, o.words, o.terms) is distinct from (s.status, s.shown_paise, s.words, s.terms)`)

/** All in one snapshot, whatever others do meanwhile. */
const expectExact = (merchantId: string): Promise<void> =>
  ledger.db.transaction(async (tx) => {
    await tx.run(sql`set transaction isolation level repeatable read`)
    expect(await misplaced(tx, merchantId)).toEqual([])
    for (const span of ['hour', 'day'] as const) {
      const totals = await listOrderTotals(tx, merchantId, 'test', { span, ...EVER })
      expect(totals).toEqual(await counted(tx, merchantId, span))
    }
  })

const rolledOrders = (merchantId: string): Promise<number> =>
  ledger.db.value<number>(sql`
    select coalesce(sum(orders), 0)::int as sum from order_totals where merchant_id = ${merchantId} and span = 'day'`)

const isFollowed = (merchantId: string): Promise<boolean> =>
  ledger.db.value<boolean>(sql`
    select max(order_id) = max(followed_to) from orders join order_watermarks using (merchant_id) where merchant_id = ${merchantId}`)

const step = fc.oneof(
  fc.record({ do: fc.constant('create' as const), behind: fc.constantFrom(0, 0, 0, 30, 200, 4_000) }),
  fc.record({ do: fc.constant('open' as const), which: fc.nat(50) }),
  fc.record({ do: fc.constant('expire' as const) }),
  fc.record({ do: fc.constant('pass' as const), minutes: fc.constantFrom(1, 20, 90, 1_000) }),
  fc.record({ do: fc.constant('follow' as const), limit: fc.constantFrom(1, 3, 1_000) }),
)

test('the totals equal a count of the orders after any changes in any order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const shop = await openShop(2015)
      const ids: string[] = []
      for (const each of steps) {
        if (each.do === 'create') ids.push(await shop.create(each.behind))
        if (each.do === 'open') await shop.open(ids[each.which % ids.length] ?? 'none')
        if (each.do === 'expire') await shop.expire()
        if (each.do === 'pass') shop.clock.advance({ minutes: each.minutes })
        if (each.do === 'follow') await follow(each.limit)
        await expectExact(shop.merchantId)
      }
      await followAll()
      await expectExact(shop.merchantId)
    }),
    { numRuns: fuzzRuns(10) },
  )
})

test('concurrent creations, changes and sweeps omit nothing and count nothing twice', async () => {
  await followAll()
  const shop = await openShop(2017)
  const ids: string[] = []
  for (let round = 0; round < 6; round += 1) {
    const created = Array.from({ length: 12 }, (_, index) => shop.create(index % 3 === 0 ? 500 * index : 0))
    const opened = ids.filter((_, index) => index % 2 === round % 2).map((id) => shop.open(id))
    const work = [
      shop.expire(),
      follow(4),
      follow(5),
      expectExact(shop.merchantId),
      expectExact(shop.merchantId),
    ]
    ids.push(...(await Promise.all(created)))
    await Promise.all([...opened, ...work])
    shop.clock.advance({ minutes: 4 })
  }
  await followAll()
  await expectExact(shop.merchantId)
  expect(await rolledOrders(shop.merchantId)).toBe(72)
})

test('a sweep waits for a running late change, and counts it', async () => {
  const shop = await openShop(2018)
  await followAll()
  const watermark = await ledger.db.transaction((tx) => lockTotalsWatermark(tx, shop.merchantId))
  const orderId = await shop.create()
  expect(orderId > watermark).toBe(true)
  let sweep: Promise<unknown> | undefined
  await ledger.db.transaction(async (tx) => {
    await tx.run(sql`update orders set status = 'pending', version = version + 1 where order_id = ${orderId}`)
    sweep = follow(10)
    await waitingForLock()
  })
  await sweep
  expect(await rolledOrders(shop.merchantId)).toBe(1)
  await expectExact(shop.merchantId)
})

test('a late change waits for a running sweep, and corrects its count', async () => {
  const shop = await openShop(2019)
  const { merchantId } = shop
  await followAll()
  const orderId = await shop.create()
  let change: Promise<unknown> | undefined
  await ledger.db.transaction(async (tx) => {
    const stretch = { merchantId, after: await lockTotalsWatermark(tx, merchantId), upTo: orderId }
    expect(await findNextRange(tx, { ...stretch, before: 'Z' }, 10)).toEqual({ orders: 1, upTo: orderId })
    await countRange(tx, stretch)
    await insertSearchRows(tx, stretch)
    change = shop.open(orderId)
    await waitingForLock()
  })
  await change
  await expectExact(shop.merchantId)
})

test('a sweep that is cut off half-way has counted nothing', async () => {
  const shop = await openShop(2020)
  await followAll()
  const orderId = await shop.create()
  const { merchantId } = shop
  await expect(
    ledger.db.transaction(async (tx) => {
      const after = await lockTotalsWatermark(tx, merchantId)
      await countRange(tx, { merchantId, after, upTo: orderId })
      throw new Error('cut off')
    }),
  ).rejects.toThrow('cut off')
  expect(await rolledOrders(shop.merchantId)).toBe(0)
  await expectExact(shop.merchantId)
  await followAll()
  expect(await rolledOrders(shop.merchantId)).toBe(1)
})

test('a merchant whose orders cannot be counted delays no other', async () => {
  const shops = [await openShop(2021), await openShop(2021)]
  await followAll()
  for (const broken of shops) {
    for (const { clock } of shops) clock.advance({ minutes: 1 })
    for (const shop of shops) await shop.create()
    const alter = (change: string) => ledger.db.pool.query(`alter table order_search ${change}`)
    await alter(`add constraint broken check (merchant_id <> '${broken.merchantId}') not valid`)
    await expect(followAll()).rejects.toThrow('orders of 1 merchants could not be followed')
    for (const shop of shops) expect(await isFollowed(shop.merchantId)).toBe(shop !== broken)
    await alter('drop constraint broken')
    await followAll()
  }
})

test('orders of today are created and opened without waiting for a running sweep', async () => {
  const now = await ledger.db.value<Date>(sql`select now()`)
  const merchant = await addMerchant(ledger.db)
  const deps = { ...ledger, clock: manualClock(now) }
  await ledger.db.transaction(async (tx) => {
    await lockTotalsWatermark(tx, merchant.merchantId)
    const { orderId } = await createOrders(deps)(merchant, orderForm())
    await openOrder(deps, orderId)
  })
  await expectExact(merchant.merchantId)
})

test('the sweep counts only orders that are older than any running transaction', async () => {
  await ledger.db.transaction(async (old) => {
    const now = await old.value<Date>(sql`select now()`)
    await ledger.db.transaction(async (tx) => {
      expect((await findOldestTransactionAt(tx, new Date('9000-01-01'))).getTime()).toBeLessThanOrEqual(
        now.getTime(),
      )
      expect(await findOldestTransactionAt(tx, longAgo(2000))).toEqual(longAgo(2000))
    })
  })
  const shop = await openShop(2021)
  await followAll()
  await shop.create()
  shop.clock.advance({ minutes: 120 })
  await followOrders({ db: ledger.db, clock: shop.clock })
  expect(await rolledOrders(shop.merchantId)).toBe(0)
  shop.clock.advance({ ms: 1 })
  await followOrders({ db: ledger.db, clock: shop.clock })
  expect(await rolledOrders(shop.merchantId)).toBe(1)
})

test("hours and days are in India's zone, and a range excludes its end", async () => {
  const shop = await openShop(2022)
  await shop.create() // 23:50 in India
  shop.clock.advance({ minutes: 10 })
  await shop.create() // midnight
  shop.clock.advance({ minutes: 59 })
  await shop.create() // 00:59
  const read = async (span: TotalsSpan, from: string | null, before: string | null) => {
    const range = { span, from: from ? new Date(from) : null, before: before ? new Date(before) : null }
    const totals = await listOrderTotals(ledger.db, shop.merchantId, 'test', range)
    return totals.map(({ beginsAt, orders }) => [beginsAt.toISOString(), orders])
  }
  for (const followed of [false, true]) {
    if (followed) await followAll()
    const midnight = '2022-03-31T18:30:00.000Z'
    expect(await read('hour', null, null)).toEqual([
      ['2022-03-31T17:30:00.000Z', 1],
      [midnight, 2],
    ])
    expect(await read('day', null, null)).toEqual([
      ['2022-03-30T18:30:00.000Z', 1],
      [midnight, 2],
    ])
    expect(await read('day', midnight, '2022-04-01T18:30:00Z')).toEqual([[midnight, 2]])
    expect(await read('hour', null, midnight)).toEqual([['2022-03-31T17:30:00.000Z', 1]])
    expect(await listOrderTotals(ledger.db, shop.merchantId, 'live', { span: 'day', ...EVER })).toEqual([])
  }
  await expect(read('hour', '2022-03-31T18:00:00Z', null)).rejects.toThrow('not the beginning of a hour')
  await expect(read('day', '2022-03-31T17:30:00Z', null)).rejects.toThrow('not the beginning of a day')
})

/** Until someone waits for a lock that the transaction under way holds. */
const waitingForLock = async (): Promise<void> => {
  for (let asked = 0; asked < 1_000; asked += 1) {
    if ((await listLockWaits(ledger.db)).length > 0) return
  }
  throw new Error('nobody waits')
}
