import { DAY_MS } from '@galla/contract/durations'
import type { OrderStatus } from '@galla/contract/orders/order-status'
import { WAITING_STATES } from '@galla/contract/reconciliation/credits'
import { fuzzRuns } from '@galla/upi/fuzz-harness'
import { paise } from '@galla/upi/rupees'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, openLedger, orderForm } from '../../testing/ledger.ts'
import { recordCredit } from '../ledger/record-credit.ts'
import { createOrders } from '../orders/create/create-order.ts'
import { expireOrders } from '../orders/expire-orders.ts'
import { openOrder } from '../orders/open-order.ts'
import { manualClock } from '../platform/clock.ts'
import { sql } from '../platform/database/database.ts'
import { findOrders } from './find-orders.ts'
import type { OrderFilter, Sort } from './order-filter.ts'

const START = new Date('2025-03-29T18:30:00Z')
const ORDERS = 90
const NAMES = ['Asha Rao', 'Ravi Rao', 'RAVINDRA Das', 'आशा राव', 'O%Brien_', 'Émile \\']

let ledger: Ledger
let merchantId: string

interface Known {
  order_id: string
  client_txn_id: string
  status: OrderStatus
  payable_paise: bigint
  customer_name: string
  customer_email: string
  customer_mobile: string
  created_at: Date
  utrs: string[]
  payers: string[]
  states: string[]
}
let known: Known[]

beforeAll(async () => {
  ledger = await openLedger()
  const clock = manualClock(START)
  const deps = { ...ledger, clock }
  const merchant = await addMerchant(ledger.db)
  const stranger = await addMerchant(ledger.db)
  merchantId = merchant.merchantId
  for (let n = 0; n < ORDERS; n += 1) {
    const name = NAMES[n % NAMES.length] ?? ''
    const amount = paise(BigInt([49900, 100 * n + 1, 1100][n % 3] ?? 1))
    const form = orderForm({
      // Some are found in several ways at once.
      client_txn_id: n % 5 === 0 ? `INV-${n}-499.00-9000000001` : `INV-${n}`,
      amount,
      customer_name: name,
      customer_email: `${name.split(' ')[0]}${n}@Example.com`,
      customer_mobile: n % 10 === 0 ? '9000000001' : '9876543210',
    })
    const { orderId } = await createOrders(deps)(n % 15 === 14 ? stranger : merchant, form)
    if (n % 2 === 0) await openOrder(deps, orderId)
    const owner = n % 15 === 14 ? stranger.merchantId : merchantId
    const payment = creditFor({ ...ledger, clock }, { merchantId: owner, orderId })
    if (n % 4 === 0)
      await recordCredit(deps, {
        ...payment,
        amount,
        utr: String(700_000_000_000 + n),
        payerUpiId: `payer${n}@OkAxis`,
      })
    if (n % 9 === 5) await recordCredit(deps, { ...payment, amount: paise(3n), payerUpiId: `less${n}@ybl` })
    clock.advance({ hours: 2 })
    if (n % 6 === 0) await expireOrders(deps)
  }
  known = await ledger.db.rows<Known>(sql`
    select o.*, array(select utr from credits c where c.merchant_id = ${merchantId} and c.order_id = o.order_id) as utrs,
      array(select payer_upi_id from credits c where c.merchant_id = ${merchantId} and c.order_id = o.order_id) as payers,
      array(select state from credits c where c.merchant_id = ${merchantId} and c.order_id = o.order_id) as states
    from orders o where merchant_id = ${merchantId} order by order_id desc`)
})
afterAll(() => ledger.close())

const holds = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase())

/** What the contract says of the filter, written down without any index. */
const finds = (filter: OrderFilter, order: Known): boolean => {
  const { search } = filter
  const found =
    search === null ||
    [
      order.order_id,
      order.client_txn_id,
      order.customer_name,
      order.customer_email,
      order.customer_mobile,
    ].some((text) => holds(text, search)) ||
    order.payable_paise === filter.searchPaise ||
    order.utrs.includes(search) ||
    order.payers.some((payer) => payer.toLowerCase() === search.toLowerCase())
  const status =
    filter.status === 'attention'
      ? order.states.some((state) => (WAITING_STATES as readonly string[]).includes(state))
      : filter.status === 'all' || order.status === filter.status
  return (
    found &&
    status &&
    (filter.from === null || order.created_at >= filter.from) &&
    (filter.before === null || order.created_at < filter.before) &&
    (filter.minPaise === null || order.payable_paise >= filter.minPaise) &&
    (filter.maxPaise === null || order.payable_paise <= filter.maxPaise)
  )
}

const difference = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)

/** `known` has the newest first. */
const arranged = (orders: readonly Known[], sort: Sort): Known[] => {
  const oldest = orders.toReversed()
  if (sort === 'newest') return [...orders]
  if (sort === 'oldest') return oldest
  if (sort === 'lowest') return oldest.toSorted((a, b) => difference(a.payable_paise, b.payable_paise))
  return orders.toSorted((a, b) => difference(b.payable_paise, a.payable_paise))
}

const SEARCHES = [
  'rao',
  'RAO',
  'ravi',
  'ravindra das',
  'a',
  'as',
  'inv-1',
  'INV-17',
  '@example.com',
  'payer4@okaxis',
  'okaxis',
  'LESS5@ybl',
  '9000000001',
  '98765',
  '700000000008',
  '7000',
  '499',
  '499.00',
  '%',
  '_',
  'o%b',
  'आशा',
  'शा रा',
  'émile',
  '\\',
  'nothing',
]

const day = fc.integer({ min: -1, max: 9 }).map((n) => new Date(START.getTime() + n * DAY_MS))
const rupees = fc.constantFrom(1n, 1_000n, 1_100n, 4_000n, 49_900n)
const seldom = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 1 })
const anyFilter = fc
  .record({
    status: fc.constantFrom<OrderFilter['status'][]>(
      'all',
      'all',
      'success',
      'failed',
      'pending',
      'created',
      'attention',
    ),
    search: fc.option(fc.constantFrom(...SEARCHES), { nil: null, freq: 3 }),
    from: seldom(day),
    before: seldom(day),
    minPaise: seldom(rupees),
    maxPaise: seldom(rupees),
  })
  .map((filter): OrderFilter => {
    const searchPaise = filter.search?.startsWith('499') ? 49_900n : null
    return { ...filter, searchPaise, merchantId, mode: 'test' }
  })
const anyPage = fc.record({
  sort: fc.constantFrom<Sort[]>('newest', 'oldest', 'highest', 'lowest'),
  offset: fc.constantFrom(0, 0, 3, 20, 500),
  limit: fc.constantFrom(1, 10, 1_000),
})

test('every filter finds the same orders as a scan, in each order and on each page', async () => {
  await fc.assert(
    fc.asyncProperty(anyFilter, anyPage, async (filter, { sort, offset, limit }) => {
      const all = arranged(known, sort).filter((order) => finds(filter, order))
      const { ids, total, isMore } = await findOrders(ledger.db, filter, sort, { offset, limit })
      expect(ids).toEqual(all.slice(offset, offset + limit).map(({ order_id: orderId }) => orderId))
      expect([total, isMore]).toEqual([all.length, false])
    }),
    { numRuns: fuzzRuns(150) },
  )
})
