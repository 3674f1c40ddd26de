import { allTransactions } from '@galla/contract/orders/transactions'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { addMerchant, type Ledger, openLedger, orderForm } from '../../testing/ledger.ts'
import { listMerchantOrders } from './list-orders.ts'

let ledger: Ledger
let merchantId: string

/** The last millisecond of a day in India and the first of the next: of a month, and of the financial year. */
const INSTANTS = {
  'nov-last': '2026-11-30T18:29:59.999Z',
  'dec-first': '2026-11-30T18:30:00.000Z',
  'march-last': '2027-03-31T18:29:59.999Z',
  'april-first': '2027-03-31T18:30:00.000Z',
} as const

beforeAll(async () => {
  ledger = await openLedger()
  const merchant = await addMerchant(ledger.db)
  merchantId = merchant.merchantId
  for (const [name, at] of Object.entries(INSTANTS)) {
    ledger.clock.advance({ ms: new Date(at).getTime() - ledger.clock.now().getTime() })
    await ledger.create(merchant, orderForm({ client_txn_id: name }))
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
  expect(await between('2026-11-30', '2026-11-30')).toEqual(['nov-last'])
  expect(await between('2026-12-01', '2026-12-01')).toEqual(['dec-first'])
  expect(await between('2027-03-31', '2027-03-31')).toEqual(['march-last'])
  expect(await between('2027-04-01', '2027-04-01')).toEqual(['april-first'])
  expect(await between('2026-11-30', '2027-03-31')).toEqual(['dec-first', 'march-last', 'nov-last'])
  expect(await between('2026-12-02', '2027-03-30')).toEqual([])
})
