import { paise } from '@galla/upi/rupees'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, openLedger, orderForm } from '../../testing/ledger.ts'
import { recordCredit } from '../ledger/record-credit.ts'
import { createOrders } from '../orders/create-order.ts'
import { expireOrders } from '../orders/expire-orders.ts'
import { openOrder } from '../orders/open-order.ts'
import { type ManualClock, manualClock } from '../platform/clock.ts'
import { type Queryable, type Statement, sql } from '../platform/database/database.ts'
import { findOrders } from './find-orders.ts'
import { followOrders } from './follow-orders.ts'
import { KEYS_MAX, REMEMBERED_MAX, recall, remember, sizeOfMemory } from './known-searches.ts'
import { readListing } from './listed-orders-store.ts'
import type { OrderFilter, Sort } from './order-filter.ts'
import { readOrdersWithin } from './order-list-store.ts'

/** Long ago by the database's clock: all that happens then is late. */
const longAgo = (year: number): Date => new Date(`${year}-03-31T18:20:00Z`)
const NAMES = ['Asha Rao', 'Ravi Rao', 'Meera Das']
const AMOUNTS = [100n, 49_900n, 1_100n, 250_000n]

let ledger: Ledger

beforeAll(async () => {
  ledger = await openLedger(20)
})
afterAll(() => ledger.close('history_complete', 'history_consistent'))

interface Shop {
  readonly merchantId: string
  readonly clock: ManualClock
  readonly ids: string[]
  /** Creates an order whose process believes that it is `minutes` earlier than it is. */
  create(minutes?: number): Promise<void>
  open(which: number): Promise<void>
  /** A payment, whose payer's UPI ID the order is found by. */
  pay(which: number): Promise<void>
  expire(): Promise<void>
}

/** Each test has years of its own, later than those before: what it creates lies after the watermark at first. */
const openShop = async (year: number): Promise<Shop> => {
  const merchant = await addMerchant(ledger.db)
  const clock = manualClock(longAgo(year))
  const deps = { ...ledger, clock }
  const ids: string[] = []
  const amounts = new Map<string, bigint>()
  const nth = (which: number): string | undefined => ids[which % Math.max(1, ids.length)]
  return {
    merchantId: merchant.merchantId,
    clock,
    ids,
    create: async (minutes = 0) => {
      const behind = { ...clock, now: () => new Date(clock.now().getTime() - minutes * 60_000) }
      const amount = AMOUNTS[ids.length % AMOUNTS.length] ?? 100n
      const name = NAMES[ids.length % NAMES.length] ?? ''
      const form = orderForm({ amount: paise(amount), customer_name: name, customer_email: 'a@example.com' })
      const { orderId } = await createOrders({ ...ledger, clock: behind })(merchant, form)
      ids.push(orderId)
      amounts.set(orderId, amount)
    },
    open: async (which) => {
      const orderId = nth(which)
      if (orderId !== undefined) await openOrder(deps, orderId)
    },
    pay: async (which) => {
      const orderId = nth(which)
      if (orderId === undefined) return
      const told = creditFor({ ...ledger, clock }, { merchantId: merchant.merchantId, orderId })
      const amount = paise(amounts.get(orderId) ?? 100n)
      await recordCredit(deps, { ...told, amount, payerUpiId: `rao${which % 3}@okaxis` })
    },
    expire: async () => void (await expireOrders(deps)),
  }
}

const follow = (limit: number) =>
  followOrders({ db: ledger.db, clock: ledger.clock }, { limit, sliceOrders: 3 })

const followAll = async (): Promise<void> => {
  while ((await follow(1_000)).more);
}

const filterOf = (merchantId: string, over: Partial<OrderFilter> = {}): OrderFilter => ({
  ...{ merchantId, mode: 'test', status: 'all', search: 'rao', searchPaise: null },
  ...{ from: null, before: null, minPaise: null, maxPaise: null, ...over },
})

const FILTERS: readonly Partial<OrderFilter>[] = [
  {},
  { search: 'meera' },
  { search: 'rao1@ok' },
  { search: 'rao', status: 'failed' },
  { search: 'example', status: 'pending' },
  { search: 'example', status: 'success' },
  { search: 'asha', minPaise: 1_000n },
  { search: '499', searchPaise: 49_900n },
]

/** What reading all orders finds, without an index and without a memory. */
const expectExact = async (db: Queryable, filter: OrderFilter, sort: Sort, offset: number, limit: number) => {
  const { ids, total } = await findOrders(db, filter, sort, { offset, limit })
  const all = await readOrdersWithin(ledger.db, filter, { below: null, from: null }, 1_000)
  if (sort === 'oldest' || sort === 'lowest') all.reverse()
  if (sort === 'highest' || sort === 'lowest')
    all.sort((a, b) => Number(a.payable_paise - b.payable_paise) * (sort === 'lowest' ? 1 : -1))
  expect({ ids, total }).toEqual({
    ids: all.slice(offset, offset + limit).map(({ order_id: orderId }) => orderId),
    total: all.length,
  })
}

