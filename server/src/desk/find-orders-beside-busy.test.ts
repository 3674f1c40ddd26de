import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, type Ledger, openLedger } from '../../testing/ledger.ts'
import { followOrders } from '../orders/follow-orders.ts'
import { type Database, openDatabase, sql } from '../platform/database.ts'
import { firstUlidAt } from '../platform/ids.ts'
import { findOrders } from './find-orders.ts'
import type { OrderFilter, Sort } from './order-filter.ts'

const ORDERS = 20_000
const HOUR_MS = 3_600_000

let ledger: Ledger
/** One connection, so that what it counted is what the list read. */
let db: Database
let merchantId = ''

const addOrders = async (owner: string, hoursAgo: number): Promise<void> => {
  const at = new Date(ledger.clock.now().getTime() - hoursAgo * HOUR_MS)
  await ledger.db.run(sql`
    insert into orders (merchant_id, order_id, mode, account_id, client_txn_id, request_hash, amount_paise, payable_paise,
      purpose, customer_name, customer_email, customer_mobile, redirect_url, created_at, window_seconds, expires_at)
    select ${owner}, ${firstUlidAt(at).slice(0, 10)}::text || upper(right(${owner}, 6)) || lpad(n::text, 10, '0'), 'test', account_id,
      'N-' || n, 'x', n, n, 'Tea', 'Asha Rao', 'asha@example.com', '9876543210', 'https://a.example',
      ${at}::timestamptz, 300, ${at}::timestamptz + interval '5 minutes'
    from accounts, generate_series(1, ${ORDERS}::int) n where merchant_id = ${owner}`)
}

beforeAll(async () => {
  ledger = await openLedger()
  const [old, busy] = [await addMerchant(ledger.db), await addMerchant(ledger.db)]
  merchantId = old.merchantId
  await addOrders(old.merchantId, 48)
  while ((await followOrders({ db: ledger.db, clock: ledger.clock }, {})).more);
  await addOrders(busy.merchantId, 0)
  await ledger.db.run(sql`analyze orders`)
  await ledger.db.run(sql`analyze listed_orders`)
  db = openDatabase(ledger.connectionString, { max: 1 })
})
afterAll(async () => {
  await db.close()
  await ledger.close()
})

const ordersRead = async (): Promise<number> => {
  await db.run(sql`select pg_stat_force_next_flush()`)
  const { read } = await db.one<{ read: bigint }>(sql`
    select seq_tup_read + idx_tup_fetch as read from pg_stat_user_tables where relname = 'orders'`)
  return Number(read)
}

test.each<[string, Sort, Partial<OrderFilter>]>([
  ['newest', 'newest', {}],
  ['highest', 'highest', {}],
  ['not tried yet, lowest', 'lowest', { status: 'created' }],
  ['of some amounts, highest', 'highest', { minPaise: 500n, maxPaise: 9_000n }],
  ['found by a word, newest', 'newest', { search: 'asha' }],
  ['found by a word, highest', 'highest', { search: 'asha' }],
])('a list of old orders, %s, reads none of what others sell just now', async (_name, sort, over) => {
  const filter: OrderFilter = {
    ...{ merchantId, mode: 'test', status: 'all', search: null, searchPaise: null },
    ...{ from: null, before: null, minPaise: null, maxPaise: null, ...over },
  }
  const before = await ordersRead()
  const { ids } = await findOrders(db, filter, sort, { offset: 0, limit: 10 })
  expect(ids).toHaveLength(10)
  expect((await ordersRead()) - before).toBeLessThan(ORDERS / 20)
})
