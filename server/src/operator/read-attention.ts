import type { QueryOf } from '@galla/contract/endpoint'
import { OPERATOR_ROWS_MAX } from '@galla/contract/operator/operator-fields'
import type { attention, OpenCredit } from '@galla/contract/operator/operator-merchants'
import { type Paise, toRupeeNumber } from '@galla/upi/rupees'
import type { Database } from '../platform/database/database.ts'
import { listOpenCredits, type OpenCreditRow } from './attention-store.ts'
import { pageOf } from './page.ts'

const creditFrom = (row: OpenCreditRow): OpenCredit => ({
  id: row.credit_id,
  merchantId: row.merchant_id,
  merchantName: row.merchant_name,
  mode: row.mode,
  state: row.state,
  amount: toRupeeNumber(row.amount_paise as Paise),
  orderAmount: row.order_paise === null ? null : toRupeeNumber(row.order_paise as Paise),
  orderId: row.order_id,
  utr: row.utr,
  payerName: row.payer_name,
  receivedAt: row.received_at.toISOString(),
})

/** Lists the open credits of all merchants. */
export const readAttention = async (
  { db }: { readonly db: Database },
  { mode, after }: QueryOf<typeof attention>,
): Promise<{ data: OpenCredit[]; next: string | null }> => {
  const rows = await listOpenCredits(db, mode, { after: after ?? null, limit: OPERATOR_ROWS_MAX + 1 })
  const { shown, next } = pageOf(rows, OPERATOR_ROWS_MAX, (row) => row.credit_id)
  return { data: shown.map(creditFrom), next }
}
