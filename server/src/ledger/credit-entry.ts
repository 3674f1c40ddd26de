import type { OrderDeps } from '../orders/change-order.ts'
import type { Credit, ReportedCredit } from './credit.ts'
import { type CreditEntry, idWithoutUtr } from './credit-store.ts'

/** The id of a report's credit. With a UTR it is provisional: the credit may exist under another one. */
export const idOfCredit = (
  { clock, ids }: Pick<OrderDeps, 'clock' | 'ids'>,
  report: ReportedCredit,
): string => (report.utr === null ? idWithoutUtr(report) : ids.ulid(clock.now()))

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