const SORTS: readonly Sort[] = ['newest', 'oldest', 'highest', 'lowest']
const anyAsk = fc.record({
  process: fc.nat(1),
  over: fc.constantFrom(...FILTERS),
  sort: fc.constantFrom(...SORTS),
  offset: fc.constantFrom(0, 0, 2, 4, 40),
})
const anyStep = fc.oneof(
  fc.record({ do: fc.constant('create' as const), behind: fc.constantFrom(0, 0, 0, 30, 200, 4_000) }),
  fc.record({ do: fc.constant('open' as const), which: fc.nat(50) }),
  fc.record({ do: fc.constant('pay' as const), which: fc.nat(50) }),
  fc.record({ do: fc.constant('expire' as const) }),
  fc.record({ do: fc.constant('pass' as const), minutes: fc.constantFrom(1, 4, 20, 1_000) }),
  fc.record({ do: fc.constant('follow' as const), limit: fc.constantFrom(1, 3, 1_000) }),
)

test('whatever changes between two pages, and whichever process is asked, pages and totals are those of the orders', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(anyStep, fc.array(anyAsk, { minLength: 1, maxLength: 3 })), {
        minLength: 8,
        maxLength: 25,
      }),
      async (steps) => {
        const shop = await openShop(2013)
        const processes = [{ ...ledger.db }, { ...ledger.db }] as const
        for (const [step, asks] of steps) {
          if (step.do === 'create') await shop.create(step.behind)
          if (step.do === 'open') await shop.open(step.which)
          if (step.do === 'pay') await shop.pay(step.which)
          if (step.do === 'expire') await shop.expire()
          if (step.do === 'pass') shop.clock.advance({ minutes: step.minutes })
          if (step.do === 'follow') await follow(step.limit)
          for (const { process, over, sort, offset } of asks)
            await expectExact(
              processes[process] ?? ledger.db,
              filterOf(shop.merchantId, over),
              sort,
              offset,
              2,
            )
        }
      },
    ),
    { numRuns: 30 },
  )
}, 60_000)

test('while orders are created, changed and listed by several sweeps, nothing false is remembered', async () => {
  await followAll()
  const shop = await openShop(2015)
  const processes = [{ ...ledger.db }, { ...ledger.db }] as const
  const askAll = (): Promise<unknown>[] =>
    processes.flatMap((db) =>
      FILTERS.map((over, index) =>
        findOrders(db, filterOf(shop.merchantId, over), SORTS[index % SORTS.length] ?? 'newest', {
          offset: 0,
          limit: 5,
        }),
      ),
    )
  for (let round = 0; round < 6; round += 1) {
    const created = Array.from({ length: 8 }, (_, index) => shop.create(index % 3 === 0 ? 500 * index : 0))
    await Promise.all([...created, ...askAll()])
    const changed = shop.ids.flatMap((_, index) =>
      index % 3 === round % 3 ? [index % 2 === 0 ? shop.open(index) : shop.pay(index)] : [],
    )
    await Promise.all([...changed, ...askAll(), shop.expire(), follow(4), follow(5), ...askAll()])
    for (const db of processes)
      for (const [index, over] of FILTERS.entries()) {
        const filter = filterOf(shop.merchantId, over)
        await expectExact(db, filter, SORTS[index % SORTS.length] ?? 'newest', 0, 5)
      }
    shop.clock.advance({ minutes: 4 })
  }
}, 60_000)

test('what changes while a page is looked for is not remembered with it', async () => {
  const shop = await openShop(2016)
  for (let n = 0; n < 12; n += 1) await shop.create()
  await followAll()
  let left = 0
  const db: Queryable = {
    ...ledger.db,
    rows: async <Row>(statement: Statement): Promise<Row[]> => {
      const rows = await ledger.db.rows<Row>(statement)
      // The first that was found among the listed orders is no longer so when the page is shown.
      if (left > 0 && statement.text.includes('from listed_orders')) {
        left -= 1
        await shop.open(left)
      }
      return rows
    },
  }
  const filter = filterOf(shop.merchantId, { status: 'created' })
  left = 1
  await findOrders(db, filter, 'newest', { offset: 0, limit: 5 })
  expect(left).toBe(0)
  await expectExact(db, filter, 'newest', 0, 5)
})

