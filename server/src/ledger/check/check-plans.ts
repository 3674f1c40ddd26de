import type { Queryable } from '../../platform/database/database.ts'
import type { Fault } from './ledger-check.ts'
import {
  countInvoices,
  listExistingOrderIds,
  listLastInvoiceNumbers,
  listPurchasesAfter,
} from './plan-check-store.ts'

const checkPurchases = async (db: Queryable, stretch: number): Promise<Fault[]> => {
  const faults: Fault[] = []
  for (let after = { merchant_id: '', order_id: '' }, more = true; more; ) {
    const purchases = await listPurchasesAfter(db, after, stretch)
    for (const [platform, bought] of Map.groupBy(purchases, (each) => each.platform_merchant_id)) {
      const orderIds = bought.map(({ order_id }) => order_id)
      const found = await listExistingOrderIds(db, platform, orderIds)
      const missing = orderIds.filter((orderId) => !found.has(orderId))
      faults.push(
        ...missing.map((orderId) => ({ promise: 'plan_ordered' as const, what: `order ${orderId}` })),
      )
    }
    after = purchases.at(-1) ?? after
    more = purchases.length === stretch
  }
  return faults
}

const checkInvoices = async (db: Queryable): Promise<Fault[]> => {
  const faults: Fault[] = []
  for (const { financial_year: year, last_number: last } of await listLastInvoiceNumbers(db)) {
    const { invoices, numbers } = await countInvoices(db, year, last)
    if (invoices === last && numbers === last) continue
    const what = `${year}: ${invoices} invoices with ${numbers} numbers up to ${last}`
    faults.push({ promise: 'invoices_numbered', what })
  }
  return faults
}

export const checkPlans = async (db: Queryable, stretch: number): Promise<Fault[]> => [
  ...(await checkPurchases(db, stretch)),
  ...(await checkInvoices(db)),
]
