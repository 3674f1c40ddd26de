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
  const count = (status?: string): number =>
    days
      .filter((each) => status === undefined || each.status === status)
      .reduce((sum, { orders }) => sum + orders, 0)
  const collected = days
    .filter(({ status }) => status === 'success')
    .reduce((sum, { paise }) => sum + paise, 0n)
  return {
    mode,
    orders: count(),
    succeeded: count('success'),
    failed: count('failed'),
    collected: toRupeeNumber(collected as Paise),
  }
}
