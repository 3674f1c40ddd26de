import type { ReplyOf } from '@galla/contract/endpoint'
import type { listEvents } from '@galla/contract/events'
import { webhookPayload } from '@galla/contract/webhook'
import type { Database } from '../platform/database.ts'
import { invalidField } from '../platform/refusal.ts'
import type { EndpointKey } from './endpoint.ts'
import { lockPlaces, placedEvents, placeEvents, whatWaits } from './event-place-store.ts'

const AHEAD =
  '`after` is ahead of every event here: it is of the other mode, or of a time before a backup was restored. Call without `after` and go on from there.'

export interface ReadEventsDeps {
  readonly db: Database
}

/**
 * Events from where a reader was last. An event gets its place when it is first read, and what can be read is committed: so a
 * transaction that commits late comes after everything that was read before it, and a cursor can pass nobody by.
 */
export const readEvents = async (
  { db }: ReadEventsDeps,
  key: EndpointKey,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<Pick<ReplyOf<typeof listEvents>, 'data' | 'next' | 'more'>> => {
  const from = BigInt(after ?? 0)
  let rows = await placedEvents(db, key, from, limit + 1)
  if (rows.length <= limit) {
    const { last, waits } = await whatWaits(db, key)
    // Of another mode, or older than a backup that was restored: events up to it would never be told.
    if (from > last) throw invalidField('after', AHEAD)
    if (waits) {
      const missing = limit + 1 - rows.length
      await db.transaction(async (tx) => placeEvents(tx, key, await lockPlaces(tx, key), missing))
    }
    // Another reader may have given places since these were read.
    if (waits || last > (rows.at(-1)?.position ?? from)) rows = await placedEvents(db, key, from, limit + 1)
  }
  const shown = rows.slice(0, limit)
  return {
    data: shown.map(({ payload }) => webhookPayload.parse(JSON.parse(payload))),
    next: String(shown.at(-1)?.position ?? from),
    more: rows.length > limit,
  }
}
