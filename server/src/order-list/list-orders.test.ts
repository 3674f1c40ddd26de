import { allTransactions } from '@galla/contract/orders/transactions'
import { paise } from '@galla/upi/rupees'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, openLedger, orderForm } from '../../testing/ledger.ts'
import { recordCredit } from '../ledger/record-credit.ts'
import { openOrder } from '../orders/open-order.ts'
import { listMerchantOrders } from './list-orders.ts'

let ledger: Ledger
let merchantId: string
const ids: string[] = []

beforeAll(async () => {
  ledger = await openLedger()
  const merchant = await addMerchant(ledger.db)
  merchantId = merchant.merchantId
  for (let n = 1; n <= 25; n += 1) {
    const form = orderForm({
      client_txn_id: `INV-${n}`,
      amount: paise(BigInt(n * 100)),
      customer_name: `Customer ${n}`,
    })
    ids.push((await ledger.create(merchant, form)).orderId)
    ledger.clock.advance({ seconds: 1 })
  }
  await openOrder(ledger, ids[3] ?? '')
  await recordCredit(
    ledger,
    creditFor(ledger, { merchantId, orderId: ids[4] ?? '' }, { amount: paise(500n), utr: '412345678901' }),
  )
  await recordCredit(ledger, creditFor(ledger, { merchantId, orderId: ids[5] ?? '' }, { amount: paise(1n) }))
  const stranger = await addMerchant(ledger.db)
  await ledger.create(stranger, orderForm({ client_txn_id: 'INV-1' }))
})
afterAll(() => ledger.close())

const list = (query: Record<string, string> = {}) =>
  listMerchantOrders(ledger.db, merchantId, 'test', allTransactions.query.parse(query))

test('the first page has the newest ten, and the totals of all', async () => {
  const { data, pagination } = await list()
  expect(data.map(({ clientTransactionId }) => clientTransactionId)).toEqual(
    Array.from({ length: 10 }, (_, index) => `INV-${25 - index}`),
  )
  expect(pagination).toEqual({
    currentPage: 1,
    totalPages: 3,
    totalTransactions: 25,
    totalIsMore: false,
    hasNextPage: true,
    hasPrevPage: false,
    limit: 10,
  })
})

test('a page beyond the end is empty, all is one page', async () => {
  expect((await list({ page: '9' })).data).toEqual([])
  const all = await list({ limit: 'all' })
  expect(all.data).toHaveLength(25)
  expect(all.pagination).toMatchObject({ limit: 1000, totalPages: 1 })
})

test.each([
  [{ status: 'pending' }, ['INV-4']],
  [{ status: 'success' }, ['INV-5']],
  [{ status: 'attention' }, ['INV-6']],
  [{ search: 'inv-17' }, ['INV-17']],
  [{ search: 'CUSTOMER 9' }, ['INV-9']],
  [{ search: '412345678901' }, ['INV-5']],
  [{ search: '23.00' }, ['INV-23']],
  [{ search: '₹23' }, ['INV-23']],
  [{ search: '%' }, []],
  [{ search: '_' }, []],
  [{ minAmount: '24' }, ['INV-25', 'INV-24']],
  [{ maxAmount: '2.00', sort: 'lowest' }, ['INV-1', 'INV-2']],
  [{ from: '2026-11-22' }, []],
])('%j finds %j', async (query, found) => {
  const { data } = await list(query)
  expect(data.map(({ clientTransactionId }) => clientTransactionId)).toEqual(found)
})

test('days start at midnight in India', async () => {
  expect((await list({ from: '2026-11-21', to: '2026-11-21' })).pagination.totalTransactions).toBe(25)
  expect((await list({ to: '2026-11-20' })).pagination.totalTransactions).toBe(0)
})

test('the list has no orders of other merchants', async () => {
  const { data } = await list({ limit: 'all' })
  expect(new Set(data.map(({ orderId }) => orderId))).toEqual(new Set(ids))
})
