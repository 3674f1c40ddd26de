import type { SourceEventPayload } from '@galla/contract/webhooks/webhook'
import type { Transaction } from '../../platform/database/database.ts'
import { insertEvents } from './event-store.ts'
import type { RecordEventDeps } from './record-event.ts'

/**
 * Writes an event about a source of payments, and its delivery where the merchant wants such events, in the transaction of the change
 * that it reports. `silenceId` and `sequence` of the payload name the change.
 */
export const recordSourceEvent = async (
  tx: Transaction,
  deps: RecordEventDeps,
  merchantId: string,
  content: Omit<SourceEventPayload, 'eventId' | 'createdAt'>,
): Promise<void> => {
  const now = deps.clock.now()
  const eventId = deps.ids.ulid(now)
  const { event, sequence, mode, ...rest } = content
  const payload: SourceEventPayload = {
    event,
    eventId,
    sequence,
    createdAt: now.toISOString(),
    mode,
    ...rest,
  }
  await insertEvents(tx, [
    {
      ...{ merchantId, mode, eventId, event, sequence, createdAt: now },
      orderId: null,
      dialect: null,
      payload: JSON.stringify(payload),
    },
  ])
  tx.afterCommit(() => deps.wakeDeliveries({ merchantId, mode }))
}
