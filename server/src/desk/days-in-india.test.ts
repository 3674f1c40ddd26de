import { allTransactions } from '@galla/contract/orders'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { addMerchant, type Ledger, openLedger, orderForm } from '../../testing/ledger.ts'
import { sql } from '../platform/database.ts'
import { listMerchantOrders } from './list-orders.ts'

let ledger: Ledger
let merchantId: string

/** The last millisecond of a day in India and the first of the next: of a month, and of the financial year. */
const INSTANTS = {
  'oct-last': '2026-10-31T18:29:59.999Z',
  'nov-first': '2026-10-31T18:30:00.000Z',
  'march-last': '2027-03-31T18:29:59.999Z',
  'april-first': '2027-03-31T18:30:00.000Z',
} as const

beforeAll(async () => {
  ledger = await openLedger()
  const merchant = await addMerchant(ledger.db)
  merchantId = merchant.merchantId
  for (const [name, at] of Object.entries(INSTANTS)) {
    const { orderId } = await ledger.create(merchant, orderForm({ client_txn_id: name }))
    // Its time of creation never changes, says the schema; so the row is written as if it had been made then.
    await ledger.db.transaction(async (tx) => {
      await tx.run(sql`set local session_replication_role = replica`)
      await tx.run(sql`update orders set created_at = ${new Date(at)} where order_id = ${orderId}`)
    })
  }
})
afterEach(() => vi.unstubAllEnvs())
afterAll(() => ledger.close())

const between = async (from: string, to: string): Promise<string[]> => {
  const query = allTransactions.query.parse({ from, to })
  const { data, pagination } = await listMerchantOrders(ledger.db, merchantId, 'test', query)
  expect(pagination.totalTransactions).toBe(data.length)
  return data.map(({ clientTransactionId }) => clientTransactionId).toSorted()
}

test.each([
  ['UTC', 0],
  ['Asia/Kolkata', -330],
  ['America/New_York', 300],
])('with the server in %s a day begins at midnight in India', async (zone, offsetMinutes) => {
  vi.stubEnv('TZ', zone)
  expect(new Date('2026-12-01T00:00:00Z').getTimezoneOffset()).toBe(offsetMinutes)
  expect(await between('2026-10-31', '2026-10-31')).toEqual(['oct-last'])
  expect(await between('2026-11-01', '2026-11-01')).toEqual(['nov-first'])
  expect(await between('2027-03-31', '2027-03-31')).toEqual(['march-last'])
  expect(await between('2027-04-01', '2027-04-01')).toEqual(['april-first'])
  expect(await between('2026-10-31', '2027-03-31')).toEqual(['march-last', 'nov-first', 'oct-last'])
  expect(await between('2026-11-02', '2027-03-30')).toEqual([])
})
