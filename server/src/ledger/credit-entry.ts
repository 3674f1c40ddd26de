import type { OrderDeps } from '../orders/change-order.ts'
import type { Credit, ReportedCredit } from './credit.ts'
import type { CreditEntry } from './credit-store.ts'

/** What is recorded about a credit's state because of a report. */
export const entryOf = (
  deps: Pick<OrderDeps, 'clock' | 'ids'>,
  { by, source, sourceKey }: ReportedCredit,
  credit: Credit,
  detail?: Record<string, unknown>,
): CreditEntry => {
  const at = deps.clock.now()
  return {
    credit,
    entryId: deps.ids.ulid(at),
    at,
    byWhom: by?.whom ?? source,
    detail: { sourceKey, ...(by?.note && { note: by.note }), ...detail },
  }
}
