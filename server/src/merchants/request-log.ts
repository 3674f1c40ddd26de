import { REQUEST_LOG_DAYS } from '@galla/contract/api-requests'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import {
  addGaps,
  deleteGapsBefore,
  dropPartitionsBefore,
  ensurePartition,
  insertRequests,
  type LoggedRequest,
} from './request-log-store.ts'

export interface RequestLogDeps {
  readonly db: Database
  readonly clock: Clock
}

export interface RequestLog {
  /** Costs its caller no more than a push; what doesn't fit is counted. */
  note(request: LoggedRequest): void
  /** Writes down what waits, and says whether there is more. To be called every second, and at the end. */
  write(): Promise<{ more: boolean }>
}

const WAITING_MAX = 5_000
const WRITTEN_AT_ONCE_MAX = 1_000
/** Keys whose missing calls are counted; beyond them only the calls are missing. */
const GAPS_MAX = 1_000
const DAY_MS = 86_400_000

/** The request log of this process: a bounded queue, written in batches, never in anybody's way. */
export const createRequestLog = ({ db, clock }: RequestLogDeps): RequestLog => {
  let waiting: LoggedRequest[] = []
  let gaps = new Map<string, { keyHash: Uint8Array; missing: number }>()
  let partitionedUntil = 0

  const miss = ({ keyHash }: LoggedRequest): void => {
    const name = Buffer.from(keyHash).toString('hex')
    const known = gaps.get(name)
    if (known !== undefined) known.missing += 1
    else if (gaps.size < GAPS_MAX) gaps.set(name, { keyHash, missing: 1 })
  }

  /** Today's, yesterday's for what was under way at midnight, and tomorrow's before anybody needs it. */
  const preparePartitions = async (): Promise<void> => {
    const now = clock.now().getTime()
    if (now < partitionedUntil) return
    for (const day of [-1, 0, 1]) await ensurePartition(db, new Date(now + day * DAY_MS))
    partitionedUntil = (Math.floor(now / DAY_MS) + 1) * DAY_MS
  }

  return {
    note(request) {
      if (waiting.length < WAITING_MAX) waiting.push(request)
      else miss(request)
    },
    async write() {
      if (waiting.length === 0 && gaps.size === 0) return { more: false }
      const batch = waiting.slice(0, WRITTEN_AT_ONCE_MAX)
      waiting = waiting.slice(WRITTEN_AT_ONCE_MAX)
      const missing = [...gaps.values()]
      gaps = new Map()
      try {
        await preparePartitions()
        if (batch.length > 0) await insertRequests(db, batch)
        if (missing.length > 0) await addGaps(db, missing, clock.now())
      } catch (error) {
        // A database that is away gets them counted as missing when it is back; keeping them would only fill the queue.
        for (const request of batch) miss(request)
        throw error
      }
      return { more: waiting.length > 0 }
    },
  }
}

/** Retention: whole days at a time. */
export const forgetRequests = async ({ db, clock }: RequestLogDeps): Promise<number> => {
  const before = new Date(clock.now().getTime() - REQUEST_LOG_DAYS * DAY_MS)
  await deleteGapsBefore(db, before)
  return dropPartitionsBefore(db, before)
}
