import type { QueryOf } from '@galla/contract/endpoint'
import { OPERATOR_ROWS_MAX } from '@galla/contract/operator/operator-fields'
import type { audit, OperatorActRow } from '@galla/contract/operator/operator-merchants'
import { pageOf } from '../platform/cursor.ts'
import type { Database } from '../platform/database/database.ts'
import { isoDates } from '../platform/iso-dates.ts'
import { listActs } from './act-store.ts'

/** Lists the log of all operators, newest first; optionally of one merchant. */
export const readActs = async (
  { db }: { readonly db: Database },
  { merchantId, after = null }: Omit<QueryOf<typeof audit>, 'after'> & { after?: string | null | undefined },
  max = OPERATOR_ROWS_MAX,
): Promise<{ data: OperatorActRow[]; next: string | null }> => {
  const rows = await listActs(db, merchantId, { after, limit: max + 1 })
  const { shown, next } = pageOf(rows, max, ({ id }) => id)
  return { data: shown.map(isoDates), next }
}
