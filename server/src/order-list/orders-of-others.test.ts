import { HOUR_MS } from '@galla/contract/durations'
import { type Paise, paise } from '@galla/upi/rupees'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, type Ledger, openLedger } from '../../testing/ledger.ts'
import { rowsReadBy } from '../../testing/rows-read.ts'
import { findCandidates } from '../ledger/candidate-store.ts'
import type { Credit } from '../ledger/credit.ts'
import { atMoment } from '../ledger/received.ts'
import { listOrderTotals } from '../orders/order-totals-store.ts'
import { type Database, openDatabase, sql } from '../platform/database/database.ts'
import { firstUlidAt } from '../platform/ids.ts'
import { listOrdersOfSameAmount } from '../reconciliation/reconcile-store.ts'
import type { OrderFilter, Sort } from './order-filter.ts'
import { countOrders, listOrderIds } from './order-list-store.ts'

const ORDERS = 20_000
/** A statement of the tests may not take longer than one of the program. */
const ORDERS_A_STATEMENT = 5_000

const EVERY = {
  status: 'all',
  search: null,
  searchPaise: null,
  from: null,
  before: null,
  minPaise: null,
  maxPaise: null,
} as const satisfies Partial<OrderFilter>

let ledger: Ledger
/** Of one connection: what it reads is counted. */
let db: Database
let merchantId = ''

const addOrders = async (owner: string, hoursAgo: number): Promise<void> => {
  const at = new Date(ledger.clock.now().getTime() - hoursAgo * HOUR_MS)
  const idsBegin = firstUlidAt(at).slice(0, 10) + owner.slice(-6).toUpperCase()
  for (let first = 1; first <= ORDERS; first += ORDERS_A_STATEMENT)
    await db.run(sql`
    insert into orders (merchant_id, order_id, mode, account_id, client_txn_id, request_hash, amount_paise, payable_paise,
      purpose, customer_name, customer_email, customer_mobile, redirect_url, created_at, window_seconds, expires_at)
    select ${owner}, ${idsBegin} || lpad(n::text, 10, '0'), 'test', account_id, 'N-' || n, 'x', n, n, 'Tea', 'Asha Rao',
      'asha@example.com', '9876543210', 'https://a.example', ${at}::timestamptz, 300, ${at}::timestamptz + interval '5 minutes'
    from accounts, generate_series(${first}::int, ${first + ORDERS_A_STATEMENT - 1}::int) n where merchant_id = ${owner}`)
}

beforeAll(async () => {
  // One connection, whose own reads are counted before the tests begin.
  ledger = await openLedger(1)
  db = openDatabase(ledger.connectionString, { max: 1 })
  const [slow, busy] = [await addMerchant(ledger.db), await addMerchant(ledger.db)]
  merchantId = slow.merchantId
  await addOrders(slow.merchantId, 48)
  await addOrders(busy.merchantId, 0)
  await db.run(sql`analyze orders`)
  await ledger.db.run(sql`select pg_stat_force_next_flush()`)
})
afterAll(async () => {
  await db.close()
  await ledger.close()
})

const readBy = (asking: () => Promise<unknown>): Promise<number> => rowsReadBy(db, ['orders'], asking)

test.each<[string, Sort, Partial<OrderFilter>]>([
  ['newest', 'newest', {}],
  ['highest', 'highest', {}],
  ['not tried yet, lowest', 'lowest', { status: 'created' }],
  ['of some amounts, highest', 'highest', { minPaise: 500n, maxPaise: 9_000n }],
  ['found by a word, newest', 'newest', { search: 'asha' }],
  ['found by a word, highest', 'highest', { search: 'asha' }],
])('a list of old orders, %s, reads no recent orders of other merchants', async (_name, sort, over) => {
  const filter: OrderFilter = { ...EVERY, merchantId, mode: 'test', ...over }
  const page = async () =>
    expect(await listOrderIds(db, filter, sort, { offset: 0, limit: 10 })).toHaveLength(10)
  expect(await readBy(page)).toBeLessThan(ORDERS / 20)
})

test.each([
  ['in no order', 'zebra'],
  ['of another script', 'आशा'],
  ['of a UTR', '412345678901'],
  ['of a UPI ID', 'asha@okaxis'],
])('a search for the text %s reads no orders that do not have it', async (_name, search) => {
  const filter = { ...EVERY, merchantId, mode: 'test', search } as const
  expect(await readBy(() => countOrders(db, filter, null))).toBeLessThan(ORDERS / 20)
})

test('the totals of old orders read no recent orders of other merchants', async () => {
  const totals = async () =>
    expect(
      await listOrderTotals(db, merchantId, 'test', { span: 'day', from: null, before: null }),
    ).toMatchObject([{ count: ORDERS }])
  // Each of its own once.
  expect(await readBy(totals)).toBeLessThan(ORDERS * 1.05)
})

test.each<[string, (credit: Credit) => Promise<unknown>]>([
  [
    'candidates of a credit',
    (credit) =>
      db.transaction((tx) =>
        findCandidates(tx, {
          credit,
          accountId: 'acc_1',
          received: atMoment(credit.receivedAt),
          rail: 'upi',
          withPaid: false,
        }),
      ),
  ],
  ['orders of the same amount', (credit) => listOrdersOfSameAmount(db, credit, 'test')],
])('the search for %s reads no recent orders of other merchants', async (_name, ask) => {
  const credit: Credit = {
    creditId: 'crd_1',
    merchantId,
    accountId: 'acc_1',
    utr: null,
    isUtrTyped: false,
    ...{
      amount: paise(500n),
      refunding: 0n as Paise,
      rail: 'upi',
      withPaid: false,
      receivedAt: ledger.clock.now(),
      payerUpiId: 'asha@okaxis',
      state: 'unmatched',
    },
    orderId: null,
    possibleRepeatOf: null,
    mergedInto: null,
  }
  expect(await readBy(() => ask(credit))).toBeLessThan(ORDERS / 20)
})
