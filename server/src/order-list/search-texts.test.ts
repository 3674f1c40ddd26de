import { paise } from '@galla/upi/rupees'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, openLedger, orderForm } from '../../testing/ledger.ts'
import { recordCredit } from '../ledger/record-credit.ts'
import { sql } from '../platform/database/database.ts'
import { findOrders } from './find-orders.ts'
import type { OrderFilter } from './order-filter.ts'

let ledger: Ledger
let merchantId: string
let first: string
let second: string

beforeAll(async () => {
  ledger = await openLedger()
  const merchant = await addMerchant(ledger.db)
  merchantId = merchant.merchantId
  const create = async (name: string) =>
    (await ledger.create(merchant, orderForm({ customer_name: name, amount: paise(49900n) }))).orderId
  first = await create('आशा राव')
  ledger.clock.advance({ seconds: 1 })
  second = await create("o'b")
})
afterAll(() => ledger.close('credit_history'))

const find = async (search: string) => {
  const filter: OrderFilter = {
    merchantId,
    mode: 'test',
    status: 'all',
    search,
    searchPaise: null,
    from: null,
    before: null,
    minPaise: null,
    maxPaise: null,
  }
  return (await findOrders(ledger.db, filter, 'newest', { offset: 0, limit: 10 })).ids
}

test.each([
  ['आशा', () => [first]],
  ['शा रा', () => [first]],
  ['शाआ', () => []],
  ['9876543', () => [second, first]],
  ['\\340', () => []],
  ["o'b", () => [second]],
  ["'", () => [second]],
  ['%', () => []],
  ['___', () => []],
  ['@#@', () => []],
  ['x'.repeat(254), () => []],
])('the search finds %s in any script, or nothing', async (search, found) => {
  expect(await find(search)).toEqual(found())
})

test('an order is found by the whole UTR and payer of its payment, and moves with the credit to another order', async () => {
  const utr = '512345678901'
  await recordCredit(
    ledger,
    creditFor(
      ledger,
      { merchantId, orderId: first },
      { amount: paise(3n), utr, payerUpiId: 'Late.Payer@ybl' },
    ),
  )
  expect(await find(utr)).toEqual([first])
  expect(await find('5123456')).toEqual([])
  expect(await find('late.payer@YBL')).toEqual([first])
  expect(await find('late.payer')).toEqual([])
  await ledger.db.run(
    sql`update credits set order_id = ${second} where merchant_id = ${merchantId} and utr = ${utr}`,
  )
  expect(await find(utr)).toEqual([second])
  expect(await find('late.payer@ybl')).toEqual([second])
})
