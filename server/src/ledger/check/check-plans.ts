import type { Queryable } from '../../platform/database/database.ts'
import { batchesOf } from './batches.ts'
import type { Fault } from './ledger-check.ts'
import {
  countInvoices,
  listExistingOrderIds,
  listLastInvoiceNumbers,
  listPurchasesAfter,
  listSaleInvoiceGaps,
} from './plan-check-store.ts'

const FIRST_PURCHASE = { merchant_id: '', order_id: '', platform_merchant_id: '' }

/** Checks what the schema cannot: a purchase of one merchant has an order of another, the operator's, and invoices have no gaps. */
export async function* checkPlans(db: Queryable, batchSize: number): AsyncGenerator<Fault> {
  for await (const purchases of batchesOf(FIRST_PURCHASE, (after) =>
    listPurchasesAfter(db, after, batchSize),
  ))
    for (const [platform, ofPlatform] of Map.groupBy(
      purchases,
      (purchase) => purchase.platform_merchant_id,
    )) {
      const orderIds = ofPlatform.map(({ order_id }) => order_id)
      const existing = await listExistingOrderIds(db, platform, orderIds)
      for (const orderId of orderIds.filter((id) => !existing.has(id)))
        yield { promise: 'plan_ordered', what: `order ${orderId}` }
    }
  for (const { financial_year: year, last_number: last } of await listLastInvoiceNumbers(db)) {
    const { invoices, numbers } = await countInvoices(db, year, last)
    if (invoices !== last || numbers !== last)
      yield {
        promise: 'invoices_numbered',
        what: `${year}: ${invoices} invoices with ${numbers} numbers up to ${last}`,
      }
  }
  for (const gap of await listSaleInvoiceGaps(db, batchSize))
    yield {
      promise: 'invoices_numbered',
      what: `merchant ${gap.merchant_id}, ${gap.financial_year}: not every number up to ${gap.last_number}`,
    }
}
