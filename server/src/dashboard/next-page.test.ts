import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, type Ledger, openLedger } from '../../testing/ledger.ts'
import { rowsReadBy } from '../../testing/rows-read.ts'
import { type Database, openDatabase, type Queryable, sql } from '../platform/database/database.ts'
import { firstUlidAt } from '../platform/ids.ts'
import { findOrders } from './find-orders.ts'
import { followOrders } from './follow-orders.ts'
import type { OrderFilter, Sort } from './order-filter.ts'

/** All of them are found, and counted to the last. */
const ORDERS = 3_000
/** A page, and what tells that nothing was listed since. */
const READ_MAX = 100

let ledger: Ledger
/** Of one connection: what it reads is counted. */
let db: Database
let merchantId = ''

beforeAll(async () => {
  ledger = await openLedger()
  db = openDatabase(ledger.connectionString, { max: 1 })
  merchantId = (await addMerchant(ledger.db)).merchantId
  const at = new Date('2025-06-01T00:00:00Z')
  const idsBegin = firstUlidAt(at).slice(0, 10) + merchantId.slice(-6).toUpperCase()
  await db.run(sql`
    insert into orders (merchant_id, order_id, mode, account_id, client_txn_id, request_hash, amount_paise, payable_paise,
      purpose, customer_name, customer_email, customer_mobile, redirect_url, created_at, window_seconds, expires_at)
    select ${merchantId}, ${idsBegin} || lpad(n::text, 10, '0'), 'test', 'acc_1', 'N-' || n, 'x', n, n, 'Tea', 'Asha Rao',
      'asha@example.com', '9876543210', 'https://a.example', ${at}::timestamptz, 300, ${at}::timestamptz + interval '5 minutes'
    from generate_series(1, ${ORDERS}::int) n`)
  while ((await followOrders({ ...ledger, db })).more);
  for (const table of [sql`analyze orders`, sql`analyze listed_orders`]) await db.run(table)
})
afterAll(async () => {
  await db.close()
  await ledger.close()
})

test.each<[Sort, Partial<OrderFilter>]>([
  ['newest', {}],
  ['oldest', { status: 'created' }],
  ['highest', {}],
  ['lowest', { minPaise: 100n }],
])('the second page of a search, the %s, reads nothing of what the first one counted', async (sort, over) => {
  const filter: OrderFilter = {
    ...{ merchantId, mode: 'test', status: 'all', search: 'rao', searchPaise: null },
    ...{ from: null, before: null, minPaise: null, maxPaise: null, ...over },
  }
  const knowingNothing: Queryable = { ...db }
  const page = async (offset: number): Promise<void> => {
    const { ids, total } = await findOrders(knowingNothing, filter, sort, { offset, limit: 10 })
    expect(ids).toHaveLength(10)
    expect(total).toBe(ORDERS - (over.minPaise === undefined ? 0 : 99))
  }
  const read = (offset: number) => rowsReadBy(db, ['listed_orders', 'orders'], () => page(offset))
  expect(await read(0)).toBeGreaterThan(ORDERS - READ_MAX)
  expect(await read(10)).toBeLessThan(READ_MAX)
})
