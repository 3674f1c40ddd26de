import type { QueryOf } from '@galla/contract/endpoint'
import { OPERATOR_ROWS_MAX } from '@galla/contract/operator/operator-fields'
import {
  type attention,
  type OpenCredit,
  SHARED_UPI_IDS_MAX,
  type SharedUpiId,
} from '@galla/contract/operator/operator-merchants'
import { toRupeeNumber } from '@galla/upi/rupees'
import { pageOf } from '../platform/cursor.ts'
import type { Database } from '../platform/database/database.ts'
import { listOpenCredits, listSharedUpiIds, type OpenCreditRow } from './attention-store.ts'

const creditFrom = ({ amount, orderAmount, receivedAt, ...credit }: OpenCreditRow): OpenCredit => ({
  ...credit,
  amount: toRupeeNumber(amount),
  orderAmount: orderAmount === null ? null : toRupeeNumber(orderAmount),
  receivedAt: receivedAt.toISOString(),
})

/** Lists the open credits of all merchants. */
export const readAttention = async (
  { db }: { readonly db: Database },
  { mode, after }: QueryOf<typeof attention>,
): Promise<{ data: OpenCredit[]; next: string | null }> => {
  const rows = await listOpenCredits(db, mode, { after: after ?? null, limit: OPERATOR_ROWS_MAX + 1 })
  const { shown, next } = pageOf(rows, OPERATOR_ROWS_MAX, ({ id }) => id)
  return { data: shown.map(creditFrom), next }
}

export const readSharedUpiIds = ({ db }: { readonly db: Database }): Promise<SharedUpiId[]> =>
  listSharedUpiIds(db, SHARED_UPI_IDS_MAX)
