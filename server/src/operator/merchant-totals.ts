import type { MerchantDetail } from '@galla/contract/operator/operator-merchants'
import type { Mode } from '@galla/contract/orders/order-status'
import { type Paise, toRupeeNumber } from '@galla/upi/rupees'
import { listOrderTotals } from '../orders/order-totals-store.ts'
import type { Queryable } from '../platform/database/database.ts'

/** Returns the totals of all orders of a merchant's mode. */
export const readMerchantTotals = async (
  db: Queryable,
  merchantId: string,
  mode: Mode,
): Promise<MerchantDetail['totals'][number]> => {
  const days = await listOrderTotals(db, merchantId, mode, { span: 'day', from: null, before: null })
  const sum = (of: 'count' | 'successCount' | 'failedCount'): number =>
    days.reduce((total, day) => total + day[of], 0)
  return {
    mode,
    orders: sum('count'),
    succeeded: sum('successCount'),
    failed: sum('failedCount'),
    collected: toRupeeNumber(days.reduce((total, { paise }) => total + paise, 0n) as Paise),
  }
}
