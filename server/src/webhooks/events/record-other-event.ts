import type { Dialect } from '@galla/contract/gateway-compat/dialects'
import type { PaymentReversedPayload, SourceEventPayload } from '@galla/contract/webhooks/webhook'
import type { Transaction } from '../../platform/database/database.ts'
import { insertEvent } from './event-store.ts'
import type { RecordEventDeps } from './record-event.ts'

/**
 * Writes an event that is no change of an order, and its delivery where the merchant's receiver takes such events, in the transaction
 * of what it reports. The caller makes sure that it is recorded once.
 */
export const recordOtherEvent = async <Payload extends SourceEventPayload | PaymentReversedPayload>(
  tx: Transaction,
  deps: RecordEventDeps,
  merchantId: string,
  content: Omit<Payload, 'eventId' | 'createdAt'>,
  dialect: Dialect | null = null,
): Promise<void> => {
  const now = deps.clock.now()
  const eventId = deps.ids.ulid(now)
  const { event, sequence, mode, ...rest } = content
  const payload = { event, eventId, sequence, createdAt: now.toISOString(), mode, ...rest }
  const endpoints = await insertEvent(tx, {
    merchantId,
    mode,
    eventId,
    event,
    sequence,
    createdAt: now,
    orderId: null,
    orderNumber: null,
    dialect,
    finalAt: null,
    payload: JSON.stringify(payload),
  })
  tx.afterCommit(() => endpoints.forEach(deps.wakeDeliveries))
}
