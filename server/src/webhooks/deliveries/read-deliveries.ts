import type { QueryOf, ReplyOf } from '@galla/contract/endpoint'
import type { DeliveryDetail, DeliveryRow, listDeliveries } from '@galla/contract/webhooks/webhook-deliveries'
import { pageOf } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database/database.ts'
import { firstUlidAt } from '../../platform/ids.ts'
import { isoDates } from '../../platform/iso-dates.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { EndpointKey } from '../endpoints/endpoint.ts'
import {
  type AttemptRow,
  type DeliveryFilter,
  type DeliveryRecord,
  findDeliverySearchEnd,
  findOpenDeliverySearchEnd,
  listDeliveriesByIds,
  listDeliveryIdsOfOrder,
  listNewestDeliveryIds,
  listOpenDeliveries,
} from './delivery-history-store.ts'

/** More than the retry schedule has, so that the first attempts stay visible when a delivery was sent again by hand. */
const ATTEMPTS_LISTED_MAX = 10
const ATTEMPTS_SHOWN_MAX = 50
/** Sorts after every id. */
const END = 'zzzz'

const attemptFrom = ({ at, status, durationMs, error, response }: AttemptRow) => ({
  at: new Date(at).toISOString(),
  status,
  durationMs,
  error,
  response,
})

const rowFrom = ({ payload: _, attempts, ...record }: DeliveryRecord): DeliveryRow => ({
  ...isoDates(record),
  id: record.eventId,
  attempts: attempts.map(attemptFrom),
})

const firstOf = (a: string, b: string): string => (a < b ? a : b)

/** Lists a page of deliveries, newest first. A page reads a limited number of rows, so it may be short and still have a `next`. */
export const findDeliveries = async (
  { db }: { readonly db: Database },
  key: EndpointKey,
  query: Omit<QueryOf<typeof listDeliveries>, 'endpoint'>,
): Promise<Pick<ReplyOf<typeof listDeliveries>, 'data' | 'next'>> => {
  const filter: DeliveryFilter = {
    event: query.event ?? null,
    state: query.state ?? null,
    before: firstOf(query.after ?? END, query.to === undefined ? END : firstUlidAt(new Date(query.to))),
    from: query.from === undefined ? '' : firstUlidAt(new Date(query.from)),
  }
  const { limit } = query
  const { list, findEnd } = searchOf(query.orderId, filter)
  const { shown, next } = pageOf(await list(db, key, filter, limit + 1), limit, (id) => id)
  const records = await listDeliveriesByIds(db, key, shown, ATTEMPTS_LISTED_MAX)
  return { data: records.map(rowFrom), next: next ?? (await findEnd(db, key, filter)) }
}

interface DeliverySearch {
  readonly list: typeof listNewestDeliveryIds
  readonly findEnd: typeof findDeliverySearchEnd
}

const searchOf = (orderId: string | undefined, { state }: DeliveryFilter): DeliverySearch => {
  if (orderId !== undefined)
    return {
      list: (db, key, filter, limit) => listDeliveryIdsOfOrder(db, key, orderId, filter, limit),
      findEnd: async () => null,
    }
  return state === null || state === 'delivered'
    ? { list: listNewestDeliveryIds, findEnd: findDeliverySearchEnd }
    : { list: listOpenDeliveries, findEnd: findOpenDeliverySearchEnd }
}

/** Returns a delivery with the request and response of each attempt. */
export const showDelivery = async (
  { db }: { readonly db: Database },
  key: EndpointKey,
  eventId: string,
): Promise<DeliveryDetail> => {
  const [record] = await listDeliveriesByIds(db, key, [eventId], ATTEMPTS_SHOWN_MAX)
  if (record === undefined) throw new Refusal('not_found')
  return {
    ...rowFrom(record),
    attempts: record.attempts.map((attempt) => ({
      ...attemptFrom(attempt),
      request:
        attempt.headers === null ? null : { headers: attempt.headers, body: attempt.body ?? record.payload },
    })),
  }
}
