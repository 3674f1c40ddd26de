import { type listApiRequests, REQUEST_LOG_DAYS } from '@galla/contract/api-keys/api-requests'
import { DAY_MS } from '@galla/contract/durations'
import type { QueryOf, ReplyOf } from '@galla/contract/endpoint'
import type { Mode } from '@galla/contract/orders/order-status'
import { pageOf } from '../platform/cursor.ts'
import { sqlState } from '../platform/database/database-errors.ts'
import type { Platform } from '../platform/feature.ts'
import { createRateLimit } from '../platform/http/rate-limit.ts'
import { firstUlidAt, ulidTime } from '../platform/ids.ts'
import { deleteByAge } from '../platform/jobs/delete-by-age.ts'
import {
  deleteOldRequests,
  findRequestSearchEnd,
  insertRequests,
  type LoggedRequest,
  listMerchantsOfOldRequests,
  listRequests,
  type RequestFilter,
} from './request-log-store.ts'

export type RequestLogDeps = Pick<Platform, 'db' | 'clock'>

export interface KeepRequestsDeps extends RequestLogDeps {
  /** Called when a row was refused, which is a bug. The other rows are kept. */
  readonly onError: (error: unknown) => void
}

export interface RequestLog {
  /** Adds a row at the cost of a push, or leaves it out where there are too many. `isKnownKey`: it is or was a real key. */
  note(request: LoggedRequest, isKnownKey?: boolean): void
  /** Writes the waiting rows and returns whether there are more. Called every second, and at the end. */
  write(): Promise<{ more: boolean }>
}

const WAITING_MAX = 5_000
const WRITTEN_AT_ONCE_MAX = 1_000
/**
 * How much one key may write, of successful calls and of those that failed with one status: a steady 86,400 a day, and more at once after
 * a pause. So every call of a test is there, and of a shop that polls all day the failed ones and a sample.
 */
const KEPT_PER_SECOND = 1
const KEPT_AT_ONCE = 2_000

/** The request log of this process: a bounded queue, written in batches, that never delays a request. */
export const createRequestLog = ({ db, clock, onError }: KeepRequestsDeps): RequestLog => {
  let waiting: LoggedRequest[] = []
  const share = createRateLimit({ clock, perSecond: KEPT_PER_SECOND, burst: KEPT_AT_ONCE })

  const writeRequests = async (batch: readonly LoggedRequest[]): Promise<void> => {
    if (batch.length === 0) return
    try {
      await insertRequests(db, batch)
    } catch (error) {
      // While the database is away, rows are lost; keeping them would only fill the queue.
      if (!isRefusedRow(error)) throw error
      await writeOneByOne(batch)
    }
  }

  /** A refused row costs no other row its place. */
  const writeOneByOne = async (batch: readonly LoggedRequest[]): Promise<void> => {
    const failed: unknown[] = []
    for (const request of batch)
      await insertRequests(db, [request]).catch((error: unknown) => failed.push(error))
    for (const error of failed.slice(0, ERRORS_REPORTED_MAX)) onError(error)
  }

  return {
    note(request, isKnownKey = true) {
      // Unknown keys share one limit: there is no end of them.
      const whose = isKnownKey ? hex(request.keyHash) : ''
      const what = request.responseBody === null ? 'well' : request.status
      if (waiting.length < WAITING_MAX && share.take(`${whose} ${what}`).allowed) waiting.push(request)
    },
    async write() {
      const batch = waiting.slice(0, WRITTEN_AT_ONCE_MAX)
      waiting = waiting.slice(WRITTEN_AT_ONCE_MAX)
      await writeRequests(batch)
      return { more: waiting.length > 0 }
    },
  }
}

const ERRORS_REPORTED_MAX = 3

const hex = (keyHash: Uint8Array): string => Buffer.from(keyHash).toString('hex')

/** True when the database replied and refused the data of a row. */
const isRefusedRow = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? '')

export const deleteRequestsByAge = (deps: RequestLogDeps) =>
  deleteByAge(deps, REQUEST_LOG_DAYS, {
    listMerchants: listMerchantsOfOldRequests,
    deleteRows: deleteOldRequests,
  })

/** Sorts after every id. */
const END = 'zzzz'

const least = (a: string, b: string): string => (a < b ? a : b)
const most = (a: string, b: string): string => (a > b ? a : b)

/** Lists a page of the calls of the last seven days, newest first. */
export const readRequests = async (
  { db, clock }: RequestLogDeps,
  { merchantId, mode }: { readonly merchantId: string; readonly mode: Mode },
  query: QueryOf<typeof listApiRequests>,
): Promise<ReplyOf<typeof listApiRequests>> => {
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
  const rows = await listRequests(db, merchantId, mode, filter, limit + 1)
  const { shown, next } = pageOf(rows, limit, ({ requestId }) => requestId)
  return {
    data: shown.map((row) => ({ ...row, at: ulidTime(row.requestId).toISOString() })),
    next: next ?? (await findRequestSearchEnd(db, merchantId, mode, filter)),
  }
}
