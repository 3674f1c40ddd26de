import { type listApiRequests, REQUEST_LOG_DAYS } from '@galla/contract/api-keys/api-requests'
import { DAY_MS } from '@galla/contract/durations'
import type { QueryOf, ReplyOf } from '@galla/contract/endpoint'
import type { Mode } from '@galla/contract/orders/order-status'
import { firstUlidAt, ulidTime } from '../platform/ids.ts'
import type { RequestLogDeps } from './request-log.ts'
import { countMissing, findRequestSearchEnd, listRequests, type RequestFilter } from './request-log-store.ts'

/** Sorts after every id. */
const END = 'zzzz'

const least = (a: string, b: string): string => (a < b ? a : b)
const most = (a: string, b: string): string => (a > b ? a : b)

/** Lists a page of the calls of the last seven days, newest first. */
export const readRequests = async (
  { db, clock }: RequestLogDeps,
  { merchantId, mode }: { readonly merchantId: string; readonly mode: Mode },
  query: QueryOf<typeof listApiRequests>,
): Promise<Pick<ReplyOf<typeof listApiRequests>, 'data' | 'next' | 'missing'>> => {
  const since = new Date(clock.now().getTime() - REQUEST_LOG_DAYS * DAY_MS)
  const kept = firstUlidAt(since)
  const filter: RequestFilter = {
    outcome: query.outcome ?? null,
    path: query.path === undefined || query.path === '' ? null : query.path.toLowerCase(),
    requestId: query.requestId ?? null,
    before: least(query.after ?? END, query.to === undefined ? END : firstUlidAt(new Date(query.to))),
    from: query.from === undefined ? kept : most(kept, firstUlidAt(new Date(query.from))),
  }
  const { limit } = query
  const [rows, missing] = await Promise.all([
    listRequests(db, merchantId, mode, filter, limit + 1),
    countMissing(db, merchantId, mode, since),
  ])
  const shown = rows.slice(0, limit)
  const next =
    rows.length > limit
      ? (shown.at(-1)?.requestId ?? null)
      : await findRequestSearchEnd(db, merchantId, mode, filter)
  return {
    data: shown.map((row) => ({ ...row, at: ulidTime(row.requestId).toISOString() })),
    next,
    missing,
  }
}
