import type { Mode } from '@galla/contract/orders/order-status'
import type { MerchantEventData, MerchantEventPayload } from '@galla/contract/webhooks/merchant-events'
import type { MerchantEventName } from '@galla/contract/webhooks/webhook'
import type { Transaction } from '../../platform/database/database.ts'
import { insertEvent } from './event-store.ts'
import type { RecordEventDeps } from './record-event.ts'

export interface MerchantEvent<Name extends MerchantEventName> {
  readonly merchantId: string
  readonly mode: Mode
  readonly type: Name
  /** Such as the id of a refund: each has one event of a type, however often it is recorded. */
  readonly about: string
  readonly data: MerchantEventData<Name>
}

/**
 * Writes an event for the further endpoints that chose its type, with their deliveries, in the transaction of what it reports. It is stored
 * even if none did. Recorded again, also at the same time, it changes nothing.
 */
export const recordMerchantEvent = async <Name extends MerchantEventName>(
  tx: Transaction,
  deps: RecordEventDeps,
  { merchantId, mode, type, about, data }: MerchantEvent<Name>,
): Promise<void> => {
  const now = deps.clock.now()
  const eventId = deps.ids.ulid(now)
  const payload: MerchantEventPayload = { id: eventId, type, created: now.toISOString(), mode, data }
  const endpoints = await insertEvent(tx, {
    merchantId,
    mode,
    eventId,
    event: type,
    about,
    sequence: 1,
    createdAt: now,
    orderId: null,
    orderNumber: null,
    dialect: null,
    finalAt: null,
    payload: JSON.stringify(payload),
  })
  tx.afterCommit(() => endpoints.forEach(deps.wakeDeliveries))
}
