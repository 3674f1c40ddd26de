import { paise } from '@galla/upi/rupees'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, openLedger, orderForm } from '../../testing/ledger.ts'
import { recordCredit } from '../ledger/record-credit.ts'
import { manualClock } from '../platform/clock.ts'
import { createOrders } from './create/create-order.ts'
import { expireOrders } from './expire-orders.ts'
import { openOrder } from './open-order.ts'
import { listOrderTotals, type TotalsSpan } from './order-totals-store.ts'

let ledger: Ledger
let merchantId: string

const iso = (text: string) => new Date(text)

beforeAll(async () => {
  ledger = await openLedger()
  const merchant = await addMerchant(ledger.db)
  const stranger = await addMerchant(ledger.db)
  merchantId = merchant.merchantId
  const create = async (at: string, rupees: bigint, caller = merchant) => {
    const deps = { ...ledger, clock: manualClock(iso(at)) }
    const { orderId } = await createOrders(deps)(caller, orderForm({ amount: paise(rupees * 100n) }))
    if (rupees === 2n) await openOrder(deps, orderId)
    return orderId
  }
  await create('2022-03-31T18:20:00Z', 1n) // 23:50 in India
  await expireOrders({ ...ledger, clock: manualClock(iso('2022-03-31T18:26:00Z')) })
  await create('2022-03-31T18:30:00Z', 2n) // midnight
  const paid = await create('2022-03-31T19:29:00Z', 4n) // 00:59
  await recordCredit(ledger, creditFor(ledger, { merchantId, orderId: paid }, { amount: paise(400n) }))
  await create('2022-03-31T19:29:59.999Z', 8n)
  await create('2022-03-31T19:00:00Z', 16n, stranger)
})
afterAll(() => ledger.close())

const read = async (span: TotalsSpan, from: string | null, before: string | null) => {
  const range = { span, from: from ? iso(from) : null, before: before ? iso(before) : null }
  const totals = await listOrderTotals(ledger.db, merchantId, 'test', range)
  return totals.map(({ beginsAt, count, successCount, failedCount, paise: received }) => [
    beginsAt.toISOString(),
    ...[count, successCount, failedCount],
    Number(received) / 100,
  ])
}

const MIDNIGHT = '2022-03-31T18:30:00.000Z'
const BEFORE_MIDNIGHT = [1, 0, 1, 0]
const AFTER_MIDNIGHT = [MIDNIGHT, 3, 1, 0, 4]

test("hours and days are in India's zone, and have their orders and what was received", async () => {
  expect(await read('hour', null, null)).toEqual([
    ['2022-03-31T17:30:00.000Z', ...BEFORE_MIDNIGHT],
    AFTER_MIDNIGHT,
  ])
  expect(await read('day', null, null)).toEqual([
    ['2022-03-30T18:30:00.000Z', ...BEFORE_MIDNIGHT],
    AFTER_MIDNIGHT,
  ])
})

test('a range excludes its end, and the other mode', async () => {
  expect(await read('day', MIDNIGHT, '2022-04-01T18:30:00Z')).toEqual([AFTER_MIDNIGHT])
  expect(await read('hour', null, MIDNIGHT)).toEqual([['2022-03-31T17:30:00.000Z', ...BEFORE_MIDNIGHT]])
  const live = await listOrderTotals(ledger.db, merchantId, 'live', { span: 'day', from: null, before: null })
  expect(live).toEqual([])
})

test('a range that begins within an hour or a day is a mistake', async () => {
  await expect(read('hour', '2022-03-31T18:00:00Z', null)).rejects.toThrow('not the beginning of a hour')
  await expect(read('day', '2022-03-31T17:30:00Z', null)).rejects.toThrow('not the beginning of a day')
})
