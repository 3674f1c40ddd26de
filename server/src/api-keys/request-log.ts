import { type listApiRequests, REQUEST_LOG_DAYS } from '@galla/contract/api-keys/api-requests'
import { DAY_MS } from '@galla/contract/durations'
import type { QueryOf, ReplyOf } from '@galla/contract/endpoint'
import type { Mode } from '@galla/contract/orders/order-status'
import { sqlState } from '../platform/database/database-errors.ts'
import type { Platform } from '../platform/feature.ts'
import { createRateLimit } from '../platform/http/rate-limit.ts'
import { firstUlidAt, ulidTime } from '../platform/ids.ts'
import {
  countMissing,
  createPartition,
  deleteGapsBefore,
  dropPartitionsBefore,
  findRequestSearchEnd,
  insertRequests,
  type LoggedRequest,
  listRequests,
  type RequestFilter,
  recordGaps,
} from './request-log-store.ts'

export type RequestLogDeps = Pick<Platform, 'db' | 'clock'>

export interface KeepRequestsDeps extends RequestLogDeps {
  /** Called when a row was refused, which is a bug. It is counted as missing, and the other rows are kept. */
  readonly onError: (error: unknown) => void
}

export interface RequestLog {
  /** Adds a row at the cost of a push; rows that do not fit are counted. `isKnownKey`: it is or was a real key. */
  note(request: LoggedRequest, isKnownKey?: boolean): void
  /** Only counts a call. */
  skip(keyHash: Uint8Array, isKnownKey?: boolean): void
  /** Writes the waiting rows and returns whether there are more. Called every second, and at the end. */
  write(): Promise<{ more: boolean }>
}

const WAITING_MAX = 5_000
const WRITTEN_AT_ONCE_MAX = 1_000
/** The number of keys whose missing calls are counted; for others the calls are only missing. */
const GAPS_MAX = 1_000
/** Half the queue is reserved for real keys. */
const GAPS_OF_UNKNOWN_MAX = GAPS_MAX / 2
/** How much one key may write, of successful and of failed calls each: a steady 86,400 a day, and more at once after a pause. */
const KEPT_PER_SECOND = 1
const KEPT_AT_ONCE = 2_000

/** The request log of this process: a bounded queue, written in batches, that never delays a request. */
export const createRequestLog = ({ db, clock, onError }: KeepRequestsDeps): RequestLog => {
  let waiting: LoggedRequest[] = []
  let partitionedUntil = 0
  const { miss, writeGaps } = createMissingCalls({ db, clock })
  const share = createRateLimit({ clock, perSecond: KEPT_PER_SECOND, burst: KEPT_AT_ONCE })

  /** Creates the partitions of today, of yesterday for calls in progress at midnight, and of tomorrow in advance. */
  const preparePartitions = async (): Promise<void> => {
    const now = clock.now().getTime()
    if (now < partitionedUntil) return
    for (const day of [-1, 0, 1]) await createPartition(db, new Date(now + day * DAY_MS))
    partitionedUntil = (Math.floor(now / DAY_MS) + 1) * DAY_MS
  }

  const writeRequests = async (batch: readonly LoggedRequest[]): Promise<void> => {
    if (batch.length === 0) return
    try {
      await preparePartitions()
      await insertRequests(db, batch)
    } catch (error) {
      if (!isRefusedRow(error)) {
        // While the database is away, rows are counted as missing; keeping them would only fill the queue.
        for (const { keyHash } of batch) miss(keyHash, true)
        throw error
      }
      await writeOneByOne(batch)
    }
  }

  /** A refused row costs no other row its place. */
  const writeOneByOne = async (batch: readonly LoggedRequest[]): Promise<void> => {
    const failed: unknown[] = []
    for (const request of batch)
      await insertRequests(db, [request]).catch((error: unknown) => {
        failed.push(error)
        miss(request.keyHash, true)
      })
    for (const error of failed.slice(0, ERRORS_REPORTED_MAX)) onError(error)
  }

  return {
    note(request, isKnownKey = true) {
      // Unknown keys share one limit: there is no end of them.
      const whose = isKnownKey ? hex(request.keyHash) : ''
      const what = request.responseBody === null ? 'well' : 'failed'
      if (waiting.length < WAITING_MAX && share.take(`${whose} ${what}`).allowed) waiting.push(request)
      else miss(request.keyHash, isKnownKey)
    },
    skip: (keyHash, isKnownKey = true) => miss(keyHash, isKnownKey),
    async write() {
      await writeGaps()
      const batch = waiting.slice(0, WRITTEN_AT_ONCE_MAX)
      waiting = waiting.slice(WRITTEN_AT_ONCE_MAX)
      await writeRequests(batch)
      return { more: waiting.length > 0 }
    },
  }
}

interface Gap {
  readonly keyHash: Uint8Array
  missing: number
}

/** Counts the calls that are missing from the log, per key and in bounded memory. */
const createMissingCalls = ({ db, clock }: Pick<KeepRequestsDeps, 'db' | 'clock'>) => {
  let gaps = new Map<string, Gap>()
  const miss = (keyHash: Uint8Array, isKnownKey: boolean, missing = 1): void => {
    const name = hex(keyHash)
    const known = gaps.get(name)
    if (known !== undefined) known.missing += missing
    else if (gaps.size < (isKnownKey ? GAPS_MAX : GAPS_OF_UNKNOWN_MAX)) gaps.set(name, { keyHash, missing })
  }
  const writeGaps = async (): Promise<void> => {
    const missing = [...gaps.values()]
    gaps = new Map()
    if (missing.length === 0) return
    try {
      await recordGaps(db, missing, clock.now())
    } catch (error) {
      for (const gap of missing) miss(gap.keyHash, true, gap.missing)
      throw error
    }
  }
  return { miss, writeGaps }
}

const ERRORS_REPORTED_MAX = 3

const hex = (keyHash: Uint8Array): string => Buffer.from(keyHash).toString('hex')

/** True when the database replied and refused the data of a row. */
const isRefusedRow = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? '')

/** Retention: deletes whole days at a time. */
export const deleteOldRequests = async ({ db, clock }: RequestLogDeps): Promise<number> => {
  const before = new Date(clock.now().getTime() - REQUEST_LOG_DAYS * DAY_MS)
  await deleteGapsBefore(db, before)
  return dropPartitionsBefore(db, before)
}

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