test('what the sweep lists later, and what other merchants and the other mode do, leaves remembered what was found', async () => {
  const shop = await openShop(2017)
  const other = await openShop(2017)
  for (let n = 0; n < 6; n += 1) await shop.create()
  for (let n = 0; n < 6; n += 1) await other.create()
  await followAll()
  const filter = filterOf(shop.merchantId)
  let asked = 0
  const db: Queryable = {
    ...ledger.db,
    rows: <Row>(statement: Statement): Promise<Row[]> => {
      if (statement.text.includes('listed_orders')) asked += 1
      return ledger.db.rows<Row>(statement)
    },
  }
  const page = async (): Promise<number> => {
    asked = 0
    await expectExact(db, filter, 'newest', 0, 2)
    return asked
  }
  expect(await page()).toBeGreaterThan(0)
  expect(await page()).toBe(0)
  await other.open(1)
  await ledger.db.run(sql`select count_late_change(${shop.merchantId}, 'live')`)
  expect(await page()).toBe(0)
  shop.clock.advance({ minutes: 4 })
  await shop.create()
  await followAll()
  expect(await page()).toBe(0)
  await shop.open(1)
  expect(await page()).toBeGreaterThan(0)
  // Listed so long after that reading it from the orders would cost more than looking anew.
  shop.clock.advance({ minutes: 60 })
  await shop.create()
  await followAll()
  expect(await page()).toBeGreaterThan(0)
})

test('the sweep adds up the late changes of a merchant, and they are as many as before', async () => {
  const shop = await openShop(2019)
  for (let n = 0; n < 4; n += 1) await shop.create()
  await followAll()
  for (let n = 0; n < 3; n += 1) await shop.open(n)
  const known = () =>
    ledger.db.one<{ rows: number; changes: number }>(sql`
      select count(*)::int as rows, sum(changes)::int as changes from late_changes where merchant_id = ${shop.merchantId}`)
  expect(await known()).toEqual({ rows: 3, changes: 3 })
  await followAll()
  expect(await known()).toEqual({ rows: 1, changes: 3 })
  await shop.open(3)
  expect(await known()).toEqual({ rows: 2, changes: 4 })
})

test('two late changes of one merchant do not wait for one another', async () => {
  const shop = await openShop(2020)
  await shop.create()
  shop.clock.advance({ minutes: 3_000 })
  await shop.create()
  await followAll()
  await ledger.db.transaction(async (tx) => {
    await tx.run(
      sql`update orders set status = 'pending', version = version + 1 where order_id = ${shop.ids[0] ?? ''}`,
    )
    // Would never come through: the first is not committed before.
    await shop.open(1)
  })
  await expectExact({ ...ledger.db }, filterOf(shop.merchantId, { status: 'pending' }), 'newest', 0, 2)
})

test('of a listing that is begun anew nothing is remembered from before', async () => {
  const shop = await openShop(2021)
  await shop.create()
  await followAll()
  const before = await readListing(ledger.db, filterOf(shop.merchantId))
  await ledger.db.transaction(async (tx) => {
    for (const table of [sql`truncate order_totals`, sql`truncate order_slices`, sql`truncate listed_orders`])
      await tx.run(table)
    await tx.run(sql`update order_watermarks set followed_to = ''`)
  })
  await followAll()
  const after = await readListing(ledger.db, filterOf(shop.merchantId))
  expect(after.watermark).toBe(before.watermark)
  expect(after.version).not.toBe(before.version)
})

test('many searches and long ones are not remembered beyond a limit', () => {
  const db: Queryable = { ...ledger.db }
  const listing = { watermark: '', version: '0:0' }
  const searched = (text: string) => ({
    db,
    filter: filterOf('mer_1', { search: text }),
    search: { text, withUtr: [] },
    plan: { countedMax: 10 },
  })
  const begin = (count: number) => {
    const keys = Array.from({ length: count }, (_, index) => String(index))
    return { keys, count, through: 1, isAll: false }
  }
  for (let n = 0; n < REMEMBERED_MAX + 500; n += 1)
    remember(searched(`many ${n}`), { listing, total: 11, begins: { newest: begin(1) } })
  expect(sizeOfMemory(db).searches).toBe(REMEMBERED_MAX)
  for (let n = 0; n < 50; n += 1)
    for (const sort of SORTS)
      remember(searched(`long ${n}`), { listing, total: 1, begins: { [sort]: begin(1_000) } })
  expect(sizeOfMemory(db).keys).toBeLessThanOrEqual(KEYS_MAX)
  // The last one is remembered whole, in each order that it was asked for.
  expect(Object.keys(recall(searched('long 49'), listing).begins)).toHaveLength(SORTS.length)
  expect(recall(searched('long 0'), listing).begins).toEqual({})
  expect(recall(searched('long 49'), { watermark: '', version: '0:1' }).total).toBeUndefined()
})
